import type { LedgerResource } from '../codegen/v1.js';
import type { LedgerLimits } from './options.js';
import { Turns } from './turns.js';

/** Bytes that an account may hold of each resource even if others have used up the total. */
const RESERVE = 16 * 1024;

/** Milliseconds for which a caller counts as active after a request. */
const ACTIVE_TIME = 2_000;

/** The part of an account that is used here. */
interface Holder {
  readonly isAnyone: boolean;
  held(resource: LedgerResource): number;
}

/** State that all accounts of one ledger share: limits, totals, and active accounts. */
export class LedgerState {
  readonly limits: LedgerLimits;
  /** The scheduler of turns. */
  readonly turns: Turns = new Turns();
  readonly #used: { [Name in LedgerResource]: number } = { reading: 0, retained: 0, output: 0 };
  /** The account of the last request, and the time of the last request of another account. */
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

  /** Returns whether an account may hold additional bytes. */
  allows(resource: LedgerResource, bytes: number, account: Holder): boolean {
    const { caller, total } = this.limits.budgets[resource];
    const own = account.held(resource) + bytes;
    return own <= (account.isAnyone ? total : caller) && (this.#used[resource] + bytes <= total || own <= RESERVE);
  }

  /** Counts bytes that an account is about to hold. Returns false, and counts nothing, if the limit does not allow it. */
  take(resource: LedgerResource, bytes: number, account: Holder): boolean {
    const isAllowed = this.allows(resource, bytes, account);
    if (isAllowed) this.#used[resource] += bytes;
    return isAllowed;
  }

  /** Counts bytes that an account already holds. */
  charge(resource: LedgerResource, bytes: number): void {
    this.#used[resource] += bytes;
  }

  /** Uncounts bytes that an account no longer holds. */
  give(resource: LedgerResource, bytes: number): void {
    this.#used[resource] -= bytes;
  }

  /** Records a request of an account. */
  note(account: Holder, now: number): void {
    if (account !== this.#latest) {
      this.#otherTime = this.#latestTime;
      this.#latest = account;
    }
    this.#latestTime = now;
  }

  /** Returns whether other accounts have sent requests recently. */
  isShared(account: Holder, now: number): boolean {
    const time = account === this.#latest ? this.#otherTime : this.#latestTime;
    return now - time < ACTIVE_TIME;
  }
}
