import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inputState, isBuilt, rememberBuild } from '../../../scripts/buildStamp.mjs';
import { PACKAGES } from '../../../scripts/packages.mjs';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const PROJECT = {
  'package.json': '{}',
  'generator/read/read.ts': 'read',
  'sdk/src/index.ts': 'index',
  'sdk/node_modules/other/index.js': 'other',
  'sdk/dist/index.js': 'index',
  'dist/cli.js': 'cli',
};

/** A project that has been built. */
async function built(): Promise<string> {
  const root = await temporaryFolder(PROJECT);
  rememberBuild(root, inputState(root));
  return root;
}

test('a build stands until a file that it has read or written changes', async () => {
  const root = await built();
  expect(isBuilt(root, inputState(root))).toBe(true);
  writeFileSync(join(root, 'sdk/node_modules/other/index.js'), 'changed');
  expect(isBuilt(root, inputState(root))).toBe(true);
});

test('a build stands although the compiler has noted what it has read', async () => {
  const root = await temporaryFolder(PROJECT);
  const inputs = inputState(root);
  writeFileSync(join(root, 'sdk/dist/.tsbuildinfo'), '{}');
  rememberBuild(root, inputs);
  expect(isBuilt(root, inputState(root))).toBe(true);
});

test('without a build, none stands', async () => {
  const root = await temporaryFolder(PROJECT);
  expect(isBuilt(root, inputState(root))).toBe(false);
});

test.each([
  ['a longer source', (root: string) => writeFileSync(join(root, 'sdk/src/index.ts'), 'longer')],
  ['a source as long as before', (root: string) => utimesSync(join(root, 'generator/read/read.ts'), 1, 1)],
  ['another source', (root: string) => writeFileSync(join(root, 'generator/other.ts'), '')],
  ['a missing source', (root: string) => rmSync(join(root, 'generator/read/read.ts'))],
  ['another manifest', (root: string) => writeFileSync(join(root, 'package.json'), '{"type":"module"}')],
  ['a missing output', (root: string) => rmSync(join(root, 'dist/cli.js'))],
  ['another output', (root: string) => writeFileSync(join(root, 'sdk/dist/index.js'), 'tampered with')],
])('%s makes the next build do its work', async (_, change) => {
  const root = await built();
  change(root);
  expect(isBuilt(root, inputState(root))).toBe(false);
});

test('a source that changes during a build counts as not built', async () => {
  const root = await temporaryFolder(PROJECT);
  const before = inputState(root);
  writeFileSync(join(root, 'sdk/src/index.ts'), 'while it was built');
  rememberBuild(root, before);
  expect(isBuilt(root, inputState(root))).toBe(false);
});

// What the compiler has noted would keep it from writing a removed folder again.
test.each(['.', ...PACKAGES])('what the compiler notes about %s is removed with its output', (folder) => {
  expect(existsSync(join(ROOT, folder, 'dist/.tsbuildinfo'))).toBe(true);
});
