/** The headers `Authorization` and `WWW-Authenticate` (RFC 6750, sections 2.1 and 3; RFC 9449, section 7.1; RFC 9728, section 5.1). */

import type { HttpInfo } from '@mcp-gen/runtime';

/** The authentication scheme of a token. */
export type Scheme = 'Bearer' | 'DPoP';

/** The parameters of a challenge. Undefined ones are omitted. */
export interface ChallengeParams {
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource_metadata?: string | undefined;
  readonly algs?: string | undefined;
}

/** Characters that are not allowed in quoted values. Descriptions may contain text of the client. */
const FORBIDDEN = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Returns a challenge. A value cannot inject a parameter or a header. */
export function challenge(scheme: Scheme, params: ChallengeParams): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const written = given.map(([name, value]) => `${name}="${value.replace(FORBIDDEN, '?')}"`);
  return [scheme, written.join(', ')].filter((part) => part !== '').join(' ');
}

/** Maximum characters of a token. */
export const TOKEN_LIMIT = 16_384;

/** The token of a request and its scheme. */
export interface Credentials {
  readonly scheme: Scheme;
  readonly token: string;
}

/** A request with malformed credentials. */
export interface Malformed {
  /** The reason, for the client. */
  readonly problem: string;
}

const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['bearer', 'Bearer'],
  ['dpop', 'DPoP'],
]);

/** The characters of a token (RFC 6750, section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * Returns the token in the `Authorization` header; undefined if there is none, or one of another scheme. A token in the URL is always an
 * error, because URLs are logged.
 */
export function readCredentials(http: Pick<HttpInfo, 'url' | 'header'>): Credentials | Malformed | undefined {
  if (hasTokenInQuery(http.url)) return { problem: 'the token must be in the header Authorization, not in the URL' };
  const value = http.header('authorization')?.trim() ?? '';
  const [name = ''] = value.split(/\s/, 1);
  const rest = value.slice(name.length).trim();
  const scheme = SCHEMES.get(name.toLowerCase());
  if (scheme === undefined) return value.includes(',') ? twoTokens(value) : undefined;
  if (rest.includes(',')) return { problem: 'the header Authorization must have one token' };
  if (!TOKEN.test(rest)) return { problem: `the header Authorization must be "${scheme}", a space, and a token` };
  return { scheme, token: rest };
}

/** Multiple `Authorization` headers arrive as one, joined by commas. */
function twoTokens(value: string): Malformed | undefined {
  const hasToken = value.split(',').some((part) => SCHEMES.has(part.trim().split(/\s/)[0]?.toLowerCase() ?? ''));
  return hasToken ? { problem: 'the header Authorization must have one token' } : undefined;
}

function hasTokenInQuery(url: string): boolean {
  const at = url.indexOf('?');
  return at !== -1 && new URLSearchParams(url.slice(at + 1)).has('access_token');
}
