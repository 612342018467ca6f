import type { HttpInfo } from '@mcp-gen/runtime';
import type { Scheme } from './challenge.js';

/** The characters of a token; it is read no further if it has more. */
export const TOKEN_LIMIT = 16_384;

/** What a request shows to be let in. */
export interface Credentials {
  readonly scheme: Scheme;
  readonly token: string;
}

/** A request whose credentials cannot be read. */
export interface Malformed {
  /** Why, for the client. */
  readonly problem: string;
}

const SCHEMES: ReadonlyMap<string, Scheme> = new Map([
  ['bearer', 'Bearer'],
  ['dpop', 'DPoP'],
]);

/** The characters of a token (RFC 6750, section 2.1). */
const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * Returns the token of a request, from the header `Authorization` alone; undefined if it has none. A token of another scheme is none. One in
 * the URL would be in logs and histories, so that it is an error, even where another one is in the header.
 */
export function readCredentials(http: Pick<HttpInfo, 'url' | 'header'>): Credentials | Malformed | undefined {
  if (hasTokenInQuery(http.url)) return { problem: 'the token must be in the header Authorization, not in the URL' };
  const value = http.header('authorization')?.trim();
  const [, name = '', rest = ''] = /^([^\s,]*)(?:\s+(.*))?$/s.exec(value ?? '') ?? [];
  const scheme = SCHEMES.get(name.toLowerCase());
  if (scheme === undefined) return value?.includes(',') === true ? twoTokens(value) : undefined;
  if (rest.includes(',')) return { problem: 'the header Authorization must have one token' };
  if (!TOKEN.test(rest)) return { problem: `the header Authorization must be "${scheme}", a space, and a token` };
  return { scheme, token: rest };
}

/** Two headers `Authorization` arrive as one, with a comma. */
function twoTokens(value: string): Malformed | undefined {
  const hasToken = value.split(',').some((part) => SCHEMES.has(part.trim().split(/\s/, 1)[0]?.toLowerCase() ?? ''));
  return hasToken ? { problem: 'the header Authorization must have one token' } : undefined;
}

function hasTokenInQuery(url: string): boolean {
  const at = url.indexOf('?');
  return at !== -1 && new URLSearchParams(url.slice(at + 1)).has('access_token');
}
