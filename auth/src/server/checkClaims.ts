import { InvalidTokenError } from './invalidTokenError.js';
import type { TokenClaims } from './verifier.js';

/** Seconds by which clocks may differ. */
export const TOLERANCE = 5;

/** What the claims of a token have to be. */
export interface Expected {
  readonly issuer: string;
  /** In their normal form. */
  readonly audience: ReadonlySet<string>;
}

/**
 * Checks the claims of a token that is genuine: that it was issued by the right issuer, for this resource, and is valid now.
 *
 * @throws {InvalidTokenError} if it is not.
 */
export function checkClaims(claims: TokenClaims, { issuer, audience }: Expected): void {
  const { iss, aud, exp, nbf }: { readonly [claim: string]: unknown } = claims;
  if (iss !== undefined && iss !== issuer) throw new InvalidTokenError('the token is of another issuer');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.some((each) => typeof each === 'string' && audience.has(normalAudience(each)))) {
    throw new InvalidTokenError('the token is not for this resource');
  }
  const now = Date.now() / 1_000;
  if (!isTime(exp) || !isTime(nbf)) throw new InvalidTokenError('the times of the token are malformed');
  if (exp !== undefined && exp <= now - TOLERANCE) throw new InvalidTokenError('the token has expired');
  if (nbf !== undefined && nbf > now + TOLERANCE) throw new InvalidTokenError('the token is not valid yet');
}

/**
 * Returns an audience in the form in which they are compared. Scheme and host of a URL are case-insensitive, and one without a path is the
 * same as one with a slash (RFC 3986, section 6.2.2 and 6.2.3). Nothing else is: a path is another resource if one character differs.
 */
export function normalAudience(audience: string): string {
  const [, origin, rest = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#@]*)(.*)$/is.exec(audience) ?? [];
  if (origin === undefined) return audience;
  return `${origin.toLowerCase()}${rest === '/' ? '' : rest}`;
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value));
}
