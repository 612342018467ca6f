import type { Budget } from './options.js';
import { Shares } from './shares.js';

/** Bytes that a holder may have of each resource even if others have used up the total. */
const RESERVE = 16 * 1024;

/** Above the total, holders together may have this much more, relative to the total. */
const MARGIN = 1 / 2;

/** The part of the total below which it no longer matters who holds how much. */
const CALM = 3 / 4;

/** What can hold bytes. */
export interface ByteHolder {
  /** The caller, as `callerName` returns it, or a unique name. */
  readonly name: string;
  readonly isAnyone: boolean;
}

/**
 * The bytes of one resource that all accounts of a ledger share. Below the total, everyone takes what is there. At the total, the largest
 * holder is refused; each of the others, and each network, may have as much as is still left of another half. So whoever takes much leaves
 * something to the next one, and the sum is limited.
 */
export class SharedBytes {
  readonly #budget: Budget;
  readonly #held = new Map<ByteHolder, number>();
  #used = 0;
  /** Counted only around the total, since below it nobody is compared. */
  #shares: Shares<ByteHolder> | undefined;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** The bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** Returns how many bytes an account holds. */
  held(account: ByteHolder): number {
    return this.#held.get(account) ?? 0;
  }

  /** Returns whether an account may hold additional bytes. */
  allows(account: ByteHolder, bytes: number): boolean {
    const { caller, total } = this.#budget;
    const own = this.held(account) + bytes;
    if (own > (account.isAnyone ? total : caller)) return false;
    return this.#used + bytes <= total || this.#allowsAboveTotal(account, bytes, own);
  }

  /**
   * Returns whether an account that holds nothing may hold what is in memory already, such as a response that was made for it, though it is
   * more than one caller may hold.
   */
  allowsFirst(account: ByteHolder, bytes: number): boolean {
    return this.held(account) === 0 && (this.#used === 0 || this.#used + bytes <= this.#budget.total);
  }

  /** Counts bytes that an account begins to hold, or that it no longer holds if they are negative. */
  change(account: ByteHolder, bytes: number): void {
    const held = this.held(account) + bytes;
    this.#used += bytes;
    if (held === 0) this.#held.delete(account);
    else this.#held.set(account, held);
    if (this.#shares === undefined) return;
    if (this.#used < CALM * this.#budget.total) this.#shares = undefined;
    else count(this.#shares, account, held);
  }

  #allowsAboveTotal(account: ByteHolder, bytes: number, own: number): boolean {
    const shares = (this.#shares ??= this.#countShares());
    const left = (1 + MARGIN) * this.#budget.total - this.#used - bytes;
    const size = shares.sizeWith(account.name, bytes);
    if (own <= RESERVE) return left >= 0 || size <= RESERVE;
    return size <= left && !shares.isLargestWith(account.name, bytes);
  }

  #countShares(): Shares<ByteHolder> {
    const shares = new Shares<ByteHolder>(this.#budget.total);
    for (const [account, held] of this.#held) count(shares, account, held);
    return shares;
  }
}

function count(shares: Shares<ByteHolder>, account: ByteHolder, held: number): void {
  if (held === 0) shares.delete(account.name, account);
  else shares.add(account.name, account, held);
}
