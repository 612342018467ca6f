/** What a request says of itself, before its body. */

import { invalidRequest } from '../jsonrpc/errors.js';
import { refuse } from './answers.js';
import type { ServedExchange } from './servedExchange.js';

/** Says which methods there are. */
export function refuseMethod(exchange: ServedExchange, allow: string): void {
  refuse(exchange, 405, invalidRequest(`${exchange.method} is not a method of this endpoint`), { allow });
}

/** Whether the body is JSON by its name: if it is not the request has been refused. */
export function sendsJson(exchange: ServedExchange): boolean {
  const isJson = hasType(exchange.header('content-type'), 'application/json');
  if (!isJson) refuse(exchange, 415, invalidRequest('the body must be application/json'));
  return isJson;
}

/** Whether the client takes both forms of an answer: if it does not the request has been refused. */
export function acceptsAnswers(exchange: ServedExchange): boolean {
  const isAccepted = accepts(exchange, 'application/json') && accepts(exchange, 'text/event-stream');
  const reason = 'the client must accept both application/json and text/event-stream';
  if (!isAccepted) refuse(exchange, 406, invalidRequest(reason));
  return isAccepted;
}

/** Whether the client takes a type, by its name or as one of several. */
export function accepts(exchange: ServedExchange, type: string): boolean {
  const header = exchange.header('accept');
  if (header === undefined) return false;
  const names = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  // The most specific range counts, so that `application/json;q=0, */*` excludes JSON.
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

function hasType(header: string | undefined, type: string): boolean {
  return header !== undefined && typeIn(header) === type;
}

/** The media type, without its parameters. */
function typeIn(text: string): string {
  const end = text.indexOf(';');
  return (end === -1 ? text : text.slice(0, end)).trim().toLowerCase();
}
