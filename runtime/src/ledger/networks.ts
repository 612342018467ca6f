/** The bits of the networks around an IPv4 address, in bytes. */
const IPV4_BYTES = [2, 3];

/** Matches the name of a caller without authentication, as `callerName` returns it. */
const ADDRESS = /^address (?:([\d.]+)|([\da-f:]+)::\/64)$/;

/**
 * Returns the networks around a caller, widest first: for an IPv4 address the /16 and the /24, for an IPv6 network of 64 bits the /32, the
 * /48, and the /56. An authenticated caller has none: its id says who it is, wherever it is.
 *
 * @param caller as `callerName` returns it: `address 192.0.2.1`, `address 2001:db8:0:7::/64`, `caller ada`
 */
export function networksOf(caller: string): readonly string[] {
  const [, ipv4, ipv6] = ADDRESS.exec(caller) ?? [];
  if (ipv4 !== undefined) {
    const bytes = ipv4.split('.');
    return IPV4_BYTES.map((count) => `network ${bytes.slice(0, count).join('.')}/${8 * count}`);
  }
  const [a, b = '0', c = '0', d = '0'] = ipv6?.split(':') ?? [];
  if (ipv6 === undefined) return [];
  const high = (parseInt(d, 16) >> 8).toString(16);
  return [`network ${a}:${b}/32`, `network ${a}:${b}:${c}/48`, `network ${a}:${b}:${c}:${high}/56`];
}
