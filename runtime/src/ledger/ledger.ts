import type { Resource } from '../codegen/v1.js';
import { Account } from './account.js';
import { ledgerLimits, RESOURCES, type LedgerLimits, type LedgerOptions } from './options.js';

/** Callers that are known without holding anything, for their request rate. */
const IDLE_CALLERS = 10_000;

/** Milliseconds that a request of a caller is taken for a sign that it is active. */
const LATELY = 2_000;

/** What an account may hold of each resource even if others have used up the total. */
const RESERVE = 16 * 1024;

/**
 * Counts what the other sides of all conversations make this process hold, and refuses what is beyond the limits, for each caller and in
 * total. A caller over its limit affects no other: each can hold a little even when the total is used up.
 *
 * Servers and clients share the ledger of the process, unless they are given one of their own.
 */
export class Ledger {
  /** The limits. */
  readonly limits: LedgerLimits;
  readonly #used: { [Name in Resource]: number } = { reading: 0, retained: 0, output: 0 };
  /** The caller that sent the last request, and when another one than that did. */
  #latest: Account | undefined;
  #latestTime = -Infinity;
  #otherTime = -Infinity;
  #anyone: Account | undefined;
  /** By caller. The one that was used last is last. */
  readonly #accounts = new Map<string, Account>();

  /** @throws {TypeError | RangeError} if an option is invalid, naming it. */
  constructor(options: LedgerOptions = {}) {
    this.limits = ledgerLimits(options);
  }

  /** Returns how many bytes of a resource are in use. */
  used(resource: Resource): number {
    return this.#used[resource];
  }

  /** Returns the account of a caller: all its connections and sessions share it. */
  account(caller: string): Account {
    const known = this.#accounts.get(caller);
    if (known !== undefined) return known;
    const account = new Account(caller, this);
    this.#accounts.set(caller, account);
    if (this.#accounts.size > IDLE_CALLERS) this.#dropIdle();
    return account;
  }

  /** Returns the account of all callers that cannot be told apart: only the limits in total apply to it. */
  get anyone(): Account {
    return (this.#anyone ??= new Account('anyone', this, true));
  }

  /** Returns an account of its own, for a connection that is a caller by itself, such as stdio. */
  connection(name: string): Account {
    return new Account(name, this);
  }

  /** Notes that an account has sent a request. Called by accounts. */
  note(account: Account): void {
    if (account !== this.#latest) {
      this.#otherTime = this.#latestTime;
      this.#latest = account;
    }
    this.#latestTime = performance.now();
  }

  /** Returns whether others than this account have sent requests lately. */
  isShared(account: Account): boolean {
    const time = account === this.#latest ? this.#otherTime : this.#latestTime;
    return performance.now() - time < LATELY;
  }

  /**
   * Counts what an account is about to hold. Called by accounts.
   *
   * @returns false, and counts nothing, if it would be too much.
   */
  take(resource: Resource, bytes: number, account: Account): boolean {
    const { caller, total } = this.limits.budgets[resource];
    const used = this.#used[resource] + bytes;
    const own = account.held(resource) + bytes;
    if (own > (account.isAnyone ? total : caller) || (used > total && own > RESERVE)) return false;
    this.#used[resource] = used;
    return true;
  }

  /** Counts what an account holds no longer. Called by accounts. */
  give(resource: Resource, bytes: number): void {
    this.#used[resource] -= bytes;
  }

  #dropIdle(): void {
    for (const [caller, account] of this.#accounts) {
      if (RESOURCES.every((resource) => account.held(resource) === 0) && account.isRested) {
        this.#accounts.delete(caller);
        return;
      }
    }
  }
}

let shared: Ledger | undefined;

/** Returns the ledger of this process, which everything shares that has none of its own. */
export function processLedger(): Ledger {
  return (shared ??= new Ledger());
}
