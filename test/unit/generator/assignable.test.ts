/** What fits: each row a type that is sent, one that is read, and what is said of them. */

import { expect, test } from 'vitest';
import { Compatibility, describeMismatch } from '../../../generator/analyze/assignable.js';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { ANY, type Shape } from '../../../generator/analyze/shape.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

const VALUE: Shape = { kind: 'reference', name: 'Value' };
const TEXT = `export interface Text { type: 'text'; text: string }`;
const IMAGE = `export interface Image { type: 'image'; data: string }`;
const RESERVED = 'io.modelcontextprotocol/key';

const ROWS: readonly { what: string; sent: string; read: string; mismatches?: string[]; ignored?: string[] }[] = [
  { what: 'the same', sent: '{ a: string }', read: '{ a: string }' },
  {
    what: 'a field that is required there alone',
    sent: '{ a?: string }',
    read: '{ a: string; b: string }',
    mismatches: ['`a`: required, but may be missing', '`b`: required, but may be missing'],
  },
  { what: 'a field that is optional there', sent: '{ a: string }', read: '{ a?: string; b?: number }' },
  { what: 'a field that is unknown there', sent: '{ a: { b: string } }', read: '{ a: {} }' },
  {
    what: 'a field that is unknown there',
    sent: '{ a: { b: string } }',
    read: '{ a: { c?: string } }',
    ignored: ['a.b'],
  },
  { what: 'a field among others that are allowed', sent: '{ a: string }', read: '{ [key: string]: unknown }' },
  { what: 'another type', sent: '{ a: string }', read: '{ a: number }', mismatches: ['`a`: string, expected integer'] },
  { what: 'anything', sent: '{ a: unknown }', read: '{ a: string }', mismatches: ['`a`: unknown, expected string'] },
  { what: 'anything, where anything may be', sent: '{ a: unknown }', read: '{ a: Any }' },
  {
    what: 'any key, where one has a type',
    sent: '{ [key: string]: unknown }',
    read: '{ a?: string }',
    mismatches: ['`a`: unknown, expected string'],
  },
  { what: 'any object', sent: '{ b?: string }', read: '{ a?: string }', ignored: ['b'] },
  { what: 'more literals', sent: `'a' | 'b'`, read: `'b' | 'c'`, mismatches: ['the value: "a" not accepted'] },
  { what: 'a literal of an open list', sent: `'a' | 'b'`, read: 'string' },
  {
    what: 'members that are unknown',
    sent: '{ a: (Text | Image | Text[])[] }',
    read: '{ a: Text[] }',
    mismatches: ['`a[]`: image, array not accepted'],
  },
  {
    what: 'a member that differs inside',
    sent: '{ a: Text | Image }',
    read: `{ a: Image | { type: 'text'; text: string; b: number; } }`,
    mismatches: ['`a(text).b`: required, but may be missing'],
  },
  {
    what: 'more items',
    sent: 'string[]',
    read: 'Few',
    mismatches: ['the value: string[], expected string[] (at most 2 items)'],
  },
  { what: 'an intersection', sent: 'Text & { b: string }', read: '{ text: string; b: string }', ignored: ['type'] },
  {
    what: 'a type that contains itself',
    sent: 'Tree',
    read: '{ trees?: Tree[]; id: string }',
    mismatches: ['`id`: required, but may be missing'],
  },
  {
    what: 'a reserved key that is always there',
    sent: `{ '${RESERVED}': string }`,
    read: '{ a?: string }',
    mismatches: [`\`"${RESERVED}"\`: always sent, but not allowed`],
  },
  { what: 'a reserved key among any', sent: '{ [key: string]: unknown }', read: `{ '${RESERVED}'?: string }` },
];

test.each(ROWS)('$what: $sent → $read', ({ sent, read, mismatches = [], ignored = [] }) => {
  const [from, to] = [sent, read].map((type) => shapes(`export type Value = ${type};`));
  if (!from || !to) throw new Error('Two types are needed');
  const compatibility = new Compatibility(from, to);
  const found = compatibility.fit(VALUE, VALUE);
  expect({ mismatches: found.mismatches.map(describeMismatch), ignored: found.ignored }).toEqual({
    mismatches,
    ignored,
  });
  const isRefused = mismatches.some((mismatch) => !mismatch.includes('always sent'));
  expect(compatibility.isAssignable(VALUE, VALUE)).toBe(!isRefused);
});

