/** The rules by which the official schema.json of a revision follows from its schema.ts, one by one. */

import { describe, expect, test } from 'vitest';
import { deriveDefinitions, deriveText } from '../../support/compileText.js';

const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const string = { type: 'string' };
const open = { type: 'object', additionalProperties: {} };

/** Other declarations that types refer to. */
const OTHERS = [
  'interface Face { f?: string }',
  'interface Other { o?: string }',
  'type Text = string;',
  "type Level = 'b' | 'a';",
  'type Either = Face | Other;',
  'type List = Face[];',
  'type Shape = { s?: string };',
  'type Tree = { t?: Tree };',
  'type Both = Face & Other;',
  'type Json = Record<string, unknown>;',
  "type Open = 'x' | string;",
  'type FaceName = Face;',
  "const VERSION = '2.0';",
  'const CODE = -32700;',
].join('\n');

describe('the schema of a property', () => {
  test.each<[string, object]>([
    ['a: string', string],
    ['a: boolean', { type: 'boolean' }],
    ['a: number', { type: 'integer' }],
    ['a: unknown', {}],
    ['a: any', {}],
    ['a: object', { type: 'object', properties: {}, additionalProperties: true }],
    ['a: {}', { type: 'object', properties: {} }],
    ['a: { [key: string]: unknown }', open],
    ['a: { [key: string]: string }', { type: 'object', additionalProperties: string }],
    ['a: Record<string, unknown>', { type: 'object' }],
    ['a: { c: string; b?: string }', { type: 'object', properties: { c: string, b: string }, required: ['c'] }],
    ['a: string[]', { type: 'array', items: string }],
    ['a: Array<Face>', { type: 'array', items: ref('Face') }],
    // Literals.
    ["a: 'x'", { const: 'x', type: 'string' }],
    ['a: 1', { const: 1, type: 'integer' }],
    ['a: 1.5', { const: 1.5, type: 'number' }],
    ['a: typeof VERSION', { const: '2.0', type: 'string' }],
    ['a: typeof CODE', { const: -32700, type: 'integer' }],
    ["a: 'c' | 'a' | 'b'", { enum: ['a', 'b', 'c'], type: 'string' }],
    ["a: 'x' | 'x'", { const: 'x', type: 'string' }],
    ["a: 'x' | 1", { enum: [1, 'x'] }],
    // Names.
    ['a: Face', ref('Face')],
    ['a: FaceName', ref('Face')],
    ['a: Either', ref('Either')],
    ['a: Level', ref('Level')],
    ['a: Both', ref('Both')],
    ['a: Json', ref('Json')],
    ['a: Tree', ref('Tree')],
    ['a: Text', string],
    ['a: Open', string],
    ['a: List', { type: 'array', items: ref('Face') }],
    ['a: Shape', { type: 'object', properties: { s: string } }],
    // Unions.
    ['a: Face | Other', { anyOf: [ref('Face'), ref('Other')] }],
    ['a: Either | Face', { anyOf: [ref('Face'), ref('Other')] }],
    ['a: FaceName | Other', { anyOf: [ref('Face'), ref('Other')] }],
    ['a: Face | null', ref('Face')],
    ['a: string | null', string],
    ["a: 'x' | string", string],
    ['a: 1 | number', { type: 'integer' }],
    ["a: 'x' | number", { anyOf: [{ const: 'x', type: 'string' }, { type: 'integer' }] }],
    ['a: boolean | number | string', { type: ['string', 'integer', 'boolean'] }],
    ['a: string | Face', { anyOf: [ref('Face'), string] }],
    ['a: number | string | Face | "x" | 7', { anyOf: [ref('Face'), { type: ['string', 'integer'] }] }],
    ["a: 'y' | 'x' | Face", { anyOf: [ref('Face'), { enum: ['x', 'y'], type: 'string' }] }],
    ['a: Shape | Face', { anyOf: [ref('Face'), { type: 'object', properties: { s: string } }] }],
    ['a: Tree | Face', { anyOf: [ref('Face'), ref('Tree')] }],
    [
      'a: { b: string } | Face',
      { anyOf: [ref('Face'), { type: 'object', properties: { b: string }, required: ['b'] }] },
    ],
    ['a: (Face | Other)[]', { type: 'array', items: { anyOf: [ref('Face'), ref('Other')] } }],
    // Intersections.
    ['a: Face & Other', { allOf: [ref('Face'), ref('Other')] }],
    ['a: Face & { b?: string }', { allOf: [ref('Face'), { type: 'object', properties: { b: string } }] }],
    // Docs and tags.
    ['/** Doc. */ a: string', { ...string, description: 'Doc.' }],
    [
      '/** See {@link Face | the face}, {@link https://example.org | it}. */ a: string',
      { ...string, description: 'See {@link Facethe face}, {@link https://example.org | it}.' },
    ],
    ['/** Doc. */ a: Face', { ...ref('Face'), description: 'Doc.' }],
    ['/** @format uri */ a: string', { ...string, format: 'uri' }],
    ['/** @minimum 0\n@maximum 1.5 */ a: number', { type: 'integer', minimum: 0, maximum: 1.5 }],
    ['/** @maxItems 100 */ a: string[]', { type: 'array', items: string, maxItems: 100 }],
    ['/** @default "x" */ a: string', { ...string, default: 'x' }],
    ['/** @default x y */ a: string', { ...string, default: 'x y' }],
    ['/** @category tools\n@see Face\n@deprecated */ a: string', string],
    ['/** @TJS-type number */ a: number', { type: 'number' }],
    ['/** Doc.\n@TJS-type number\n@minimum 0 */ a: number', { description: 'Doc.', type: 'number', minimum: 0 }],
    ['/** @TJS-uniqueItems */ a: string[]', { type: 'array', items: string, uniqueItems: true }],
    ['/** @nullable */ a: number | null', { type: ['integer', 'null'] }],
    ['/** @nullable */ a: Face | null', { anyOf: [ref('Face'), { type: 'null' }] }],
    // Names that need no encoding here, but do in an address.
    ["'io.x/y': string", string],
  ])('%s', (property, schema) => {
    const { A } = deriveDefinitions(`${OTHERS}\ninterface A {\n${property}\n}`) as { A: { properties: object } };
    expect(Object.values(A.properties)).toEqual([schema]);
  });
});

