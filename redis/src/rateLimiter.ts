import {
  amount,
  checkOptions,
  finite,
  matching,
  required,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import type { Admission, RateLimiter } from '@mcp-gen/sdk';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';

/** Options of a limit that several processes share. */
export interface RedisRateLimitOptions {
  /** The name of the limit: 1 to 100 letters, digits, or any of `. _ -`. Limits of different names are counted apart. */
  readonly name: string;
  /** Average number of calls per second. Default 20. */
  readonly perSecond?: number | undefined;
  /** Maximum number of calls at once after a pause. Default twice `perSecond`, at least 1. */
  readonly burst?: number | undefined;
}

/** {@link RedisRateLimitOptions}. */
export const REDIS_RATE_OPTIONS: OptionTable<RedisRateLimitOptions, 'burst'> = {
  name: required(matching('1 to 100 letters, digits, or any of . _ -', /^[\w.-]{1,100}$/)),
  perSecond: finite(amount(20)),
  burst: finite(amount(undefined, 1)),
};

/** Limits each caller with a token bucket in Redis, by the clock of Redis. */
export class RedisRateLimiter implements RateLimiter {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #name: string;
  readonly #perMillisecond: number;
  readonly #burst: number;

  /** @throws {TypeError | RangeError} if an option is invalid. The message names it. */
  constructor(connection: Connection, keys: Keys, options: RedisRateLimitOptions) {
    checkOptions('the rate limit', options, REDIS_RATE_OPTIONS);
    const {
      name,
      perSecond,
      burst = Math.max(1, 2 * perSecond),
    } = withDefaults<RedisRateLimitOptions, 'burst'>(options, REDIS_RATE_OPTIONS);
    this.#connection = connection;
    this.#keys = keys;
    this.#name = name;
    this.#perMillisecond = perSecond / 1_000;
    this.#burst = burst;
  }

  /** Rejects with a RangeError if the cost is not positive, or exceeds `burst`. */
  async take(caller: string, cost = 1): Promise<Admission> {
    if (!(cost > 0 && cost <= this.#burst)) {
      throw new RangeError(`Invalid cost ${cost}: expected more than 0 and at most ${this.#burst}`);
    }
    const bucket = this.#keys.bucket(this.#name, caller);
    const wait = Number(await this.#connection.run('take', bucket, this.#perMillisecond, this.#burst, cost));
    return wait > 0 ? { allowed: false, retryAfter: wait } : { allowed: true };
  }
}
