import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../sdk/src/schema/index.js';
import { formSchema } from '../../../sdk/src/server/questions.js';

const form = (field: object): JsonSchema => ({ type: 'object', properties: { field } });

test.each([
  ['a choice among strings', { enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
  ['titled choices', { oneOf: [{ const: 'a', title: 'A' }] }, { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }],
  [
    'choices of which one has no title',
    { anyOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
    { type: 'string', enum: ['a', 'b'] },
  ],
])('a field with %s', (_, field, stated) => {
  expect(formSchema(form(field))).toEqual(form(stated));
});

test.each([
  ['a choice between a string and a number', { enum: ['a', 1] }],
  ['choices of which one is not a string', { oneOf: [{ const: 'a' }, { const: 1 }] }],
  ['an object', { type: 'object' }],
  ['a list of anything', { type: 'array' }],
])('a field with %s is refused', (_, field) => {
  expect(() => formSchema(form(field))).toThrow('the schema of a form, at /properties/field: expected');
});
