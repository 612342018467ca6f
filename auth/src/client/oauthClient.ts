import {
  allowInsecureRequests,
  customFetch,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import { lastingRequest } from '../net/lastingRequest.js';
import { Authorization, type ConnectionTokens } from './authorization.js';
import { authorizationChallengeOf } from './authorizationChallenge.js';
import type { Grant } from './grant.js';
import type { OAuthClient, OAuthClientOptions, OAuthConnection } from './oauthOptions.js';
import { MemoryTokenStore } from './tokenStore.js';

/** Maximum number of renewals for one request: a refresh, a grant, and a grant with more scopes. */
const MAX_RENEWALS = 4;

/**
 * Returns a client that obtains tokens with a grant.
 *
 * @param named URLs from the options of the grant, whose hosts may be private
 */
export function oauthClient(grant: Grant, options: OAuthClientOptions, named: readonly string[] = []): OAuthClient {
  const { store = new MemoryTokenStore() } = options;
  const authorize = (connection: OAuthConnection): Authorization =>
    new Authorization(connection, { ...options, store }, grant, named);
  return {
    forget: (connection) => authorize(connection).forget(connection.signal ?? new AbortController().signal),
    wrapFetch(connection) {
      const authorization = authorize(connection);
      return async (input, init) => {
        const request = await requestOf(input, init);
        if (request.url.origin !== connection.server.origin) return connection.fetch(input, init);
        return send(request, authorization, connection.fetch);
      };
    },
  };
}

/** A request that can be sent repeatedly. */
interface Repeatable {
  readonly url: URL;
  readonly headers: Headers;
  /** Without headers. */
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
}

async function send(request: Repeatable, authorization: Authorization, base: typeof fetch): Promise<Response> {
  const { signal } = request;
  let held = await authorization.current(signal);
  let hasNonce = false;
  for (let renewals = 0; ; renewals++) {
    const response = await sendOnce(request, held, authorization, base);
    const challenge = await authorizationChallengeOf(response);
    if (challenge === undefined) {
      if (held !== undefined) held.isAccepted = true;
      return response;
    }
    await response.body?.cancel();
    if (challenge.kind === 'dpop-nonce' && held?.tokens.type === 'dpop' && !hasNonce) {
      // The handle stores the nonce.
      hasNonce = true;
      continue;
    }
    if (challenge.kind === 'insufficient-scope' && held !== undefined) held.isAccepted = true;
    if (renewals >= MAX_RENEWALS) {
      throw new AuthorizationError(`${request.url.origin} rejected ${renewals} new tokens for one request`);
    }
    held = await authorization.renew({ challenge, held }, signal);
    hasNonce = false;
  }
}

/** Sends a request with a token, and with a DPoP proof if the token is bound to a key. */
async function sendOnce(
  { url, headers, init, signal }: Repeatable,
  held: ConnectionTokens | undefined,
  authorization: Authorization,
  base: typeof fetch,
): Promise<Response> {
  if (headers.has('authorization')) {
    throw new AuthorizationError('The header "authorization" conflicts with the option "auth". Remove one of them');
  }
  // Redirects are not followed, because the token must not be sent to another server.
  const options: RequestInit = { ...init, redirect: 'manual', ...(signal !== undefined && { signal }) };
  if (held === undefined) return base(url, { ...options, headers });
  const dpop = await authorization.proofsFor(held);
  const withToken = (_: string, { headers: more }: { readonly headers: Record<string, string> }): Promise<Response> =>
    base(url, { ...options, headers: withoutUserAgent(new Headers(more), headers) });
  try {
    const method = init.method ?? 'GET';
    return await protectedResourceRequest(held.tokens.accessToken, method, url, headers, undefined, {
      [customFetch]: withToken,
      // The URL of the server was checked when the token was obtained.
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
      [allowInsecureRequests]: true,
      ...(dpop !== undefined && { DPoP: dpop }),
    });
  } catch (error) {
    if (error instanceof WWWAuthenticateChallengeError) return error.response;
    throw error;
  }
}

/** Removes the User-Agent header that the library adds if the caller has not set one. */
function withoutUserAgent(headers: Headers, given: Headers): Headers {
  if (!given.has('user-agent')) headers.delete('user-agent');
  return headers;
}

/** Reads a request completely, so that it can be sent repeatedly. */
async function requestOf(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Repeatable> {
  const { headers, signal, ...rest } = init;
  const isWhole = !(input instanceof Request) && (rest.body == null || typeof rest.body === 'string');
  if (isWhole) {
    return { url: new URL(input), headers: new Headers(headers), init: rest, signal: signal ?? undefined };
  }
  const request = lastingRequest(input, init);
  const body = request.body === null ? null : await request.arrayBuffer();
  return {
    url: new URL(request.url),
    headers: request.headers,
    init: { method: request.method, body },
    signal: request.signal,
  };
}
