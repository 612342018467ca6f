import { AsyncLocalStorage } from 'node:async_hooks';
import type { ErrorListener } from '@mcp-gen/runtime';
import { fingerprint, type Sealer } from './sealer.js';
import type { AuthorizationStore, StoreEntryOptions } from './store.js';

/** The kind of a record: a model of oidc-provider, or one of this package. */
export type RecordKind = string;

/** Options of a stored record. */
export interface RecordOptions {
  /** Lifetime in milliseconds. */
  readonly lifetime: number;
  /** The id of the grant that the record belongs to. */
  readonly grant?: string | undefined;
}

/** Stores encrypted records by digests of their ids, because most ids are secrets, such as tokens. */
export class Records {
  readonly #store: AuthorizationStore;
  readonly #sealer: Sealer;
  readonly #report: ErrorListener;
  /** The caller of the current request. oidc-provider does not pass it on to its adapters. */
  readonly #holder = new AsyncLocalStorage<string>();

  constructor(store: AuthorizationStore, sealer: Sealer, report: ErrorListener) {
    this.#store = store;
    this.#sealer = sealer;
    this.#report = report;
  }

  /** The caller that the records of the current request count for. */
  get holder(): string {
    return this.#holder.getStore() ?? 'anyone';
  }

  /** Calls a function whose records count for a caller. */
  countFor<T>(holder: string, act: () => T): T {
    return this.#holder.run(holder, act);
  }

  /** Returns a record; undefined if it does not exist or cannot be decrypted. The latter is reported. */
  async get<T extends object>(kind: RecordKind, id: string): Promise<T | undefined> {
    const key = keyOf(kind, id);
    const sealed = await this.#store.get(key);
    if (sealed === undefined) return undefined;
    const text = await this.#sealer.open(sealed, key);
    if (text !== undefined) return JSON.parse(text) as T;
    this.#report(new Error(`A stored ${kind} cannot be decrypted: it was changed, or its key was removed`));
    return undefined;
  }

  async set(kind: RecordKind, id: string, record: object, { lifetime, grant }: RecordOptions): Promise<void> {
    const key = keyOf(kind, id);
    const sealed = await this.#sealer.seal(JSON.stringify(record), key);
    await this.#store.set(key, sealed, this.#optionsOf(lifetime, grant));
  }

  delete(kind: RecordKind, id: string): Promise<void> {
    return this.#store.delete(keyOf(kind, id));
  }

  /** Deletes all records of a grant. */
  deleteGrant(grant: string): Promise<void> {
    return this.#store.deleteGroup(groupOf(grant));
  }

  /** Marks a record as used. Returns true for the first caller, across all processes. */
  async use(kind: RecordKind, id: string, { lifetime, grant }: RecordOptions): Promise<boolean> {
    const key = keyOf(`Used${kind}`, id);
    const sealed = await this.#sealer.seal(String(Math.floor(Date.now() / 1_000)), key);
    return this.#store.add(key, sealed, this.#optionsOf(lifetime, grant));
  }

  /** Returns when a record was used, in seconds since 1970; 1 if that cannot be decrypted; undefined if it was not used. */
  async usedAt(kind: RecordKind, id: string): Promise<number | undefined> {
    const key = keyOf(`Used${kind}`, id);
    const sealed = await this.#store.get(key);
    return sealed === undefined ? undefined : Number((await this.#sealer.open(sealed, key)) ?? 1);
  }

  #optionsOf(lifetime: number, grant: string | undefined): StoreEntryOptions {
    return { lifetime, group: grant === undefined ? undefined : groupOf(grant), holder: this.holder };
  }

  /** Runs a function under the exclusive lock of a record. */
  lock<T>(kind: RecordKind, id: string, run: () => Promise<T>): Promise<T> {
    return this.#store.lock(keyOf(kind, id), run);
  }
}

function keyOf(kind: RecordKind, id: string): string {
  return `${kind}:${fingerprint(id)}`;
}

function groupOf(grant: string): string {
  return `grant:${fingerprint(grant)}`;
}
