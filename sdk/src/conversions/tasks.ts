/** What tasks of revision 2025-11-25 brought into other messages. */

import type { CancelledNotificationParams } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';

/**
 * The result itself, where a receipt for a task may come instead.
 *
 * @param fits whether a value is the result
 * @throws {CannotSay} for a receipt
 */
export function withoutTask<Result>(fits: (value: unknown) => value is Result) {
  return (value: unknown, context: Context): Result => {
    if (fits(value)) return value;
    throw context.cannotSay('', 'a receipt for a task', 'authors get results, and ask for no tasks');
  };
}

/**
 * A cancellation that says of what.
 *
 * @throws {CannotSay} for one that does not
 */
export function cancelled<Params extends Partial<CancelledNotificationParams>>(params: Params, context: Context) {
  const { requestId } = params;
  if (requestId !== undefined) return { ...params, requestId };
  throw context.cannotSay('', 'a cancellation of no request', 'authors are told which request is cancelled');
}
