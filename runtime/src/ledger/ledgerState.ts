import type { LedgerResource } from '../codegen/v1.js';
import type { LedgerLimits } from './ledgerOptions.js';
import { SharedBytes, type ByteHolder } from './sharedBytes.js';
import { Turns } from './turns.js';

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
