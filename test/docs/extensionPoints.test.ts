/** The table of the extension points names tests that exist. */

import { expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';

const rows = [...readProjectFile('docs/extensions.md').matchAll(/^\| (MUST|SHOULD) +\|.*\| +(.+?) +\|$/gm)].map(
  ([row, , shown = '']) => ({ row, shown }),
);

test('each row names tests, and each of them exists', () => {
  expect(rows.length).toBeGreaterThan(30);
  const missing = rows.flatMap(({ row, shown }) => {
    if (shown === 'this page') return [];
    return shown.split('; ').flatMap((each) => {
      const [, file = '', title = ''] = /^`(\w+)`: (.+)$/.exec(each) ?? [];
      const isThere = file !== '' && titlesOf(file).some((known) => known.startsWith(title));
      return isThere ? [] : [`${each} in ${row.slice(0, 80)}`];
    });
  });
  expect(missing).toEqual([]);
});

/** Returns the titles of the tests of a file. */
function titlesOf(file: string): readonly string[] {
  const text = readProjectFile(`test/unit/sdk/${file}.test.ts`);
  return [...text.matchAll(/(?:\btest|\))\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, title = '']) => title);
}
