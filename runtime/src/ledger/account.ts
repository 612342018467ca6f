import type { Quota, LedgerResource } from '../codegen/v1.js';
import type { Books } from './books.js';

/** What one caller, or one connection, makes this process hold. */
export class Account implements Quota {
  /** The caller: `caller alice`, `address 192.0.2.1`, `stdio`. */
  readonly name: string;
  /** Whether it is the account of all callers that cannot be told apart. */
  readonly isAnyone: boolean;
  readonly #books: Books;
  readonly #held: { [Name in LedgerResource]: number } = { reading: 0, retained: 0, output: 0 };
  /** Requests that may come at once. */
  #left: number;
  #time: number = performance.now();
  /** @internal Requests that wait for a turn of this caller. */
  readonly waiting: (() => void)[] = [];
  /** @internal */
  restsUntil = 0;

  /** @internal Use `account` or `connection` of a ledger. */
  constructor(name: string, books: Books, isAnyone: boolean = false) {
    this.name = name;
    this.isAnyone = isAnyone;
    this.#books = books;
    this.#left = books.limits.requestBurst;
  }

  /** Returns how many bytes of a resource this account holds. */
  held(resource: LedgerResource): number {
    return this.#held[resource];
  }

  take(resource: LedgerResource, bytes: number): boolean {
    if (!this.#books.take(resource, bytes, this)) return false;
    this.#held[resource] += bytes;
    return true;
  }

  give(resource: LedgerResource, bytes: number): void {
    this.#held[resource] -= bytes;
    this.#books.give(resource, bytes);
  }

  /**
   * Returns nothing if work for this caller may be done now: handling a request, or parsing a large body. While other callers send requests,
   * returns a promise for the next turn of this caller.
   */
  turn(): Promise<void> | undefined {
    return !this.isAnyone && this.shares(this.#time) ? this.#books.turns.take(this) : undefined;
  }

  /** @internal Returns whether other callers have sent requests lately. */
  shares(now: number): boolean {
    return this.#books.isShared(this, now);
  }

  /** Counts one request. Returns 0 if it may be answered, else the milliseconds after which the next one may. */
  admit(): number {
    const { requestRate } = this.#books.limits;
    if (this.isAnyone) return 0;
    this.#refill();
    this.#books.note(this, this.#time);
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / requestRate) * 1_000);
    this.#left--;
    return 0;
  }

  /** Whether the caller has sent no more requests for a while than it may. */
  get isRested(): boolean {
    this.#refill();
    return this.#left >= this.#books.limits.requestBurst;
  }

  #refill(): void {
    const { requestRate, requestBurst } = this.#books.limits;
    const now = performance.now();
    // No time at an infinite rate would be NaN.
    if (now > this.#time) this.#left = Math.min(requestBurst, this.#left + ((now - this.#time) / 1_000) * requestRate);
    this.#time = now;
  }
}
