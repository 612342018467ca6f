import type { AuthInfo } from '@mcp-gen/runtime';
import { InvalidTokenError } from './tokenErrors.js';
import type { TokenClaims } from './verifier.js';

/** The caller of a protected server, as the type of `context.auth`. Does not contain the token, which is only for this server. */
export interface TokenAuthInfo extends AuthInfo {
  /** Identifies the caller across issuers: the issuer with the claim `sub`, or else with the client id. */
  readonly id: string;
  /** The scopes, with those that they cover. The option `access` of tools, prompts, and resources checks them. */
  readonly roles: readonly string[];
  /** The issuer of the token. */
  readonly issuer: string;
  /** The claim `sub`: the user, or a client that acts on its own behalf. */
  readonly subject: string | undefined;
  /** The client that sent the token. */
  readonly clientId: string | undefined;
  /** The scopes of the token. */
  readonly scopes: readonly string[];
  /** When the token expires, in seconds since 1970-01-01. Standalone streams end at that time. */
  readonly expiresAt: number | undefined;
  /** All claims of the token. */
  readonly claims: TokenClaims;
}

/** The issuer and scopes of a token. */
interface KnownScopes {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
}

/**
 * Returns the caller of a token.
 *
 * @throws {InvalidTokenError} if the token has neither a subject nor a client.
 */
export function callerOf(claims: TokenClaims, { issuer, scopes, roles }: KnownScopes): TokenAuthInfo {
  const subject = textOf(claims.sub);
  // Issuers older than RFC 9068 use other claims: Auth0, Entra ID, Keycloak, Okta.
  const clientId = [claims.client_id, claims['azp'], claims['cid'], claims['appid']]
    .map(textOf)
    .find((id) => id !== undefined);
  if (subject === undefined && clientId === undefined) {
    throw new InvalidTokenError('the token names neither a subject nor a client');
  }
  // The prefixes ensure that no subject can equal the id of another issuer's subject, or of a client.
  const id = subject === undefined ? `${issuer} client ${clientId}` : `${issuer} subject ${subject}`;
  return { id, roles, issuer, subject, clientId, scopes, expiresAt: claims.exp, claims };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Allowed clock skew in seconds. */
export const TOLERANCE = 5;

/** The required claims of a token. */
interface Expected {
  readonly issuer: string;
  /** Normalized audiences. */
  readonly audience: ReadonlySet<string>;
}

/**
 * Checks the claims of a token with a valid signature: issuer, audience, and times.
 *
 * @throws {InvalidTokenError} if a claim is invalid.
 */
export function checkClaims(claims: TokenClaims, { issuer, audience }: Expected): void {
  const { iss, aud, exp, nbf }: { readonly [claim: string]: unknown } = claims;
  if (iss !== undefined && iss !== issuer) throw new InvalidTokenError('the claim iss is not the expected issuer');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((each) => typeof each === 'string' && audience.has(normalAudience(each)))) {
    throw new InvalidTokenError('the claim aud does not include this resource');
  }
  const now = Date.now() / 1_000;
  if (!isTime(exp) || !isTime(nbf)) throw new InvalidTokenError('the claims exp, nbf, and iat must be numbers');
  if (exp !== undefined && exp <= now - TOLERANCE) throw new InvalidTokenError('the token has expired');
  if (nbf !== undefined && nbf > now + TOLERANCE) throw new InvalidTokenError('the token is not valid yet');
}

/**
 * Normalizes an audience for comparison. Scheme and host of a URL are case-insensitive, and an empty path equals a slash (RFC 3986,
 * sections 6.2.2 and 6.2.3). Everything else is compared exactly: one different character of the path is another resource.
 */
export function normalAudience(audience: string): string {
  const [origin] = /^[a-z][a-z\d+.-]*:\/\/[^/?#@]*/i.exec(audience) ?? [];
  if (origin === undefined) return audience;
  const rest = audience.slice(origin.length);
  return `${origin.toLowerCase()}${rest === '/' ? '' : rest}`;
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}

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
