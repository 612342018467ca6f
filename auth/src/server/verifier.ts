/** What a token is bound to (RFC 7800). */
export interface TokenBinding {
  /** The thumbprint of a key, whose owner sends a proof with the token (RFC 9449). */
  readonly jkt?: string | undefined;
  /** Any other way. A token that is bound in another way alone is refused. */
  readonly [method: string]: unknown;
}

/** The claims of a token: of a JWT, or of the answer of an introspection endpoint (RFC 7519, RFC 9068, RFC 7662). */
export interface TokenClaims {
  /** The issuer. Default: that of the verifier. */
  readonly iss?: string | undefined;
  /** Who the token is for: the resource. A token without it is refused. */
  readonly aud?: string | readonly string[] | undefined;
  /** The user, or the client that acts for itself. */
  readonly sub?: string | undefined;
  /** The client. */
  readonly client_id?: string | undefined;
  /** The scopes, separated by spaces, or as an array. */
  readonly scope?: string | readonly string[] | undefined;
  /** When the token expires, in seconds since 1970-01-01. */
  readonly exp?: number | undefined;
  /** Since when the token is valid, in seconds since 1970-01-01. */
  readonly nbf?: number | undefined;
  /** What the token is bound to. */
  readonly cnf?: TokenBinding | undefined;
  /** Any other claim. */
  readonly [claim: string]: unknown;
}

/**
 * Verifies the tokens of one issuer. {@link jwt} and {@link introspection} return one; an application may have its own.
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
  /** The issuer of the tokens, as its metadata spell it. Clients log in there. */
  readonly issuer: string;
  /** Returns whether a token is one of this issuer, by its looks. Default: any token is that no other verifier takes. */
  readonly takes?: ((token: string) => boolean) | undefined;
  /**
   * Returns the claims of a token that the issuer has issued and not revoked; undefined for any other. Issuer, audience, times, scopes, and
   * binding are checked afterwards.
   *
   * @param report reports an error that the client does not need to know
   * @param address the address of the client; undefined where the platform does not tell
   * @throws {InvalidTokenError} to say why the token is refused. Any other error is reported, and the client gets 503.
   */
  readonly verify: (
    token: string,
    report: (error: unknown) => void,
    address?: string,
  ) => Promise<TokenClaims | undefined>;
}
