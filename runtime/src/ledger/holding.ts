import type { Quota, LedgerResource } from '../codegen/v1.js';

/** What one collection holds of a resource: a map, a queue, a buffer. */
export class Holding {
  readonly #quota: Quota;
  readonly #resource: LedgerResource;
  #bytes = 0;

  /** @param quota who it counts for */
  constructor(quota: Quota, resource: LedgerResource) {
    this.#quota = quota;
    this.#resource = resource;
  }

  /** How many bytes are held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Holds so many bytes in all. Returns false, and changes nothing, if that is too much; fewer than before never are. */
  set(bytes: number): boolean {
    const more = bytes - this.#bytes;
    if (more > 0 && !this.#quota.take(this.#resource, more)) return false;
    if (more < 0) this.#quota.give(this.#resource, -more);
    this.#bytes = bytes;
    return true;
  }

  /** Holds so many bytes more, or fewer. Returns false, and changes nothing, if that is too much. */
  add(bytes: number): boolean {
    return this.set(this.#bytes + bytes);
  }

  /** Holds so many bytes more, however many that are. */
  charge(bytes: number): void {
    this.#quota.charge(this.#resource, bytes);
    this.#bytes += bytes;
  }

  /** Gives back all bytes. */
  close(): void {
    this.set(0);
  }
}

/** All that one conversation, or one client, holds of any resource, which is given back when that is over. */
export class Scope implements Quota {
  readonly #quota: Quota;
  readonly #holdings = new Map<LedgerResource, Holding>();
  #closed = false;

  /** @param quota who it counts for */
  constructor(quota: Quota) {
    this.#quota = quota;
  }

  take(resource: LedgerResource, bytes: number): boolean {
    return !this.#closed && this.#of(resource).add(bytes);
  }

  charge(resource: LedgerResource, bytes: number): void {
    if (!this.#closed) this.#of(resource).charge(bytes);
  }

  isFull(resource: LedgerResource): boolean {
    return this.#quota.isFull(resource);
  }

  give(resource: LedgerResource, bytes: number): void {
    if (!this.#closed) this.#of(resource).add(-bytes);
  }

  /** Gives back everything. Nothing can be taken afterwards. */
  close(): void {
    this.#closed = true;
    for (const holding of this.#holdings.values()) holding.close();
  }

  #of(resource: LedgerResource): Holding {
    let holding = this.#holdings.get(resource);
    if (holding === undefined) this.#holdings.set(resource, (holding = new Holding(this.#quota, resource)));
    return holding;
  }
}
