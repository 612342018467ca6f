/** The CORS protocol: lets pages of allowed origins send requests and read the responses (Fetch standard). */

import * as Header from '../../registry/headers.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import type { ServedExchange } from './servedExchange.js';

/** The headers that the transport and authorization use. */
const ALLOWED_HEADERS = `content-type, accept, authorization, dpop, ${Header.all.join(', ')}`;

/** The part of a header's name that the application chooses. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Maximum number of them in a preflight request. */
const MAX_PARAMS = 100;

/** Returns the headers of a preflight response, in addition to those of every response to a page. */
export function preflightHeaders(exchange: ServedExchange): HttpHeaders {
  const asked = exchange.header('access-control-request-headers')?.split(',', MAX_PARAMS) ?? [];
  const params = asked.map((name) => name.trim()).filter(isParamHeader);
  return {
    'access-control-allow-methods': 'POST, GET, DELETE',
    'access-control-allow-headers': [ALLOWED_HEADERS, ...params].join(', '),
    // Two hours, the maximum in Chromium.
    'access-control-max-age': '7200',
  };
}

/** Returns whether a header mirrors a parameter of a tool. */
function isParamHeader(name: string): boolean {
  return name.toLowerCase().startsWith(Header.paramPrefix) && TOKEN.test(name.slice(Header.paramPrefix.length));
}

/** Returns whether the request is a CORS preflight request. */
export function isPreflight(exchange: ServedExchange): boolean {
  if (exchange.method !== 'OPTIONS') return false;
  return exchange.header('access-control-request-method') !== undefined && exchange.header('origin') !== undefined;
}

/**
 * Returns headers that let a page of an allowed origin read the response. Cookies are not included: a page that authenticates sends an
 * Authorization header.
 */
export function readableBy(origin: string): HttpHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': `${Header.sessionId}, WWW-Authenticate, DPoP-Nonce, Retry-After`,
    vary: 'Origin',
  };
}
