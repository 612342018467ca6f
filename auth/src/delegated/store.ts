import { checkOptions, count, withDefaults, type OptionTable, type OptionValues } from '@mcp-gen/runtime/options';
import { brandError, reasonFor, Shares, type SharedLimit } from '@mcp-gen/runtime';

/** How an {@link AuthorizationStore} stores a value. */
export interface StoreEntryOptions {
  /** Milliseconds after which the value expires. */
  readonly lifetime: number;
  /** Values of one group are deleted together. Default: no group. */
  readonly group?: string | undefined;
  /**
   * The caller that the value counts for in limits that callers share: `address 192.0.2.1`. A value of a group counts for the caller of the
   * first one. Default: a caller of its own, for all values without one.
   */
  readonly holder?: string | undefined;
}

/**
 * Stores the state of a delegated authorization server: registered clients, logins in progress, grants, and tokens. Keys are
 * `<kind>:<digest>`, and values are encrypted; both are opaque to a store. With a shared store, several processes can serve the same
 * clients.
 */
export interface AuthorizationStore {
  /** Returns the value of a key, or undefined. */
  get(key: string): Promise<string | undefined>;
  /**
   * Replaces the value of a key.
   *
   * @throws {StoreFullError} if the store is full. Before they expire, a store may only drop values of the kinds `Interaction`, `Login`, and
   *   `Client`, the oldest values of a group, in the order in which they were set, and whole groups. It must never drop single values of
   *   the kinds `Grant` and `Upstream`, because sessions depend on them. A store should drop values of the caller that has the most.
   */
  set(key: string, value: string, options: StoreEntryOptions): Promise<void>;
  /** Sets a value only if the key has none, atomically across all processes. Returns whether it was set. */
  add(key: string, value: string, options: StoreEntryOptions): Promise<boolean>;
  /** Deletes a key, if it exists. */
  delete(key: string): Promise<void>;
  /** Deletes all values of a group. */
  deleteGroup(group: string): Promise<void>;
  /**
   * Runs a function under an exclusive lock of a key, across all processes that share the store, and returns its result. A lock whose
   * holder has crashed is released.
   */
  lock<T>(key: string, run: () => Promise<T>): Promise<T>;
}

/** A store is full. The client is asked to try again later. */
export class StoreFullError extends Error {
  override readonly name = 'StoreFullError';
  /** The code of this error class. */
  readonly code = 'STORE_FULL';

  static {
    brandError(this, 'StoreFullError');
  }
}

/** Limits of a {@link MemoryAuthorizationStore}. */
export interface MemoryAuthorizationStoreOptions {
  /** Maximum number of registered clients. At the limit, the caller with the most loses one. Default 5,000. */
  readonly clientLimit?: number | undefined;
  /** Maximum number of logins in progress. At the limit, the caller with the most loses its oldest one. Default 10,000. */
  readonly loginLimit?: number | undefined;
  /**
   * Maximum number of values of each other kind, such as access tokens. At the limit, the oldest session of the caller with the most ends.
   * Default 100,000.
   */
  readonly entryLimit?: number | undefined;
  /**
   * Maximum number of values of one grant, such as its used refresh tokens. At the limit, expired ones are dropped, then the oldest one,
   * but never the grant and its session at the provider. Default 1,000.
   */
  readonly groupLimit?: number | undefined;
  /** Maximum bytes of all values. At the limit, the caller with the most loses values as above. Default 134,217,728: 128 MiB. */
  readonly byteLimit?: number | undefined;
}

interface Entry {
  readonly value: string;
  readonly expires: number;
  readonly group: string | undefined;
  readonly holder: string;
}

/** The limit on registered clients, which all callers share. */
export const CLIENTS: SharedLimit = {
  what: 'registered clients',
  option: 'clientLimit',
  of: 'MemoryAuthorizationStore',
  most: 5_000,
  loses: 'the registration that expires first, which is an unused one if there are any',
  refused: '`temporarily_unavailable`, with 503',
};

/** The limit on logins, which all callers share. */
export const LOGINS: SharedLimit = {
  what: 'logins in progress',
  option: 'loginLimit',
  of: 'MemoryAuthorizationStore',
  most: 10_000,
  loses: 'its oldest login; the user has to start again',
  refused: 'a login, and loses its oldest one',
};

/** The limit on values of each other kind, which all callers share. */
export const VALUES: SharedLimit = {
  what: 'stored tokens of one kind',
  option: 'entryLimit',
  of: 'MemoryAuthorizationStore',
  most: 100_000,
  loses: 'its oldest session; the user has to log in again',
  refused: '`temporarily_unavailable`, with 503',
};

