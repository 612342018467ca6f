import type { Quota, LedgerResource } from '../codegen/v1.js';
import type { LedgerLimits } from './ledgerOptions.js';
import { networksOf } from './networks.js';
import { SharedBytes, type ByteHolder } from './sharedBytes.js';
import { Turns, TurnTaker, type TurnKind } from './turns.js';

/** Milliseconds for which a caller counts as active after a request. */
const ACTIVE_TIME = 2_000;

/** State that all accounts of one ledger share: limits, bytes, and active accounts. */
export class LedgerState {
  readonly limits: LedgerLimits;
  /** The scheduler of turns. */
  readonly turns: Turns = new Turns();
  /** The bytes of each resource. */
  readonly bytes: { readonly [Name in LedgerResource]: SharedBytes };
  /** The account of the last request, and the time of the last request of another account. */
  #latest: ByteHolder | undefined;
  #latestTime = -Infinity;
  #otherTime = -Infinity;

  constructor(limits: LedgerLimits) {
    this.limits = limits;
    const { reading, retained, output } = limits.budgets;
    this.bytes = {
      reading: new SharedBytes(reading),
      retained: new SharedBytes(retained),
      output: new SharedBytes(output),
    };
  }

  /** Records a request of an account. */
  note(account: ByteHolder, now: number): void {
    if (account !== this.#latest) {
      this.#otherTime = this.#latestTime;
      this.#latest = account;
    }
    this.#latestTime = now;
  }

  /** Returns whether other accounts have sent requests recently. */
  isShared(account: ByteHolder, now: number): boolean {
    const time = account === this.#latest ? this.#otherTime : this.#latestTime;
    return now - time < ACTIVE_TIME;
  }
}

/** The memory that one caller, or one connection, makes this process hold. */
export class Account implements Quota {
  /** The caller: `caller alice`, `address 192.0.2.1`, `stdio #1`. */
  readonly name: string;
  /** Whether it is the account of all callers that cannot be identified. */
  readonly isAnyone: boolean;
  readonly #state: LedgerState;
  /** Requests that are allowed at once. */
  #left: number;
  #time: number = performance.now();
  #taker: TurnTaker | undefined;

  /** @internal Use `account` or `connection` of a ledger. */
  constructor(name: string, state: LedgerState, isAnyone: boolean = false) {
    this.name = name;
    this.isAnyone = isAnyone;
    this.#state = state;
    this.#left = state.limits.requestBurst;
  }

  /** Returns how many bytes of a resource this account holds. */
  held(resource: LedgerResource): number {
    return this.#state.bytes[resource].held(this);
  }

  take(resource: LedgerResource, bytes: number): boolean {
    const shared = this.#state.bytes[resource];
    const isAllowed = shared.allows(this, bytes);
    if (isAllowed) shared.change(this, bytes);
    return isAllowed;
  }

  charge(resource: LedgerResource, bytes: number): void {
    this.#state.bytes[resource].change(this, bytes);
  }

  /**
   * Returns whether an account that holds nothing may hold what is in memory already, such as a response that was made for it, though it is
   * more than one caller may hold.
   */
  isFirst(resource: LedgerResource, bytes: number): boolean {
    return this.#state.bytes[resource].allowsFirst(this, bytes);
  }

  isFull(resource: LedgerResource): boolean {
    return !this.#state.bytes[resource].allows(this, 1);
  }

  give(resource: LedgerResource, bytes: number): void {
    this.#state.bytes[resource].change(this, -bytes);
  }

  /**
   * Returns undefined if work for this caller may start now: handling a request, or parsing a body. While other callers send requests,
   * returns a promise for the next turn of this caller.
   *
   * @param work what the turn is for
   */
  turn(work: TurnKind = 'request'): Promise<void> | undefined {
    if (this.isAnyone || !this.#state.isShared(this, this.#time)) return undefined;
    this.#taker ??= new TurnTaker(networksOf(this.name), (now) => this.#state.isShared(this, now));
    return this.#state.turns.take(this.#taker, work);
  }

  /** Whether the turn that began last is one of this caller, and not over. */
  get hasTurn(): boolean {
    return this.#taker !== undefined && this.#state.turns.isTakenBy(this.#taker);
  }

  /** Counts one request. Returns 0 if it is allowed, else the milliseconds until the next one is. */
  admit(): number {
    const { requestRate } = this.#state.limits;
    if (this.isAnyone) return 0;
    this.#refill();
    this.#state.note(this, this.#time);
    if (this.#left < 1) return Math.ceil(((1 - this.#left) / requestRate) * 1_000);
    this.#left--;
    return 0;
  }

  /** Whether the caller's request rate is back to its initial state. */
  get isRested(): boolean {
    this.#refill();
    return this.#left >= this.#state.limits.requestBurst;
  }

  #refill(): void {
    const { requestRate, requestBurst } = this.#state.limits;
    const now = performance.now();
    // Zero time at an infinite rate would be NaN.
    if (now > this.#time) this.#left = Math.min(requestBurst, this.#left + ((now - this.#time) / 1_000) * requestRate);
    this.#time = now;
  }
}
