import { Holding, weigh, type Quota } from '@mcp-gen/runtime';
import type { Root } from '@mcp-gen/protocol/author';
import type { RootPaths } from '../roots/rootPaths.js';

/** Maximum bytes in memory of one client's roots. */
const MAX_BYTES = 1024 * 1024;

/** The cached roots of a client. */
export interface CachedRoots {
  readonly list: readonly Root[];
  paths?: RootPaths;
}

/** Caches the roots of a client, from the request for them until they change. */
export class RootsCache {
  readonly #held: Holding | undefined;
  #cached: CachedRoots | undefined;
  #changes = 0;

  /** @param quota counts the memory. Undefined: not counted, since the roots do not outlive a message. */
  constructor(quota?: Quota) {
    this.#held = quota && new Holding(quota, 'retained');
  }

  get cached(): CachedRoots | undefined {
    return this.#cached;
  }

  /** The number of changes so far. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Caches roots. Roots that exceed 1 MiB or the limit of the ledger are not cached: the client is asked again.
   *
   * @param changes the number of changes when the client was asked. If the roots have changed since, they are not cached.
   */
  keep(known: CachedRoots, changes: number): void {
    if (changes !== this.#changes) return;
    const weight = weigh(known.list, MAX_BYTES);
    if (weight < MAX_BYTES && this.#held?.set(weight) !== false) this.#cached = known;
  }

  /** Drops the roots. Called when they have changed. */
  drop(): void {
    this.#cached = undefined;
    this.#changes++;
    this.#held?.close();
  }
}
