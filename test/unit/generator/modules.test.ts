/** Which files an import of a schema means: those in its folder, and below. */

import { expect, test } from 'vitest';
import { modulesOf } from '../../../generator/read/modules.js';

const FILES: { readonly [path: string]: string } = {
  'a/ext.ts': '',
  'a/one.ts': '',
  'a/two.d.ts': '',
  'a/index.ts': '',
  'a/both.ts': '',
  'a/both/index.ts': '',
  'a/sub/index.ts': '',
  'a/sub/up.ts': `import { A } from '..';`,
  'a/sub/down.ts': `export * from './up.js';\nexport * from '../one.js';`,
  'a/round.ts': `import type { A } from './ext.js';\nimport type { B } from './round.js';`,
  'a/schema.ts': '',
  'a/schema/index.ts': '',
  'a.ts': '',
  'b/one.ts': '',
};

test.each<readonly [imports: string, modules: readonly string[]]>([
  ['./one', ['one.ts']],
  ['./one.js', ['one.ts']],
  ['./one.ts', ['one.ts']],
  ['./two', ['two.d.ts']],
  ['./both', ['both.ts']],
  ['./sub', ['sub/index.ts']],
  ['./none', []],
  ['one', []],
  ['../b/one.js', []],
  ['../a/one.js', ['one.ts']],
  ['./round', ['round.ts']],
  ['./sub/down', ['sub/down.ts', 'sub/up.ts', 'index.ts', 'one.ts']],
  // `../a.ts` is outside, and `./index.ts` is not.
  ['.', ['index.ts']],
  ['./sub/up', ['sub/up.ts', 'index.ts']],
  // A file of this name is that of a revision, and a folder is not.
  ['./schema', ['schema/index.ts']],
  ['./schema.js', []],
])('%s imports %j', async (specifier, modules) => {
  const main = { path: 'a/ext.ts', text: `import { A } from '${specifier}';` };
  const found = await modulesOf(main, (path) => Promise.resolve(FILES[path]));
  expect(found.map(({ path }) => path)).toEqual(modules.map((path) => `a/${path}`));
});