describe('the definition of a declaration', () => {
  test.each<[string, object]>([
    ['interface A {}', { type: 'object' }],
    [
      'interface A { b: string; a?: string; c: string }',
      {
        type: 'object',
        properties: { a: string, b: string, c: string },
        required: ['b', 'c'],
      },
    ],
    ['interface A { [key: string]: unknown }', open],
    ['/** Doc.\n@deprecated */ interface A {}', { type: 'object', description: 'Doc.' }],
    ['/** Doc. */ type A = string;', { ...string, description: 'Doc.' }],
    ['/** @maxItems 3 */ type A = string[];', { type: 'array', items: string, maxItems: 3 }],
    ['type A = {};', { type: 'object', properties: {} }],
    ['type A = Record<string, unknown>;', { type: 'object' }],
    ["type A = 'b' | 'a';", { enum: ['a', 'b'], type: 'string' }],
    ['type A = Text;', string],
    ['type A = Either;', { anyOf: [ref('Face'), ref('Other')] }],
    // Inheritance.
    [
      'interface A extends Face { b: string }',
      { type: 'object', properties: { b: string, f: string }, required: ['b'] },
    ],
    ['interface A extends Face, Other {}', { type: 'object', properties: { f: string, o: string } }],
    ['interface A extends Face { f: string }', { type: 'object', properties: { f: string }, required: ['f'] }],
    ['interface A extends Shape {}', { type: 'object', properties: { s: string } }],
    ['interface A extends Json { a?: string }', { type: 'object', properties: { a: string } }],
    [
      "interface A extends Omit<B, 'b'> {}\ninterface B { b: string; c: string; d?: string }",
      {
        type: 'object',
        properties: { c: string, d: string },
        required: ['c'],
      },
    ],
    [
      "interface A extends Pick<B, 'b' | 'd'> {}\ninterface B { b: string; c: string; d?: string }",
      {
        type: 'object',
        properties: { b: string, d: string },
        required: ['b'],
      },
    ],
    // An index signature is not inherited, docs are.
    ['interface A extends B {}\ninterface B { [key: string]: unknown }', { type: 'object' }],
    [
      'interface A extends B { b: string }\ninterface B {\n/** Doc. */ b?: string }',
      {
        type: 'object',
        properties: { b: { ...string, description: 'Doc.' } },
        required: ['b'],
      },
    ],
    [
      'interface A extends B {\n/** Own. */ b: string }\ninterface B {\n/** Doc. */ b?: string }',
      {
        type: 'object',
        properties: { b: { ...string, description: 'Own.' } },
        required: ['b'],
      },
    ],
  ])('%s', (text, definition) => {
    expect(deriveDefinitions(`${text}\n${OTHERS}`)['A']).toEqual(definition);
  });
});