/** The limit on the bytes of all values, which all callers share. */
export const BYTES: SharedLimit = {
  what: 'stored values of logins, clients, and tokens',
  option: 'byteLimit',
  of: 'MemoryAuthorizationStore',
  most: 128 * 1024 * 1024,
  unit: 'bytes',
  loses: 'logins, or else what it loses by the other limits',
  refused: '`temporarily_unavailable`, with 503',
};

/** {@link MemoryAuthorizationStoreOptions}. */
export const STORE_OPTIONS: OptionTable<MemoryAuthorizationStoreOptions> = {
  clientLimit: count(CLIENTS.most),
  loginLimit: count(LOGINS.most),
  entryLimit: count(VALUES.most),
  groupLimit: count(1_000),
  byteLimit: count(BYTES.most),
};

/** Kinds that unauthenticated requests create, and that can be dropped. */
const DROPPABLE: ReadonlySet<string> = new Set(['Interaction', 'Login']);

/** Kinds that a session depends on. A group has few of them. */
const LASTING: ReadonlySet<string> = new Set(['Grant', 'Upstream']);

/** Bytes of an entry besides its key and its value. */
const ENTRY_BYTES = 200;

/** Stores everything in memory, within limits. */
export class MemoryAuthorizationStore implements AuthorizationStore {
  readonly #limits: OptionValues<MemoryAuthorizationStoreOptions>;
  /** Entries by key, for each kind, in insertion order. */
  readonly #kinds = new Map<string, Map<string, Entry>>();
  readonly #groups = new Map<string, Set<string>>();
  readonly #locks = new Map<string, Promise<unknown>>();
  /** The keys of each kind by their holders. */
  readonly #shares = new Map<string, Shares<string>>();
  /** The keys of all kinds by their holders, with the bytes of their values. */
  readonly #bytes: Shares<string>;
  #nextSweep = 0;

  constructor(options: MemoryAuthorizationStoreOptions = {}) {
    checkOptions('MemoryAuthorizationStore', options, STORE_OPTIONS);
    this.#limits = withDefaults<MemoryAuthorizationStoreOptions>(options, STORE_OPTIONS);
    this.#bytes = new Shares(this.#limits.byteLimit);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#alive(key)?.value);
  }

  // The methods are async, so that exceptions become rejections.
  // oxlint-disable-next-line typescript/require-await
  async set(key: string, value: string, options: StoreEntryOptions): Promise<void> {
    this.#put(key, value, options);
  }

  // oxlint-disable-next-line typescript/require-await
  async add(key: string, value: string, options: StoreEntryOptions): Promise<boolean> {
    if (this.#alive(key) !== undefined) return false;
    this.#put(key, value, options);
    return true;
  }

  delete(key: string): Promise<void> {
    this.#remove(key);
    return Promise.resolve();
  }

  deleteGroup(group: string): Promise<void> {
    for (const key of this.#groups.get(group) ?? []) this.#remove(key);
    return Promise.resolve();
  }

  async lock<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(key) ?? Promise.resolve();
    const turn = before.then(run);
    const settled = turn.then(ignore, ignore);
    this.#locks.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#locks.get(key) === settled) this.#locks.delete(key);
    }
  }

