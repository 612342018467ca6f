import { checkNumbers, checkOptions, type OptionNames } from '../options.js';

/** How much each caller may do. */
export interface RateLimitOptions {
  /** How many calls a second, over time. Default 20. */
  readonly perSecond?: number | undefined;
  /** How many calls at once, after a pause. Default twice as many as in a second, at least 1. */
  readonly burst?: number | undefined;
  /** How many callers are remembered. The one that has been idle for longest is forgotten first. Default 10,000. */
  readonly callers?: number | undefined;
  /** The time in milliseconds, by a clock that never goes back. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

const OPTIONS: OptionNames<RateLimitOptions> = { perSecond: true, burst: true, callers: true, now: true };

/** Whether a call may pass, and if not, in how many milliseconds one may. */
export type Admission = { readonly allowed: true } | { readonly allowed: false; readonly retryAfter: number };

interface Bucket {
  tokens: number;
  time: number;
}

/** Limits how often each caller may call: a token bucket for each, in bounded memory. */
export class RateLimits {
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #callers: number;
  readonly #now: () => number;
  /** Whoever called last is last. */
  readonly #buckets = new Map<string, Bucket>();

  /**
   * @param what whose options they are, for errors: `the option limits.logs of the server`
   * @throws {TypeError} if an option is unknown, or not a number, and {RangeError} if it is out of range.
   */
  constructor(options: RateLimitOptions = {}, what = 'the rate limit') {
    checkOptions(what, options, OPTIONS);
    checkNumbers(what, options, { perSecond: 'positive', burst: 'count', callers: 'count' });
    const { perSecond = 20, burst = Math.max(1, 2 * perSecond), callers = 10_000, now } = options;
    this.#perMillisecond = perSecond / 1_000;
    this.#burst = burst;
    this.#callers = callers;
    this.#now = now ?? (() => performance.now());
  }

  /**
   * Takes one call of a caller. A call that is refused costs nothing.
   *
   * @param caller whatever tells callers apart: a user, a client, a session.
   */
  admit(caller: string): Admission {
    const time = this.#now();
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#burst, time };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (time - bucket.time) * this.#perMillisecond);
    bucket.time = time;
    this.#remember(caller, bucket);
    if (bucket.tokens < 1) return { allowed: false, retryAfter: Math.ceil((1 - bucket.tokens) / this.#perMillisecond) };
    bucket.tokens--;
    return { allowed: true };
  }

  #remember(caller: string, bucket: Bucket): void {
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size <= this.#callers) return;
    for (const quietest of this.#buckets.keys()) {
      this.#buckets.delete(quietest);
      return;
    }
  }
}
