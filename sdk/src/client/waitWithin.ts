import { after, type RequestOptions, RequestTimeoutError } from '@mcp-gen/runtime';

/** Limits of a wait. */
export interface WaitLimits {
  /** Aborts the wait, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline in the time of `performance.now()`, and the total milliseconds, for the error. Default: none. */
  readonly deadline?: { readonly at: number; readonly timeout: number } | undefined;
}

/** Progress resets the timeout of a request, up to this many times the timeout in total. */
const RESETS = 10;

/**
 * Returns the remaining time of a request, for another operation that belongs to it.
 *
 * @param started when the request was sent, in the time of `performance.now()`
 */
export function timeLeft(options: RequestOptions | undefined, started: number): WaitLimits {
  if (options === undefined) return {};
  const { signal, timeout, onProgress, resetTimeoutOnProgress = true, maxTotalTimeout } = options;
  if (timeout === undefined) return { signal };
  const isReset = onProgress !== undefined && resetTimeoutOnProgress;
  const total = isReset ? (maxTotalTimeout ?? RESETS * timeout) : timeout;
  // 0 means no limit.
  if (total === 0) return { signal };
  return { signal, deadline: { at: started + total, timeout: total } };
}

/**
 * Waits for a promise within limits. Does not abort the underlying operation.
 *
 * @param method names the request in the error
 * @throws {RequestTimeoutError} at the deadline.
 * @throws the reason of the signal.
 */
export async function waitWithin<Value>(
  promise: Promise<Value>,
  { signal, deadline }: WaitLimits,
  method: string,
): Promise<Value> {
  signal?.throwIfAborted();
  let stop = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort);
    const { at, timeout } = deadline ?? { at: Infinity, timeout: Infinity };
    const expire = (): void => reject(new RequestTimeoutError(method, timeout));
    const stopTimer = after(Math.max(at - performance.now(), 1), expire, { keepsAlive: true });
    stop = () => {
      signal?.removeEventListener('abort', abort);
      stopTimer();
    };
  });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    stop();
  }
}
