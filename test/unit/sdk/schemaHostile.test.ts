/** Malicious schemas and values. Without bounds, each of these would block a process, or end it. */

import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { compileJsonSchema } from '../../../sdk/src/schema/json/compileJsonSchema.js';
import { MAX_LEVELS, MAX_STEPS } from '../../../sdk/src/schema/json/run.js';
import { hostileSchemas } from '../../support/hostileSchemas.mjs';

/** Milliseconds that the processor may be busy with one value. */
const PATIENCE = 5_000;

const TOO_MUCH = {
  steps: `expected a value that takes at most ${MAX_STEPS} steps to check, got more`,
  levels: `expected a value of at most ${MAX_LEVELS} levels, got more`,
};

test.each(Object.entries(hostileSchemas))('%s', (_, { exceeds, make }) => {
  covers('base-schema-bounded');
  const [schema, value] = make();
  const check = compileJsonSchema(schema);
  const before = process.cpuUsage();
  expect(check(value).map((issue) => issue.message)).toEqual([TOO_MUCH[exceeds]]);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(PATIENCE);
});

test('a long name of a property is shortened, where an issue names its place', () => {
  const name = `ab${'c'.repeat(100)}`;
  const check = compileJsonSchema({ additionalProperties: { type: 'string' } });
  expect(check({ [name]: 1 }).map(({ pointer }) => pointer)).toEqual([`/ab${'c'.repeat(78)}...`]);
  expect(check({ [name.slice(0, 80)]: 1 }).map(({ pointer }) => pointer)).toEqual([`/${name.slice(0, 80)}`]);
});

test('a list of a hundred thousand objects is not too much', () => {
  const properties = {
    name: { type: 'string', minLength: 1, pattern: '^[a-z]+$' },
    age: { type: 'integer', minimum: 0 },
  };
  const check = compileJsonSchema({ type: 'array', items: { type: 'object', properties, required: ['name'] } });
  expect(check(Array.from({ length: 100_000 }, (_, age) => ({ name: 'someone', age })))).toEqual([]);
});

test('each item that may be unevaluated takes five steps', () => {
  const check = compileJsonSchema({ unevaluatedItems: true });
  const items = Array.from({ length: MAX_STEPS / 5 }, () => 0);
  expect(check(items).map(({ message }) => message)).toEqual([TOO_MUCH.steps]);
  expect(check(items.slice(1_000))).toEqual([]);
});

test.each([
  ['another keyword', { type: 'string' }],
  ['allOf', { allOf: [{ type: 'string' }] }],
])('what has been refused by %s costs nothing more, where that is all that counts', (_, refuses) => {
  const long = { items: { enum: Array.from({ length: 9_000 }, (_, at) => at) } };
  const items = Array.from({ length: MAX_STEPS / 9_000 + 1 }, () => 0);
  expect(compileJsonSchema(long)(items).map(({ message }) => message)).toEqual([TOO_MUCH.steps]);
  for (const both of [{ ...refuses, ...long }, { allOf: [refuses, long] }]) {
    expect(compileJsonSchema({ anyOf: [both, true] })(items)).toEqual([]);
  }
});

test('a pattern may name its characters by their numbers', () => {
  const check = compileJsonSchema({ pattern: '^\\u{1F600}\\u{41}\\u0042\\x43\\cJ\\uD83D\\uDE00$' });
  expect(check('😀ABC\n😀')).toEqual([]);
  for (const text of ['😀BBC\n😀', 'u{1F600}ABC\n😀', '😀ABCJ😀']) expect(check(text)).toHaveLength(1);
});

describe('patterns that backtrack', () => {
  test.each([
    ['^(a+)+$', 'a'],
    ['^(a|a)*$', 'a'],
    ['^(a|aa)+$', 'a'],
    ['^(.*,){20}P', 'a,'],
    ['^(\\w+\\s?)*$', 'word '],
    ['^([a-z0-9]+-?)*[a-z0-9]+$', 'a'],
    ['(x+x+)+y', 'x'],
    ['^(?=(a+)+b)', 'a'],
    ['a*a*a*a*a*a*b', 'a'],
  ])('%s', (pattern, part) => {
    const before = process.cpuUsage();
    const text = `${part.repeat(3_000)}!`;
    expect(compileJsonSchema({ pattern })(text)).toHaveLength(1);
    expect(compileJsonSchema({ patternProperties: { [pattern]: false } })({ [text]: 1 })).toEqual([]);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(PATIENCE);
  });
});

