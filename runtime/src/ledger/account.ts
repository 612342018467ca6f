import type { Quota, LedgerResource } from '../codegen/v1.js';
import { pause } from '../platform.js';
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
  /** Resolves when the next large message may be taken. */
  #turn: Promise<unknown> = Promise.resolve();

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
   * Does work that takes time in proportion to what the caller has sent, such as parsing a large body: one piece of it at a time. While
   * other callers send requests, as much time is left to them in between.
   */
  inTurn<Result>(work: () => Result): Promise<Result> {
    let spent = 0;
    const done = this.#turn.then(() => {
      const began = performance.now();
      try {
        return work();
      } finally {
        spent = performance.now() - began;
      }
    });
    const rest = (): Promise<void> => pause(this.#books.isShared(this) ? SHARE_OF_OTHERS * spent : 0);
    this.#turn = done.then(rest, rest);
    return done;
  }

  /** Counts one request. Returns 0 if it may be answered, else the milliseconds after which the next one may. */
  admit(): number {
    const { requestRate } = this.#books.limits;
    if (this.isAnyone) return 0;
    this.#refill();
    this.#books.note(this);
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
    this.#left = Math.min(requestBurst, this.#left + ((now - this.#time) / 1_000) * requestRate);
    this.#time = now;
  }
}

/** How much time others have after large messages of a caller, in relation to what those have taken. */
const SHARE_OF_OTHERS = 2;