  #put(key: string, value: string, { lifetime, group, holder: given = 'anyone' }: StoreEntryOptions): void {
    const kind = kindOf(key);
    const before = this.#entriesOf(kind).get(key);
    const holder = before?.holder ?? this.#holderOf(group) ?? given;
    if (before !== undefined) this.#remove(key);
    try {
      this.#makeRoom(kind, bytesOf(key, value), group, holder);
    } catch (error) {
      // If the new value does not fit, the old one stays.
      if (before !== undefined) this.#insert(key, before);
      throw error;
    }
    this.#insert(key, { value, expires: Date.now() + lifetime, group, holder });
  }

  /** Returns the holder of a group: that of its first value. */
  #holderOf(group: string | undefined): string | undefined {
    const first = group === undefined ? undefined : this.#groups.get(group)?.keys().next().value;
    return first === undefined ? undefined : this.#entriesOf(kindOf(first)).get(first)?.holder;
  }

  #insert(key: string, entry: Entry): void {
    const { group, holder, value } = entry;
    this.#entriesOf(kindOf(key)).set(key, entry);
    this.#sharesOf(kindOf(key)).add(holder, key);
    this.#bytes.add(holder, key, bytesOf(key, value));
    if (group === undefined) return;
    const members = this.#groups.get(group) ?? new Set<string>();
    this.#groups.set(group, members.add(key));
  }

  #makeRoom(kind: string, bytes: number, group: string | undefined, holder: string): void {
    const members = group === undefined ? undefined : this.#groups.get(group);
    if (members !== undefined && members.size >= this.#limits.groupLimit) this.#makeRoomIn(members);
    const shares = this.#sharesOf(kind);
    if (shares.used < shares.limit && this.#bytes.used + bytes <= this.#bytes.limit) return;
    this.#removeExpired();
    const drop = (key: string): void => this.#drop(key);
    const choose = kind === 'Client' ? (keys: readonly string[]) => this.#firstToExpire(keys) : undefined;
    // A login always replaces another one.
    const hasRoom = DROPPABLE.has(kind) ? shares.displace(holder, drop) : shares.makeRoom(holder, drop, 1, choose);
    if (!hasRoom) throw new StoreFullError(`The store is full: ${reasonFor(limitOf(kind))}`);
    const largest = (keys: readonly string[]): string | undefined => keys.find(isDroppable) ?? keys[0];
    while (!this.#bytes.makeRoom(holder, drop, bytes, largest)) {
      const own = this.#bytes.of(holder).find(isDroppable);
      if (own === undefined) throw new StoreFullError(`The store is full: ${reasonFor(BYTES)}`);
      this.#drop(own);
    }
  }

  /** Drops the expired members of a full group, or else the oldest one that may be dropped. */
  #makeRoomIn(members: ReadonlySet<string>): void {
    for (const key of members) this.#alive(key);
    if (members.size < this.#limits.groupLimit) return;
    for (const key of members) {
      if (!LASTING.has(kindOf(key))) return this.#remove(key);
    }
  }

  /** Drops a value, with the session that it belongs to. */
  #drop(key: string): void {
    const group = this.#entriesOf(kindOf(key)).get(key)?.group;
    const members = group === undefined ? [key] : [...(this.#groups.get(group) ?? [])];
    for (const member of members) this.#remove(member);
  }

  #firstToExpire(keys: readonly string[]): string | undefined {
    const clients = this.#entriesOf('Client');
    const expiry = (key: string): number => clients.get(key)?.expires ?? Infinity;
    return keys.reduce<string | undefined>(
      (first, key) => (first === undefined || expiry(key) < expiry(first) ? key : first),
      undefined,
    );
  }

  #sharesOf(kind: string): Shares<string> {
    let shares = this.#shares.get(kind);
    if (shares === undefined) {
      const { clientLimit, loginLimit, entryLimit } = this.#limits;
      shares = new Shares(kind === 'Client' ? clientLimit : DROPPABLE.has(kind) ? loginLimit : entryLimit);
      this.#shares.set(kind, shares);
    }
    return shares;
  }

  #alive(key: string): Entry | undefined {
    const entry = this.#entriesOf(kindOf(key)).get(key);
    if (entry === undefined || entry.expires > Date.now()) return entry;
    this.#remove(key);
    return undefined;
  }

  /** At most once a second, since it takes linear time. */
  #removeExpired(): void {
    const now = Date.now();
    if (now < this.#nextSweep) return;
    this.#nextSweep = now + 1_000;
    for (const entries of this.#kinds.values()) {
      for (const [key, { expires }] of entries) if (expires <= now) this.#remove(key);
    }
  }

  #remove(key: string): void {
    const entries = this.#entriesOf(kindOf(key));
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    this.#sharesOf(kindOf(key)).delete(entry.holder, key);
    this.#bytes.delete(entry.holder, key);
    if (entry.group === undefined) return;
    const members = this.#groups.get(entry.group);
    members?.delete(key);
    if (members?.size === 0) this.#groups.delete(entry.group);
  }

  #entriesOf(kind: string): Map<string, Entry> {
    const entries = this.#kinds.get(kind) ?? new Map<string, Entry>();
    this.#kinds.set(kind, entries);
    return entries;
  }
}

function isDroppable(key: string): boolean {
  return DROPPABLE.has(kindOf(key));
}

function limitOf(kind: string): SharedLimit {
  return kind === 'Client' ? CLIENTS : DROPPABLE.has(kind) ? LOGINS : VALUES;
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}

function bytesOf(key: string, value: string): number {
  return key.length + value.length + ENTRY_BYTES;
}

function ignore(): void {
  // The caller of the previous function receives its error.
}
