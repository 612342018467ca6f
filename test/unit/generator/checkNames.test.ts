import { expect, test } from 'vitest';
import { compileText, problemLines } from '../../support/compileText.js';

test.each([
  // Declared twice.
  ['interface A {} type A = string;', ['1:16  A is declared twice, first in line 1']],
  [
    'const A = 1;\ninterface A {}\ntype A = A;',
    [
      '2:1  A is declared twice, first in line 1',
      '3:1  A is declared twice, first in line 1',
      '3:10  A is a constant, not a type',
    ],
  ],
  ['interface A { b: string; b: number }', ['1:26  The property b is declared twice']],
  ["interface A { b: string; 'b': number }", ['1:26  The property b is declared twice']],
  ['type A = { b: { c: string; c: string } };', ['1:28  The property c is declared twice']],
  // Not declared, or something else.
  ['interface A { b: B }', ['1:18  B is not declared']],
  ['interface A { b: { c?: (string | B)[] } }', ['1:34  B is not declared']],
  ['interface A { [key: string]: B }', ['1:30  B is not declared']],
  ['interface A extends B {}', ['1:21  A extends B, which is not a declared type']],
  ["interface A extends Omit<B, 'c'> {}", ['1:21  A extends B, which is not a declared type']],
  ['const B = 1; interface A extends B {}', ['1:34  A extends B, which is not a declared type']],
  ['const B = 1; interface A { b: B }', ['1:31  B is a constant, not a type']],
  ['interface A { b: typeof B }', ['1:18  B is not a constant']],
  ['interface B {} interface A { b: typeof B }', ['1:33  B is not a constant']],
  // Circles.
  ['interface A extends A {}', ['1:21  A extends itself through A']],
  [
    'interface A extends B {} interface B extends A {}',
    ['1:21  A extends itself through B', '1:46  B extends itself through A'],
  ],
  ['interface A extends B {} type B = A;', ['1:21  A extends itself through B']],
  ['type A = A;', ['1:1  A refers to itself']],
  ['type A = B; type B = A;', ['1:1  A refers to itself', '1:13  B refers to itself']],
  ['type A = string | A;', ['1:1  A refers to itself']],
  ['type A = string | (A & { b: string });', ['1:1  A refers to itself']],
  ['type A = { b: string } & A;', ['1:1  A refers to itself']],
  // All at once.
  [
    'interface A { b: B }\ntype C = C;\ntype D = typeof A;',
    ['1:18  B is not declared', '2:1  C refers to itself', '3:10  A is not a constant'],
  ],
])('%s', (text, problems) => {
  expect(problemLines(text)).toEqual(problems);
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
