import type { LedgerResource } from '../codegen/v1.js';
import { brandError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';

const WHAT: { readonly [Name in LedgerResource]: string } = {
  reading: 'are being received',
  retained: 'are kept',
  output: 'wait to be sent',
};

/** Milliseconds after which it is worthwhile to try again. */
const RETRY_AFTER = 1_000;

/**
 * A caller, or all of them together, would make this process hold more than its ledger allows. As an answer it is the error -32603, with
 * the resource and the milliseconds to wait as `retryAfter` in its data; over HTTP the status can be 503.
 */
export class OverBudgetError extends JsonRpcError {
  override readonly name = 'OverBudgetError';

  static {
    brandError(this, 'OverBudgetError');
  }

  /** What there would be too much of. */
  readonly resource: LedgerResource;

  constructor(resource: LedgerResource) {
    const message = `Too many data ${WHAT[resource]} for this caller, or for all of them: try again later`;
    super(ErrorCode.InternalError, message, { resource, retryAfter: RETRY_AFTER });
    this.resource = resource;
  }
}
