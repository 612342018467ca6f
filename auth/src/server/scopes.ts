import type { TokenClaims } from './verifier.js';

/** The characters of a scope (RFC 6749, section 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** Broad scopes, each with the scopes that it covers: `{ 'notes:admin': ['notes:read', 'notes:write'] }`. */
export interface ScopeHierarchy {
  readonly [scope: string]: readonly string[];
}

/**
 * Returns scopes without repetitions.
 *
 * @param place what has the scopes, for the error: `the option "scopes"`
 * @throws {TypeError} if one cannot be sent.
 */
export function checkScopes(scopes: unknown, place: string): readonly string[] {
  if (!Array.isArray(scopes)) throw new TypeError(`Invalid scopes in ${place}: expected an array of strings`);
  const wrong: unknown = scopes.find((scope) => typeof scope !== 'string' || !SCOPE.test(scope));
  if (wrong === undefined) return [...new Set(scopes as readonly string[])];
  throw new TypeError(
    `Invalid scope ${JSON.stringify(wrong)} in ${place}: expected a string of printable ASCII without spaces, quotes, and backslashes`,
  );
}

/** The scopes of a token. Some issuers call them `scp`. */
export function scopesOf({ scope, scp }: TokenClaims): readonly string[] {
  const given: readonly unknown[] = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : value,
  );
  return [...new Set(given.filter((each): each is string => typeof each === 'string' && each !== ''))];
}

/** Returns scopes, and all that they cover. */
export function coveredBy(scopes: readonly string[], hierarchy: ScopeHierarchy): ReadonlySet<string> {
  const covered = new Set(scopes);
  // What is added while the set is read is read, too.
  for (const scope of covered) {
    if (Object.hasOwn(hierarchy, scope)) for (const narrower of hierarchy[scope] ?? []) covered.add(narrower);
  }
  return covered;
}
