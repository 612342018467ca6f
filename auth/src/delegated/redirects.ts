/** Which redirect URIs a client may have (specification 2025-03-26: Authorization, Security Considerations). */

/** The names of this machine that a redirect may lead to (RFC 8252, section 7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What runs in the page or reads files, and is never a redirect. */
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

const LONGEST = 2_000;

/**
 * Returns why a redirect URI is refused, to be put behind it; undefined if it may be used.
 *
 * @param schemes schemes that the operator allows, besides https and http to this machine
 */
export function redirectProblem(uri: unknown, schemes: readonly string[]): string | undefined {
  if (typeof uri !== 'string' || uri.length > LONGEST || !URL.canParse(uri)) return 'is not a URL';
  const { protocol, hostname, username, password } = new URL(uri);
  if (uri.includes('#')) return 'must not have a fragment';
  if (/[\s\\*]/.test(uri)) return 'must not have spaces, backslashes, or wildcards';
  if (username !== '' || password !== '') return 'must not have a user name';
  if (protocol === 'https:') return undefined;
  if (protocol === 'http:') return LOOPBACK.has(hostname) ? undefined : 'must be https:, or lead to this machine';
  const isAllowed = !DANGEROUS.has(protocol) && schemes.includes(protocol.slice(0, -1));
  return isAllowed ? undefined : 'must be https:, or http: to this machine';
}

/** Whether a redirect leads to a program on the user's machine: by its address, or by a scheme of its own. */
export function isNative(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' ? LOOPBACK.has(hostname) : protocol !== 'https:';
}
