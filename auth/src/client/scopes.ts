/** Sets of scopes, as they are sent: separated by spaces (RFC 6749, section 3.3). */

/** The scopes that are kept of one server. */
const MAX_SCOPES = 200;

const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,500}$/;

/** Asks for a refresh token, which is between client and authorization server. */
const OFFLINE = 'offline_access';

/** Returns the scopes in texts, each once, in their order. What is not a scope is left out. */
export function scopesIn(...texts: readonly (string | undefined)[]): readonly string[] {
  const scopes = texts.flatMap((text) => text?.split(' ') ?? []);
  return [...new Set(scopes.filter((scope) => SCOPE.test(scope)))].slice(0, MAX_SCOPES);
}

/** Returns the scopes of several texts as one; undefined if there are none. */
export function scopeUnion(...texts: readonly (string | undefined)[]): string | undefined {
  const scopes = scopesIn(...texts);
  return scopes.length === 0 ? undefined : scopes.join(' ');
}

/** Whether a text has all scopes of another one. */
export function includesScopes(text: string | undefined, wanted: string | undefined): boolean {
  const scopes = new Set(scopesIn(text));
  return scopesIn(wanted).every((scope) => scopes.has(scope));
}

/**
 * Asks for refresh tokens, if the authorization server says that it has them, and other scopes are asked for. Without those, naming one
 * scope would exclude the server's default scopes.
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

/** Whether a refresh token is asked for. OpenID providers then need to ask for consent. */
export function isOffline(scope: string | undefined): boolean {
  return scopesIn(scope).includes(OFFLINE);
}
