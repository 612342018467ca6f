import {
  holderOfRecord,
  isSessionRecord,
  StaleClaimError,
  type SessionRecord,
  type SessionStore,
} from '@mcp-gen/runtime/http/server';
import type { Connection } from './connection.js';
import { isStale } from './eventStore.js';
import type { Keys } from './keys.js';
import type { Refresher } from './refresher.js';
import type { RedisShares } from './shares.js';

/** Keeps the records of sessions in Redis. */
export class RedisSessionStore implements SessionStore {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #refresher: Refresher;
  readonly #shares: RedisShares;
  readonly #report: (error: unknown) => void;

  /** @param shares counts the records */
  constructor(
    connection: Connection,
    keys: Keys,
    refresher: Refresher,
    shares: RedisShares,
    report: (error: unknown) => void,
  ) {
    this.#connection = connection;
    this.#shares = shares;
    this.#keys = keys;
    this.#refresher = refresher;
    this.#report = report;
  }

  async get(id: string): Promise<SessionRecord | undefined> {
    const text = await this.#connection.client.hget(this.#keys.session(id), 'record');
    if (text === null) return undefined;
    const record = parsed(text);
    if (isSessionRecord(record)) return record;
    this.#report(new TypeError('Redis has an invalid session record. It is ignored'));
    return undefined;
  }

  async set(id: string, record: SessionRecord, claim?: number): Promise<void> {
    const { timeToLive } = this.#refresher;
    await this.#write('setRecord', id, claim, JSON.stringify(record), timeToLive);
    this.#refresher.add(id);
    const item = { id, holder: holderOfRecord(record), amounts: [1], rank: Date.now(), timeToLive };
    const { lost } = await this.#shares.count(item, 'displace');
    await Promise.all(lost.map((each) => this.#connection.run('dropRecord', this.#keys.session(each))));
  }

  async delete(id: string, claim?: number): Promise<void> {
    this.#refresher.delete(id);
    await this.#write('deleteSession', id, claim);
    await this.#shares.delete(id);
  }

  async #write(
    script: 'setRecord' | 'deleteSession',
    id: string,
    claim: number | undefined,
    ...rest: (string | number)[]
  ) {
    try {
      await this.#connection.run(script, this.#keys.session(id), claim ?? '', ...rest);
    } catch (error) {
      throw isStale(error) ? new StaleClaimError() : error;
    }
  }
}

/** Returns a JSON value, or undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
