import type { Connection } from './connection.js';
import type { Keys } from './keys.js';

/** Sessions that are refreshed in one round trip. */
const AT_A_TIME = 500;

/** Keeps the sessions of this process from expiring as long as they are open. */
export class Refresher {
  /** Milliseconds that a session is kept after its process has refreshed it last. */
  readonly timeToLive: number;
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #report: (error: unknown) => void;
  readonly #sessions = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #isRunning = false;

  constructor(connection: Connection, keys: Keys, timeToLive: number, report: (error: unknown) => void) {
    this.timeToLive = timeToLive;
    this.#connection = connection;
    this.#keys = keys;
    this.#report = report;
    this.#timer = setInterval(() => void this.#refresh(), Math.min(timeToLive / 3, 2 ** 31 - 1)).unref();
  }

  /** This process has the session. */
  add(id: string): void {
    this.#sessions.add(id);
  }

  /** It has it no longer. */
  delete(id: string): void {
    this.#sessions.delete(id);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#sessions.clear();
  }

  async #refresh(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const all = [...this.#sessions];
      for (let from = 0; from < all.length; from += AT_A_TIME)
        await this.#refreshSome(all.slice(from, from + AT_A_TIME));
    } catch (error) {
      this.#report(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** In a cluster, the keys of a pipeline would have to be in one slot. */
  async #refreshSome(ids: readonly string[]): Promise<void> {
    const { client } = this.#connection;
    const keys = ids.flatMap((id) => [this.#keys.session(id), this.#keys.events(id)]);
    await Promise.all(keys.map((key) => client.pexpire(key, this.timeToLive)));
  }
}
