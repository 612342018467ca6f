import { ErrorCode, JsonRpcError, LimitError } from '@mcp-gen/runtime';
import { MemoryRateLimiter, type RateLimitOptions } from '../guard/index.js';
import type { Answering, AskedMethod } from './answering.js';

/** The rate limiter has one key, since a client has one server. */
const THE_SERVER = '';

/**
 * How often a server may ask.
 *
 * @interface
 */
export type Rate = Pick<RateLimitOptions, 'perSecond' | 'burst'>;

/**
 * Answers requests up to a rate. Further requests are refused.
 *
 * @param what names the requests in the error: `forms and pages`
 * @param option the option that sets the rate. Default: it is fixed
 * @throws {RangeError} for an invalid rate.
 */
export function limited<Method extends AskedMethod>(
  answer: Answering<Method>,
  rate: Rate,
  what: string,
  option?: string,
): Answering<Method> {
  const limits = new MemoryRateLimiter({ ...rate, callers: 1 });
  return (params, context) => {
    const admission = limits.take(THE_SERVER);
    if (admission.allowed) return answer(params, context);
    const seconds = Math.ceil(admission.retryAfter / 1_000);
    const message = `Too many ${what}: try again in ${seconds} seconds`;
    if (option === undefined) throw new JsonRpcError(ErrorCode.InternalError, message);
    throw new LimitError(message, option);
  };
}
