/** What tasks of revision 2025-11-25 brought into other messages. */

import type { CancelledNotificationParams } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';

/** What is sent in the place of a result that is not there yet. */
interface Receipt {
  readonly task: unknown;
}

/**
 * The result itself, where a receipt for a task may come instead. Without a task it is not a receipt, so it need not be checked again.
 *
 * @param fits whether a value is the result
 * @throws {NotExpressibleError} for a receipt
 */
export function withoutTask<Result extends object>(fits: (value: unknown) => value is Result) {
  return (value: Result | Receipt, context: Context): Result => {
    if (!('task' in value) || fits(value)) return value;
    throw context.notExpressible('', 'a receipt for a task', 'authors get results, and ask for no tasks');
  };
}

/**
 * A cancellation that says of what.
 *
 * @throws {NotExpressibleError} for one that does not
 */
export function cancelled<Params extends Partial<CancelledNotificationParams>>(params: Params, context: Context) {
  const { requestId } = params;
  if (requestId !== undefined) return { ...params, requestId };
  throw context.notExpressible('', 'a cancellation of no request', 'authors are told which request is cancelled');
}
