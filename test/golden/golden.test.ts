/** How goldens are compared and written. */

import { afterEach, expect, test, vi } from 'vitest';
import { expectExcerpt } from '../support/excerpt.js';
import { expectGolden } from '../support/golden.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const made = [{ path: 'a.txt', text: 'first\nnew\n' }];
const committed = { 'a.txt': 'first\nold\n' };

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a golden that is out of date fails with the first line that differs, and with the remedy', async () => {
  vi.stubEnv('UPDATE_GOLDEN', '');
  const folder = await temporaryFolder(committed);
  await expect(expectGolden(folder, made)).rejects.toMatchObject({
    message: expect.stringContaining('run `UPDATE_GOLDEN=1 npx vitest run test/golden/golden.test.ts`'),
    actual: [`${folder}/a.txt:2\n  committed  old\n  made now   new`],
  });
  expect(await readTree(folder)).toEqual(committed);
});

test('of many files that differ, ten are shown', async () => {
  vi.stubEnv('UPDATE_GOLDEN', '');
  const many = Array.from({ length: 12 }, (_, index) => ({ path: `${index}.txt`, text: '' }));
  const folder = await temporaryFolder();
  await expect(expectGolden(folder, many)).rejects.toMatchObject({
    actual: [...many.slice(0, 10).map(({ path }) => `${folder}/${path}  is not committed`), '... and 2 more files'],
  });
});

test('UPDATE_GOLDEN writes what is made now', async () => {
  vi.stubEnv('UPDATE_GOLDEN', '1');
  vi.stubEnv('CI', '');
  const folder = await temporaryFolder(committed);
  await expectGolden(folder, made);
  expect(await readTree(folder)).toEqual({ 'a.txt': 'first\nnew\n' });
});

test('UPDATE_GOLDEN is an error in CI, where nothing is written', async () => {
  vi.stubEnv('UPDATE_GOLDEN', '1');
  vi.stubEnv('CI', 'true');
  const folder = await temporaryFolder(committed);
  await expect(expectGolden(folder, made)).rejects.toThrow('UPDATE_GOLDEN is not allowed where CI is set');
  expect(await readTree(folder)).toEqual(committed);
});

test('an excerpt that is out of date fails with the first line that differs', () => {
  const excerpt = '  "type": "module",\n  "engines": {\n    "node": ">=1"\n  },\n';
  expect(() => expectExcerpt('README.md', excerpt, 'package.json')).toThrow(
    'README.md shows code that is not in package.json: copy it from there',
  );
  expectExcerpt('README.md', excerpt.replace('>=1', '^20.19 || >=22.3'), 'package.json');
});
