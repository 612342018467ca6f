/** Every check of servers, in the order in which they run. */

import type { Check } from '../../check.js';
import { AUTHORIZATION_CHECKS } from './authorization.js';
import { BATCH_CHECKS } from './batch.js';
import { CANCELLATION_CHECKS } from './cancellation.js';
import { CHANGE_CHECKS } from './changes.js';
import { COMPLETION_CHECKS } from './completion.js';
import { DISCOVERY_CHECKS } from './discovery.js';
import { HEADER_CHECKS } from './headers.js';
import { HTTP_CHECKS } from './http.js';
import { LIFECYCLE_CHECKS } from './lifecycle.js';
import { LOGGING_CHECKS } from './logging.js';
import { MESSAGE_CHECKS } from './messages.js';
import { PAGINATION_CHECKS } from './pagination.js';
import { PING_CHECKS } from './ping.js';
import { PROGRESS_CHECKS } from './progress.js';
import { PROMPT_CHECKS } from './prompts.js';
import { QUESTION_CHECKS } from './questions.js';
import { REFUSAL_CHECKS } from './refusals.js';
import { RESOURCE_CHECKS } from './resources.js';
import { SSE_CHECKS } from './sse.js';
import { STDIO_CHECKS } from './stdio.js';
import { TOOL_CHECKS } from './tools.js';

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
