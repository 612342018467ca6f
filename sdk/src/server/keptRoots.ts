import { Holding, weigh, type Quota } from '@mcp-gen/runtime';
import type { Root } from '@mcp-gen/protocol/author';
import type { RootPaths } from '../roots/index.js';

/** What the roots of one client may take in memory, in bytes. */
const MOST_BYTES = 1024 * 1024;

/** What is known of a client's roots. */
export interface KnownRoots {
  readonly list: readonly Root[];
  paths?: RootPaths;
}

/** The roots of a client, from the moment at which it was asked for them until they change. */
export class KeptRoots {
  readonly #held: Holding | undefined;
  #known: KnownRoots | undefined;
  #changes = 0;

  /** @param quota counts them. Left out: nothing is counted, since they do not outlast a message. */
  constructor(quota?: Quota) {
    this.#held = quota && new Holding(quota, 'retained');
  }

  get known(): KnownRoots | undefined {
    return this.#known;
  }

  /** How often they have changed. */
  get changes(): number {
    return this.#changes;
  }

  /**
   * Keeps roots. What takes more than 1 MiB, or more than the ledger allows, is not kept: the client is asked again.
   *
   * @param changes how often they had changed when the client was asked. If they have changed since, they are not kept, either.
   */
  keep(known: KnownRoots, changes: number): void {
    if (changes !== this.#changes) return;
    const weight = weigh(known.list, MOST_BYTES);
    if (weight < MOST_BYTES && this.#held?.set(weight) !== false) this.#known = known;
  }

  /** Drops them: they have changed. */
  drop(): void {
    this.#known = undefined;
    this.#changes++;
    this.#held?.close();
  }
}
