/** Clients whose id is the URL of their metadata document (specification 2025-11-25: Authorization, Client ID Metadata Documents). */

import { guardedFetch } from '../net/guardedFetch.js';
import type { ClientDocumentsOptions } from './delegatedOptions.js';
import { registeredMetadata } from './registeredMetadata.js';

/** Maximum size of a document in bytes. */
const MAX_BYTES = 65_536;

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
  options: ClientDocumentsOptions,
  limits: { readonly scopes: readonly string[]; readonly schemes: readonly string[] },
): (url: string | URL | Request, init?: RequestInit) => Promise<Response> {
  const send = guardedFetch({ fetch: options.fetch, bodyLimit: MAX_BYTES, timeout: TIMEOUT });
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
