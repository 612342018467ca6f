/** The names that generated code imports from the runtime. */

import { imported } from '../../print/code.js';

/** The module of the runtime that generated code may import. */
export const CODEGEN = '@mcp-gen/runtime/codegen/v1';
const EXPLAIN = `${CODEGEN}/explain`;
const LIMITS = `${CODEGEN}/limits`;

/** The module that a file `served.ts` imports. */
export const SERVED = `${CODEGEN}/served`;

/** Names to print. Printing one adds its import. */
export const runtime = {
  Caller: imported('Caller', CODEGEN, 'type'),
  CallerOf: imported('CallerOf', CODEGEN, 'type'),
  GivenParams: imported('GivenParams', CODEGEN, 'type'),
  HandlerContext: imported('HandlerContext', CODEGEN, 'type'),
  Issue: imported('Issue', CODEGEN, 'type'),
  NotificationHandler: imported('NotificationHandler', CODEGEN, 'type'),
  RequestHandler: imported('RequestHandler', CODEGEN, 'type'),
  RequestOptions: imported('RequestOptions', CODEGEN, 'type'),
  Revision: imported('Revision', CODEGEN, 'type'),
  RevisionDefinition: imported('RevisionDefinition', SERVED, 'type'),
  Shape: imported('Shape', EXPLAIN, 'type'),
  TableOf: imported('TableOf', CODEGEN, 'type'),
  bindHandlers: imported('bindHandlers', CODEGEN, 'value'),
  checkEach: imported('checkEach', CODEGEN, 'value'),
  checkEntries: imported('checkEntries', CODEGEN, 'value'),
  checkFormat: imported('checkFormat', CODEGEN, 'value'),
  checkLength: imported('checkLength', CODEGEN, 'value'),
  checkMeta: imported('checkMeta', CODEGEN, 'value'),
  checkMetadata: imported('checkMetadata', CODEGEN, 'value'),
  hasLength: imported('hasLength', LIMITS, 'value'),
  hasMatch: imported('hasMatch', LIMITS, 'value'),
  hasSize: imported('hasSize', LIMITS, 'value'),
  hasUniqueItems: imported('hasUniqueItems', LIMITS, 'value'),
  isNested: imported('isNested', CODEGEN, 'value'),
  defineRevision: imported('defineRevision', SERVED, 'value'),
  either: imported('either', CODEGEN, 'value'),
  limitChecks: imported('limitChecks', LIMITS, 'value'),
  orQuestion: imported('orQuestion', CODEGEN, 'value'),
  explainShape: imported('explainShape', EXPLAIN, 'value'),
  isObject: imported('isObject', CODEGEN, 'value'),
  optional: imported('optional', CODEGEN, 'value'),
  under: imported('under', CODEGEN, 'value'),
} as const;
