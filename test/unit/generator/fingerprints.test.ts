import { describe, expect, test } from 'vitest';
import { definitionsOf, fingerprint, withoutProse } from '../../../generator/model/fingerprints.js';

describe('prose is removed where a schema stands, and nowhere else', () => {
  test.each([
    ['a description', { description: 'text', type: 'string' }, { type: 'string' }],
    ['a title', { title: 'text', type: 'string' }, { type: 'string' }],
    [
      'a property called description',
      { properties: { description: { type: 'string', description: 'text' } } },
      { properties: { description: { type: 'string' } } },
    ],
    [
      'a property called properties',
      { properties: { properties: { title: 'text', type: 'object' } } },
      { properties: { properties: { type: 'object' } } },
    ],
    [
      'a definition called title',
      { $defs: { title: { title: 'text', type: 'null' } } },
      { $defs: { title: { type: 'null' } } },
    ],
    [
      'a definition of another dialect',
      { definitions: { title: { title: 'text', type: 'null' } } },
      { definitions: { title: { type: 'null' } } },
    ],
    [
      'a pattern of properties',
      { patternProperties: { title: { title: 'text', type: 'null' } } },
      { patternProperties: { title: { type: 'null' } } },
    ],
    ['items', { items: { description: 'text', type: 'string' } }, { items: { type: 'string' } }],
    ['a list of items', { items: [{ title: 'text', type: 'string' }] }, { items: [{ type: 'string' }] }],
    ['a union', { anyOf: [{ description: 'text', $ref: '#/a' }] }, { anyOf: [{ $ref: '#/a' }] }],
    ['an intersection', { allOf: [{ title: 'text' }, { not: { title: 'text' } }] }, { allOf: [{}, { not: {} }] }],
    ['values of other keys', { additionalProperties: { title: 'text' } }, { additionalProperties: {} }],
    ['no values of other keys', { additionalProperties: false }, { additionalProperties: false }],
    ['a constant', { const: { description: 'text' } }, { const: { description: 'text' } }],
    ['a default', { default: { title: 'text' } }, { default: { title: 'text' } }],
    ['names of required properties', { required: ['title'] }, { required: ['title'] }],
  ])('%s', (_, given, want) => {
    expect(withoutProse(given)).toEqual(want);
  });
});

describe('fingerprints', () => {
  const same = { exact: true, unordered: true };
  const reordered = { exact: false, unordered: true };
  const different = { exact: false, unordered: false };
  test.each([
    ['the order of keys', { type: 'object', required: ['a'] }, { required: ['a'], type: 'object' }, same],
    ['prose', { type: 'string', title: 'a' }, { type: 'string', description: 'b' }, same],
    [
      'the order of a union',
      { anyOf: [{ type: 'a' }, { type: 'b' }] },
      { anyOf: [{ type: 'b' }, { type: 'a' }] },
      reordered,
    ],
    [
      'the order of a nested union',
      { items: { anyOf: [{ $ref: 'a' }, { $ref: 'b' }] } },
      { items: { anyOf: [{ $ref: 'b' }, { $ref: 'a' }] } },
      reordered,
    ],
    ['the order of an enumeration', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }, different],
    ['the order of what is required', { required: ['a', 'b'] }, { required: ['b', 'a'] }, different],
    ['a member of a union', { anyOf: [{ type: 'a' }] }, { anyOf: [{ type: 'a' }, { type: 'b' }] }, different],
    ['a value', { maximum: 1 }, { maximum: 2 }, different],
    ['a value and its text', { const: 1 }, { const: '1' }, different],
  ])('%s', (_, a, b, want) => {
    const [one, other] = [fingerprint(a), fingerprint(b)];
    expect({ exact: one.exact === other.exact, unordered: one.unordered === other.unordered }).toEqual(want);
  });

  test('are two SHA-256 in hexadecimal', () => {
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
    expect(fingerprint({ type: 'string' })).toEqual({ exact: digest, unordered: digest });
  });
});

test.each([
  ['definitions', { definitions: { A: {} } }],
  ['$defs', { $defs: { A: {} } }],
])('definitions stand under %s', (_, schema) => {
  expect(definitionsOf(schema)).toEqual({ A: {} });
});

test.each([undefined, null, [], {}, { definitions: [] }])('%j has no definitions', (value) => {
  expect(() => definitionsOf(value)).toThrow('expected "definitions" or "$defs"');
});
