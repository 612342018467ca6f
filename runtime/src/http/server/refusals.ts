/** Responses of the HTTP layer itself. */

import type { LedgerResource } from '../../codegen/v1.js';
import { invalidRequest } from '../../jsonrpc/jsonRpcError.js';
import type { ErrorObject, RequestId } from '../../jsonrpc/messages.js';
import { OverBudgetError } from '../../ledger/index.js';
import type { HttpAnswer, HttpHeaders } from '../shared/httpExchange.js';

export const JSON_BODY: HttpHeaders = { 'content-type': 'application/json' };

/** The reason for rejecting a request. */
export interface Refusal {
  readonly status: number;
  readonly error: ErrorObject;
  readonly headers?: HttpHeaders | undefined;
  /** The option that raises the limit, if a limit is the reason. For reports only. */
  readonly option?: string | undefined;
}

/**
 * Creates a refusal with an "Invalid request" error.
 *
 * @param option the option that raises the limit, if a limit is the reason
 */
export function refusal(status: number, reason: string, headers?: HttpHeaders, option?: string): Refusal {
  return { status, error: invalidRequest(reason), headers, option };
}

/** The response while the server is closing. */
export const SERVER_CLOSING: Refusal = refusal(503, 'the server is closing', { 'retry-after': '1' });

/** Creates the response for a caller that exceeds its limit of a resource. */
export function overloaded(resource: LedgerResource): Refusal {
  const error = new OverBudgetError(resource);
  return { status: 503, error, headers: { 'retry-after': '1' }, option: error.option };
}

/** Answers with a refusal. */
export function refuseWith(answer: HttpAnswer, { status, error, headers }: Refusal, id?: RequestId): void {
  refuse(answer, status, error, headers, id);
}

/**
 * Answers with a JSON-RPC error.
 *
 * @param id the id of the rejected request; null or undefined if it could not be read, or the error is not about one request
 */
export function refuse(
  answer: HttpAnswer,
  status: number,
  error: ErrorObject,
  headers?: HttpHeaders,
  id?: RequestId | null,
): void {
  const { code, message, data } = error;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
  answer.respond(status, headers === undefined ? JSON_BODY : { ...JSON_BODY, ...headers }, body);
}
