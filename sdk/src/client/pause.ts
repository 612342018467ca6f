/** Waits until the time has passed or the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

const MAX_DELAY = 30_000;

/** Returns the milliseconds to wait after a number of failed attempts: doubled with each, up to 30 seconds. */
export function backoff(delay: number, attempts: number): number {
  return Math.min(delay * 2 ** attempts, MAX_DELAY);
}
