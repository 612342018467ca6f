import type { Change, ChangeBus, Unsubscribe } from '@mcp-gen/sdk';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import { parsed } from './sessionStore.js';

/** What is told when changes were lost that cannot be read any more. */
const ALL_LISTS: readonly Change[] = [
  { method: 'notifications/tools/list_changed' },
  { method: 'notifications/prompts/list_changed' },
  { method: 'notifications/resources/list_changed' },
];

/** The limits of what is kept of changes. */
export interface ChangeLimits {
  readonly changes: number;
  readonly timeToLive: number;
}

/** Milliseconds that a listener that ends is given for what was published before. */
const SETTLING = 1_000;

/** Changes that may wait while earlier ones are read. */
const MOST_WAITING = 10_000;

/**
 * Carries changes over a channel of Redis. Each has a number, so that a listener notices that some were lost. Those it reads from the log of
 * the latest changes; where that does not go back far enough, it tells that all lists have changed.
 */
export class RedisChangeBus implements ChangeBus {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #limits: ChangeLimits;
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<{ readonly tell: (change: Change) => void }>();
  /** Listeners, and those that are about to be. */
  #users = 0;
  #ends: Promise<() => Promise<void>> | undefined;
  /** The number of the latest change that was told. */
  #last = 0;
  /** Changes that arrived while the log is read. */
  #waiting: (readonly [number: number, change: unknown])[] | undefined;

  constructor(connection: Connection, keys: Keys, limits: ChangeLimits, report: (error: unknown) => void) {
    this.#connection = connection;
    this.#keys = keys;
    this.#limits = limits;
    this.#report = report;
  }

  async publish(change: Change): Promise<void> {
    const { changeNumber, changeLog, changeChannel } = this.#keys;
    const { changes, timeToLive } = this.#limits;
    await this.#connection.run(
      'publish',
      changeNumber,
      changeLog,
      changeChannel,
      JSON.stringify(change),
      changes,
      timeToLive,
    );
  }

  async subscribe(listener: (change: Change) => void): Promise<Unsubscribe> {
    const added = { tell: listener };
    this.#users++;
    this.#ends ??= this.#begin();
    try {
      await this.#ends;
    } catch (error) {
      this.#users--;
      this.#ends = undefined;
      throw error;
    }
    this.#listeners.add(added);
    return async () => {
      if (!this.#listeners.has(added)) return;
      await this.#settled();
      if (!this.#listeners.delete(added) || --this.#users > 0) return;
      const ends = this.#ends;
      this.#ends = undefined;
      await (
        await ends
      )?.();
    };
  }

  /** Waits for what was published before: its publisher may have been told already. */
  async #settled(): Promise<void> {
    const latest = Number((await this.#connection.client.get(this.#keys.changeNumber)) ?? 0) || 0;
    for (let waited = 0; this.#last < latest && waited < SETTLING; waited += 5) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async #begin(): Promise<() => Promise<void>> {
    this.#waiting = [];
    const end = await this.#connection.subscribe(this.#keys.changeChannel, {
      message: (text) => this.#take(text),
      resumed: () => void this.#catchUp(),
    });
    this.#last = Number((await this.#connection.client.get(this.#keys.changeNumber)) ?? 0) || 0;
    this.#release();
    return end;
  }

  #take(text: string): void {
    const at = text.indexOf(' ');
    const number = Number(text.slice(0, at));
    if (at < 1 || !Number.isSafeInteger(number) || number < 1) {
      this.#report(new TypeError('The channel of changes delivered something that no server has published'));
      return;
    }
    const change = parsed(text.slice(at + 1));
    if (this.#waiting === undefined) this.#arrived(number, change);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push([number, change]);
  }

  #arrived(number: number, change: unknown): void {
    if (number === this.#last + 1) {
      this.#last = number;
      this.#tell(change);
    } else if (number > this.#last || number === 1) {
      // A number of 1 is that of a log that has begun again.
      void this.#catchUp();
    }
  }

  /** Tells what was missed. */
  async #catchUp(): Promise<void> {
    if (this.#waiting !== undefined) return;
    this.#waiting = [];
    const { client } = this.#connection;
    try {
      const latest = Number((await client.get(this.#keys.changeNumber)) ?? 0) || 0;
      if (latest !== this.#last) await this.#readUntil(latest);
    } catch (error) {
      this.#report(error);
      this.#tellAllLists();
    } finally {
      this.#release();
    }
  }

  async #readUntil(latest: number): Promise<void> {
    const entries: unknown = await this.#connection.client.xrange(
      this.#keys.changeLog,
      `${this.#last + 1}-0`,
      `${latest}-9`,
      'COUNT',
      this.#limits.changes,
    );
    const missed = (Array.isArray(entries) ? entries : []) as readonly (readonly [string, readonly string[]])[];
    const isWhole = latest > this.#last && missed.length === latest - this.#last;
    this.#last = latest;
    if (isWhole) for (const [, fields] of missed) this.#tell(parsed(String(fields[1])));
    else this.#tellAllLists();
  }

  #tellAllLists(): void {
    this.#report(new Error('Changes were lost: the clients are told that all lists have changed'));
    for (const change of ALL_LISTS) this.#tell(change);
  }

  /** Takes what has arrived meanwhile. */
  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [number, change] of waiting) if (number > this.#last) this.#arrived(number, change);
  }

  /** The server checks what it is told: here it can be anything. */
  #tell(change: unknown): void {
    for (const { tell } of [...this.#listeners]) {
      try {
        tell(change as Change);
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