const NEVER: Shape = { kind: 'never' };
const TRUE: Shape = { kind: 'literal', value: true };
const FALSE: Shape = { kind: 'literal', value: false };
const BOOLEAN: Shape = { kind: 'boolean' };
const ONE_CHARACTER: Shape = { kind: 'string', limits: { maxLength: 1 } };

test.each<{ what: string; from: Shape; to: Shape; fits: boolean }>([
  { what: 'never fits anything', from: NEVER, to: BOOLEAN, fits: true },
  { what: 'never fits never', from: NEVER, to: NEVER, fits: true },
  { what: 'nothing else fits never', from: BOOLEAN, to: NEVER, fits: false },
  { what: 'not even anything fits never', from: ANY, to: NEVER, fits: false },
  { what: 'a literal fits its type', from: TRUE, to: BOOLEAN, fits: true },
  { what: 'a literal fits itself', from: TRUE, to: TRUE, fits: true },
  { what: 'a literal does not fit another', from: TRUE, to: FALSE, fits: false },
  { what: 'a type does not fit a literal', from: BOOLEAN, to: TRUE, fits: false },
  { what: 'a character of two units is one', from: { kind: 'literal', value: '😀' }, to: ONE_CHARACTER, fits: true },
  { what: 'two characters are too many', from: { kind: 'literal', value: 'ab' }, to: ONE_CHARACTER, fits: false },
  { what: 'both literals are the type', from: BOOLEAN, to: { kind: 'union', members: [TRUE, FALSE] }, fits: true },
])('$what', ({ from, to, fits }) => {
  expect(new Compatibility(new Map(), new Map()).isAssignable(from, to)).toBe(fits);
});

test('a name that both sides have is taken for the same where names are trusted', () => {
  const [from, to] = ['a: string', 'a: number'].map((field) => shapes(`export interface Value { ${field} }`));
  if (!from || !to) throw new Error('Two types are needed');
  expect(new Compatibility(from, to, true).isAssignable(VALUE, VALUE)).toBe(true);
  expect(new Compatibility(from, to).isAssignable(VALUE, VALUE)).toBe(false);
});

test('what rests on a refuted assumption is refuted, too', () => {
  const [from, to] = ['string', 'number'].map((leaf) =>
    shapes(`export interface A { b?: B; leaf: ${leaf} } export interface B { a?: A }`),
  );
  if (!from || !to) throw new Error('Two types are needed');
  const compatibility = new Compatibility(from, to);
  const [a, b] = ['A', 'B'].map((name): Shape => ({ kind: 'reference', name }));
  expect([a, b].map((shape) => shape && compatibility.isAssignable(shape, shape))).toEqual([false, false]);
});

test.each([
  ['string', true],
  ['boolean', false],
] as const)('types that all refer to each other take no time: %s', (leaf, fits) => {
  const names = Array.from({ length: 10 }, (_, index) => `T${index}`);
  const mutual = (type: string) =>
    shapes(names.map((name) => `export interface ${name} { f: ${type}; next?: ${names.join(' | ')} }`).join('\n'));
  const compatibility = new Compatibility(mutual('string'), mutual(leaf));
  const first: Shape = { kind: 'reference', name: 'T0' };
  expect(compatibility.isAssignable(first, first)).toBe(fits);
  expect(compatibility.fit(first, first).mismatches.length > 0).toBe(!fits);
});

test('many names of one type take no time', () => {
  const doubling = Array.from(
    { length: 200 },
    (_, index) => `export interface T${index} { a: T${index + 1}; b: T${index + 1} }`,
  );
  const table = shapes(`${doubling.join('\n')} export interface T200 { end: 1 }`);
  const root: Shape = { kind: 'reference', name: 'T0' };
  expect(new Compatibility(table, table).isAssignable(root, root)).toBe(true);
});

function shapes(declaration: string) {
  const more = `
    /** @TJS-type number */
    export type Fraction = number;
    export type Any = string | Fraction | boolean | null | Any[] | { [key: string]: Any };
    export interface Tree { trees?: Tree[] }
    /** @maxItems 2 */
    export type Few = string[];`;
  return shapesOf(new Definitions(readTypeScript(`${TEXT} ${IMAGE} ${more} ${declaration}`, 'schema.ts')));
}
