/** Validates the metadata that a client registers (RFC 7591), before oidc-provider does. */

import { isNative, redirectProblem } from './redirects.js';

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
