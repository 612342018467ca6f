import { expect, test } from 'vitest';
import { checkNames } from '../../../generator/model/checkNames.js';
import type { Declaration } from '../../../generator/model/declarations.js';
import { ProblemList } from '../../../generator/problems.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { compileText } from '../../support/compileText.js';

/** Reads declarations, and gives some of them the names of others. A declaration with the name `Gone` is removed. */
function renamed(text: string, names: { readonly [name: string]: string }): readonly Declaration[] {
  const read = readTypeScript(text, 'schema.ts').filter(({ name }) => names[name] !== 'Gone');
  return JSON.parse(
    JSON.stringify(read, (key, value: unknown) => (key === 'name' ? (names[value as string] ?? value) : value)),
  ) as readonly Declaration[];
}

// While a schema is read, TypeScript reports these. Models are read from JSON, and extensions are read apart from what they extend.
test.each<[string, { readonly [name: string]: string }, string[]]>([
  // Declared twice.
  ['interface A {} type B = string;', { B: 'A' }, ['1:16  A is declared twice, first in line 1']],
  ['const A = 1;\ninterface B {}', { B: 'A' }, ['2:1  A is declared twice, first in line 1']],
  ['interface A { b: string; c: number }', { c: 'b' }, ['1:26  The property b is declared twice']],
  ['type A = { b: { c: string; d: string } };', { d: 'c' }, ['1:28  The property c is declared twice']],
  // Not declared, or something else.
  ['interface A { b: B } type B = 1', { B: 'Gone' }, ['1:18  Gone is not declared']],
  ['interface A { b: { c?: (string | B)[] } } type B = 1', { B: 'Gone' }, ['1:34  Gone is not declared']],
  ['interface A { [key: string]: B } type B = 1', { B: 'Gone' }, ['1:30  Gone is not declared']],
  ['interface A extends B {} type B = {}', { B: 'Gone' }, ['1:21  A extends Gone, which is not a declared type']],
  [
    "interface A extends Omit<B, 'c'> {} type B = {}",
    { B: 'Gone' },
    ['1:21  A extends Gone, which is not a declared type'],
  ],
  ['interface A { b: typeof B } const B = 1;', { B: 'Gone' }, ['1:18  Gone is not a constant']],
  [
    'interface A { b: typeof B } const B = 1; interface C {}',
    { B: 'C', C: 'C' },
    ['1:42  C is declared twice, first in line 1'],
  ],
  // Circles.
  [
    'interface A extends B {} interface B {}',
    { B: 'A' },
    ['1:21  A extends itself through A', '1:26  A is declared twice, first in line 1'],
  ],
  // All at once.
  [
    'interface A { b: B }\ntype B = 1; type C = D;\ntype D = 1;',
    { B: 'Gone', D: 'A' },
    ['1:18  Gone is not declared', '3:1  A is declared twice, first in line 1'],
  ],
])('%s with the names %j', (text, names, expected) => {
  const problems = new ProblemList();
  checkNames(renamed(text, names), problems);
  expect(problems.all.map(({ line, column, message }) => `${line}:${column}  ${message}`)).toEqual(expected);
});

test.each([
  ['a type that contains itself in an array', 'type A = string | A[];'],
  ['a type that contains itself in an object', 'type A = { b?: A };'],
  ['an interface that contains itself', 'interface A { b?: A }'],
  ['an interface that contains what extends it', 'interface A { b?: B } interface B extends A {}'],
  [
    'a base with two ways to it',
    'interface A {} interface B extends A {} interface C extends A {} interface D extends B, C {}',
  ],
  ['a type with two ways to another one', 'type X = Y; type Y = P | Q; type P = R; type Q = R; type R = string;'],
  ['a name used before it is declared', 'interface A { b: B } type B = string;'],
  ['one property in two interfaces', 'interface A { c: string } interface B { c: string }'],
  [
    'properties called like words of a language',
    'interface A { default: string; toString?: string; __proto__: string }',
  ],
  ['types called like types of a language', 'interface Promise {} interface Array { b: Promise } interface Ä {}'],
])('%s is fine', (_, text) => {
  expect(compileText(text).source.all).not.toEqual([]);
});
