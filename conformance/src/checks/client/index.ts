/** Every check of clients, in the order in which they run. */

import type { ClientCheck } from '../../client/clientCheck.js';
import { ANSWER_CLIENT_CHECKS } from './clientAnswers.js';
import { HTTP_CLIENT_CHECKS } from './clientHttp.js';
import { INTERRUPTION_CLIENT_CHECKS } from './clientInterruptions.js';
import { LIFECYCLE_CLIENT_CHECKS } from './clientLifecycle.js';
import { PROGRESS_CLIENT_CHECKS } from './clientProgress.js';

export const CLIENT_CHECKS: readonly ClientCheck[] = [
  ...LIFECYCLE_CLIENT_CHECKS,
  ...ANSWER_CLIENT_CHECKS,
  ...PROGRESS_CLIENT_CHECKS,
  ...HTTP_CLIENT_CHECKS,
  ...INTERRUPTION_CLIENT_CHECKS,
];
