import { RequestTimeoutError, type RequestOptions } from '@mcp-gen/runtime';

/** Limits of a wait. */
export interface WaitLimits {
  /** Aborts the wait, which rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The deadline in the time of `performance.now()`, and the total milliseconds, for the error. Default: none. */
  readonly deadline?: { readonly at: number; readonly timeout: number } | undefined;
}

/** The maximum delay of a timer in milliseconds: Node fires longer ones at once. */
const MAX_DELAY = 2 ** 31 - 1;

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
  // 0 means no limit, and a timer cannot be longer.
  if (total === 0 || total > MAX_DELAY) return { signal };
  return { signal, deadline: { at: started + total, timeout: total } };
}

/**
 * Waits for a promise within limits. Does not abort the underlying operation.
 *
 * @param method names the request in the error
 * @throws {RequestTimeoutError} at the deadline.
 * @throws the reason of the signal.
 */
export async function within<Value>(
  promise: Promise<Value>,
  { signal, deadline }: WaitLimits,
  method: string,
): Promise<Value> {
  signal?.throwIfAborted();
  let stop = (): void => {};
  const ended = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    const expire = (waited: number) => (): void => reject(new RequestTimeoutError(method, waited));
    const timer = deadline && setTimeout(expire(deadline.timeout), Math.max(0, deadline.at - performance.now()));
    stop = () => {
      signal?.removeEventListener('abort', abort);
      clearTimeout(timer);
    };
  });
  try {
    return await Promise.race([promise, ended]);
  } finally {
    stop();
  }
}

/**
 * Waits for a promise, for at most a number of milliseconds; 0 means no limit. Does not affect the promise.
 *
 * @returns whether the promise resolved in time. Rejects if it rejects.
 */
export async function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const settled = promise.then(() => true);
  if (milliseconds === 0) return settled;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(milliseconds, MAX_DELAY));
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
