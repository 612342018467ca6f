import type { AuthInfo } from '@mcp-gen/runtime';
import { InvalidTokenError } from './invalidTokenError.js';
import type { TokenClaims } from './verifier.js';

/** The caller of a guarded server, as handlers see it in `context.auth`. The token itself is not in it: it is for this server alone. */
export interface TokenAuthInfo extends AuthInfo {
  /** Tells callers apart, those of several issuers too: the issuer, and the claim `sub`, or else the id of the client. */
  readonly id: string;
  /** The scopes, and what they cover: what `access` of tools, prompts, and resources goes by. */
  readonly roles: readonly string[];
  /** The issuer of the token. */
  readonly issuer: string;
  /** The claim `sub`: the user, or a client that acts for itself. */
  readonly subject: string | undefined;
  /** The client that sent the token. */
  readonly clientId: string | undefined;
  /** The scopes of the token. */
  readonly scopes: readonly string[];
  /** When the token expires, in seconds since 1970-01-01. Streams that belong to no request end then. */
  readonly expiresAt: number | undefined;
  /** All claims of the token. */
  readonly claims: TokenClaims;
}

/** What is known of a caller when its scopes have been read. */
interface KnownScopes {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
}

/** @throws {InvalidTokenError} if the token names nobody. */
export function callerOf(claims: TokenClaims, { issuer, scopes, roles }: KnownScopes): TokenAuthInfo {
  const subject = textOf(claims.sub);
  // Issuers that are older than RFC 9068 have names of their own: Auth0, Entra ID, Keycloak, Okta.
  const clientId = [claims.client_id, claims['azp'], claims['cid'], claims['appid']]
    .map(textOf)
    .find((id) => id !== undefined);
  if (subject === undefined && clientId === undefined) {
    throw new InvalidTokenError('the token names neither a subject nor a client');
  }
  // Nobody can choose a subject so that it is the id of another issuer's, or that of a client.
  const id = subject === undefined ? `${issuer} client ${clientId}` : `${issuer} subject ${subject}`;
  return { id, roles, issuer, subject, clientId, scopes, expiresAt: claims.exp, claims };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
