/** Checks of the headers of a request, before its body is read. */

import { invalidRequest } from '../../jsonrpc/jsonRpcError.js';
import { refusal, refuse, type Refusal } from './refusals.js';
import type { ServedExchange } from './servedExchange.js';

/** The most common header values, which need not be parsed. */
const COMMON_ACCEPT = 'application/json, text/event-stream';
const COMMON_TYPE = 'application/json';

/** Refuses a method with 405 and the list of allowed methods. */
export function refuseMethod(exchange: ServedExchange, allow: string): void {
  refuse(exchange, 405, invalidRequest(`${exchange.method} is not a method of this endpoint`), { allow });
}

/** Returns whether the content type is JSON, or refuses the request. */
export function sendsJson(exchange: ServedExchange): boolean {
  const header = exchange.header('content-type');
  const isJson = header === COMMON_TYPE || (header !== undefined && typeIn(header) === COMMON_TYPE);
  if (!isJson) refuse(exchange, 415, invalidRequest('the body must be application/json'));
  return isJson;
}

/** Returns why a POST is refused whose client does not accept both JSON and events; undefined if it does. */
export function acceptProblem(exchange: ServedExchange): Refusal | undefined {
  if (exchange.header('accept') === COMMON_ACCEPT) return undefined;
  if (accepts(exchange, 'application/json') && accepts(exchange, 'text/event-stream')) return undefined;
  return refusal(406, 'the client must accept both application/json and text/event-stream');
}

/** Returns whether the client accepts a media type, by name or by range. */
export function accepts(exchange: ServedExchange, type: string): boolean {
  const header = exchange.header('accept');
  if (header === undefined) return false;
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  // The most specific range wins, so that `application/json;q=0, */*` excludes JSON.
  let rank = names.length;
  let isAccepted = false;
  for (const range of header.split(',')) {
    const found = names.indexOf(typeIn(range));
    if (found === -1 || found >= rank) continue;
    rank = found;
    isAccepted = !range.includes(';') || !/;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i.test(range);
  }
  return isAccepted;
}

/** Returns the media type, without parameters. */
function typeIn(text: string): string {
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
}
