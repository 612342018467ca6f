/** What a host calls the things of its servers. */

import { offeredName } from '@mcp-gen/sdk/host';
import { expect, test } from 'vitest';
import { covers } from '../../support/covers.js';

const ALLOWED = /^[A-Za-z0-9_-]{1,64}$/;

test.each([
  ['weather', 'forecast', 'weather__forecast'],
  ['my-server_2', 'get_it-now', 'my-server_2__get_it-now'],
  ['a', '_private', 'a___private'],
  ['s'.repeat(30), 't'.repeat(32), `${'s'.repeat(30)}__${'t'.repeat(32)}`],
])('%s and %s are %s', (server, name, offered) => {
  expect(offeredName(server, name)).toBe(offered);
});

test.each([
  ['s'.repeat(31), 't'.repeat(32), /^s{31}_t{15}_[0-9a-f]{16}$/],
  ['weather', 'get.forecast', /^weather_get_forecast_[0-9a-f]{16}$/],
  ['my server', 'forecast', /^my_server_forecast_[0-9a-f]{16}$/],
  ['a__b', 'c', /^a_b_c_[0-9a-f]{16}$/],
  ['files', 'file:///tmp/a%20b', /^files_file_tmp_a_20b_[0-9a-f]{16}$/],
  ['wetter', 'größe', /^wetter_gr_e_[0-9a-f]{16}$/],
  ['天気', '予報', /^_[0-9a-f]{16}$/],
  ['', '', /^_[0-9a-f]{16}$/],
])('%s and %s become what is allowed, with a hash', (server, name, offered) => {
  expect(offeredName(server, name)).toMatch(offered);
  expect(offeredName(server, name)).toMatch(ALLOWED);
  expect(offeredName(server, name)).toBe(offeredName(server, name));
});

test('names that look alike stay apart, whatever servers call their things', () => {
  covers('tools-names-apart');
  const pairs = [
    '',
    'a',
    '_',
    'a_',
    '_a',
    'a__',
    '__a',
    'a__b',
    'b',
    'b_',
    '_b',
    'a.b',
    'a b',
    'a-b',
    'A',
    'x'.repeat(70),
  ];
  const all = pairs.flatMap((server) => pairs.map((name) => [server, name] as const));
  const first = all.map(([server, name]) => offeredName(server, name));
  // A server that knows the names of another one calls its own tools by them.
  const copied = pairs.flatMap((server) =>
    [...first, ...first.map((name) => name.replace(/^a__?/, ''))].map((name) => [server, name] as const),
  );
  const given = new Map([...all, ...copied].map((pair) => [JSON.stringify(pair), offeredName(...pair)]));
  expect(new Set(given.values()).size).toBe(given.size);
  for (const name of given.values()) expect(name).toMatch(ALLOWED);
});
