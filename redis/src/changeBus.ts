import { pause } from '@mcp-gen/runtime';
import { notifications } from '@mcp-gen/protocol/registry/messages';
import type { Change, ChangeBus, Unsubscribe } from '@mcp-gen/sdk';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import { parsed } from './sessionStore.js';

/** Published to the clients if changes were lost and are no longer in the log. */
const ALL_LISTS = Object.entries(notifications).flatMap(([method, facts]) =>
  'filter' in facts ? [{ method } as Change] : [],
);

/** Limits of the log of changes. */
export interface ChangeLimits {
  readonly changes: number;
  readonly timeToLive: number;
}

/** Milliseconds that unsubscribing waits for changes that were published earlier. */
const SETTLING = 1_000;

/** Maximum number of changes that wait while earlier ones are read. */
const MAX_WAITING = 10_000;

/**
 * Publishes changes on a Redis channel. Each change has a number, so that a listener detects lost ones. It reads those from the log of the latest
 * changes. If the log no longer has them, it reports that all lists have changed.
 */
export class RedisChangeBus implements ChangeBus {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #limits: ChangeLimits;
  readonly #report: (error: unknown) => void;
  readonly #listeners = new Set<{ readonly deliver: (change: Change) => void }>();
  /** The number of listeners, including pending ones. */
  #users = 0;
  #ends: Promise<() => Promise<void>> | undefined;
  /** The number of the latest change that was passed on. */
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
    const added = { deliver: listener };
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

  /** Waits for changes that were published before: `publish` may have resolved already. */
  async #settled(): Promise<void> {
    const latest = await this.#latest();
    for (let waited = 0; this.#last < latest && waited < SETTLING; waited += 5) {
      await pause(5);
    }
  }

  async #begin(): Promise<() => Promise<void>> {
    this.#waiting = [];
    const end = await this.#connection.subscribe(this.#keys.changeChannel, {
      message: (text) => this.#take(text),
      resumed: () => void this.#catchUp(),
    });
    this.#last = await this.#latest();
    this.#release();
    return end;
  }

  #take(text: string): void {
    const at = text.indexOf(' ');
    const number = Number(text.slice(0, at));
    if (at < 1 || !Number.isSafeInteger(number) || number < 1) {
      this.#report(new TypeError('The channel of changes delivered an invalid message'));
      return;
    }
    const change = parsed(text.slice(at + 1));
    if (this.#waiting === undefined) this.#arrived(number, change);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push([number, change]);
  }

  #arrived(number: number, change: unknown): void {
    if (number === this.#last + 1) {
      this.#last = number;
      this.#deliver(change);
    } else if (number > this.#last || number === 1) {
      // A number of 1 is that of a log that has begun again.
      void this.#catchUp();
    }
  }

  /** Returns the number of the latest change; 0 without changes. */
  async #latest(): Promise<number> {
    const number = Number(await this.#connection.client.get(this.#keys.changeNumber));
    return Number.isNaN(number) ? 0 : number;
  }

  /** Passes on missed changes. */
  async #catchUp(): Promise<void> {
    if (this.#waiting !== undefined) return;
    this.#waiting = [];
    try {
      const latest = await this.#latest();
      if (latest !== this.#last) await this.#readUntil(latest);
    } catch (error) {
      this.#report(error);
      this.#deliverAllLists();
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
    if (isWhole) for (const [, fields] of missed) this.#deliver(parsed(String(fields[1])));
    else this.#deliverAllLists();
  }

  #deliverAllLists(): void {
    this.#report(new Error('Changes were lost. Clients are notified that all lists have changed'));
    for (const change of ALL_LISTS) this.#deliver(change);
  }

  /** Processes the changes that arrived meanwhile. */
  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [number, change] of waiting) if (number > this.#last) this.#arrived(number, change);
  }

  /** Passes a change on unchecked, because the server validates it. */
  #deliver(change: unknown): void {
    for (const { deliver } of [...this.#listeners]) {
      try {
        deliver(change as Change);
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
