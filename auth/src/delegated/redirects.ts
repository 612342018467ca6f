/** Allowed redirect URIs of clients (specification 2025-03-26: Authorization, Security Considerations). */

/** Loopback hosts that a redirect URI may have (RFC 8252, section 7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Schemes that run code in a page or read files. They are never allowed. */
const DANGEROUS: ReadonlySet<string> = new Set([
  ...[
    'javascript:',
    'data:',
    'vbscript:',
    'blob:',
    'file:',
    'about:',
    'view-source:',
    'filesystem:',
    'ws:',
    'wss:',
    'ftp:',
  ],
]);

const MAX_LENGTH = 2_000;

/**
 * Returns why a redirect URI is not allowed, as a predicate for a message; undefined if it is allowed.
 *
 * @param schemes schemes that the operator allows, besides https and http to a loopback address
 */
export function redirectProblem(uri: unknown, schemes: readonly string[]): string | undefined {
  if (typeof uri !== 'string' || uri.length > MAX_LENGTH || !URL.canParse(uri)) return 'is not a URL';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#')) return 'must not have a fragment';
  if (/[\s\\*]/.test(uri)) return 'must not have spaces, backslashes, or wildcards';
  if (username !== '' || password !== '') return 'must not have a user name';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:')
    return LOOPBACK.has(hostname) ? undefined : 'must have the scheme https:, or http: with a loopback host';
  const isAllowed = !DANGEROUS.has(protocol) && schemes.includes(protocol.slice(0, -1));
  return isAllowed ? undefined : 'must have the scheme https:, or http: with a loopback host';
}

/** Returns whether a redirect goes to a program on the user's machine: to a loopback address, or by a custom scheme. */
export function isNative(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? LOOPBACK.has(hostname) : protocol !== 'https:';
}
