/** The binding of a token (RFC 7800). */
export interface TokenBinding {
  /** The thumbprint of a key. The client sends a proof of the key with the token (RFC 9449). */
  readonly jkt?: string | undefined;
  /** Other bindings. A token with only unknown bindings is rejected. */
  readonly [method: string]: unknown;
}

/** The claims of a token: of a JWT, or of an introspection response (RFC 7519, RFC 9068, RFC 7662). */
export interface TokenClaims {
  /** The issuer. Default: that of the verifier. */
  readonly iss?: string | undefined;
  /** The audience: the resource. A token without it is rejected. */
  readonly aud?: string | readonly string[] | undefined;
  /** The user, or the client that acts on its own behalf. */
  readonly sub?: string | undefined;
  /** The client. */
  readonly client_id?: string | undefined;
  /** The scopes, separated by spaces, or as an array. */
  readonly scope?: string | readonly string[] | undefined;
  /** When the token expires, in seconds since 1970-01-01. */
  readonly exp?: number | undefined;
  /** The time before which the token is not valid, in seconds since 1970-01-01. */
  readonly nbf?: number | undefined;
  /** The binding of the token. */
  readonly cnf?: TokenBinding | undefined;
  /** Any other claim. */
  readonly [claim: string]: unknown;
}

/**
 * Verifies the tokens of one issuer. {@link jwt} and {@link introspection} return one; an application may implement its own.
 *
 * @example
 * ```ts
 * import { protect, type TokenClaims } from '@mcp-gen/auth/server';
 *
 * const tokens = new Map<string, TokenClaims>();
 * const guard = protect({
 *   resource: 'https://mcp.example.com/mcp',
 *   verify: { issuer: 'https://login.example.com', verify: async (token) => tokens.get(token) },
 * });
 * console.log(guard.metadataUrl);
 * ```
 */
export interface TokenVerifier {
  /** The issuer of the tokens, as in its metadata. Clients log in there. */
  readonly issuer: string;
  /** Returns whether a token may belong to this issuer, judged by its syntax. Default: accepts every token that no other verifier takes. */
  readonly takes?: ((token: string) => boolean) | undefined;
  /**
   * Returns the claims of a valid token of the issuer; undefined for an unknown or revoked one. Issuer, audience, times, scopes, and
   * binding are checked afterwards.
   *
   * @param report reports an error that the client must not receive
   * @param address the address of the client; undefined if the platform does not provide it
   * @throws {InvalidTokenError} to tell the client why the token is rejected. Any other error is reported, and the client gets 503.
   */
  readonly verify: (
    token: string,
    report: (error: unknown) => void,
    address?: string,
  ) => Promise<TokenClaims | undefined>;
}
