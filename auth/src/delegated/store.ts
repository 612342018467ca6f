import { brandError } from '@mcp-gen/runtime';

/** How an {@link AuthorizationStore} stores a value. */
export interface StoreEntryOptions {
  /** Milliseconds after which the value expires. */
  readonly lifetime: number;
  /** Values of one group are deleted together. Default: no group. */
  readonly group?: string | undefined;
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
   * @throws {StoreFullError} if the store is full. Before they expire, a store may only drop values of the kinds `Interaction` and `Login`,
   *   and the oldest values of a group, in the order in which they were set. It must never drop values of the kinds `Grant` and `Upstream`,
   *   because sessions depend on them.
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
  /** Maximum number of registered clients. Default 5,000. */
  readonly clientLimit?: number | undefined;
  /** Maximum number of logins in progress. At the limit, the oldest one is dropped. Default 10,000. */
  readonly loginLimit?: number | undefined;
  /** Maximum number of values of each other kind, such as access tokens. Default 100,000. */
  readonly entryLimit?: number | undefined;
  /**
   * Maximum number of values of one grant, such as its used refresh tokens. At the limit, expired ones are dropped, then the oldest one,
   * but never the grant and its session at the provider. Default 1,000.
   */
  readonly groupLimit?: number | undefined;
  /** Maximum bytes of all values. Default 134,217,728: 128 MiB. */
  readonly byteLimit?: number | undefined;
}

interface Entry {
  readonly value: string;
  readonly expires: number;
  readonly group: string | undefined;
}

/** Kinds that unauthenticated requests create, and that can be dropped. */
const DROPPABLE: ReadonlySet<string> = new Set(['Interaction', 'Login']);

/** Kinds that a session depends on. A group has few of them. */
const LASTING: ReadonlySet<string> = new Set(['Grant', 'Upstream']);

/** Bytes of an entry besides its key and its value. */
const ENTRY_BYTES = 200;

/** Stores everything in memory, within limits. */
export class MemoryAuthorizationStore implements AuthorizationStore {
  readonly #limits: Required<{ [Name in keyof MemoryAuthorizationStoreOptions]: number }>;
  /** Entries by key, for each kind, in insertion order. */
  readonly #kinds = new Map<string, Map<string, Entry>>();
  readonly #groups = new Map<string, Set<string>>();
  readonly #locks = new Map<string, Promise<unknown>>();
  #bytes = 0;

  constructor(options: MemoryAuthorizationStoreOptions = {}) {
    const { clientLimit = 5_000, loginLimit = 10_000, entryLimit = 100_000, groupLimit = 1_000 } = options;
    const { byteLimit = 128 * 1024 * 1024 } = options;
    this.#limits = { clientLimit, loginLimit, entryLimit, groupLimit, byteLimit };
    for (const [name, limit] of Object.entries(this.#limits)) {
      if (Number.isInteger(limit) && limit > 0) continue;
      throw new RangeError(`Invalid option "${name}": expected a positive integer, got ${limit}`);
    }
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

  #put(key: string, value: string, { lifetime, group }: StoreEntryOptions): void {
    const kind = kindOf(key);
    const before = this.#entriesOf(kind).get(key);
    if (before !== undefined) this.#remove(key);
    try {
      this.#makeRoom(kind, bytesOf(key, value), group);
    } catch (error) {
      // If the new value does not fit, the old one stays.
      if (before !== undefined) this.#insert(key, before);
      throw error;
    }
    this.#insert(key, { value, expires: Date.now() + lifetime, group });
  }

  #insert(key: string, entry: Entry): void {
    this.#entriesOf(kindOf(key)).set(key, entry);
    this.#bytes += bytesOf(key, entry.value);
    if (entry.group === undefined) return;
    const members = this.#groups.get(entry.group) ?? new Set<string>();
    this.#groups.set(entry.group, members.add(key));
  }

  #makeRoom(kind: string, bytes: number, group: string | undefined): void {
    const members = group === undefined ? undefined : this.#groups.get(group);
    if (members !== undefined && members.size >= this.#limits.groupLimit) this.#makeRoomIn(members);
    if (this.#hasRoom(kind, bytes)) return;
    this.#removeExpired();
    const entries = this.#entriesOf(kind);
    if (DROPPABLE.has(kind)) while (entries.size >= this.#limitOf(kind)) this.#remove(oldestOf(entries));
    if (entries.size < this.#limitOf(kind)) this.#dropLogins(bytes);
    if (!this.#hasRoom(kind, bytes))
      throw new StoreFullError(`The store is full: no room for another ${kind}. Try again later`);
  }

  /** Drops the expired members of a full group, or else the oldest one that may be dropped. */
  #makeRoomIn(members: ReadonlySet<string>): void {
    for (const key of members) this.#alive(key);
    if (members.size < this.#limits.groupLimit) return;
    for (const key of members) {
      if (!LASTING.has(kindOf(key))) return this.#remove(key);
    }
  }

  #dropLogins(bytes: number): void {
    for (const kind of DROPPABLE) {
      const entries = this.#entriesOf(kind);
      while (this.#bytes + bytes > this.#limits.byteLimit && entries.size > 0) this.#remove(oldestOf(entries));
    }
  }

  #hasRoom(kind: string, bytes: number): boolean {
    return this.#entriesOf(kind).size < this.#limitOf(kind) && this.#bytes + bytes <= this.#limits.byteLimit;
  }

  #limitOf(kind: string): number {
    const { clientLimit, loginLimit, entryLimit } = this.#limits;
    return kind === 'Client' ? clientLimit : DROPPABLE.has(kind) ? loginLimit : entryLimit;
  }

  #alive(key: string): Entry | undefined {
    const entry = this.#entriesOf(kindOf(key)).get(key);
    if (entry === undefined || entry.expires > Date.now()) return entry;
    this.#remove(key);
    return undefined;
  }

  #removeExpired(): void {
    const now = Date.now();
    for (const entries of this.#kinds.values()) {
      for (const [key, { expires }] of entries) if (expires <= now) this.#remove(key);
    }
  }

  #remove(key: string): void {
    const entries = this.#entriesOf(kindOf(key));
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    this.#bytes -= bytesOf(key, entry.value);
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

function oldestOf(keys: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  const [oldest = ''] = keys.keys();
  return oldest;
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
