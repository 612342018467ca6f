import { Shares, type SharedLimit } from '@mcp-gen/runtime';

/** The limit on stored proofs, which all callers share. */
export const PROOFS: SharedLimit = {
  what: 'stored DPoP proofs',
  option: 'dpop.replayLimit',
  most: 100_000,
  loses: 'its oldest proof; its proofs that are not newer are no longer accepted, so that none is accepted twice',
  refused: 'status 503 until its first proofs expire',
};

interface Entry {
  readonly holder: string;
  /** When the proof was issued, in seconds since 1970. */
  readonly issued: number;
  /** When it was added, in milliseconds of `performance.now()`. */
  readonly added: number;
}

/** Until when proofs of a holder must be newer than one that was dropped. */
interface Floor {
  /** In seconds since 1970. */
  readonly issued: number;
  /** In milliseconds of `performance.now()`. */
  readonly added: number;
}

/**
 * Detects repeated ids of proofs within a limited time. Memory is bounded: at the limit, the caller with the most loses its oldest ids, and
 * can no longer use proofs of that time, because they may have been used.
 */
export class Replays {
  readonly #lifetime: number;
  readonly #shares: Shares<string>;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** By holder, oldest first. */
  readonly #floors = new Map<string, Floor>();

  /**
   * @param lifetime minimum milliseconds that an id is stored
   * @param limit maximum number of stored ids
   */
  constructor(lifetime: number, limit: number) {
    this.#lifetime = lifetime;
    this.#shares = new Shares(limit);
  }

  /**
   * Adds an id, and returns whether it is new. `old` if ids of its time were dropped.
   *
   * @param holder the caller
   * @param issued when the proof was issued, in seconds since 1970
   */
  add(id: string, holder: string, issued: number): 'new' | 'seen' | 'old' | 'full' {
    const now = performance.now();
    this.#dropExpired(now);
    if (this.#entries.has(id)) return 'seen';
    if (issued <= (this.#floors.get(holder)?.issued ?? -Infinity)) return 'old';
    if (!this.#shares.makeRoom(holder, (dropped) => this.#drop(dropped, now))) return 'full';
    this.#entries.set(id, { holder, issued, added: now });
    this.#shares.add(holder, id);
    return 'new';
  }

  #drop(id: string, now: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { holder } = entry;
    const issued = Math.max(entry.issued, this.#floors.get(holder)?.issued ?? -Infinity);
    this.#entries.delete(id);
    this.#floors.delete(holder);
    this.#floors.set(holder, { issued, added: now });
  }

  #dropExpired(now: number): void {
    for (const [id, { holder, added }] of this.#entries) {
      if (added > now - this.#lifetime) break;
      this.#entries.delete(id);
      this.#shares.delete(holder, id);
    }
    for (const [holder, { added }] of this.#floors) {
      if (added > now - this.#lifetime) break;
      this.#floors.delete(holder);
    }
  }
}
