/** Conversions between revision 2025-11-25 and the unified types. */

import type { Conversions } from '@mcp-gen/protocol/author/2025-11-25';
import * as revision from '@mcp-gen/protocol/2025-11-25';
import type { CancelledNotificationParams } from '@mcp-gen/protocol/author';
import type { Context, WrittenConversions } from './conversionContext.js';
import { withElicitationId } from './elicitationForms.js';
import { envelope, optionalEnvelope } from './envelope.js';
import { convertRoots, progressToken } from './settings.js';
import { answered, complete, objectContent, uncached } from './results.js';
import { plainMessage, plainParams } from './samplingMessages.js';
import { plainTool, convertTools } from './schemas.js';
import { session } from './session.js';
import { convertInvalid, convertInvalidOptional, convertAndCheck } from './convertInvalid.js';

export { differing } from '@mcp-gen/protocol/author/2025-11-25';
export { revision } from '@mcp-gen/protocol/2025-11-25';

export const conversions: WrittenConversions<Conversions<Context>> = {
  requests: {
    ...session,
    initialize: {
      params: { toRevision: convertAndCheck(revision.isInitializeRequestParams, convertRoots) },
    },
    'prompts/get': {
      params: envelope,
      result: {
        toAuthor: complete,
        toRevision: (value, context) => answered(value, 'messages', context),
      },
    },
    'resources/read': {
      params: envelope,
      result: { toAuthor: uncached, toRevision: (value, context) => answered(value, 'contents', context) },
    },
    'tools/call': {
      params: envelope,
      result: {
        toAuthor: (value, context) => complete(withoutTask(revision.isCallToolResult)(value, context)),
        toRevision: convertInvalid(revision.isCallToolResult, (value, context) =>
          objectContent(answered(value, 'content', context), context),
        ),
      },
    },
    'tools/list': {
      params: optionalEnvelope,
      result: { toAuthor: uncached, toRevision: convertInvalid(revision.isListToolsResult, convertTools(plainTool)) },
    },
    'sampling/createMessage': {
      params: { toRevision: convertInvalid(revision.isCreateMessageRequestParams, plainParams) },
      result: {
        toAuthor: withoutTask(revision.isCreateMessageResult),
        toRevision: convertInvalid(revision.isCreateMessageResult, (value, context) =>
          plainMessage(value, '', context),
        ),
      },
    },
    'elicitation/create': {
      params: { toRevision: convertInvalid(revision.isElicitRequestParams, withElicitationId) },
      result: { toAuthor: withoutTask(revision.isElicitResult) },
    },
    'tasks/list': { params: optionalEnvelope },
    'roots/list': { params: { toRevision: convertInvalidOptional(revision.isRequestParams, progressToken) } },
  },
  notifications: { 'notifications/cancelled': { params: { toAuthor: cancelled } } },
};

/** A created task in place of a result. */
interface Receipt {
  readonly task: unknown;
}

/**
 * Returns a conversion that accepts a result, but not a created task in its place. A value without `task` is a result, and is not checked
 * again.
 *
 * @param fits returns whether a value is the result
 * @throws {NotExpressibleError} for a created task
 */
function withoutTask<Result extends object>(fits: (value: unknown) => value is Result) {
  return (value: Result | Receipt, context: Context): Result => {
    if (!('task' in value) || fits(value)) return value;
    throw context.notExpressible('', 'a created task', 'no task was requested');
  };
}

/**
 * Returns a cancellation that has a request id.
 *
 * @throws {NotExpressibleError} for a cancellation without one
 */
function cancelled<Params extends Partial<CancelledNotificationParams>>(params: Params, context: Context) {
  const { requestId } = params;
  if (requestId !== undefined) return { ...params, requestId };
  throw context.notExpressible('', 'a cancellation without a request id', 'the id is required');
}
