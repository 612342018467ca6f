/** The rows of revision 2026-07-28 that no earlier page has: each request stands alone. */

import { AUTHORIZATION_ALONE } from './statelessAuthorization.js';
import { BASE_ALONE } from './statelessBase.js';
import { CACHING } from './caching.js';
import { CANCELLATION_ALONE } from './statelessCancellation.js';
import { DEPRECATED, ELICITATION_ALONE, ROOTS_ALONE, SAMPLING_ALONE } from './client.js';
import { HEADERS } from './statelessHeaders.js';
import { LISTENING, PATTERNS, ROUNDS } from './patterns.js';
import { LOGGING_ALONE, PAGINATION_ALONE, PROMPTS_ALONE, RESOURCES_ALONE, TOOLS_ALONE } from './server.js';
import { STDIO_ALONE, TRANSPORTS_ALONE } from './statelessStdio.js';
import { HTTP_ALONE } from './statelessStreamableHttp.js';
import { DISCOVERY, VERSIONING } from './versioning.js';

export const STATELESS_ROWS = [
  ...BASE_ALONE,
  ...VERSIONING,
  ...DISCOVERY,
  ...PATTERNS,
  ...ROUNDS,
  ...LISTENING,
  ...CANCELLATION_ALONE,
  ...TRANSPORTS_ALONE,
  ...STDIO_ALONE,
  ...HTTP_ALONE,
  ...HEADERS,
  ...CACHING,
  ...TOOLS_ALONE,
  ...RESOURCES_ALONE,
  ...PROMPTS_ALONE,
  ...LOGGING_ALONE,
  ...PAGINATION_ALONE,
  ...ELICITATION_ALONE,
  ...ROOTS_ALONE,
  ...SAMPLING_ALONE,
  ...DEPRECATED,
  ...AUTHORIZATION_ALONE,
] as const;
