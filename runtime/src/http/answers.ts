/** The answers of the HTTP layer itself. */

import type { ErrorObject, RequestId } from '../jsonrpc/messages.js';
import type { HttpExchange, HttpHeaders } from './exchange.js';

export const JSON_BODY: HttpHeaders = { 'content-type': 'application/json' };

/**
 * Answers with an error in JSON-RPC's shape.
 *
 * @param id the id of the rejected request; null or undefined if it could not be read, or the error is not about one request
 */
export function refuse(
  exchange: HttpExchange,
  status: number,
  error: ErrorObject,
  headers: HttpHeaders = {},
  id?: RequestId | null,
): void {
  const { code, message, data } = error;
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: data === undefined ? { code, message } : { code, message, data },
  });
  exchange.respond(status, { ...JSON_BODY, ...headers }, body);
}
