/** Values of the header `WWW-Authenticate` (RFC 6750, section 3; RFC 9449, section 7.1; RFC 9728, section 5.1). */

/** The authentication scheme of a token. */
export type Scheme = 'Bearer' | 'DPoP';

/** The parameters of a challenge. Undefined ones are omitted. */
export interface ChallengeParams {
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource_metadata?: string | undefined;
  readonly algs?: string | undefined;
}

/** Characters that are not allowed in quoted values. Descriptions may contain text of the client. */
const FORBIDDEN = /[^\x20\x21\x23-\x5b\x5d-\x7e]/g;

/** Returns a challenge. A value cannot inject a parameter or a header. */
export function challenge(scheme: Scheme, params: ChallengeParams): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const written = given.map(([name, value]) => `${name}="${value.replace(FORBIDDEN, '?')}"`);
  return [scheme, written.join(', ')].filter((part) => part !== '').join(' ');
}
