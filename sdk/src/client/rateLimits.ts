import { ErrorCode, type ErrorListener, JsonRpcError, LimitError, pause } from '@mcp-gen/runtime';
import { DropReports } from '../dropReports.js';
import { MemoryRateLimiter, type RateLimitOptions } from '../guard/index.js';
import type { ServerRequestMethod } from '../registry.js';
import type { Answering } from './answering.js';

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
export function limitAnswers<Method extends ServerRequestMethod>(
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

/** Default rate for sampling requests. */
export const SAMPLING_RATE: Required<Rate> = { perSecond: 2, burst: 20 };

/** Default rate for elicitation requests. */
export const ELICITATION_RATE: Required<Rate> = { perSecond: 0.5, burst: 10 };

/** Rate for notifications that an application may log. */
export const NOTICES: Required<Rate> = { perSecond: 100, burst: 1_000 };

/** Rate for notifications that may make an application read a list again. */
const CHANGES: Required<Rate> = { perSecond: 5, burst: 20 };

/**
 * Returns a listener that drops notifications above a rate. Reports the first drop at once, and further drops once a minute.
 *
 * @param what names the notifications in the report: `log entries`
 * @param option the option that raises the rate, and where it is set. Default: there is none
 * @throws {RangeError} for an invalid rate.
 */
export function rateLimited<Value>(
  listener: (value: Value) => void,
  what: string,
  report: ErrorListener,
  rate: Rate = NOTICES,
  option?: string,
): (value: Value) => void {
  const limits = new MemoryRateLimiter({ ...rate, callers: 1 });
  const dropped = new DropReports(`The server sends ${what}`, report, option);
  return (value) => {
    if (limits.take('').allowed) listener(value);
    else dropped.add();
  };
}

/**
 * Returns a debounced listener: it is called once for several notifications in a short time.
 *
 * @param over aborted when the listener must no longer be called
 */
export function debounced(listener: () => void, report: ErrorListener, over: AbortSignal): () => void {
  const limits = new MemoryRateLimiter({ ...CHANGES, callers: 1 });
  let isWaiting = false;
  const tell = (): void => {
    if (isWaiting) return;
    const admission = limits.take('');
    if (admission.allowed) return listener();
    isWaiting = true;
    pause(admission.retryAfter, over)
      .then(() => {
        isWaiting = false;
        if (!over.aborted) tell();
      })
      .catch(report);
  };
  return tell;
}
