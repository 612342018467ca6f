/** What editors show of the docs of a schema. */

import { expect, test } from 'vitest';
import { emitText } from '../../support/compileText.js';

function typesOf(docs: string): string {
  return (
    emitText(`export interface Tool {}\n${docs}\nexport interface A { a: string; }`, 'types').split('\n\n').at(-1) ?? ''
  );
}

test.each([
  ['/** See {@link Tool | tools/list}. */', '/** See {@link Tool | tools/list}. */'],
  ['/** See {@link Tool|tools/list}, {@link Tool}. */', '/** See {@link Tool | tools/list}, {@link Tool}. */'],
  ['/** @see {@link https://example.org#a | The page} */', '/** @see {@link https://example.org#a | The page} */'],
  ['/**\n * Text.\n *\n * @example Two\n * {@includeCode ./examples/two.json}\n */', '/** Text. */'],
  [
    '/**\n * Text.\n *\n * @example\n * {@includeCode ./a.json}\n *\n * @category Tools\n */',
    '/**\n * Text.\n *\n * @category Tools\n */',
  ],
  ['/**\n * @example Sum\n * {@includeCode ./a.ts}\n * `1 + 1`\n */', '/**\n * @example Sum\n * `1 + 1`\n */'],
  ['/**\n * {@includeCode ./a.ts}\n * Text.\n */', '/** Text. */'],
  ['/** Write {@includeCode ./a.ts} there. */', '/** Write {@includeCode ./a.ts} there. */'],
])('%j', (docs, shown) => {
  expect(typesOf(docs).replaceAll(/ +$/gm, '')).toContain(`${shown}\nexport interface A`);
});
