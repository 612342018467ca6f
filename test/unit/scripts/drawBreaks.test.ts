/** Which places are broken to prove a requirement, and in which order. */

import { expect, test } from 'vitest';
import { probe } from '../../../scripts/mutants/probes.mjs';
import { sitesOf } from '../../../scripts/mutants/mutants.mjs';
import { drawBreaks } from '../../../scripts/prove/drawBreaks.mjs';

const TEXTS = new Map([
  ['src/ping.ts', 'load();\nfunction answer() { one(); }\nfunction skipped() { two(); }\n'],
  ['src/link.ts', 'function send() { three(); four(); five(); }\nfunction pingLink() { six(); }\n'],
  ['src/other.ts', 'function other() { seven(); }\n'],
]);

/** The statements that are broken, in order: all but `skipped` and `other` run. */
function broken(id: string, seed = '1'): readonly string[] {
  const regions = new Map([...TEXTS].map(([path, text]) => [path, probe(path, text).regions]));
  const hits = { 'src/ping.ts': [0, 1], 'src/link.ts': [0, 1, 2] };
  const sites = drawBreaks(sitesOf(TEXTS), { hits, regions }, id, seed);
  return sites.map(({ file, start, end }) => TEXTS.get(file)?.slice(start, end) ?? '');
}

test('what the tests run is broken: by turns what is named like the row and what is not, and at last what loading runs', () => {
  const found = broken('ping-answered');
  expect([...found].sort()).toEqual(['five();', 'four();', 'load();', 'one();', 'six();', 'three();']);
  // Both words are in the name of the first.
  expect([found[0], found[2], found[5]]).toEqual(['one();', 'six();', 'load();']);
});

test('equal seeds draw equal places', () => {
  expect(broken('a')).toEqual(broken('a'));
  expect(new Set(['1', '2', '3', '4'].map((seed) => broken('a', seed).join())).size).toBeGreaterThan(1);
});
