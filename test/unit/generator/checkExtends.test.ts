/** Interfaces that do not fit what they extend are refused: the compiler of users of the generated types would refuse them. */

import { expect, test } from 'vitest';
import { SchemaProblems } from '../../../generator/problems.js';
import { buildProtocol } from '../../../generator/model/buildProtocol.js';
import type { Base } from '../../../generator/model/declarations.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { emitText } from '../../support/compileText.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { TABLES } from '../../support/tables.js';

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

/** Reads interfaces that extend nothing, and lets `Own` extend `Base`: corrections and extensions of a schema are not checked by TypeScript. */
function problemsOf(text: string, filter?: Base['filter']): readonly string[] {
  const read = readTypeScript(`${MESSAGES}\n${text}`, 'schema.ts');
  const place = { file: 'schema.ts', line: 1, column: 1 };
  const bases = [{ name: 'Base', place, ...(filter && { filter }) }];
  const declarations = read.map((each) => (each.name === 'Own' ? { ...each, bases } : each));
  const protocol = buildProtocol(declarations, '2025-03-27', TABLES, 'draft');
  try {
    emitProtocols([protocol]);
  } catch (error) {
    if (error instanceof SchemaProblems) return error.problems.map(({ line, message }) => `${line}  ${message}`);
    throw error;
  }
  return [];
}

test('what does not fit is refused, all at once, at its place', () => {
  const text = `interface Deep { list: { name: string }[] }
interface Base { a: string; b: string; c: Deep; d?: number }
interface Own {
  a?: string;
  b: number;
  c: { list: { name: number }[] };
  d: number;
}`;
  expect(problemsOf(text)).toEqual([
    '6  a of Own is optional, and required in Base',
    '7  b of Own does not match the type in Base: string',
    '8  c of Own does not match the type in Base, at list[].name: Deep',
  ]);
});

test.each([
  { kind: 'pick', keys: ['a'] },
  { kind: 'omit', keys: ['b'] },
] as const)('what a property is picked from is compared, too: $kind', (filter) => {
  const text = 'interface Base { a: string; b: string } interface Own { a: number }';
  expect(problemsOf(text, filter)).toEqual(['3  a of Own does not match the type in Base: string']);
  expect(problemsOf(text, { ...filter, keys: filter.kind === 'pick' ? ['b'] : ['a'] })).toEqual([]);
});
