import { isSessionRecord, StaleClaimError, type SessionRecord, type SessionStore } from '@mcp-gen/runtime/http/server';
import type { Connection } from './connection.js';
import { isStale } from './eventStore.js';
import type { Keys } from './keys.js';
import type { Refresher } from './refresher.js';

/** Keeps the records of sessions in Redis. */
export class RedisSessionStore implements SessionStore {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #refresher: Refresher;
  readonly #report: (error: unknown) => void;

  constructor(connection: Connection, keys: Keys, refresher: Refresher, report: (error: unknown) => void) {
    this.#connection = connection;
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
    await this.#write('setRecord', id, claim, JSON.stringify(record), this.#refresher.timeToLive);
    this.#refresher.add(id);
  }

  async delete(id: string, claim?: number): Promise<void> {
    this.#refresher.delete(id);
    await this.#write('deleteSession', id, claim);
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
