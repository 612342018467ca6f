/** Interfaces that do not fit what they extend are refused: the compiler of users of the generated types would refuse them. */

import { expect, test } from 'vitest';
import { SchemaProblems } from '../../../generator/problems.js';
import { emitText } from '../../support/compileText.js';

const MESSAGES = `export interface ANotification { method: 'a'; params: Own }
  export type ClientNotification = ANotification;`;

const compile = (declarations: string): string => emitText(`${MESSAGES}\n${declarations}`, 'types');

test.each([
  { title: 'the same property', base: 'a: string', own: 'a: string' },
  { title: 'a literal of its type', base: 'a: string', own: "a: 'x'" },
  { title: 'a property that becomes required', base: 'a?: string', own: 'a: string' },
  { title: 'an object with more properties', base: 'a: { b: string }', own: 'a: { b: string; c: number }' },
  { title: 'anything that is unknown', base: 'a: unknown', own: 'a: number' },
  { title: 'a member of a union', base: 'a: string | number', own: 'a: number' },
  { title: 'a type that contains itself', base: 'a?: Base', own: 'a?: Own' },
])('an interface may declare again $title', ({ base, own }) => {
  expect(compile(`interface Base { ${base} } interface Own extends Base { ${own} }`)).toContain('interface Own');
});

test('a property that is left out may be declared again with any type', () => {
  const own = 'interface Base { a: string; b: string }';
  expect(compile(`${own} interface Own extends Omit<Base, 'a'> { a: number }`)).toContain('interface Own');
  expect(compile(`${own} interface Own extends Pick<Base, 'a'> { b: number }`)).toContain('interface Own');
});

test('what does not fit is refused, all at once, at its place', () => {
  const refused = (): string =>
    compile(`interface Deep { list: { name: string }[] }
interface Base { a: string; b: string; c: Deep; d?: number }
interface Own extends Base {
  a?: string;
  b: number;
  c: { list: { name: number }[] };
  d: number;
}`);
  expect(refused).toThrow(SchemaProblems);
  try {
    refused();
  } catch (error) {
    expect((error as SchemaProblems).problems.map(({ line, message }) => [line, message])).toEqual([
      [6, 'a of Own is optional, and required in Base'],
      [7, 'b of Own does not match the type in Base: string'],
      [8, 'c of Own does not match the type in Base, at list[].name: Deep'],
    ]);
  }
  expect.assertions(2);
});

test('what a property is picked from is compared, too', () => {
  const base = 'interface Base { a: string; b: string }';
  expect(() => compile(`${base} interface Own extends Pick<Base, 'a'> { a: number }`)).toThrow(
    'a of Own does not match the type in Base: string',
  );
  expect(() => compile(`${base} interface Own extends Omit<Base, 'b'> { a: number }`)).toThrow(
    'a of Own does not match the type in Base: string',
  );
});
