import { every, type Stop } from '@mcp-gen/runtime';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import type { RedisShares } from './shares.js';

/** Number of sessions that are refreshed in one round trip. */
const BATCH_SIZE = 500;

/** Prevents the open sessions of this process from expiring. */
export class Refresher {
  /** Milliseconds that a session is kept after its process has last refreshed it. */
  readonly timeToLive: number;
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #shares: readonly RedisShares[];
  readonly #report: (error: unknown) => void;
  readonly #sessions = new Set<string>();
  readonly #stop: Stop;
  #isRunning = false;

  /** @param shares count the sessions and their events */
  constructor(
    connection: Connection,
    keys: Keys,
    timeToLive: number,
    shares: readonly RedisShares[],
    report: (error: unknown) => void,
  ) {
    this.#shares = shares;
    this.timeToLive = timeToLive;
    this.#connection = connection;
    this.#keys = keys;
    this.#report = report;
    this.#stop = every(timeToLive / 3, () => void this.#refresh());
  }

  /** Starts refreshing a session. */
  add(id: string): void {
    this.#sessions.add(id);
  }

  /** Stops refreshing a session. */
  delete(id: string): void {
    this.#sessions.delete(id);
  }

  stop(): void {
    this.#stop();
    this.#sessions.clear();
  }

  async #refresh(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const all = [...this.#sessions];
      for (let from = 0; from < all.length; from += BATCH_SIZE)
        await this.#refreshSome(all.slice(from, from + BATCH_SIZE));
      await Promise.all(this.#shares.map((shares) => shares.deleteExpired()));
    } catch (error) {
      this.#report(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Refreshes without a pipeline: in a cluster, all keys of a pipeline must be in one slot. */
  async #refreshSome(ids: readonly string[]): Promise<void> {
    const { client } = this.#connection;
    const keys = ids.flatMap((id) => [this.#keys.session(id), this.#keys.events(id)]);
    await Promise.all([
      ...keys.map((key) => client.pexpire(key, this.timeToLive)),
      ...this.#shares.map((shares) => shares.refresh(ids, this.timeToLive)),
    ]);
  }
}
