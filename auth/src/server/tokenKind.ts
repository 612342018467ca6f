import type { TokenClaims } from './verifier.js';

/** Claims that ID tokens and logout tokens have, and access tokens do not (OpenID Connect Core 1.0, sections 2 and 3.3.2.11). */
const FOREIGN: readonly string[] = ['at_hash', 'c_hash', 's_hash', 'events'];

/** Claims that ID tokens do not have: scopes; how the client proved its identity, by Entra ID; the grant, by Auth0. */
const OF_ACCESS_TOKENS: readonly string[] = ['scope', 'scp', 'azpacr', 'appidacr', 'gty'];

/** What tokens of other kinds are called: by Keycloak in `typ`, by Amazon Cognito and ORY in `token_use`, by others in `token_type`. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['id', 'id_token', 'refresh', 'refresh_token', 'offline', 'logout']);

/** Whether claims, or an answer about a token, say that it is not an access token. An authorization server may know all kinds. */
export function isOfOtherKind(claims: TokenClaims): boolean {
  const names = ['token_use', 'typ', 'token_type'].map((claim) => claims[claim]);
  const isNamed = names.some((name) => typeof name === 'string' && OTHER_KINDS.has(kindIn(name)));
  return isNamed || has(claims, FOREIGN);
}

/** RFC 8693 has URNs for types of tokens. */
function kindIn(name: string): string {
  return name.toLowerCase().replace(/^urn:ietf:params:oauth:token-type:/, '');
}

/**
 * Whether the claims of a token that is not marked as one are those of an access token. An ID token can have nothing that tells it, so that
 * a token for what is not a URL, and can be a client, has to show that it is an access token.
 */
export function isAccessToken(claims: TokenClaims): boolean {
  const { token_use: use, typ, nonce } = claims;
  const isOther = (use !== undefined && use !== 'access') || (typ !== undefined && typ !== 'Bearer' && typ !== 'DPoP');
  if (isOther || has(claims, FOREIGN)) return false;
  // Amazon Cognito and Keycloak mark their tokens. Access tokens of older versions of Keycloak have a nonce.
  if (use !== undefined || typ !== undefined) return true;
  if (nonce !== undefined) return false;
  return has(claims, OF_ACCESS_TOKENS) || namesOtherClient(claims) || isForUrls(claims);
}

/**
 * Whether the token says who it was issued to, and that is not who it is for. Both are the client in an ID token. `azp` proves nothing: an ID
 * token that an app obtains for its server has the app there, and the server as its audience.
 */
function namesOtherClient(claims: TokenClaims): boolean {
  return ['client_id', 'cid', 'appid'].some((name) => {
    const client = claims[name];
    return typeof client === 'string' && !audienceOf(claims).includes(client);
  });
}

/** With a client among its audiences, a token can be an ID token. */
function isForUrls(claims: TokenClaims): boolean {
  return audienceOf(claims).every((audience) => /^[a-z][a-z\d+.-]*:\/\//i.test(String(audience)));
}

function has(claims: TokenClaims, names: readonly string[]): boolean {
  return names.some((name) => claims[name] !== undefined);
}

function audienceOf({ aud }: TokenClaims): readonly unknown[] {
  return [aud].flat();
}
