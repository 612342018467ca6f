import type { AuthInfo } from '@mcp-gen/runtime';
import { InvalidTokenError } from './invalidTokenError.js';
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
