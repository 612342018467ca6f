/** Comments that are not doc comments may state rules: their prose is read, and nothing else of them. */

import { expect, test } from 'vitest';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

/** The docs of a property with a comment in front of it. */
function docsOf(comment: string): unknown {
  const [declaration] = readTypeScript(`export interface A {\n${comment}\n  a: number;\n}\n`, 'schema.ts');
  return declaration?.kind === 'interface' ? declaration.properties[0]?.docs : undefined;
}

const CASES: readonly (readonly [what: string, comment: string, text: string])[] = [
  ['adjacent lines are one text', '  // Clients MUST\n  // not retry this.', 'Clients MUST\nnot retry this.'],
  ['an empty line ends a paragraph', '  // One.\n  //\n  // Two.', 'One.\n\nTwo.'],
  ['a block comment', '  /*\n   * One,\n   * two.\n   */', 'One,\ntwo.'],
  ['rulers', '  // --------\n  // Words.\n  // ========', 'Words.'],
  ['a heading with rulers', '  // ---- Section ----', ''],
  ['a note, until an empty line', '  // TODO: more\n  // and more\n  //\n  // Words.', 'Words.'],
  ['a tag', '  // Words.\n  // @deprecated Use b.', 'Words.'],
  ...[
    'oxlint-disable-next-line a',
    'biome-ignore lint: a',
    'eslint-disable a',
    'prettier-ignore',
    '@ts-ignore',
    'istanbul ignore next',
  ].map((line) => ['for a tool', `  // ${line}\n  // Words.`, 'Words.'] as const),
];

test.each(CASES)('%s: %s', (_, comment, text) => {
  expect(docsOf(comment)).toEqual({ text: '', tags: [], ...(text !== '' && { comments: text }) });
});

test('a line comment with a limit is refused', () => {
  expect(() => docsOf('  // @maximum 5')).toThrow('schema.ts:2:3  This comment belongs to no declaration or property');
});
