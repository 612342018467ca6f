/** What browsers ask and are told before pages of other origins may call, and read what is answered (Fetch: CORS protocol). */

import type { HttpExchange, HttpHeaders } from './exchange.js';

/** The answer to a preflight, beside the headers of every answer to a page. */
export const PREFLIGHT: HttpHeaders = {
  'access-control-allow-methods': 'POST, GET, DELETE',
  'access-control-allow-headers':
    'Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Last-Event-ID',
  // Two hours, which is as long as any Chromium remembers it.
  'access-control-max-age': '7200',
};

/** Whether a browser asks what a page may send, before it does. */
export function isPreflight(exchange: HttpExchange): boolean {
  const asks = exchange.header('access-control-request-method') !== undefined;
  return asks && exchange.method === 'OPTIONS' && exchange.header('origin') !== undefined;
}

/**
 * The same exchange, whose answers the page that called can read. The origin must be an allowed one. Cookies are no part of
 * it: a page that wants to be known sends an Authorization header.
 */
export function readableByPage(exchange: HttpExchange): HttpExchange {
  const origin = exchange.header('origin');
  if (origin === undefined) return exchange;
  const readable: HttpHeaders = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
    vary: 'Origin',
  };
  return {
    method: exchange.method,
    path: exchange.path,
    secure: exchange.secure === true,
    address: exchange.address,
    header: (name) => exchange.header(name),
    readBody: (limit) => exchange.readBody(limit),
    respond: (status, headers, body) => exchange.respond(status, { ...headers, ...readable }, body),
    stream: (headers) => exchange.stream({ ...headers, ...readable }),
  };
}
