/** Changes that tasks of revision 2025-11-25 made to other messages. */

import type { CancelledNotificationParams } from '@mcp-gen/protocol/author';
import type { Context } from './conversionContext.js';

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
export function withoutTask<Result extends object>(fits: (value: unknown) => value is Result) {
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
export function cancelled<Params extends Partial<CancelledNotificationParams>>(params: Params, context: Context) {
  const { requestId } = params;
  if (requestId !== undefined) return { ...params, requestId };
  throw context.notExpressible('', 'a cancellation without a request id', 'the id is required');
}
