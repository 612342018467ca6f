/** Every server with a fault. */

import { AUTHORIZATION_FAULTS } from './authorization.js';
import { DISCOVERY_FAULTS } from './discovery.js';
import type { Fault } from './fault.js';
import { FEATURE_FAULTS } from './features.js';
import { LIFECYCLE_FAULTS } from './lifecycle.js';
import { MESSAGE_FAULTS } from './messages.js';
import { QUESTION_FAULTS } from './questions.js';
import { TRANSPORT_FAULTS } from './transports.js';
import { WORK_FAULTS } from './work.js';

export const FAULTS: readonly Fault[] = [
  ...LIFECYCLE_FAULTS,
  ...DISCOVERY_FAULTS,
  ...MESSAGE_FAULTS,
  ...WORK_FAULTS,
  ...TRANSPORT_FAULTS,
  ...AUTHORIZATION_FAULTS,
  ...FEATURE_FAULTS,
  ...QUESTION_FAULTS,
];
