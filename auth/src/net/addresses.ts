/**
 * Classifies hosts: on this machine, or in networks that are not reachable from the internet (RFC 6890). Accepts names and IP addresses.
 */

/** Throws if connecting to an address is not allowed. */
export type CheckAddress = (address: string) => void;

/** Domains that do not exist in public DNS (RFC 6761, RFC 6762, RFC 8375, and those that clouds use). */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa'];

/** IPv4 blocks that are not public: first address, and length of the prefix. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** The IPv6 block for global unicast. All other addresses are special. */
const GLOBAL_IPV6: readonly [string, number] = ['2000::', 3];

/** Special blocks within it: Teredo and others, documentation, 6to4. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** IPv6 blocks whose last 32 bits are an IPv4 address: mapped addresses and NAT64. */
const EMBEDDED_IPV4: readonly (readonly [string, number])[] = [
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
];

/**
 * Returns whether a host is this machine.
 *
 * @param host a name or an IP address; IPv6 with or without brackets
 */
export function isLoopback(host: string): boolean {
  const name = normalized(host);
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const bits = addressBits(name);
  if (bits === undefined) return false;
  return bits.length === 32 ? startsWith(bits, '127.0.0.0', 8) : startsWith(bits, '::1', 128) || isMappedLoopback(bits);
}

/** Returns whether a host is not public: this machine, in a private network, or an address for a special purpose. */
export function isPrivate(host: string): boolean {
  const name = normalized(host);
  const bits = addressBits(name);
  if (bits === undefined) {
    return PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  }
  if (bits.length === 32) return isIn(bits, SPECIAL_IPV4);
  if (isIn(bits, EMBEDDED_IPV4)) return isIn(bits.slice(96), SPECIAL_IPV4);
  return !isIn(bits, [GLOBAL_IPV6]) || isIn(bits, SPECIAL_IPV6);
}

/** Normalizes a host for comparison: lower case, without brackets, trailing dot, and zone of the address. */
export function normalized(host: string): string {
  const [address = ''] = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .split('%', 1);
  return address.replace(/\.$/, '');
}

function isMappedLoopback(bits: string): boolean {
  return startsWith(bits, '::ffff:0:0', 96) && startsWith(bits.slice(96), '127.0.0.0', 8);
}

function isIn(bits: string, blocks: readonly (readonly [string, number])[]): boolean {
  return blocks.some(([first, prefix]) => startsWith(bits, first, prefix));
}

function startsWith(bits: string, first: string, prefix: number): boolean {
  const block = addressBits(first);
  return block?.length === bits.length && bits.startsWith(block.slice(0, prefix));
}

/** Returns the 32 or 128 bits of an IP address as a string of 0 and 1; undefined for a name. */
function addressBits(host: string): string | undefined {
  if (host.includes(':')) {
    // The URL parser accepts every notation of IPv6.
    if (!URL.canParse(`http://[${host}]`)) return undefined;
    const [head = '', tail] = normalized(new URL(`http://[${host}]`).hostname).split('::');
    const left = groups(head);
    const right = groups(tail ?? '');
    const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
    return [...left, ...zeros, ...right].map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
  }
  if (!/^\d+(\.\d+){3}$/.test(host)) return undefined;
  return host
    .split('.')
    .map((byte) => Number(byte).toString(2).padStart(8, '0'))
    .join('');
}

function groups(part: string): readonly string[] {
  return part === '' ? [] : part.split(':');
}
