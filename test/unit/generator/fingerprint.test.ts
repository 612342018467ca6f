/** Fingerprints of types: equal for equal values, whatever the names. */

import { describe, expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { fingerprints, isSame } from '../../../generator/analyze/fingerprint.js';
import type { Located } from '../../../generator/analyze/shape.js';
import { compileText } from '../../support/compileText.js';

/** The type A of a schema. */
function located(text: string): Located {
  return { shape: { kind: 'reference', name: 'A' }, table: shapesOf(compileText(text).definitions) };
}

describe('the same values', () => {
  test.each([
    ['docs', 'interface A { a: string }', '/** A. */ interface A {\n/** B. @see x */ a: string }'],
    ['another order of properties', 'interface A { a: string; b: number }', 'interface A { b: number; a: string }'],
    ['a name for a part', 'interface A { b: { c: 1 } }', 'interface B { c: 1 }\ninterface A { b: B }'],
    ['a name for a primitive', 'interface A { b: string[] }', 'type S = string;\ninterface A { b: S[] }'],
    ['an alias for an interface', 'interface A { b: 1 }', 'type A = { b: 1 };'],
    ['another name', 'interface B { c: 1 }\ninterface A { b: B }', 'interface D { c: 1 }\ninterface A { b: D }'],
    ['a base', 'interface A { a: 1; b: 2 }', 'interface B { a: 1 }\ninterface A extends B { b: 2 }'],
    ['another order of a union', "type A = 'x' | 'y' | number;", "type A = number | 'y' | 'x';"],
    ['a nested union', "type A = 'x' | 'y' | 1;", "type B = 'y' | 1;\ntype A = 'x' | B;"],
    ['a constant', 'type A = typeof ONE;\nconst ONE = 1;', 'type A = 1;'],
    ['open objects', 'interface A { a: object }', 'interface A { a: { [key: string]: unknown } }'],
    ['an index signature of anything', 'interface A { a: 1 }', 'interface A { a: 1; [key: string]: unknown }'],
    ['any', 'type A = any[];', 'type A = unknown[];'],
    [
      'a bound beside a name',
      '/** @minimum 1 */ type B = number;\ntype A = B[];',
      'interface Z { z: 1 }\n/** @minimum 1 */ type B = number;\ntype A = B[];',
    ],
    [
      'a name in a circle',
      'interface A { a?: A }',
      'interface A { b?: B }\ninterface B { b?: A }'.replaceAll('b?', 'a?'),
    ],
    [
      'a circle that is entered elsewhere',
      'interface A { a?: { a?: A } }',
      'interface A { a?: B }\ninterface B { a?: B }',
    ],
    ['deprecated', 'interface A { a: 1 }', 'interface A {\n/** @deprecated */ a: 1 }'],
  ])('%s', (_, before, after) => {
    expect(isSame(located(before), located(after))).toBe(true);
  });
});

describe('other values', () => {
  test.each([
    ['a property', 'interface A { a: 1 }', 'interface A { a: 1; b: 1 }'],
    ['optional', 'interface A { a: 1 }', 'interface A { a?: 1 }'],
    ['a literal', "type A = 'x';", "type A = 'y';"],
    ['a string for a number', "type A = '1';", 'type A = 1;'],
    ['a constant', 'type A = typeof ONE;\nconst ONE = 1;', 'type A = typeof ONE;\nconst ONE = 2;'],
    ['null', 'type A = string;', 'type A = string | null;'],
    [
      'a union for an intersection',
      'type A = B | C;\ninterface B { b: 1 }\ninterface C { c: 1 }',
      'type A = B & C;\ninterface B { b: 1 }\ninterface C { c: 1 }',
    ],
    ['an array', 'type A = string;', 'type A = string[];'],
    ['a bound', 'interface A { a: number }', 'interface A {\n/** @minimum 0 */ a: number }'],
    ['another bound', 'interface A {\n/** @minimum 1 */ a: number }', 'interface A {\n/** @minimum 0 */ a: number }'],
    ['an index signature', 'interface A { a: 1 }', 'interface A { a: 1; [key: string]: number }'],
    ['a format', 'interface A { a: string }', 'interface A {\n/** @format uri */ a: string }'],
    [
      'a name that has a format there',
      'interface A {\n/** @format uri */ a: B }\ntype B = string | 1;',
      'interface A {\n/** @format uri */ a: B }\ntype B = string | 2;',
    ],
    ['a value that is named', "type A = 'x' | string;", "type A = 'x' | 'y' | string;"],
    [
      'far below',
      'interface A { b: B[] }\ninterface B { c: C }\ntype C = 1;',
      'interface A { b: B[] }\ninterface B { c: C }\ntype C = 2;',
    ],
    [
      'in a circle',
      'interface A { b: B }\ninterface B { a?: B; c: 1 }',
      'interface A { b: B }\ninterface B { a?: B; c: 2 }',
    ],
    ['behind a circle', 'interface A { a?: A; c: C }\ntype C = 1;', 'interface A { a?: A; c: C }\ntype C = 2;'],
  ])('%s', (_, before, after) => {
    expect(isSame(located(before), located(after))).toBe(false);
  });
});

test('many names of one type take no time', () => {
  const doubling = Array.from(
    { length: 200 },
    (_, index) => `interface T${index} { a: T${index + 1}; b: T${index + 1} }`,
  );
  const text = `interface A { t: T0 }\n${doubling.join('\n')}\ninterface T200 { end: 1 }`;
  expect(isSame(located(text), located(text))).toBe(true);
});

test('without notes, formats and named values do not count', () => {
  const [plain, noted] = ['a: string', "/** @format uri */ a: 'x' | string"].map((field) =>
    located(`interface A {\n${field} }`),
  );
  if (!plain || !noted) throw new Error('Two types are needed');
  expect(isSame(plain, noted)).toBe(false);
  expect(isSame(plain, noted, { notes: false })).toBe(true);
});

test('a name that is not in the table stands for itself', () => {
  const names = ['A', 'B', 'A'].map((name): Located => ({ shape: { kind: 'reference', name }, table: new Map() }));
  const [a, b, again] = fingerprints(names);
  expect(a).toBe(again);
  expect(a).not.toBe(b);
});
