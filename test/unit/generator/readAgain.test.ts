/** A schema that was read before is not read again, and its places are in the file that was named. */

import { expect, test } from 'vitest';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

const TEXT =
  "import type { Stop } from './parts/stop.js';\nexport interface Route { stops: Stop[]; file: 'a/schema.ts' }\n";
const STOP = 'export interface Stop { name: string }\n';

function read(folder: string, stop = STOP): ReturnType<typeof readTypeScript> {
  return readTypeScript(TEXT, `${folder}/schema.ts`, { modules: [{ file: `${folder}/parts/stop.ts`, text: stop }] });
}

test('the same texts in the same files are the same declarations', () => {
  expect(read('a')).toBe(read('a'));
});

test('the same texts in other files are the same declarations at other places', () => {
  const moved = JSON.stringify(read('a')).replaceAll(/("file":)"a\//g, '$1"b/');
  expect(JSON.stringify(read('b'))).toBe(moved);
  expect(JSON.stringify(read('b'))).toContain('"value":"a/schema.ts"');
});

test('other texts are read', () => {
  expect(read('a', STOP.replace('string', 'number'))).not.toEqual(read('a'));
  expect(() => read('a', 'export interface Other {}')).toThrow('Stop');
  expect(read('a').map(({ name }) => name)).toEqual(['Route', 'Stop']);
});
