import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import { isLocalHost } from '../uri/localHost.js';

/** A URL that a person is to visit, and what the person should know of it. */
export interface InspectedUrl {
  /** All of it. Show it before it is opened, and fetch nothing of it. */
  readonly url: string;
  /** The host it leads to, which should stand out. Names in other scripts are shown by their ASCII form. */
  readonly host: string;
  /** What makes it suspicious, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Looks at a URL that a server wants to be opened.
 *
 * @throws {JsonRpcError} with the code for invalid params, if it is none that leads to a web page: a browser can be made to do other
 *   things.
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
    ...(username !== '' || password !== '' ? ['The address begins with what looks like another one.'] : []),
    ...(/(?:^|\.)xn--/.test(hostname) ? ['The name has letters that may look like others.'] : []),
    ...(isAddress(hostname) && !isLocal ? ['The address is a number and has no name.'] : []),
  ];
}

/** Whether the host of a URL is an IP address: URLs have IPv4 in dotted decimals, and IPv6 in brackets. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
