/** The longest delay that timers take, in milliseconds: 24 days. A longer one would be none at all. */
export const LONGEST_DELAY: number = 2 ** 31 - 1;

/** Waits for a promise, but no longer than the milliseconds given. Tells whether it resolved. Leaves no timer behind. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
