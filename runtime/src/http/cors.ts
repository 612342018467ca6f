/** What browsers ask and are told before pages of other origins may call, and read what is answered (Fetch: CORS protocol). */

import type { HttpHeaders } from './exchange.js';
import type { ServedExchange } from './servedExchange.js';

/** The answer to a preflight, beside the headers of every answer to a page. */
export const PREFLIGHT: HttpHeaders = {
  'access-control-allow-methods': 'POST, GET, DELETE',
  'access-control-allow-headers':
    'Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Last-Event-ID',
  // Two hours, which is as long as any Chromium remembers it.
  'access-control-max-age': '7200',
};

/** Whether a browser asks what a page may send, before it does. */
export function isPreflight(exchange: ServedExchange): boolean {
  if (exchange.method !== 'OPTIONS') return false;
  return exchange.header('access-control-request-method') !== undefined && exchange.header('origin') !== undefined;
}

/**
 * Headers that let the page that called read the answer. The origin must be an allowed one. Cookies are no part of it: a page
 * that wants to be known sends an Authorization header.
 */
export function readableBy(origin: string): HttpHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
    vary: 'Origin',
  };
}
