/** Which definitions of a JSON Schema accept the same values as others. */

import { expect, test } from 'vitest';
import { sameValues } from '../../../generator/pull/sameValues.js';

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const string = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required?: readonly string[]) => ({
  type: 'object',
  properties,
  ...(required && { required }),
});
const OTHERS = {
  Leaf: object({ name: string }, ['name']),
  Copy: object({ name: string }, ['name']),
  Chain: object({ next: ref('Chain') }),
  Ring: object({ next: object({ next: ref('Ring') }) }),
  Loose: object({ next: ref('Loose') }, ['next']),
  Level: { enum: ['a', 'b'], type: 'string' },
  Value: { anyOf: [{ type: 'array', items: ref('Value') }, string] },
  Other: { anyOf: [string, { type: 'array', items: ref('Other') }] },
  Narrow: { anyOf: [integer, { type: 'array', items: ref('Narrow') }] },
};

test.each<[object, object]>([
  [ref('Leaf'), OTHERS.Leaf],
  [ref('Leaf'), ref('Copy')],
  [ref('Chain'), ref('Ring')],
  [ref('Value'), ref('Other')],
  [ref('Level'), { anyOf: [{ const: 'b', type: 'string' }, { const: 'a' }] }],
  [{ anyOf: [ref('Level'), integer] }, { anyOf: [integer, { enum: ['b', 'a'] }] }],
  [{ type: ['string', 'integer'] }, { anyOf: [integer, string] }],
  [{ type: 'boolean' }, { enum: [true, false] }],
  [
    { const: 5, type: 'number' },
    { const: 5, type: 'integer' },
  ],
  [{ allOf: [ref('Leaf'), ref('Chain')] }, { allOf: [OTHERS.Chain, ref('Copy')] }],
  [object({ a: ref('Level') }), object({ a: OTHERS.Level })],
  [
    { type: 'array', items: ref('Leaf') },
    { type: 'array', items: ref('Copy') },
  ],
])('%j and %j do', (left, right) => {
  expect(areSame(left, right)).toBe(true);
  expect(areSame(right, left)).toBe(true);
});

test.each<[object, object]>([
  [ref('Leaf'), ref('Chain')],
  [ref('Chain'), ref('Loose')],
  [ref('Value'), ref('Narrow')],
  [ref('Level'), { enum: ['a', 'b', 'c'] }],
  [{ type: ['string', 'integer'] }, string],
  [{ type: 'boolean' }, { const: true }],
  [
    { const: 1.5, type: 'number' },
    { const: 1.5, type: 'integer' },
  ],
  [object({ a: string }), object({ a: string }, ['a'])],
  [object({ a: string }), object({ b: string })],
  [object({ a: string }), object({})],
  [object({}), { ...object({}), additionalProperties: string }],
  [string, { ...string, minLength: 1 }],
  [{ allOf: [ref('Leaf'), ref('Chain')] }, { allOf: [ref('Leaf'), ref('Leaf')] }],
  [
    { type: 'array', items: ref('Leaf') },
    { type: 'array', items: ref('Chain') },
  ],
  [ref('Leaf'), ref('Missing')],
  [{ anyOf: [ref('Chain'), ref('Leaf')] }, { anyOf: [ref('Loose'), ref('Chain')] }],
])('%j and %j do not', (left, right) => {
  expect(areSame(left, right)).toBe(false);
  expect(areSame(right, left)).toBe(false);
});

function areSame(left: object, right: object): boolean {
  const schemas = (schema: object) => new Map<string, unknown>(Object.entries({ ...OTHERS, Subject: schema }));
  return sameValues('Subject', schemas(left), schemas(right));
}
