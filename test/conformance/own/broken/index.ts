/** Every server with a fault. */

import { DISCOVERY_FAULTS } from './discovery.js';
import type { Fault } from './fault.js';
import { LIFECYCLE_FAULTS } from './lifecycle.js';

export const FAULTS: readonly Fault[] = [...LIFECYCLE_FAULTS, ...DISCOVERY_FAULTS];
