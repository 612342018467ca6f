/** Names of callers, for limits and accounts: by id, or by network address. */

import { type AuthInfo, type HttpInfo, isObject } from '../../codegen/v1.js';

/** The caller, as returned by `authenticate`: a string is the caller's id, `undefined` an anonymous caller. */
export type AuthResult = AuthInfo | string | undefined;

/** @throws {TypeError} if `authenticate` returned an invalid result. */
export function authInfo(result: AuthResult): AuthInfo | undefined {
  const info = typeof result === 'string' ? { id: result } : result;
  if (info === undefined) return undefined;
  if (isObject(info) && typeof info.id === 'string' && info.id !== '') return checkedExpiry(info);
  throw new TypeError(
    'authenticate must return an object with an id, an id, or undefined. The id must be a non-empty string',
  );
}

function checkedExpiry(info: AuthInfo): AuthInfo {
  const expiresAt: unknown = info.expiresAt;
  if (expiresAt === undefined || (typeof expiresAt === 'number' && !Number.isNaN(expiresAt))) return info;
  throw new TypeError('expiresAt in the result of authenticate must be a number of seconds since 1970-01-01');
}

/**
 * Returns the name of the caller of a message, which is the same in a new session: `caller ada` if it is authenticated, else `address
 * 192.0.2.1` over HTTP.
 *
 * @param fallback the name of a caller that has neither an id nor an IP address
 */
export function callerName<Fallback extends string | undefined>(
  auth: Pick<AuthInfo, 'id'> | undefined,
  http: Pick<HttpInfo, 'address'> | undefined,
  fallback: Fallback,
): string | Fallback {
  if (auth !== undefined) return `caller ${auth.id}`;
  const address = http?.address;
  const network = address === undefined ? undefined : networkOf(address);
  return network === undefined ? fallback : `address ${network}`;
}

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const IPV6 = /^(?=[^:]*:)[\da-f:.]+$/i;
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Returns the network of an IP address, normalized: the address itself for IPv4, and its first 64 bits for IPv6, since a single caller
 * usually has all addresses of such a network: `192.0.2.1`, `2001:db8:0:7::/64`. Returns undefined for anything else.
 *
 * @param address as sockets and proxies write it: possibly with a port, a zone, or as an IPv4 address mapped to IPv6
 */
export function networkOf(address: string): string | undefined {
  if (IPV4.test(address)) return ipv4(address.split('.').map(Number));
  const [, bracketed, dotted] = WITH_PORT.exec(address) ?? [];
  if (dotted !== undefined) return IPV4.test(dotted) ? networkOf(dotted) : undefined;
  const groups = groupsOf((bracketed ?? address).split('%', 1)[0] ?? '');
  if (groups === undefined) return undefined;
  const [mark, high = 0, low = 0] = groups.slice(5);
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return ipv4([high >> 8, high & 255, low >> 8, low & 255]);
  return `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

function ipv4(bytes: readonly number[]): string | undefined {
  return bytes.every((byte) => byte < 256) ? bytes.join('.') : undefined;
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] | undefined {
  if (!IPV6.test(address)) return undefined;
  let canonical: string;
  try {
    canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  } catch {
    return undefined;
  }
  const [left = [], right = []] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => parseInt(group, 16));
}

function hex(group: number): string {
  return group.toString(16);
}
