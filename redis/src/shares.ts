import { networksOf } from '@mcp-gen/runtime';
import type { Connection } from './connection.js';
import { shortened } from './keys.js';

/** An item of a limit that callers share. */
export interface SharedItem {
  readonly id: string;
  /** The caller, as `callerName` of the runtime returns it. */
  readonly holder: string;
  /** How much it counts for each limit, in the order of the limits. */
  readonly amounts: readonly number[];
  /** The caller with the most loses the item with the lowest rank. */
  readonly rank: number;
  /** Milliseconds after which it is no longer counted. */
  readonly timeToLive: number;
}

/** The result of counting an item. */
export interface Counted {
  /** Whether the item is counted. */
  readonly isTaken: boolean;
  /** The ids of the items that were lost, and are no longer counted. */
  readonly lost: readonly string[];
}

/**
 * Counts what all processes with the same prefix store in Redis, for limits that callers share: the same as `Shares` of the runtime. All
 * keys are in one slot.
 */
export class RedisShares {
  readonly #connection: Connection;
  readonly #key: string;
  readonly #limits: readonly number[];

  /**
   * @param key the beginning of all keys
   * @param limits the maximum sums of the amounts
   */
  constructor(connection: Connection, key: string, limits: readonly number[]) {
    this.#connection = connection;
    this.#key = key;
    this.#limits = limits;
  }

  /**
   * Counts an item, or new amounts of one. At a limit, the largest holder loses items until there is room.
   *
   * @param largest what happens if the holder itself is the largest: its item is refused, and keeps earlier amounts; or it loses its other
   *   items. If it has none, a new item displaces those of the largest holder in the smallest network around it; any other item is lost
   */
  async count(item: SharedItem, largest: 'refuse' | 'displace'): Promise<Counted> {
    const { id, holder, amounts, rank, timeToLive } = item;
    const now = Date.now();
    const path = [...networksOf(holder), shortened(holder)];
    const given = [largest, now, now + timeToLive, rank, JSON.stringify({ amounts, limits: this.#limits, path })];
    const [taken, ...lost] = (await this.#connection.run('share', this.#key, id, ...given)) as [number, ...string[]];
    return { isTaken: taken === 1, lost };
  }

  /** Stops counting an item. */
  async delete(id: string): Promise<void> {
    await this.#connection.run('unshare', this.#key, id, Date.now());
  }

  /** Stops counting expired items. */
  async deleteExpired(): Promise<void> {
    await this.delete('');
  }

  /** Continues to count items, if they are counted. */
  async refresh(ids: readonly string[], timeToLive: number): Promise<void> {
    const now = Date.now();
    await this.#connection.run('refresh', this.#key, now, now + timeToLive, ...ids);
  }
}
