import { FUNCTION, amount, checkOptions, count, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';

/** Whether a call is admitted, and if not, when to retry. */
export type Admission =
  | {
      /** The call is admitted. */
      readonly allowed: true;
    }
  | {
      /** The call is not admitted. */
      readonly allowed: false;
      /** Milliseconds until a call can be admitted. */
      readonly retryAfter: number;
    };

/**
 * Limits the rate of calls of each caller. Implement it to share limits between processes; `rateLimiterContract` of `@mcp-gen/sdk/testing`
 * checks an implementation.
 */
export interface RateLimiter {
  /**
   * Counts a call, if it is admitted. A call that is not admitted is not counted.
   *
   * @param caller the key of a user, client, or session
   * @param cost the number of calls that this one counts as. Default 1.
   */
  take(caller: string, cost?: number): Admission | Promise<Admission>;
}

/** Options of {@link MemoryRateLimiter}. */
export interface RateLimitOptions {
  /** Calls per second, over time. Default 20. */
  readonly perSecond?: number | undefined;
  /** Calls at once, after a pause. Default twice as many as in a second, at least 1. */
  readonly burst?: number | undefined;
  /**
   * Maximum number of callers that are tracked. The caller without calls for the longest time is dropped, and starts again. Default 10,000.
   */
  readonly callers?: number | undefined;
  /** Returns the time in milliseconds, from a monotonic clock. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

export const RATE_LIMIT_OPTIONS: OptionTable<RateLimitOptions, 'burst'> = {
  perSecond: amount(20),
  burst: count(undefined),
  callers: count(10_000),
  now: FUNCTION,
};

const ADMITTED: Admission = { allowed: true };

interface Bucket {
  tokens: number;
  time: number;
}

/** Limits callers in this process, with a token bucket for each. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #perMillisecond: number;
  readonly #burst: number;
  readonly #callers: number;
  readonly #now: () => number;
  /** Ordered by the latest call. */
  readonly #buckets = new Map<string, Bucket>();
  #latest: string | undefined;

  /**
   * @throws {TypeError} if an option is unknown, or not a number, and {RangeError} if it is out of range.
   */
  constructor(options: RateLimitOptions = {}) {
    checkOptions('the rate limit', options, RATE_LIMIT_OPTIONS);
    const { perSecond, callers, now, ...given } = withDefaults<RateLimitOptions, 'burst'>(options, RATE_LIMIT_OPTIONS);
    const { burst = Math.max(1, 2 * perSecond) } = given;
    this.#perMillisecond = perSecond / 1_000;
    this.#burst = burst;
    this.#callers = callers;
    this.#now = now ?? (() => performance.now());
  }

  /** @throws {RangeError} for a cost that is not positive, or exceeds the burst. */
  take(caller: string, cost = 1): Admission {
    if (!(cost > 0 && cost <= this.#burst)) {
      throw new RangeError(`Invalid cost ${cost}: expected more than 0 and at most ${this.#burst}`);
    }
    const time = this.#now();
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#burst, time };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (time - bucket.time) * this.#perMillisecond);
    bucket.time = time;
    this.#remember(caller, bucket);
    if (bucket.tokens < cost) {
      return { allowed: false, retryAfter: Math.ceil((cost - bucket.tokens) / this.#perMillisecond) };
    }
    bucket.tokens -= cost;
    return ADMITTED;
  }

  #remember(caller: string, bucket: Bucket): void {
    if (caller === this.#latest) return;
    this.#latest = caller;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    if (this.#buckets.size <= this.#callers) return;
    const [quietest] = this.#buckets.keys();
    if (quietest !== undefined) this.#buckets.delete(quietest);
  }
}
