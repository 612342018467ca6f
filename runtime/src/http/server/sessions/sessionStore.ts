import { isObject, type PeerInfo } from '../../../codegen/v1.js';
import { checkOptions, count, withDefaults, type OptionTable } from '../../../options/kinds.js';
import { adviceToRaise, Shares, textBytes, type SharedLimit } from '../../../ledger/index.js';
import { StaleClaimError } from './staleClaimError.js';

/** The stored data of a session, which is JSON-serializable. */
export interface SessionRecord {
  /** The id of the caller who opened the session; undefined if callers are not identified. */
  readonly owner?: string | undefined;
  /**
   * The caller of the session, for limits that callers share: `caller ada`, or without authentication `address 192.0.2.1`. Default: its
   * owner, or a caller of all sessions without one.
   */
  readonly holder?: string | undefined;
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
  const { owner, holder, revision, client, state } = value;
  return (
    (owner === undefined || typeof owner === 'string') &&
    (holder === undefined || typeof holder === 'string') &&
    typeof revision === 'string' &&
    isObject(client) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(client.capabilities) &&
    isObject(state)
  );
}

/** Returns the caller that the record of a session counts for, in limits that callers share. */
export function holderOfRecord({ holder, owner }: SessionRecord): string {
  return holder ?? (owner === undefined ? 'anyone' : `caller ${owner}`);
}

const LOSES = 'its record that was written least recently; the session ends with its process';
const REFUSED = 'a record, and loses its own that was written least recently';

/** The limit on the number of records in memory, which all callers share. */
export const SESSION_RECORDS: SharedLimit = {
  what: 'stored records of sessions',
  option: 'sessions',
  of: 'MemorySessionStore',
  most: 10_000,
  loses: LOSES,
  refused: REFUSED,
};

/** The limit on the size of these records, which all callers share. */
export const SESSION_RECORD_CHARACTERS: SharedLimit = {
  what: 'characters of stored records of sessions',
  option: 'totalCharacters',
  of: 'MemorySessionStore',
  most: 33_554_432,
  unit: 'characters',
  loses: LOSES,
  refused: REFUSED,
};

/** Options of {@link MemorySessionStore}. */
export interface MemorySessionStoreOptions {
  /** Maximum number of sessions; the caller with the most loses the one that was written least recently. Default 10,000. */
  readonly sessions?: number | undefined;
  /**
   * Maximum number of characters of all records as JSON, those above U+00FF count twice; the caller with the most loses records in the same
   * way. Default 33,554,432.
   */
  readonly totalCharacters?: number | undefined;
}

/** {@link MemorySessionStoreOptions}. */
export const SESSION_STORE_OPTIONS: OptionTable<MemorySessionStoreOptions> = {
  sessions: count(SESSION_RECORDS.most),
  totalCharacters: count(SESSION_RECORD_CHARACTERS.most),
};

/** Stores the records of sessions in this process. */
export class MemorySessionStore implements SessionStore {
  /** Records as JSON, so that they cannot be changed from outside. */
  readonly #records = new Map<string, KeptRecord>();
  readonly #count: Shares<string>;
  readonly #characters: Shares<string>;

  /** @throws {TypeError | RangeError} if a limit is not a number of at least 1. */
  constructor(options: MemorySessionStoreOptions = {}) {
    checkOptions('MemorySessionStore', options, SESSION_STORE_OPTIONS);
    const { sessions, totalCharacters } = withDefaults<MemorySessionStoreOptions>(options, SESSION_STORE_OPTIONS);
    this.#count = new Shares(sessions);
    this.#characters = new Shares(totalCharacters);
  }

  get(id: string): SessionRecord | undefined {
    const json = this.#records.get(id)?.json;
    return json === undefined ? undefined : (JSON.parse(json) as SessionRecord);
  }

  /** @throws {Error} if the record alone is larger than the limit of all records. */
  set(id: string, record: SessionRecord, claim: number = 0): void {
    this.delete(id, claim);
    const holder = holderOfRecord(record);
    const json = JSON.stringify(record);
    const size = textBytes(json);
    const lose = (lost: string): void => this.delete(lost);
    this.#count.displace(holder, lose);
    if (!this.#characters.displace(holder, lose, size)) {
      throw new Error(
        `The record of a session is too large: it has ${size} characters. ${adviceToRaise('totalCharacters of MemorySessionStore')}`,
      );
    }
    this.#records.set(id, { json, claim, holder });
    this.#count.add(holder, id);
    this.#characters.add(holder, id, size);
  }

  delete(id: string, claim: number = Infinity): void {
    const kept = this.#records.get(id);
    if (kept === undefined) return;
    if (claim < kept.claim) throw new StaleClaimError();
    this.#records.delete(id);
    this.#count.delete(kept.holder, id);
    this.#characters.delete(kept.holder, id);
  }
}

/** A record, and the number of the claim that it was written under: 0 where there are none. */
interface KeptRecord {
  readonly json: string;
  readonly claim: number;
  readonly holder: string;
}
