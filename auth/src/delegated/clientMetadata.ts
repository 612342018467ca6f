/**
 * Validates the metadata of clients before oidc-provider does: of those that register (RFC 7591), with the redirect URIs that they may have
 * (specification 2025-03-26: Authorization, Security Considerations), and of those whose id is the URL of their metadata document
 * (specification 2025-11-25: Authorization, Client ID Metadata Documents).
 */

import { guardedFetch } from '../net/guardedFetch.js';
import type { ClientMetadataDocumentsOptions } from './delegatedOptions.js';

/** Properties of the metadata that are stored. None of their URLs is ever requested. */
const KEPT: ReadonlySet<string> = new Set([
  ...['redirect_uris', 'client_name', 'client_uri', 'logo_uri', 'tos_uri', 'policy_uri', 'contacts'],
  ...['grant_types', 'response_types', 'scope', 'token_endpoint_auth_method', 'application_type'],
]);

const MAX_BYTES = 8_192;
const MAX_REDIRECTS = 10;
const MAX_NAME_LENGTH = 200;

/** Metadata that a client sent. */
interface ClientMetadata {
  readonly [name: string]: unknown;
}

/**
 * Returns the metadata to register.
 *
 * @param scopes the supported scopes
 * @param schemes schemes of redirect URIs that the operator allows
 * @param refuse throws the error for the client
 */
export function registeredMetadata(
  given: ClientMetadata,
  { scopes, schemes }: { readonly scopes: readonly string[]; readonly schemes: readonly string[] },
  refuse: (error: 'invalid_redirect_uri' | 'invalid_client_metadata', message: string) => never,
): ClientMetadata {
  const kept = Object.fromEntries(Object.entries(given).filter(([name]) => KEPT.has(name)));
  if (Buffer.byteLength(JSON.stringify(kept)) > MAX_BYTES) {
    refuse('invalid_client_metadata', `the metadata must not have more than ${MAX_BYTES} bytes`);
  }
  const { redirect_uris: uris, client_name: name = '', scope, application_type } = kept;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MAX_REDIRECTS) {
    return refuse('invalid_redirect_uri', `redirect_uris must be an array of 1 to ${MAX_REDIRECTS} URLs`);
  }
  for (const uri of uris as readonly unknown[]) {
    const problem = redirectProblem(uri, schemes);
    if (problem !== undefined) refuse('invalid_redirect_uri', `redirect_uris: a redirect URI ${problem}`);
  }
  if (typeof name !== 'string' || name.length > MAX_NAME_LENGTH) {
    refuse('invalid_client_metadata', `client_name must be a string of at most ${MAX_NAME_LENGTH} characters`);
  }
  const allowed = typeof scope === 'string' ? scope.split(' ').filter((one) => scopes.includes(one)) : [];
  return {
    ...kept,
    // A program on the user's machine listens on a port that is not known in advance (RFC 8252, section 7.3).
    application_type: application_type ?? ((uris as readonly string[]).every(isNative) ? 'native' : 'web'),
    scope: allowed.length === 0 ? undefined : allowed.join(' '),
  };
}

/** Loopback hosts that a redirect URI may have (RFC 8252, section 7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that run code in a page or read files. They are never allowed. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...[
    'javascript:',
    'data:',
    'vbscript:',
    'blob:',
    'file:',
    'about:',
    'view-source:',
    'filesystem:',
    'ws:',
    'wss:',
    'ftp:',
  ],
]);

const MAX_LENGTH = 2_000;

/**
 * Returns why a redirect URI is not allowed, as a predicate for a message; undefined if it is allowed.
 *
 * @param schemes schemes that the operator allows, besides https and http to a loopback address
 */
export function redirectProblem(uri: unknown, schemes: readonly string[]): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_LENGTH || !URL.canParse(uri)) return 'is not a URL';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#')) return 'must not have a fragment';
  if (/[\s\\*]/.test(uri)) return 'must not have spaces, backslashes, or wildcards';
  if (username !== '' || password !== '') return 'must not have a user name';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return LOOPBACK.has(hostname) ? undefined : 'must have the scheme https:, or http: with a loopback host';
  const isAllowed = !DANGEROUS.has(protocol) && schemes.includes(protocol.slice(0, -1));
  return isAllowed ? undefined : 'must have the scheme https:, or http: with a loopback host';
}

/** Returns whether a redirect goes to a program on the user's machine: to a loopback address, or by a custom scheme. */
export function isNative(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? LOOPBACK.has(hostname) : protocol !== 'https:';
}

/** Maximum size of a document in bytes. */
const MAX_DOCUMENT_BYTES = 65_536;

/** Timeout of requesting a document, in milliseconds. */
const TIMEOUT = 5_000;

/** The headers with the lifetime of a document. */
const CACHING = ['cache-control', 'expires'] as const;

/** A document before it is checked. */
interface Document {
  readonly [name: string]: unknown;
}

/**
 * Returns a function that requests documents from public addresses, without following redirects. Its responses contain only the metadata that
 * registered clients may have. It rejects if a document is invalid.
 *
 * @param limits see `registeredMetadata`
 */
export function documentFetch(
  options: ClientMetadataDocumentsOptions,
  limits: { readonly scopes: readonly string[]; readonly schemes: readonly string[] },
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const send = guardedFetch({ fetch: options.fetch, bodyLimit: MAX_DOCUMENT_BYTES, timeout: TIMEOUT });
  return async (url) => {
    const response = await send(url, { headers: { accept: 'application/json' }, redirect: 'error' });
    if (response.status !== 200) return response;
    const headers = CACHING.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return Response.json(checked(await response.json(), limits), { headers });
  };
}

/** @throws {TypeError} if the document is invalid for a client. */
function checked(given: unknown, limits: Parameters<typeof registeredMetadata>[1]): object {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw refused('it is not an object');
  const document = given as Document;
  const { client_id: id, client_name: name, token_endpoint_auth_method: method = 'none' } = document;
  if (typeof name !== 'string' || name.trim() === '') throw refused('it has no client_name');
  if (method !== 'none' || 'client_secret' in document) throw refused('its client must be public');
  const metadata = registeredMetadata(document, limits, (_code, message) => {
    throw refused(message);
  });
  return { ...metadata, client_id: id, token_endpoint_auth_method: 'none' };
}

function refused(reason: string): TypeError {
  return new TypeError(`Invalid client ID metadata document: ${reason}`);
}
