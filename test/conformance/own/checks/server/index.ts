/** Every check of servers, in the order in which they run. */

import type { Check } from '../../check.js';
import { DISCOVERY_CHECKS } from './discovery.js';
import { LIFECYCLE_CHECKS } from './lifecycle.js';
import { PING_CHECKS } from './ping.js';

export const SERVER_CHECKS: readonly Check[] = [...LIFECYCLE_CHECKS, ...DISCOVERY_CHECKS, ...PING_CHECKS];
