import type { LedgerResource } from '../codegen/v1.js';
import { Account, LedgerState } from './account.js';
import { methods, type OptionKind } from '../options/kinds.js';
import { ledgerLimits, RESOURCES, type LedgerOptions } from './ledgerOptions.js';

/** Maximum number of callers without held bytes, which are tracked for their request rate. */
const IDLE_CALLERS = 10_000;

/**
 * Counts and limits the memory that the other sides of all connections make this process hold, for each caller and in total. A caller
 * over its limit does not affect others: at the total, the largest holder is refused, and those who hold less are not.
 *
 * Servers and clients share the ledger of the process by default.
 */
export class Ledger {
  readonly #state: LedgerState;
  /** By caller. */
  readonly #accounts = new Map<string, Account>();
  #anyone: Account | undefined;
  /** How many accounts of connections there were, for their names. */
  #connections = 0;

  /** @throws {TypeError | RangeError} if an option is invalid. */
  constructor(options: LedgerOptions = {}) {
    this.#state = new LedgerState(ledgerLimits(options));
  }

  /** Returns how many bytes of a resource are in use. */
  used(resource: LedgerResource): number {
    return this.#state.bytes[resource].used;
  }

  /** Returns the account of a caller, which all its connections and sessions share. */
  account(caller: string): Account {
    const known = this.#accounts.get(caller);
    if (known !== undefined) return known;
    const account = new Account(caller, this.#state);
    this.#dropIdle();
    this.#accounts.set(caller, account);
    return account;
  }

  /** Returns the account of all callers that cannot be identified: only the total limits apply to it. */
  get anyone(): Account {
    return (this.#anyone ??= new Account('anyone', this.#state, true));
  }

  /** Returns a separate account for a connection with its own caller, such as stdio. */
  connection(name: string): Account {
    return new Account(`${name} #${++this.#connections}`, this.#state);
  }

  #dropIdle(): void {
    for (const [caller, account] of this.#accounts) {
      if (this.#accounts.size < IDLE_CALLERS) return;
      if (account.isRested && RESOURCES.every((resource) => account.held(resource) === 0))
        this.#accounts.delete(caller);
    }
  }
}

/** The option `ledger`. Not `instanceof`, since a program can have two copies of this package. */
export const LEDGER_OPTION: OptionKind = {
  ...methods('account', 'connection'),
  expected: 'a Ledger, such as new Ledger({ ... })',
};

let shared: Ledger | undefined;

/** Returns the ledger of this process, which is the default everywhere. */
export function processLedger(): Ledger {
  return (shared ??= new Ledger());
}
