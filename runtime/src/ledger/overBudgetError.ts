import type { LedgerResource } from '../codegen/v1.js';
import { brandError } from '../errors.js';
import { LimitError } from './limitError.js';

const WHAT: { readonly [Name in LedgerResource]: string } = {
  reading: 'is being received',
  retained: 'are kept',
  output: 'is waiting to be sent',
};

/** Milliseconds after which to retry. */
const RETRY_AFTER = 1_000;

/**
 * A caller, or all of them together, would make this process hold more memory than its ledger allows. It is answered as the error -32603,
 * with the resource and the milliseconds to wait as `retryAfter` in its data; over HTTP the status can be 503.
 */
export class OverBudgetError extends LimitError {
  override readonly name = 'OverBudgetError';

  static {
    brandError(this, 'OverBudgetError');
  }

  /** The resource that exceeds the limit. */
  readonly resource: LedgerResource;

  constructor(resource: LedgerResource) {
    const message = `Too much data ${WHAT[resource]} for this caller, or for all callers: try again later`;
    super(message, `ledger: new Ledger({ ${resource} })`, { resource, retryAfter: RETRY_AFTER });
    this.resource = resource;
  }
}
