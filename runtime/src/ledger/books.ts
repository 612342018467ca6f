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

  /** Returns whether an account may hold so much more. */
  allows(resource: LedgerResource, bytes: number, account: Holder): boolean {
    const { caller, total } = this.limits.budgets[resource];
    const own = account.held(resource) + bytes;
    return own <= (account.isAnyone ? total : caller) && (this.#used[resource] + bytes <= total || own <= RESERVE);
  }

  /** Counts what an account is about to hold. Returns false, and counts nothing, if it would be too much. */
  take(resource: LedgerResource, bytes: number, account: Holder): boolean {
    const isAllowed = this.allows(resource, bytes, account);
    if (isAllowed) this.#used[resource] += bytes;
    return isAllowed;
  }

  /** Counts what an account holds already. */
  charge(resource: LedgerResource, bytes: number): void {
    this.#used[resource] += bytes;
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