describe('an alias of an interface', () => {
  const face = { type: 'object', properties: { f: string }, description: 'The face.' };
  test.each([
    ['is a copy of it', '/** Alias. */ type A = Face;', face],
    [
      'is a reference where the interface was referred to before',
      'interface B { f: Face }\n/** Alias. */ type A = Face;',
      {
        ...ref('Face'),
        description: 'The face.',
      },
    ],
  ])('%s', (_, text, definition) => {
    expect(deriveDefinitions(`${text}\n/** The face. */ interface Face { f?: string }`)['A']).toEqual(definition);
  });
});

describe('the docs of an alias', () => {
  test.each([
    [
      'come along where the alias is replaced by what it is',
      '/** Text.\n@format uri */ type T = string;',
      { ...string, description: 'Text.', format: 'uri' },
    ],
    [
      'give way to those of the property',
      '/** Text. */ type T = string;',
      { ...string, description: 'Own.' },
      '/** Own. */ ',
    ],
    ['stay behind where it is referred to', '/** Text. */ type T = string | number;', ref('T')],
  ])('%s', (_, alias, schema, docs = '') => {
    expect(deriveDefinitions(`interface A {\n${docs}a: T }\n${alias}`)['A']).toMatchObject({
      properties: { a: schema },
    });
  });

  test('stand beside a reference in a union', () => {
    const text = '/** Made. */ type Made = Face & Other; type A = Face | Made; interface Face {} interface Other {}';
    expect(deriveDefinitions(text)['A']).toEqual({ anyOf: [{ ...ref('Made'), description: 'Made.' }, ref('Face')] });
  });
});

describe('the members of a union stand in the order in which their names are first mentioned', () => {
  test.each<[string, string, string[]]>([
    ['in the file', 'interface B {} interface C {} type A = C | B;', ['B', 'C']],
    ['in the union itself', 'type A = C | B; interface B {} interface C {}', ['C', 'B']],
    ['in a property', 'interface X { c: C } type A = B | C; interface B {} interface C {}', ['C', 'B']],
    ['in a base', 'interface X extends C {} type A = B | C; interface B {} interface C {}', ['C', 'B']],
    [
      'in an index signature, before properties',
      'interface X { b: B; [key: string]: B | C } type A = C | B; interface B {} interface C {}',
      ['B', 'C'],
    ],
    [
      'inside an alias that is mentioned',
      'interface X { y: Y } type A = B | C; type Y = C[]; interface B {} interface C {}',
      ['C', 'B'],
    ],
    [
      'not inside an interface that is mentioned',
      'interface X { y: Y } type A = B | C; interface Y { c: C } interface B {} interface C {}',
      ['B', 'C'],
    ],
  ])('%s', (_, text, names) => {
    expect(deriveDefinitions(text)['A']).toEqual({ anyOf: names.map(ref) });
  });
});

test('constants have no definition, everything else has', () => {
  const text = 'const C = 1; interface A {} type B = string; /** @internal */ interface D {}';
  expect(Object.keys(deriveDefinitions(text))).toEqual(['A', 'B', 'D']);
});

test('the file is sorted by key, indented by four spaces, and ends with an empty line', () => {
  expect(deriveText('interface B { z: string; a?: string }\ntype A = string;')).toBe(
    [
      '{',
      '    "$schema": "http://json-schema.org/draft-07/schema#",',
      '    "definitions": {',
      '        "A": {',
      '            "type": "string"',
      '        },',
      '        "B": {',
      '            "properties": {',
      '                "a": {',
      '                    "type": "string"',
      '                },',
      '                "z": {',
      '                    "type": "string"',
      '                }',
      '            },',
      '            "required": [',
      '                "z"',
      '            ],',
      '            "type": "object"',
      '        }',
      '    }',
      '}',
      '',
      '',
    ].join('\n'),
  );
});
