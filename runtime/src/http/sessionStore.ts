import { isObject, type PeerInfo } from '../codegen/v1.js';
import { checkNumber } from '../errors.js';
import { StaleClaimError } from './cluster/staleClaimError.js';

/** The stored data of a session, which is JSON-serializable. */
export interface SessionRecord {
  /** The id of the caller who opened the session; undefined if callers are not identified. */
  readonly owner?: string | undefined;
  /** The negotiated revision. */
  readonly revision: string;
  /** The client's name and version, and the capabilities it declared. */
  readonly client: PeerInfo;
  /** Data of the server. With `@mcp-gen/sdk`: the log level, and the URIs of subscriptions. */
  readonly state: { readonly [name: string]: unknown };
}

/**
 * Stores a record of each session. A record is written when the session is open and whenever its data changes. It is deleted when the
 * session ends. `sessionStoreContract` of `@mcp-gen/runtime/testing` checks an implementation.
 *
 * Every method may return a promise. The next call for a session is made after the previous one has settled; a write that is outdated by
 * then is skipped. A call that throws, rejects, or takes longer than five seconds is reported to `onError`; the session continues.
 */
export interface SessionStore {
  /** Returns the record of a session, or undefined if there is none. */
  get(id: string): SessionRecord | undefined | Promise<SessionRecord | undefined>;
  /**
   * Writes the record of a session, and replaces an earlier one.
   *
   * @param claim the claim number of this process, if several nodes share sessions: a shared store refuses a number that is less than one
   *   that it has seen. Default: the session has one process
   */
  set(id: string, record: SessionRecord, claim?: number): void | Promise<void>;
  /** Deletes the record of a session, if there is one. `claim` is as for `set`. */
  delete(id: string, claim?: number): void | Promise<void>;
}

/** Returns whether a value from a store is a valid record of a session, since it may have been changed there. */
export function isSessionRecord(value: unknown): value is SessionRecord {
  if (!isObject(value)) return false;
  const { owner, revision, client, state } = value;
  return (
    (owner === undefined || typeof owner === 'string') &&
    typeof revision === 'string' &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(client.capabilities) &&
    isObject(state)
  );
}

/** Options of {@link MemorySessionStore}. */
export interface MemorySessionStoreOptions {
  /** Maximum number of sessions; the one that was written least recently is dropped first. Default 10,000. */
  readonly sessions?: number | undefined;
  /** Maximum number of characters of all records as JSON; the same session is dropped first. Default 33,554,432. */
  readonly totalCharacters?: number | undefined;
}

/** Stores the records of sessions in this process. */
export class MemorySessionStore implements SessionStore {
  readonly #limit: number;
  readonly #characterLimit: number;
  #characters = 0;
  /** Records as JSON, so that they cannot be changed from outside. */
  readonly #records = new Map<string, KeptRecord>();

  /** @throws {TypeError | RangeError} if a limit is not a number of at least 1. */
  constructor({ sessions = 10_000, totalCharacters = 33_554_432 }: MemorySessionStoreOptions = {}) {
    checkNumber({ sessions }, 1);
    checkNumber({ totalCharacters }, 1);
    this.#limit = sessions;
    this.#characterLimit = totalCharacters;
  }

  get(id: string): SessionRecord | undefined {
    const json = this.#records.get(id)?.json;
    return json === undefined ? undefined : (JSON.parse(json) as SessionRecord);
  }

  set(id: string, record: SessionRecord, claim: number = 0): void {
    this.delete(id, claim);
    const json = JSON.stringify(record);
    this.#records.set(id, { json, claim });
    this.#characters += json.length;
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= this.#limit && this.#characters <= this.#characterLimit) return;
      this.delete(oldest);
    }
  }

  delete(id: string, claim: number = Infinity): void {
    const kept = this.#records.get(id);
    if (kept === undefined) return;
    if (claim < kept.claim) throw new StaleClaimError();
    this.#characters -= kept.json.length;
    this.#records.delete(id);
  }
}

/** A record, and the number of the claim that it was written under: 0 where there are none. */
interface KeptRecord {
  readonly json: string;
  readonly claim: number;
}
