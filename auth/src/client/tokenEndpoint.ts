import {
  genericTokenEndpointRequest,
  isDPoPNonceError,
  processGenericTokenEndpointResponse,
  type AuthorizationServer,
  type DPoPHandle,
  type TokenEndpointRequestOptions,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import { placeOf } from '../net/guardedFetch.js';
import { failureOf } from './failures.js';
import type { Identity } from './identity.js';
import type { Requests } from './requests.js';

/** A token endpoint, and the client that requests tokens there. */
export interface TokenEndpoint {
  readonly authorizationServer: AuthorizationServer;
  readonly identity: Identity;
  readonly requests: Requests;
  /** The key to bind the tokens to. */
  readonly dpop?: DPoPHandle | undefined;
  readonly signal: AbortSignal;
}

/** The characters of a token that are valid in a header (RFC 6749, appendix A.12), except the space. */
const TOKEN = /^[\x21-\x7e]+$/;

/** Token types accepted besides access tokens: `n_a` (RFC 8693). */
const OTHER_TYPES = { n_a: () => undefined };

/**
 * Sends a request to a token endpoint and returns the response. Retries once with a nonce if the server requires one.
 *
 * @param secrets strings that errors must not contain, besides those of the client
 * @param send sends the request
 * @throws {AuthorizationError} with the error of the authorization server.
 */
export async function requestTokens(
  { authorizationServer, identity, requests, dpop, signal }: TokenEndpoint,
  secrets: readonly string[],
  send: (options: TokenEndpointRequestOptions) => Promise<Response>,
): Promise<TokenEndpointResponse> {
  const options = { ...requests.options(signal, withoutIdToken), ...(dpop !== undefined && { DPoP: dpop }) };
  const { token_endpoint: endpoint = '' } = authorizationServer;
  const what = `The token request to ${URL.canParse(endpoint) ? placeOf(new URL(endpoint)) : authorizationServer.issuer}`;
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      const response = await send(options);
      const issued = await processGenericTokenEndpointResponse(authorizationServer, identity.client, response, {
        recognizedTokenTypes: OTHER_TYPES,
      });
      if (TOKEN.test(issued.access_token)) return issued;
      throw new AuthorizationError(`${what} failed: the access token has characters that are not allowed in a header`);
    } catch (error) {
      signal.throwIfAborted();
      if (!isRepeated && dpop !== undefined && isDPoPNonceError(error)) continue;
      throw await failureOf(error, what, [...identity.secrets, ...secrets]);
    }
  }
}

/** Requests tokens with a grant that takes one request. */
export function requestGrant(
  endpoint: TokenEndpoint,
  grant: string,
  parameters: { readonly [name: string]: string | undefined },
  secrets: readonly string[] = [],
): Promise<TokenEndpointResponse> {
  const { authorizationServer, identity } = endpoint;
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return requestTokens(endpoint, secrets, (options) =>
    genericTokenEndpointRequest(authorizationServer, identity.client, identity.authentication, grant, given, options),
  );
}

/** Removes the ID token from a response. It is not used, and an invalid one must not fail the request. */
async function withoutIdToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('id_token' in body)) return response;
  return new Response(JSON.stringify({ ...body, id_token: undefined }), { headers: response.headers });
}
