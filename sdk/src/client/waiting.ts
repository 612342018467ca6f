import { RequestTimeoutError, type RequestOptions } from '@mcp-gen/runtime';

/** How long something is waited for. */
export interface Patience {
  /** Ends the waiting: it rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** When the waiting ends, as `performance.now()` tells the time, and after how many milliseconds in all. Default: never. */
  readonly deadline?: { readonly at: number; readonly timeout: number } | undefined;
}

/** The longest delay of a timer in milliseconds: Node fires longer ones at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Progress resets the timeout of a request, up to this many times the timeout in all. */
const RESETS = 10;

/**
 * Returns how long something else that belongs to a request may be waited for.
 *
 * @param started when the request was sent, as `performance.now()` tells the time
 */
export function timeLeft(options: RequestOptions | undefined, started: number): Patience {
  if (options === undefined) return {};
  const { signal, timeout, onProgress, resetTimeoutOnProgress = true, maxTotalTimeout } = options;
  if (timeout === undefined) return { signal };
  const isReset = onProgress !== undefined && resetTimeoutOnProgress;
  const total = isReset ? (maxTotalTimeout ?? RESETS * timeout) : timeout;
  // 0 means no limit, and a timer cannot be longer.
  if (total === 0 || total > LONGEST_TIMER) return { signal };
  return { signal, deadline: { at: started + total, timeout: total } };
}

/**
 * Waits for a promise, but no longer than it may be waited for. What is waited for goes on.
 *
 * @param method what the error names
 * @throws {RequestTimeoutError} at the deadline.
 * @throws the reason of the signal.
 */
export async function within<Value>(
  promise: Promise<Value>,
  { signal, deadline }: Patience,
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
 * Waits for a promise, but not longer than a number of milliseconds, where 0 means no limit. The promise is not affected.
 *
 * @returns whether the promise was resolved in time. Rejects if it does.
 */
export async function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const settled = promise.then(() => true);
  if (milliseconds === 0) return settled;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(milliseconds, LONGEST_TIMER));
  });
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}
