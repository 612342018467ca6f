/**
 * The timers of all packages. Times are milliseconds of any length: platforms fire timers of more than 24 days at once, so that a longer
 * time is waited for in parts. A time of 0 is none where it limits something (`after`, `every`, `within`, `deadline`), and the shortest one
 * where something waits for it (`pause`, `settlesWithin`).
 */

/** The maximum delay of a timer of the platform in milliseconds. */
export const MAX_DELAY: number = 2 ** 31 - 1;

/** Stops a timer; repeated calls do nothing. */
export type Stop = () => void;

const NOTHING: Stop = () => undefined;

/** Returns the milliseconds of a time limit to compare with, or to wait for: Infinity for 0, which stands for none. */
export function orInfinity(milliseconds: number): number {
  return milliseconds > 0 ? milliseconds : Infinity;
}

/** Options of {@link after}. */
export interface TimerOptions {
  /** Whether the process stays alive until the timer ends. Default false. */
  readonly keepsAlive?: boolean | undefined;
}

/**
 * Calls a function once, unless it is stopped before.
 *
 * @param milliseconds the delay; 0 or Infinity for never. With Infinity, it can keep the process alive nevertheless
 */
export function after(milliseconds: number, act: () => void, options?: TimerOptions): Stop {
  if (!(milliseconds > 0) || (milliseconds === Infinity && options?.keepsAlive !== true)) return NOTHING;
  if (milliseconds > MAX_DELAY) {
    let stop = after(MAX_DELAY, () => void (stop = after(milliseconds - MAX_DELAY, act, options)), options);
    return () => stop();
  }
  const timer = setTimeout(act, milliseconds);
  if (options?.keepsAlive !== true) unreferenced(timer);
  return () => clearTimeout(timer);
}

/**
 * Calls a function periodically, until it is stopped. Does not keep the process alive.
 *
 * @param milliseconds the interval, at most 24 days; 0 or Infinity for never
 */
export function every(milliseconds: number, act: () => void): Stop {
  if (!(milliseconds > 0 && milliseconds < Infinity)) return NOTHING;
  const timer = unreferenced(setInterval(act, Math.min(milliseconds, MAX_DELAY)));
  return () => clearInterval(timer);
}

/** Calls a function after pending input has been read. */
export const nextTurn: (act: () => void) => unknown =
  typeof setImmediate === 'function' ? (act) => setImmediate(act) : (act) => setTimeout(act, 0);

/** Resolves after some time, or when the signal aborts. Keeps the process alive. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = after(Math.max(milliseconds, 1), end, { keepsAlive: true });
    if (signal?.aborted === true) end();
    else signal?.addEventListener('abort', end);
  });
}

/**
 * Waits for a promise, for at most some time. Keeps the process alive, and leaves no timer behind.
 *
 * @param milliseconds 0 to look only whether it is settled; Infinity for no limit
 * @returns whether it resolved in time. Rejects if it rejects in time.
 */
export async function settlesWithin(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let stop = NOTHING;
  const late = new Promise<false>((resolve) => {
    stop = after(Math.max(milliseconds, 1), () => resolve(false), { keepsAlive: true });
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    stop();
  }
}

/**
 * Waits for a promise, for at most some time. Keeps the process alive, and leaves no timer behind.
 *
 * @param milliseconds 0 or Infinity for no limit
 * @param late returns the error after that time
 */
export async function within<Value>(milliseconds: number, promise: Promise<Value>, late: () => Error): Promise<Value> {
  let stop = NOTHING;
  const expired = new Promise<never>((_, reject) => {
    stop = after(orInfinity(milliseconds), () => reject(late()), { keepsAlive: true });
  });
  try {
    return await Promise.race([promise, expired]);
  } finally {
    stop();
  }
}

/**
 * Returns a signal that aborts after some time, and a function that stops its timer. Does not keep the process alive.
 *
 * @param milliseconds 0 or Infinity for never
 * @param reason returns the reason of the signal. By default a `TimeoutError`, as of `AbortSignal.timeout`
 */
export function deadline(
  milliseconds: number,
  reason: () => unknown = timedOut,
): {
  /** Aborts after the time. */
  readonly signal: AbortSignal;
  /** Stops the timer. */
  readonly stop: Stop;
} {
  const controller = new AbortController();
  return { signal: controller.signal, stop: after(milliseconds, () => controller.abort(reason())) };
}

function timedOut(): unknown {
  return new DOMException('The operation timed out', 'TimeoutError');
}

/** Lets the process end while a timer is pending. Timers of Node are objects that keep it alive; elsewhere they are numbers. */
function unreferenced<Timer>(timer: Timer): Timer {
  (timer as { readonly unref?: () => void }).unref?.();
  return timer;
}
