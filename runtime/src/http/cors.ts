/** The CORS protocol: lets pages of allowed origins send requests and read the answers (Fetch standard). */

import type { HttpHeaders } from './exchange.js';
import type { ServedExchange } from './servedExchange.js';

/** Headers that requests of the protocol have. */
const HEADERS =
  'Content-Type, Accept, Authorization, Mcp-Session-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID';

/** The headers that repeat parameters of tools. Their names are those that the tools have chosen (2026-07-28: Streamable HTTP). */
const PARAM_HEADER = /^mcp-param-[\w!#$%&'*+.^`|~-]+$/i;

/** Returns the answer to a preflight, beside the headers of every answer to a page. */
export function preflight(exchange: ServedExchange): HttpHeaders {
  const asked = exchange.header('access-control-request-headers') ?? '';
  const params = asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => PARAM_HEADER.test(name));
  return {
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': [HEADERS, ...params].join(', '),
    // Two hours: Chromium caches it no longer.
    'access-control-max-age': '7200',
  };
}

/** Whether a browser asks what a page may send (a preflight request). */
export function isPreflight(exchange: ServedExchange): boolean {
  if (exchange.method !== 'OPTIONS') return false;
  return exchange.header('access-control-request-method') !== undefined && exchange.header('origin') !== undefined;
}

/**
 * Returns headers that let a page of an allowed origin read the answer. Cookies are not included: a page that authenticates sends an
 * Authorization header.
 */
export function readableBy(origin: string): HttpHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
    vary: 'Origin',
  };
}
