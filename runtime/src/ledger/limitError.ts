import type { LedgerResource } from '../codegen/v1.js';
import { brandError } from '../errors.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { ErrorListener } from '../report.js';
import { foreignReasonFor, placeOf, type SharedLimit } from './shares.js';

/**
 * A limit refuses a request. It is answered with the error -32603 and the message, which says what there is too much of. The option that
 * raises the limit is only in the report to `onError`, since the other side cannot set it.
 */
export class LimitError extends JsonRpcError {
  override readonly name: string = 'LimitError';

  static {
    brandError(this, 'LimitError');
  }

  /** The option that raises the limit, and where it is set: `limits.handlerLimit`, `rateLimits.toolCalls of new Server`. */
  readonly option: string;
  /**
   * Milliseconds after which the request can be repeated, since nothing of it was processed: over HTTP the status is 429. Undefined if it was
   * processed in part.
   */
  readonly retryAfter: number | undefined;

  /**
   * @param message what there is too much of, and when to try again
   * @param option the option that raises the limit
   * @param retryAfter milliseconds, for a request that was not processed at all
   */
  constructor(message: string, option: string, data?: unknown, retryAfter?: number) {
    super(ErrorCode.InternalError, message, data);
    this.option = option;
    this.retryAfter = retryAfter;
  }
}

/** A message exceeds a limit on messages. It is answered with the error -32600. */
export class MessageLimitError extends LimitError {
  static {
    brandError(this, 'MessageLimitError');
  }

  override readonly code: number = ErrorCode.InvalidRequest;

  /** @param what what exceeds which limit: `a batch has more messages than the limit of 100` */
  constructor(what: string, option: string) {
    super(`Invalid request: ${what}`, option);
  }
}

/** Returns an error for the program that sets the limit: the message names the option. */
export function withAdvice<Reason>(error: Reason): Reason | JsonRpcError {
  if (!(error instanceof MessageLimitError)) return error;
  return new JsonRpcError(error.code, `${error.message}. ${adviceToRaise(error.option)}`);
}

/** Returns the advice for the program that sets an option. */
export function adviceToRaise(option: string): string {
  return `The option ${option} raises the limit`;
}

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

/**
 * Returns the error for the largest holder of what callers share.
 *
 * @param who what is busy: `The server`
 */
export function busyWith(who: string, { what, option, of }: SharedLimit): JsonRpcError {
  const message = `${who} is busy: ${foreignReasonFor({ what })}`;
  if (option === undefined) return new JsonRpcError(ErrorCode.InternalError, message);
  return new LimitError(message, placeOf(option, of));
}

/** Milliseconds between two reports of one limit. */
const REPORT_EVERY = 60_000;

/** What one limit has refused since its last report. */
interface Refused {
  count: number;
  /** When it was reported last. */
  at: number;
}

/** Reports what limits refuse, with the options that raise them: of each limit the first at once, and then at most one report a minute. */
export class LimitReports {
  /** By option. */
  readonly #limits = new Map<string, Refused>();

  report(to: ErrorListener, { option, message }: Pick<LimitError, 'option' | 'message'>): void {
    const refused = this.#limits.get(option) ?? { count: 0, at: -Infinity };
    this.#limits.set(option, refused);
    refused.count++;
    const now = performance.now();
    if (now - refused.at < REPORT_EVERY) return;
    const requests = refused.count === 1 ? 'a request' : `${refused.count} requests`;
    to(new Error(`Refused ${requests}: ${message}. ${adviceToRaise(option)}`));
    refused.count = 0;
    refused.at = now;
  }
}
