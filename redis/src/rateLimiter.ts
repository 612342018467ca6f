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

/** Limits each caller with a token bucket in Redis, by the clock of Redis. */
export class RedisRateLimiter implements RateLimiter {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #name: string;
  readonly #perMillisecond: number;
  readonly #burst: number;

  /** @throws {TypeError | RangeError} if an option is invalid. The message names it. */
  constructor(connection: Connection, keys: Keys, { name, perSecond = 20, burst }: RedisRateLimitOptions) {
    if (typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name)) {
      throw new TypeError(
        'Invalid option "name" for the rate limit: expected 1 to 100 letters, digits, or any of . _ -',
      );
    }
    if (!(perSecond > 0 && perSecond < Infinity)) {
      throw new RangeError(
        `Invalid option "perSecond" for the rate limit: expected a positive number, got ${perSecond}`,
      );
    }
    const atOnce = burst ?? Math.max(1, 2 * perSecond);
    if (!(atOnce >= 1 && atOnce < Infinity)) {
      throw new RangeError(`Invalid option "burst" for the rate limit: expected a number of at least 1, got ${atOnce}`);
    }
    this.#connection = connection;
    this.#keys = keys;
    this.#name = name;
    this.#perMillisecond = perSecond / 1_000;
    this.#burst = atOnce;
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
