import type { Admission, RateLimiter } from './rateLimiter.js';

/** Milliseconds that a limiter may take. */
const PATIENCE = 1_000;

/** Calls that may wait for a limiter at a time. */
const MOST_WAITING = 10_000;

/** Milliseconds between two reports. */
const REPORT_EVERY = 60_000;

/**
 * Asks a limiter that can fail, and another one in this process when it does: when it throws, rejects, answers with something else, does
 * not answer within a second, or too many calls wait for it. So a failure neither stops all calls nor admits any number of them. It is
 * reported at first, and then once a minute, with the number of failures in between.
 */
export class FallbackRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #fallback: RateLimiter;
  readonly #report: (error: unknown) => void;
  #waiting = 0;
  #reported = -Infinity;
  /** Failures that were not reported. */
  #failures = 0;

  constructor(limiter: RateLimiter, fallback: RateLimiter, report: (error: unknown) => void) {
    this.#limiter = limiter;
    this.#fallback = fallback;
    this.#report = report;
  }

  take(caller: string, cost?: number): Admission | Promise<Admission> {
    const fallBack = (error: unknown): Admission | Promise<Admission> => {
      this.#fail(error);
      return this.#fallback.take(caller, cost);
    };
    if (this.#waiting >= MOST_WAITING) return fallBack(new Error(`${MOST_WAITING} calls wait for the rate limiter`));
    try {
      const admission = this.#limiter.take(caller, cost);
      if (!(admission instanceof Promise)) return checked(admission);
      return this.#inTime(admission).then(checked).catch(fallBack);
    } catch (error) {
      return fallBack(error);
    }
  }

  #fail(error: unknown): void {
    const now = performance.now();
    if (now - this.#reported < REPORT_EVERY) {
      this.#failures++;
      return;
    }
    this.#report(error);
    if (this.#failures > 0) this.#report(new Error(`The rate limiter failed ${this.#failures} more times in between`));
    this.#reported = now;
    this.#failures = 0;
  }

  async #inTime(admission: Promise<Admission>): Promise<Admission> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.#waiting++;
    try {
      const late = new Promise<never>((_, reject) => {
        const error = new Error(`The rate limiter has not answered within ${PATIENCE} ms`);
        timer = setTimeout(reject, PATIENCE, error);
      });
      return await Promise.race([admission, late]);
    } finally {
      clearTimeout(timer);
      this.#waiting--;
    }
  }
}

/** What an implementation answers may be anything. */
function checked(admission: Partial<Admission> | undefined): Admission {
  if (admission?.allowed === true) return admission;
  const { allowed, retryAfter } = (admission ?? {}) as { allowed?: unknown; retryAfter?: unknown };
  if (allowed === false && typeof retryAfter === 'number' && retryAfter >= 0) return { allowed, retryAfter };
  throw new TypeError('A rate limiter must return { allowed: true } or { allowed: false, retryAfter: milliseconds }');
}
