/** Every check of clients, in the order in which they run. */

import type { ClientCheck } from '../../client/clientCheck.js';
import { ANSWER_CLIENT_CHECKS } from './answers.js';
import { HTTP_CLIENT_CHECKS } from './http.js';
import { LIFECYCLE_CLIENT_CHECKS } from './lifecycle.js';

export const CLIENT_CHECKS: readonly ClientCheck[] = [
  ...LIFECYCLE_CLIENT_CHECKS,
  ...ANSWER_CLIENT_CHECKS,
  ...HTTP_CLIENT_CHECKS,
];
