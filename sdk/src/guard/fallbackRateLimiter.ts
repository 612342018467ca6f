import { within } from '@mcp-gen/runtime';
import type { Admission, RateLimiter } from './rateLimiter.js';

/** Timeout of a limiter in milliseconds. */
const TIMEOUT = 1_000;

/** Maximum number of calls that wait for a limiter. */
const MAX_WAITING = 10_000;

/** Milliseconds between two reports. */
const REPORT_EVERY = 60_000;

/**
 * Uses a limiter that can fail, and falls back to another one in this process. A failure is an exception, a rejection, an invalid answer,
 * no answer within a second, or too many waiting calls. Therefore a failure neither blocks all calls nor admits an unlimited number. The
 * first failure is reported at once, and later ones once a minute with their number.
 */
export class FallbackRateLimiter implements RateLimiter {
  readonly #limiter: RateLimiter;
  readonly #fallback: RateLimiter;
  readonly #report: (error: unknown) => void;
  #waiting = 0;
  #reported = -Infinity;
  /** The number of failures that have not been reported. */
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
    if (this.#waiting >= MAX_WAITING)
      return fallBack(new Error(`${MAX_WAITING} calls are waiting for the rate limiter`));
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
    if (this.#failures > 0) this.#report(new Error(`The rate limiter failed ${this.#failures} more times`));
    this.#reported = now;
    this.#failures = 0;
  }

  async #inTime(admission: Promise<Admission>): Promise<Admission> {
    this.#waiting++;
    try {
      return await within(TIMEOUT, admission, () => new Error(`The rate limiter did not answer within ${TIMEOUT} ms`));
    } finally {
      this.#waiting--;
    }
  }
}

/** Validates the answer of an implementation. */
function checked(admission: Partial<Admission> | undefined): Admission {
  if (admission?.allowed === true) return admission;
  const { allowed, retryAfter } = (admission ?? {}) as { allowed?: unknown; retryAfter?: unknown };
  if (allowed === false && typeof retryAfter === 'number' && retryAfter >= 0) return { allowed, retryAfter };
  throw new TypeError('A rate limiter must return { allowed: true } or { allowed: false, retryAfter: milliseconds }');
}
