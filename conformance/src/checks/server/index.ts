/** Every check of servers, in the order in which they run. */

import type { Check } from '../../check.js';
import { AUTHORIZATION_CHECKS } from './authorizationChecks.js';
import { BATCH_CHECKS } from './batchChecks.js';
import { CANCELLATION_CHECKS } from './cancellationChecks.js';
import { CHANGE_CHECKS } from './changesChecks.js';
import { COMPLETION_CHECKS } from './completionChecks.js';
import { DISCOVERY_CHECKS } from './discoveryChecks.js';
import { HEADER_CHECKS } from './headersChecks.js';
import { HTTP_CHECKS } from './httpChecks.js';
import { LIFECYCLE_CHECKS } from './lifecycleChecks.js';
import { LOGGING_CHECKS } from './loggingChecks.js';
import { MESSAGE_CHECKS } from './messagesChecks.js';
import { PAGINATION_CHECKS } from './paginationChecks.js';
import { PING_CHECKS } from './pingChecks.js';
import { PROGRESS_CHECKS } from './progressChecks.js';
import { PROMPT_CHECKS } from './promptsChecks.js';
import { QUESTION_CHECKS } from './questionsChecks.js';
import { REFUSAL_CHECKS } from './refusalsChecks.js';
import { RESOURCE_CHECKS } from './resourcesChecks.js';
import { SSE_CHECKS } from './sseChecks.js';
import { STDIO_CHECKS } from './stdioChecks.js';
import { TOOL_CHECKS } from './toolsChecks.js';

export const SERVER_CHECKS: readonly Check[] = [
  ...LIFECYCLE_CHECKS,
  ...DISCOVERY_CHECKS,
  ...MESSAGE_CHECKS,
  ...BATCH_CHECKS,
  ...PING_CHECKS,
  ...CANCELLATION_CHECKS,
  ...PROGRESS_CHECKS,
  ...STDIO_CHECKS,
  ...SSE_CHECKS,
  ...HTTP_CHECKS,
  ...HEADER_CHECKS,
  ...REFUSAL_CHECKS,
  ...AUTHORIZATION_CHECKS,
  ...TOOL_CHECKS,
  ...RESOURCE_CHECKS,
  ...PROMPT_CHECKS,
  ...COMPLETION_CHECKS,
  ...LOGGING_CHECKS,
  ...PAGINATION_CHECKS,
  ...CHANGE_CHECKS,
  ...QUESTION_CHECKS,
];
