const LONGEST_PAUSE = 30_000;

/** Returns the milliseconds to wait after a number of failed attempts: doubled with each, up to 30 seconds. */
export function backoff(delay: number, attempts: number): number {
  return Math.min(delay * 2 ** attempts, LONGEST_PAUSE);
}
