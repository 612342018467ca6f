import type { LedgerResource } from '../codegen/v1.js';
import type { LedgerLimits } from './options.js';
import { Turns } from './turns.js';

/** What an account may hold of each resource even if others have used up the total. */
const RESERVE = 16 * 1024;

/** Milliseconds that a request of a caller is taken for a sign that it is active. */
const LATELY = 2_000;

/** An account, as far as it matters here. */
interface Holder {
  readonly isAnyone: boolean;
  held(resource: LedgerResource): number;
}

/** What all accounts of one ledger share: the limits, what is in use in total, and which accounts are active. */
export class Books {
  readonly limits: LedgerLimits;
  /** The turns that callers take. */
  readonly turns: Turns = new Turns();
  readonly #used: { [Name in LedgerResource]: number } = { reading: 0, retained: 0, output: 0 };
  /** The account of the last request, and when another one than that had one. */
  #latest: Holder | undefined;
  #latestTime = -Infinity;
  #otherTime = -Infinity;

  constructor(limits: LedgerLimits) {
    this.limits = limits;
  }

  /** Returns how many bytes of a resource are in use. */
  used(resource: LedgerResource): number {
    return this.#used[resource];
  }

  /** Counts what an account is about to hold. Returns false, and counts nothing, if it would be too much. */
  take(resource: LedgerResource, bytes: number, account: Holder): boolean {
    const { caller, total } = this.limits.budgets[resource];
    const used = this.#used[resource] + bytes;
    const own = account.held(resource) + bytes;
    if (own > (account.isAnyone ? total : caller) || (used > total && own > RESERVE)) return false;
    this.#used[resource] = used;
    return true;
  }

  /** Counts what an account holds no longer. */
  give(resource: LedgerResource, bytes: number): void {
    this.#used[resource] -= bytes;
  }

  /** Notes that an account has sent a request. */
  note(account: Holder, now: number): void {
    if (account !== this.#latest) {
      this.#otherTime = this.#latestTime;
      this.#latest = account;
    }
    this.#latestTime = now;
  }

  /** Returns whether others than this account have sent requests lately. */
  isShared(account: Holder, now: number): boolean {
    const time = account === this.#latest ? this.#otherTime : this.#latestTime;
    return now - time < LATELY;
  }
}
