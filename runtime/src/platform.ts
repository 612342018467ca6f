/** Platform differences: timers, and the output for lines to the user. */

/** The maximum delay of a timer in milliseconds: 24 days. Longer delays fire at once. */
export const MAX_DELAY: number = 2 ** 31 - 1;

/** Stops a timer; repeated calls do nothing. */
export type Stop = () => void;

const NOTHING: Stop = () => undefined;

/**
 * Calls a function once, unless it is stopped before. Does not keep the process alive.
 *
 * @param milliseconds the delay; 0 for never
 */
export function later(milliseconds: number, act: () => void): Stop {
  if (!(milliseconds > 0)) return NOTHING;
  const timer = setTimeout(act, Math.min(milliseconds, MAX_DELAY));
  unref(timer);
  return () => clearTimeout(timer);
}

/**
 * Calls a function periodically, until it is stopped. Does not keep the process alive.
 *
 * @param milliseconds the interval; 0 for never
 */
export function every(milliseconds: number, act: () => void): Stop {
  if (!(milliseconds > 0)) return NOTHING;
  const timer = setInterval(act, Math.min(milliseconds, MAX_DELAY));
  unref(timer);
  return () => clearInterval(timer);
}

/**
 * Calls a function after pending input has been read.
 *
 * @internal
 */
export const nextTurn: (act: () => void) => unknown =
  typeof setImmediate === 'function' ? (act) => setImmediate(act) : (act) => setTimeout(act, 0);

/** Resolves after some time. Does not keep the process alive. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void later(Math.max(milliseconds, 1), resolve));
}

/** Waits, and keeps the process alive. @throws the signal's reason if it aborts before. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Writes a line for the user of the program. Never to stdout, which carries the messages over stdio. */
export function writeLine(line: string): void {
  // The types declare `process`, but it may not exist on other platforms.
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  if (process?.stderr === undefined) console.error(line);
  else process.stderr.write(`${line}\n`);
}

/** Timers of Node are objects that keep the process alive; elsewhere they are numbers. */
function unref(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}

/** Waits for a promise, for at most some milliseconds. Returns whether it resolved. Leaves no timer behind. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, MAX_DELAY), false);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a module of Node.js. Not imported, since bundlers for other platforms do not find it, also for programs that never use it.
 *
 * @param id `node:fs`
 * @throws {TypeError} if the platform does not have it.
 * @internal
 */
export function builtin(id: string): unknown {
  const { process } = globalThis as { readonly process?: { readonly getBuiltinModule?: (id: string) => unknown } };
  const found = process?.getBuiltinModule?.(id);
  if (found === undefined) throw new TypeError(`${id} is not available on this platform`);
  return found;
}
