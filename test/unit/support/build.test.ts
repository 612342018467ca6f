/** A run builds first if one of its test files runs what is built, itself or by what it imports. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runsBuilt } from '../../support/build.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder, type Tree } from '../../support/temporaryFolder.js';

/** Whether a run of the file `own.test.ts` beside these files builds. */
const builds = async (files: Tree): Promise<boolean> => runsBuilt([join(await temporaryFolder(files), 'own.test.ts')]);

test.each([
  ['a folder of results', "readFileSync('../../dist/help.json');"],
  ['the interpreter', 'spawn(process.execPath, [program]);'],
  ['a program of the tests', "new URL('../fixtures/everything.mjs', import.meta.url);"],
  ['an installed package', "join(root, 'node_modules/@mcp-gen/sdk');"],
])('%s', async (_, code) => {
  expect(await builds({ 'own.test.ts': code })).toBe(true);
});

test.each([
  ["import { a } from './helper.js';", 'helper.ts'],
  ["import {\n  a,\n} from './sub/helper.js';", 'sub/helper.ts'],
  ["export * from './helper.mjs';", 'helper.mjs'],
  ["await import('./helper.js');", 'helper.ts'],
])('an import is followed: %s', async (code, path) => {
  const files = { 'own.test.ts': code, [path]: `import '${path.includes('/') ? '..' : '.'}/last.js';` };
  expect(await builds({ ...files, 'last.ts': 'spawn(program);' })).toBe(false);
  expect(await builds({ ...files, 'last.ts': 'spawn(process.execPath);' })).toBe(true);
});

test('the name of a package means its source', async () => {
  expect(await builds({ 'own.test.ts': "import { Server } from '@mcp-gen/sdk';" })).toBe(false);
  expect(await builds({ 'own.test.ts': "import { a } from '@mcp-gen/conformance';" })).toBe(true);
});

test('comments, and files that import each other, build nothing', async () => {
  const comments = '// See dist/cli.js.\n/** Runs process.execPath. */\n/**\n * fixtures/a.mjs\n */\n';
  expect(await builds({ 'own.test.ts': "import './b.js';", 'b.ts': `import './own.test.js';\n${comments}` })).toBe(
    false,
  );
});

test('one file of the run is enough', () => {
  const quiet = join(ROOT, 'test/unit/runtime/batch.test.ts');
  expect(runsBuilt([quiet])).toBe(false);
  // It loads a result of the build by a source of the generator.
  expect(runsBuilt([quiet, join(ROOT, 'test/unit/explain/explain.test.ts')])).toBe(true);
});
