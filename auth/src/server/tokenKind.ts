import type { TokenClaims } from './verifier.js';

/** Claims that ID tokens and logout tokens have, and access tokens do not (OpenID Connect Core 1.0, sections 2 and 3.3.2.11). */
const NOT_IN_ACCESS_TOKENS: readonly string[] = ['at_hash', 'c_hash', 's_hash', 'events'];

/** Claims that ID tokens do not have: scopes; the authentication method of the client, by Entra ID; the grant, by Auth0. */
const NOT_IN_ID_TOKENS: readonly string[] = ['scope', 'scp', 'azpacr', 'appidacr', 'gty'];

/** Other kinds of tokens: Keycloak has them in `typ`, Amazon Cognito and ORY in `token_use`, others in `token_type`. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['id', 'id_token', 'refresh', 'refresh_token', 'offline', 'logout']);

/** Returns whether claims, or an introspection response, are those of another kind of token. */
export function isOfOtherKind(claims: TokenClaims): boolean {
  const names = ['token_use', 'typ', 'token_type'].map((claim) => claims[claim]);
  const isNamed = names.some((name) => typeof name === 'string' && OTHER_KINDS.has(kindIn(name)));
  return isNamed || has(claims, NOT_IN_ACCESS_TOKENS);
}

/** RFC 8693 has URNs for token types. */
function kindIn(name: string): string {
  return name.toLowerCase().replace(/^urn:ietf:params:oauth:token-type:/, '');
}

/**
 * Returns whether the claims of an unmarked token are those of an access token. An ID token may lack distinguishing claims. A token whose
 * audience may be a client therefore has to show that it is an access token.
 */
export function isAccessToken(claims: TokenClaims): boolean {
  const { token_use: use, typ, nonce } = claims;
  const isOther = (use !== undefined && use !== 'access') || (typ !== undefined && typ !== 'Bearer' && typ !== 'DPoP');
  if (isOther || has(claims, NOT_IN_ACCESS_TOKENS)) return false;
  // Amazon Cognito and Keycloak mark their tokens. Access tokens of older Keycloak versions have a nonce.
  if (use !== undefined || typ !== undefined) return true;
  if (nonce !== undefined) return false;
  return has(claims, NOT_IN_ID_TOKENS) || namesOtherClient(claims) || isForUrls(claims);
}

/**
 * Returns whether the token names a client other than its audience. In an ID token, both are the client. `azp` proves nothing: an ID token
 * that an app obtains for its server names the app there, with the server as audience.
 */
function namesOtherClient(claims: TokenClaims): boolean {
  return ['client_id', 'cid', 'appid'].some((name) => {
    const client = claims[name];
    return typeof client === 'string' && !audienceOf(claims).includes(client);
  });
}

/** Returns whether all audiences are URLs. A client among the audiences may mean an ID token. */
function isForUrls(claims: TokenClaims): boolean {
  return audienceOf(claims).every((audience) => /^[a-z][a-z\d+.-]*:\/\//i.test(String(audience)));
}

function has(claims: TokenClaims, names: readonly string[]): boolean {
  return names.some((name) => claims[name] !== undefined);
}

function audienceOf({ aud }: TokenClaims): readonly unknown[] {
  return [aud].flat();
}
