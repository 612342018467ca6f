import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { MemoryRateLimiter, type RateLimitOptions } from '../guard/index.js';
import type { Answering, AskedMethod } from './answering.js';

/** A client has one server, whatever it calls itself. */
const THE_SERVER = '';

/**
 * How often a server may ask.
 *
 * @interface
 */
export type Rate = Pick<RateLimitOptions, 'perSecond' | 'burst'>;

/**
 * Answers as long as the server does not ask too often.
 *
 * @param what what it asks for: `forms and pages`
 * @throws {RangeError} for a rate that cannot be kept to.
 */
export function limited<Method extends AskedMethod>(
  answer: Answering<Method>,
  rate: Rate,
  what: string,
): Answering<Method> {
  const limits = new MemoryRateLimiter({ ...rate, callers: 1 });
  return (params, context) => {
    const admission = limits.take(THE_SERVER);
    if (admission.allowed) return answer(params, context);
    const seconds = Math.ceil(admission.retryAfter / 1_000);
    throw new JsonRpcError(ErrorCode.InternalError, `Too many ${what}: ask again in ${seconds} seconds`);
  };
}
