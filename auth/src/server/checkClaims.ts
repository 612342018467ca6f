import { InvalidTokenError } from './invalidTokenError.js';
import type { TokenClaims } from './verifier.js';

/** Allowed clock skew in seconds. */
export const TOLERANCE = 5;

/** The required claims of a token. */
export interface Expected {
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
