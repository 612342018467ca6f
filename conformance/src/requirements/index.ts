/**
 * The table of requirements: what the pages of the specification ask for, in our own words, a file a page.
 * Pages that say the same in several revisions have one row for all of them; what is new since each request stands alone has files of its own.
 */

import { AUTHORIZATION_ROWS } from './authorization.js';
import { BASE } from './base.js';
import { CANCELLATION } from './cancellation.js';
import { COMPLETION } from './completion.js';
import { ELICITATION } from './elicitation.js';
import { HTTP_WITH_SSE } from './httpWithSse.js';
import { LIFECYCLE } from './lifecycle.js';
import { LOGGING } from './logging.js';
import { PAGINATION } from './pagination.js';
import { PING } from './ping.js';
import { PRINCIPLES } from './principles.js';
import { PROGRESS } from './progress.js';
import { PROMPTS } from './prompts.js';
import { RESOURCES } from './resources.js';
import { ROOTS } from './roots.js';
import { SAMPLING } from './sampling.js';
import { SCHEMA_REFERENCE } from './schemaReference.js';
import { STATELESS_ROWS } from './stateless/index.js';
import { STREAMABLE_HTTP } from './streamableHttp.js';
import { TASK_ROWS } from './tasks.js';
import { TOOLS } from './tools.js';
import { TRANSPORTS } from './transports.js';
import type { Requirement } from './requirement.js';

export type { Requirement } from './requirement.js';

const ROWS = [
  ...PRINCIPLES,
  ...BASE,
  ...LIFECYCLE,
  ...CANCELLATION,
  ...PING,
  ...PROGRESS,
  ...TRANSPORTS,
  ...HTTP_WITH_SSE,
  ...STREAMABLE_HTTP,
  ...PROMPTS,
  ...RESOURCES,
  ...TOOLS,
  ...COMPLETION,
  ...LOGGING,
  ...PAGINATION,
  ...ROOTS,
  ...SAMPLING,
  ...ELICITATION,
  ...TASK_ROWS,
  ...AUTHORIZATION_ROWS,
  ...SCHEMA_REFERENCE,
  ...STATELESS_ROWS,
] as const;

/** The id of a row. */
export type RequirementId = (typeof ROWS)[number]['id'];

/** Every row, in the order of the specification. */
export const REQUIREMENTS: readonly (Requirement & { readonly id: RequirementId })[] = ROWS;
