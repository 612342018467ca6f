import type { TokenClaims } from './verifier.js';

/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Broad scopes with the scopes that they cover: `{ 'notes:admin': ['notes:read', 'notes:write'] }`. */
export interface ScopeHierarchy {
  readonly [scope: string]: readonly string[];
}

/**
 * Returns scopes without duplicates.
 *
 * @param place where the scopes are, for the error: `the option "scopes"`
 * @throws {TypeError} if one is invalid.
 */
export function checkScopes(scopes: unknown, place: string): readonly string[] {
  if (!Array.isArray(scopes)) throw new TypeError(`Invalid scopes in ${place}: expected an array of strings`);
  const wrong: unknown = scopes.find((scope) => typeof scope !== 'string' || !SCOPE.test(scope));
  if (wrong === undefined) return [...new Set(scopes as readonly string[])];
  throw new TypeError(
    `Invalid scope ${JSON.stringify(wrong)} in ${place}: expected a string of printable ASCII without spaces, quotes, and backslashes`,
  );
}

/** Returns the scopes of a token. Some issuers use the claim `scp`. */
export function scopesOf({ scope, scp }: TokenClaims): readonly string[] {
  const given: readonly unknown[] = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : value,
  );
  return [...new Set(given.filter((each): each is string => typeof each === 'string' && each !== ''))];
}

/** Returns scopes with all that they cover. */
export function coveredBy(scopes: readonly string[], hierarchy: ScopeHierarchy): ReadonlySet<string> {
  const covered = new Set(scopes);
  // Iterating a set includes the elements that are added meanwhile.
  for (const scope of covered) {
    if (Object.hasOwn(hierarchy, scope)) for (const narrower of hierarchy[scope] ?? []) covered.add(narrower);
  }
  return covered;
}
