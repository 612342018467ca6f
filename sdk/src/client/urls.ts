import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { isLocalHost } from '../uri/localHost.js';

/** A URL that a user should visit, with facts to show to the user. */
export interface InspectedUrl {
  /** The full URL. Show it before it is opened, and do not fetch it. */
  readonly url: string;
  /** The host of the URL. Emphasize it. Non-ASCII names are in their ASCII form. */
  readonly host: string;
  /** Reasons for suspicion, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Inspects a URL that a server wants the user to open.
 *
 * @throws {JsonRpcError} with the code for invalid params, if it is not an HTTP URL: other schemes can make a browser do other things.
 */
export function inspectUrl(text: string): InspectedUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new JsonRpcError(ErrorCode.InvalidParams, 'The URL to visit must begin with https:// or http://');
  }
  return { url: url.href, host: url.host, warnings: warningsOf(url) };
}

function warningsOf(url: URL): string[] {
  const { protocol, hostname, username, password } = url;
  const isLocal = isLocalHost(url);
  return [
    ...(protocol === 'http:' && !isLocal ? ['The connection is not encrypted.'] : []),
    ...(username !== '' || password !== ''
      ? ['The URL contains a user name or password that can look like another address.']
      : []),
    ...(/(?:^|\.)xn--/.test(hostname) ? ['The host name has non-ASCII letters that can look like others.'] : []),
    ...(isAddress(hostname) && !isLocal ? ['The host is an IP address, not a name.'] : []),
  ];
}

/** Returns whether the host of a URL is an IP address: URLs have IPv4 in dotted decimals, and IPv6 in brackets. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
