import type { PeerInfo } from '../codegen/v1.js';
import { checkNumber } from '../errors.js';

/** The facts of a session, as plain data that has a JSON form. */
export interface SessionRecord {
  /** The id of the caller who opened the session; nothing where callers are not identified. */
  readonly owner?: string | undefined;
  /** The revision that was negotiated. */
  readonly revision: string;
  /** The client's program, and the capabilities it declared. */
  readonly client: PeerInfo;
  /** What the server keeps of the session. With `@mcp-gen/sdk`: the log level, and the URIs of subscriptions. */
  readonly state: { readonly [name: string]: unknown };
}

/**
 * Keeps the facts of sessions outside of their connections. A record is written when the session is open and whenever a fact changes,
 * and deleted when the session ends. `sessionStoreContract` of `@mcp-gen/runtime/testing` checks an implementation.
 *
 * Every method may return a promise. The next call for a session follows when the call before has settled, and a write that is
 * outdated by then is left out. A call that throws, rejects, or takes longer than five seconds is reported to `onError`; the session
 * continues.
 */
export interface SessionStore {
  /** Returns the record of a session, or undefined if there is none. */
  get(id: string): SessionRecord | undefined | Promise<SessionRecord | undefined>;
  /** Writes the record of a session, and replaces an earlier one. */
  set(id: string, record: SessionRecord): void | Promise<void>;
  /** Deletes the record of a session, if there is one. */
  delete(id: string): void | Promise<void>;
}

/** Options of {@link MemorySessionStore}. */
export interface MemorySessionStoreOptions {
  /** Maximum number of sessions; the one that was written least recently is dropped first. Default 10,000. */
  readonly sessions?: number | undefined;
  /** Maximum number of characters of all records as JSON; the same one is dropped first. Default 33,554,432. */
  readonly totalCharacters?: number | undefined;
}

/** Keeps the facts of sessions in this process. */
export class MemorySessionStore implements SessionStore {
  readonly #limit: number;
  readonly #characterLimit: number;
  #characters = 0;
  /** Records as JSON: what is written or read can be changed without changing what is kept. */
  readonly #records = new Map<string, string>();

  /** @throws {TypeError | RangeError} if a limit is not a number of at least 1. */
  constructor({ sessions = 10_000, totalCharacters = 33_554_432 }: MemorySessionStoreOptions = {}) {
    checkNumber({ sessions }, 1);
    checkNumber({ totalCharacters }, 1);
    this.#limit = sessions;
    this.#characterLimit = totalCharacters;
  }

  get(id: string): SessionRecord | undefined {
    const json = this.#records.get(id);
    return json === undefined ? undefined : (JSON.parse(json) as SessionRecord);
  }

  set(id: string, record: SessionRecord): void {
    this.delete(id);
    const json = JSON.stringify(record);
    this.#records.set(id, json);
    this.#characters += json.length;
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.#limit && this.#characters <= this.#characterLimit) return;
      this.delete(oldest);
    }
  }

  delete(id: string): void {
    this.#characters -= this.#records.get(id)?.length ?? 0;
    this.#records.delete(id);
  }
}
