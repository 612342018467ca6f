/** Sets of scopes, as they are sent: separated by spaces (RFC 6749, section 3.3). */

/** Maximum number of scopes stored for one server. */
const MAX_SCOPES = 200;

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,500}$/;

/** Requests a refresh token. Resource servers do not know this scope. */
const OFFLINE = 'offline_access';

/** Returns the unique scopes of the strings, in their order. Invalid ones are dropped. */
export function scopesIn(...texts: readonly (string | undefined)[]): readonly string[] {
  const scopes = texts.flatMap((text) => text?.split(' ') ?? []);
  return [...new Set(scopes.filter((scope) => SCOPE.test(scope)))].slice(0, MAX_SCOPES);
}

/** Returns the scopes of several strings as one string; undefined if there are none. */
export function scopeUnion(...texts: readonly (string | undefined)[]): string | undefined {
  const scopes = scopesIn(...texts);
  return scopes.length === 0 ? undefined : scopes.join(' ');
}

/** Returns whether a scope string contains all scopes of another one. */
export function includesScopes(text: string | undefined, wanted: string | undefined): boolean {
  const scopes = new Set(scopesIn(text));
  return scopesIn(wanted).every((scope) => scopes.has(scope));
}

/**
 * Adds `offline_access` if the authorization server supports it and other scopes are requested. On its own it would replace the server's
 * default scopes.
 *
 * @param supported the scopes in the metadata of the authorization server, if they list any
 */
export function withOfflineAccess(
  scope: string | undefined,
  supported: readonly string[] | undefined,
): string | undefined {
  const others = scopesIn(scope).filter((each) => each !== OFFLINE);
  if (supported === undefined) return scope;
  return supported.includes(OFFLINE) && others.length > 0
    ? [...others, OFFLINE].join(' ')
    : scopeUnion(others.join(' '));
}

/** Returns whether scopes include a refresh token. OpenID providers then require consent. */
export function isOffline(scope: string | undefined): boolean {
  return scopesIn(scope).includes(OFFLINE);
}
