/** URLs among options. */

import { allOf, repeating, urlWith, type OptionKind } from '@mcp-gen/runtime/options';
import { isLoopback } from './addresses.js';

/** The URL of a resource server: tokens may be sent to it. */
export const RESOURCE_URL: OptionKind = repeating(
  urlWith(
    'the URL of the endpoint, with https: or a loopback host, and without query and fragment',
    (url, text) => isSecure(url, true) && url.search + url.username + url.password === '' && !text.includes('#'),
  ),
);

/** Returns the kind of the URLs of an authorization server: `https:`, or `http:` on this machine if that is allowed. */
export function serverUrl(allowHttp = false): OptionKind {
  const expected = 'an https: URL, or an http: URL on this machine with the option "allowHttp"';
  return repeating(urlWith(expected, (url) => isSecure(url, allowHttp)));
}

/** A path segment that URL parsers remove. The URL is compared as it is written. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** The URL of a client ID metadata document. */
export const DOCUMENT_URL: OptionKind = allOf(
  repeating(
    urlWith('an https: URL with a path', ({ protocol, pathname }) => protocol === 'https:' && pathname !== '/'),
  ),
  repeating(urlWith('a URL without a fragment', (_, text) => !text.includes('#'))),
  urlWith('a URL without a user name and a password', ({ username, password }) => username + password === ''),
  repeating(
    urlWith(
      'a URL without the path segments "." and ".."',
      (_, text) => !DOT_SEGMENT.test(text.split(/[?#]/, 1)[0] ?? ''),
    ),
  ),
);

function isSecure({ protocol, hostname }: URL, allowHttp: boolean): boolean {
  return protocol === 'https:' || (allowHttp && protocol === 'http:' && isLoopback(hostname));
}
