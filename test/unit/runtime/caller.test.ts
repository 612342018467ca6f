/** By which name a caller is limited: its id, the network of its address, or its connection. */

import { describe, expect, test } from 'vitest';
import { callerName, networkOf } from '../../../runtime/src/http/server/caller.js';

describe('the network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.000.02.1', '192.0.2.1'],
    ['192.0.2.1:51234', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['[::ffff:192.0.2.1]:51234', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ])('%s is the IPv4 address', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:0DB8::7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['[2001:db8:0:7::1]', '2001:db8:0:7::/64'],
    ['[2001:db8:0:7::1]:443', '2001:db8:0:7::/64'],
    ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
  ])('%s is the first 64 bits of an IPv6 address', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2.256',
    '192.0.2',
    '1:2',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '::12345',
    '::1]@[::2',
    '[::1',
    '::g',
    ':',
    'localhost:80',
    ':'.repeat(10_000),
  ])('%s is not an address', (address) => {
    expect(networkOf(address)).toBeUndefined();
  });
});

test('a caller is named by its id, then by its network, then by the fallback', () => {
  const http = { address: '2001:db8::1' };
  expect(callerName({ id: 'ada' }, http, 'connection 1')).toBe('caller ada');
  expect(callerName(undefined, http, 'connection 1')).toBe('address 2001:db8:0:0::/64');
  expect(callerName(undefined, { address: 'unknown' }, 'connection 1')).toBe('connection 1');
  expect(callerName(undefined, { address: undefined }, 'connection 1')).toBe('connection 1');
  expect(callerName(undefined, undefined, 'connection 1')).toBe('connection 1');
});
