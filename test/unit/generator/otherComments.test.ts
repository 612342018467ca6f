/** Comments that are not doc comments may state rules: their prose is read, and nothing else of them. */

import { expect, test } from 'vitest';
import type { InterfaceDeclaration } from '../../../generator/model/declarations.js';
import { Definitions } from '../../../generator/model/definitions.js';
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

/** What the comments of the first declaration of a schema say. */
function commentsOf(text: string): string | undefined {
  return readTypeScript(text, 'schema.ts')[0]?.docs.comments;
}

const OF_DECLARATIONS: readonly (readonly [what: string, text: string, comments: string | undefined])[] = [
  ['a line comment in front', '// MUST be a.\n// And b.\nexport type A = string;', 'MUST be a.\nAnd b.'],
  ['a block comment in front', '/* MUST be a. */\nexport type A = string;', 'MUST be a.'],
  ['both in front', '/* MUST be a. */\n// And b.\nexport type A = string;', 'MUST be a.\n\nAnd b.'],
  ['a heading', '// All of them\n\nexport type A = string;', undefined],
  ['a heading in front of docs', '// All of them\n/** Docs. */\nexport type A = string;', undefined],
  ['a comment behind docs', '/** Docs. */\n// MUST be a.\nexport type A = string;', 'MUST be a.'],
  ['a comment behind', 'export type A = string; // MUST be a.', 'MUST be a.'],
  ['a comment in front of a constant', '// MUST be sent.\nexport const A = 1;', 'MUST be sent.'],
  ['behind a member of a union', "export type A =\n  | 'a' // MUST be old.\n  | 'b';", 'MUST be old.'],
  ['in front of a member of a union', "export type A =\n  // MUST be old.\n  | 'a'\n  | 'b';", 'MUST be old.'],
  ['docs of a member of a union', "export type A = /** MUST be old. */ 'a' | 'b';", 'MUST be old.'],
  ['of a member of an enum', "export enum A {\n  /** MUST be old. */\n  a = 'a',\n}", 'MUST be old.'],
  ['of an index signature', 'export interface A {\n  /** MUST be old. */\n  [key: string]: string;\n}', 'MUST be old.'],
  ['behind a brace', 'export interface A { // MUST have all.\n  a: string;\n}', 'MUST have all.'],
  ['at the end', 'export interface A {\n  a: string;\n\n  // MUST have no more.\n}', 'MUST have no more.'],
  ['of a property', 'export interface A {\n  // One.\n  a: { b: string /* two */; }; // Three.\n}', undefined],
  ['behind a template', 'export interface A {\n  a: `a${string}b`;\n\n  // MUST be old.\n}', 'MUST be old.'],
];

test.each(OF_DECLARATIONS)('of a declaration: %s', (_, text, comments) => {
  expect(commentsOf(text)).toBe(comments);
});

test('comments in the type of a property are its own, except for those of properties in it', () => {
  const text = `export interface A {
  a: {
    // Of b.
    b: string;
    /** Of the values. */
    [key: string]: string; // Of them, too.
  };
}`;
  const [declaration] = readTypeScript(text, 'schema.ts');
  const [a] = declaration?.kind === 'interface' ? declaration.properties : [];
  const [b] = a?.type.kind === 'object' ? a.type.properties : [];
  expect([declaration?.docs, a?.docs.comments, b?.docs.comments]).toEqual([
    { text: '', tags: [] },
    'Of the values.\n\nOf them, too.',
    'Of b.',
  ]);
});

test('comments of a property that is declared again, or overridden, are kept', () => {
  const text = `export interface A {
  /**
   * One.
   * @maxLength 9
   */
  a: string;
  /* Three. */
  b: string;
}
export interface A {
  /**
   * Two.
   * @minLength 1
   */
  a: string; // MUST be a.
}
export interface B extends A { b: 'b'; }`;
  const schema = readTypeScript(text, 'schema.ts');
  const [a, b] = new Definitions(schema).propertiesOf(schema[1] as InterfaceDeclaration);
  expect(a?.docs).toEqual({
    text: 'One.\nTwo.',
    tags: [
      { name: 'maxLength', text: '9' },
      { name: 'minLength', text: '1' },
    ],
    comments: 'MUST be a.',
  });
  expect(b?.docs).toEqual({ text: '', tags: [], comments: 'Three.' });
});

test('a line comment with a limit is refused', () => {
  expect(() => docsOf('  // @maximum 5')).toThrow('schema.ts:2:3  This comment belongs to no declaration or property');
});
