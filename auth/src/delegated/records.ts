import type { ErrorListener } from '@mcp-gen/runtime';
import { fingerprint, type Sealer } from './sealer.js';
import type { AuthorizationStore } from './store.js';

/** What is stored: the models of oidc-provider, and our own records. */
export type RecordKind = string;

/** How a record is kept. */
export interface RecordOptions {
  /** Milliseconds. */
  readonly lifetime: number;
  /** The id of the grant that the record belongs to. */
  readonly grant?: string | undefined;
}

/** Records in a store: encrypted, and by digests of their ids, since most ids are secrets, such as tokens. */
export class Records {
  readonly #store: AuthorizationStore;
  readonly #sealer: Sealer;
  readonly #report: ErrorListener;

  constructor(store: AuthorizationStore, sealer: Sealer, report: ErrorListener) {
    this.#store = store;
    this.#sealer = sealer;
    this.#report = report;
  }

  /** Returns undefined if there is no record, or what is stored is not what was stored: that is reported. */
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
    await this.#store.set(key, sealed, { lifetime, group: grant === undefined ? undefined : groupOf(grant) });
  }

  delete(kind: RecordKind, id: string): Promise<void> {
    return this.#store.delete(keyOf(kind, id));
  }

  /** Deletes all records of a grant. */
  deleteGrant(grant: string): Promise<void> {
    return this.#store.deleteGroup(groupOf(grant));
  }

  /** Returns true for the first caller, over all processes. */
  async use(kind: RecordKind, id: string, { lifetime, grant }: RecordOptions): Promise<boolean> {
    const key = keyOf(`Used${kind}`, id);
    const sealed = await this.#sealer.seal(String(Math.floor(Date.now() / 1_000)), key);
    return this.#store.add(key, sealed, { lifetime, group: grant === undefined ? undefined : groupOf(grant) });
  }

  /** Returns when a record was used, in seconds since 1970; 1 if that cannot be decrypted; undefined if it was not. */
  async usedAt(kind: RecordKind, id: string): Promise<number | undefined> {
    const key = keyOf(`Used${kind}`, id);
    const sealed = await this.#store.get(key);
    return sealed === undefined ? undefined : Number((await this.#sealer.open(sealed, key)) ?? 1);
  }

  /** Runs a function while no other caller runs one for the same record. */
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
