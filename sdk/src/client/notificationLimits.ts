/** Limits how often applications are called for notifications, which servers can send at any rate. */

import { pause } from '@mcp-gen/runtime';
import type { ErrorListener } from '@mcp-gen/runtime';
import { Dropped } from '../dropped.js';
import { MemoryRateLimiter } from '../guard/index.js';
import type { Rate } from './limited.js';

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
  const dropped = new Dropped(`The server sends ${what}`, report, option);
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
