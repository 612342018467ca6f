/** What a request says of itself, before its body. */

import { invalidRequest } from '../jsonrpc/errors.js';
import { refuse } from './answers.js';
import type { HttpExchange } from './exchange.js';

/** Says which methods there are. */
export function refuseMethod(exchange: HttpExchange, allow: string): void {
  refuse(exchange, 405, invalidRequest(`${exchange.method} is not a method of this endpoint`), { allow });
}

/** Whether the body is JSON by its name: if it is not the request has been refused. */
export function sendsJson(exchange: HttpExchange): boolean {
  const isJson = hasType(exchange.header('content-type'), 'application/json');
  if (!isJson) refuse(exchange, 415, invalidRequest('the body must be application/json'));
  return isJson;
}

/** Whether the client takes both forms of an answer: if it does not the request has been refused. */
export function acceptsAnswers(exchange: HttpExchange): boolean {
  const isAccepted = accepts(exchange, 'application/json') && accepts(exchange, 'text/event-stream');
  const reason = 'the client must accept both application/json and text/event-stream';
  if (!isAccepted) refuse(exchange, 406, invalidRequest(reason));
  return isAccepted;
}

/** Whether the client takes a type, by its name or as one of several. */
export function accepts(exchange: HttpExchange, type: string): boolean {
  const header = exchange.header('accept');
  if (header === undefined) return false;
  const [group] = type.split('/', 1);
  const ranges = header.split(',');
  // The most specific range counts, so that `application/json;q=0, */*` excludes JSON.
  const range = [type, `${group}/*`, '*/*'].flatMap((name) => ranges.filter((each) => hasType(each, name)))[0];
  return range !== undefined && !/;\s*q\s*=\s*0(\.0*)?\s*(;|$)/i.test(range);
}

function hasType(header: string | undefined, type: string): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === type;
}
