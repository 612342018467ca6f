import type { Budget } from './ledgerOptions.js';
import { Shares } from './shares.js';

/** Bytes that a holder may have of each resource even if others have used up the total and the margin. */
const RESERVE = 16 * 1024;

/** Above the total, holders together may have this much more, relative to the total; and holders of no more than the reserve once again. */
const MARGIN = 1 / 2;

/** The part of the total below which it does not matter who holds how much. */
const CALM = 1 / 2;

/** How many holders are counted with each change above it, so that all are counted by the time they are compared, without a long stop. */
const COUNTED_WITH_CHANGE = 8;

/** What can hold bytes. */
export interface ByteHolder {
  /** The caller, as `callerName` returns it, or a unique name. */
  readonly name: string;
  readonly isAnyone: boolean;
}

/**
 * The bytes of one resource that all accounts of a ledger share. Below the total, everyone takes what is there. At the total, the largest
 * holder is refused; each of the others, and each network, may have as much as is still left of another half. So a holder of much leaves
 * something to the next one. When nothing is left, another half is reserved for holders of little. So the sum of what is allowed is twice the
 * total at most.
 */
export class SharedBytes {
  readonly #budget: Budget;
  /** What holders have, without the one whose bytes changed last. */
  readonly #held = new Map<ByteHolder, number>();
  /** Most changes are about the holder of the one before. Undefined while holders are compared. */
  #latest: ByteHolder | undefined;
  #heldByLatest = 0;
  #used = 0;
  /** The bytes of holders that have no more than the reserve. */
  #usedByLittle = 0;
  /** Counted only above the calm part of the total, since below it nobody is compared. */
  #shares: Shares<ByteHolder> | undefined;
  /** The holders that are not counted yet. */
  #uncounted: Iterator<[ByteHolder, number]> | undefined;
  /** How many changes in succession were far below the total. */
  #calmChanges = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** The bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** Returns how many bytes an account holds. */
  held(account: ByteHolder): number {
    return account === this.#latest ? this.#heldByLatest : (this.#held.get(account) ?? 0);
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
   * more than one caller may hold. It may be more than the total while at most half of the total is in use.
   */
  allowsFirst(account: ByteHolder, bytes: number): boolean {
    const { total } = this.#budget;
    return this.held(account) === 0 && (this.#used <= MARGIN * total || this.#used + bytes <= total);
  }

  /** Counts bytes that an account begins to hold, or that it no longer holds if they are negative. */
  change(account: ByteHolder, bytes: number): void {
    const before = this.held(account);
    const held = before + bytes;
    this.#used += bytes;
    this.#usedByLittle += ifLittle(held) - ifLittle(before);
    if (account !== this.#latest) {
      this.#keepLatest();
      this.#held.delete(account);
      this.#latest = account;
    }
    this.#heldByLatest = held;
    const isCalm = this.#used < CALM * this.#budget.total;
    if (isCalm && this.#shares === undefined) return;
    this.#keepLatest();
    this.#calmChanges = isCalm ? this.#calmChanges + 1 : 0;
    // Counting all holders again takes as long as that many changes.
    if (this.#calmChanges > this.#held.size) this.#shares = this.#uncounted = undefined;
    else count(this.#counted(COUNTED_WITH_CHANGE), account, held);
  }

  /** Adds the holder whose bytes changed last to the others. */
  #keepLatest(): void {
    if (this.#latest !== undefined && this.#heldByLatest !== 0) this.#held.set(this.#latest, this.#heldByLatest);
    this.#latest = undefined;
  }

  #allowsAboveTotal(account: ByteHolder, bytes: number, own: number): boolean {
    const shares = this.#counted(Infinity);
    const margin = MARGIN * this.#budget.total;
    const left = this.#budget.total + margin - this.#used - bytes;
    const size = shares.sizeWith(account.name, bytes);
    if (own <= RESERVE) return left >= 0 || (size <= RESERVE && this.#leavesReserve(bytes, left + margin));
    return size <= left && !shares.isLargestWith(account.name, bytes);
  }

  /** Whether holders of little may have additional bytes: also while responses that are in memory already use up what is left. */
  #leavesReserve(bytes: number, left: number): boolean {
    return left >= 0 || this.#usedByLittle + bytes <= MARGIN * this.#budget.total;
  }

  /** Counts so many of the holders that are not counted yet. */
  #counted(most: number): Shares<ByteHolder> {
    if (this.#shares === undefined) {
      this.#keepLatest();
      this.#shares = new Shares(this.#budget.total);
      this.#uncounted = this.#held.entries();
      this.#calmChanges = 0;
    }
    for (let left = most; left > 0 && this.#uncounted !== undefined; left--) {
      const next = this.#uncounted.next();
      if (next.done === true) this.#uncounted = undefined;
      else count(this.#shares, ...next.value);
    }
    return this.#shares;
  }
}

/** Returns the bytes of a holder if they are no more than the reserve, else 0. */
function ifLittle(held: number): number {
  return held <= RESERVE ? held : 0;
}

function count(shares: Shares<ByteHolder>, account: ByteHolder, held: number): void {
  if (held === 0) shares.delete(account.name, account);
  else shares.add(account.name, account, held);
}
