/** Every client with a fault. */

import { ANSWER_CLIENT_FAULTS } from './answers.js';
import type { ClientFault } from './fault.js';
import { HTTP_CLIENT_FAULTS } from './http.js';
import { LIFECYCLE_CLIENT_FAULTS } from './lifecycle.js';

export const CLIENT_FAULTS: readonly ClientFault[] = [
  ...LIFECYCLE_CLIENT_FAULTS,
  ...ANSWER_CLIENT_FAULTS,
  ...HTTP_CLIENT_FAULTS,
];