test.each<[name: string, schema: object, message: RegExp]>([
  ['a backreference', { pattern: '(a*)\\1' }, /at \/pattern: backreferences are not supported/],
  ['a lookbehind', { pattern: '(?<=a)b' }, /at \/pattern: lookbehinds are not supported/],
  [
    'groups with flags',
    { pattern: '(?P<name>a)' },
    /at \/pattern: expected a regular expression, got "\(\?P<name>a\)"/,
  ],
  ['a pattern that counts far', { pattern: 'a{100000}' }, /at \/pattern: expected a pattern of at most 5000 states/],
  [
    'nothing, counted very far',
    { pattern: '((){100000}){100000}' },
    /at \/pattern: expected a pattern of at most 5000 states/,
  ],
  [
    'a long pattern',
    { pattern: 'a'.repeat(2_001) },
    /at \/pattern: expected a pattern of at most 2000 characters, got 2001/,
  ],
  [
    'many patterns that count far',
    { properties: Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`n${i}`, { pattern: `${i}a{4000}` }])) },
    /at \/properties\/n24\/pattern: expected patterns of at most 100000 states in total/,
  ],
  [
    'a URI that each reference is added to',
    { $id: `http://127.0.0.1/${'a'.repeat(1_000_000)}`, allOf: Array.from({ length: 3_000 }, () => ({ $ref: '#' })) },
    /expected \$id to be a URI of at most 2000 characters, got "http:\/\/127\.0\.0\.1\/a{63}\.\.\."/,
  ],
  [
    'URIs that are long together',
    { $id: `${'a'.repeat(1_500)}/`, items: { $id: `${'b'.repeat(1_500)}/` } },
    /at \/items: expected \$id to be a URI of at most 2000 characters/,
  ],
  [
    'a pattern of properties',
    { patternProperties: { '(': true } },
    /at \/patternProperties: expected a regular expression/,
  ],
  [
    'an address of the network',
    { $ref: 'http://169.254.169.254/latest' },
    /"http:\/\/169\.254\.169\.254\/latest" is an external reference/,
  ],
  [
    'an address made by $id',
    { $id: 'http://127.0.0.1/', items: { $ref: 'b' } },
    /at \/items: "b" is an external reference/,
  ],
  ['no list', { anyOf: 'x' }, /at \/anyOf: expected an array, got string/],
  ['an empty list', { anyOf: [] }, /at \/anyOf: expected at least one schema, got none/],
  ['a number for a schema', { items: 5 }, /at \/items: expected a schema, got number/],
  ['a divisor of zero', { multipleOf: 0 }, /at \/multipleOf: expected a number above 0, got 0/],
])('refused: %s', (_, schema, message) => {
  covers('base-schema-reference', 'base-schema-reference-off', 'base-schema-reference-refused');
  covers('tools-references');
  expect(() => compileJsonSchema(schema)).toThrow(message);
});

describe('names that objects have from the start', () => {
  const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

  test.each(NAMES)('%s is not a property of an empty object', (name) => {
    expect(compileJsonSchema({ required: [name] })({})).toHaveLength(1);
    expect(compileJsonSchema(JSON.parse(`{"properties":{"${name}":false}}`))({})).toEqual([]);
    expect(compileJsonSchema(JSON.parse(`{"properties":{"${name}":false}}`))(JSON.parse(`{"${name}":1}`))).toHaveLength(
      1,
    );
  });

  test('and a schema does not change them', () => {
    compileJsonSchema(JSON.parse('{"__proto__":{"polluted":true},"$defs":{"__proto__":{"polluted":true}}}'));
    expect({}).not.toHaveProperty('polluted');
  });
});
