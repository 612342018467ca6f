import type { Quota, LedgerResource } from '../codegen/v1.js';

/** The counted bytes of one collection: a map, a queue, or a buffer. */
export class Holding {
  readonly #quota: Quota;
  readonly #resource: LedgerResource;
  #bytes = 0;

  /** @param quota the account to count for */
  constructor(quota: Quota, resource: LedgerResource) {
    this.#quota = quota;
    this.#resource = resource;
  }

  /** The number of bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sets the total bytes. Returns false, and changes nothing, if the limit does not allow it; a smaller total is always allowed. */
  set(bytes: number): boolean {
    const more = bytes - this.#bytes;
    if (more > 0 && !this.#quota.take(this.#resource, more)) return false;
    if (more < 0) this.#quota.give(this.#resource, -more);
    this.#bytes = bytes;
    return true;
  }

  /** Adds bytes, which may be negative. Returns false, and changes nothing, if the limit does not allow it. */
  add(bytes: number): boolean {
    return this.set(this.#bytes + bytes);
  }

  /** Adds bytes regardless of the limit. */
  charge(bytes: number): void {
    this.#quota.charge(this.#resource, bytes);
    this.#bytes += bytes;
  }

  /** Releases all bytes. */
  close(): void {
    this.set(0);
  }
}

/** The counted bytes of one connection or client, of any resource, which are released when it ends. */
export class Scope implements Quota {
  readonly #quota: Quota;
  readonly #holdings = new Map<LedgerResource, Holding>();
  #closed = false;

  /** @param quota the account to count for */
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

  /** Releases all bytes. Nothing can be added afterwards. */
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
