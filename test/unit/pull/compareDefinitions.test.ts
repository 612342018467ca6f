/** Two JSON Schemas, definition by definition. */

import { expect, test } from 'vitest';
import { compareDefinitions } from '../../../generator/pull/compareDefinitions.js';

const string = { type: 'string' };
const number = { type: 'number' };
const schema = (definitions: object): object => ({ definitions });

test('prose and the order of keys are not differences', () => {
  const before = schema({ A: { type: 'object', description: 'One.', properties: { description: string } } });
  const after = schema({ A: { properties: { description: string }, description: 'Two.', type: 'object' } });
  expect(compareDefinitions(before, after)).toEqual([]);
});

test('definitions that came and went', () => {
  expect(compareDefinitions(schema({ A: string, B: string }), schema({ B: string, C: string }))).toEqual([
    { definition: 'A', kind: 'missing', lines: [] },
    { definition: 'C', kind: 'added', lines: [] },
  ]);
});

test('the lines that differ, under the line before them', () => {
  const before = schema({ A: { properties: { a: string, b: string, c: string } } });
  const after = schema({ A: { properties: { a: string, b: number, c: string } } });
  expect(compareDefinitions(before, after)).toEqual([
    {
      definition: 'A',
      kind: 'changed',
      lines: ['      "b": {', '-       "type": "string"', '+       "type": "number"'],
    },
  ]);
});

test('only the first lines of a long difference', () => {
  const names = (count: number): object => ({ enum: Array.from({ length: count }, (_, index) => `n${index}`) });
  const [difference] = compareDefinitions(schema({ A: names(1) }), schema({ A: names(30) }));
  expect(difference?.lines.map((line) => line[0])).toEqual([' ', '-', '+', '+', '+', '+', '+']);
  expect(difference?.lines.at(-1)).toBe('+ …');
});

test('what only one side has', () => {
  const [difference] = compareDefinitions(schema({ A: { a: [1, 1, 2] } }), schema({ A: { a: [1, 2] } }));
  expect(difference?.lines.filter((line) => !line.startsWith(' '))).toEqual(['-     1,']);
});

test('another order of a union is named as such', () => {
  const before = schema({ A: { anyOf: [string, number] } });
  const after = schema({ A: { anyOf: [number, string] } });
  expect(compareDefinitions(before, after)).toMatchObject([{ definition: 'A', kind: 'reordered' }]);
});

test('names that objects have by themselves', () => {
  const before = JSON.parse('{"definitions":{"__proto__":{"type":"string"}}}') as unknown;
  expect(compareDefinitions(before, schema({ constructor: string }))).toMatchObject([
    { definition: '__proto__', kind: 'missing' },
    { definition: 'constructor', kind: 'added' },
  ]);
});
