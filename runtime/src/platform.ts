/** What platforms do in different ways: timers, and the place for a line that a person should read. */

/** The longest delay that timers take, in milliseconds: 24 days. They run at once for a longer one. */
export const LONGEST_DELAY: number = 2 ** 31 - 1;

/** Stops a timer; more than once does nothing. */
export type Stop = () => void;

const NOTHING: Stop = () => undefined;

/**
 * Does something once, unless it is stopped before. It does not keep the program alive.
 *
 * @param milliseconds how long to wait; 0 for never
 */
export function later(milliseconds: number, act: () => void): Stop {
  if (!(milliseconds > 0)) return NOTHING;
  const timer = setTimeout(act, Math.min(milliseconds, LONGEST_DELAY));
  letGo(timer);
  return () => clearTimeout(timer);
}

/**
 * Does something again and again, until it is stopped. It does not keep the program alive.
 *
 * @param milliseconds between two times; 0 for never
 */
export function every(milliseconds: number, act: () => void): Stop {
  if (!(milliseconds > 0)) return NOTHING;
  const timer = setInterval(act, Math.min(milliseconds, LONGEST_DELAY));
  letGo(timer);
  return () => clearInterval(timer);
}

/** Resolves after some time. It does not keep the program alive. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void later(Math.max(milliseconds, 1), resolve));
}

/** Writes a line for the person who runs the program. Never to stdout: over stdio that belongs to the messages. */
export function writeLine(line: string): void {
  // Types say that there is a process, and on a platform without Node there is none.
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  if (process?.stderr === undefined) console.error(line);
  else process.stderr.write(`${line}\n`);
}

/** Timers of Node are objects that keep the program alive, and numbers elsewhere. */
function letGo(timer: unknown): void {
  (timer as { readonly unref?: () => void }).unref?.();
}

/** Waits for a promise, but no longer than the milliseconds given. Tells whether it resolved. Leaves no timer behind. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, Math.min(milliseconds, LONGEST_DELAY), false);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
