/** Arguments of tools on the command line. */

import { expect, test } from 'vitest';
import { readArguments } from '../../talk/src/arguments.js';
import { parametersText, typeText } from '../../talk/src/text/typeText.js';

const SCHEMA = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    days: { type: 'integer' },
    metric: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'number' } },
    place: { type: 'object', properties: { lat: { type: 'number' } } },
    level: { enum: ['low', 'high'] },
    either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    zip: { $ref: '#/$defs/Zip' },
    loop: { $ref: '#/$defs/Loop' },
  },
  $defs: { Zip: { $ref: '#/$defs/Text' }, Text: { type: 'string' }, Loop: { $ref: '#/$defs/Loop' } },
  required: ['city'],
};

const noInput = (): Promise<string> => Promise.resolve('7');

test.each([
  [['city=Rome'], { city: 'Rome' }],
  [['city=5'], { city: '5' }],
  [['zip=12345'], { zip: '12345' }],
  [['loop=5'], { loop: 5 }],
  [['city='], { city: '' }],
  [['city=a=b'], { city: 'a=b' }],
  [['days=3'], { days: 3 }],
  // Whatever it is, the check against the schema tells the user.
  [['days=three'], { days: 'three' }],
  [['metric=true'], { metric: true }],
  [['metric=no'], { metric: false }],
  [['tags=a'], { tags: ['a'] }],
  [['tags=a', 'tags=b'], { tags: ['a', 'b'] }],
  [['tags=["a","b"]'], { tags: ['a', 'b'] }],
  [['sizes=1', 'sizes=2'], { sizes: [1, 2] }],
  [['place={"lat":1}'], { place: { lat: 1 } }],
  [['level=low'], { level: 'low' }],
  [['either=null'], { either: null }],
  [['city:=5'], { city: 5 }],
  [['unknown=5'], { unknown: 5 }],
  [['__proto__=x'], JSON.parse('{"__proto__":"x"}') as object],
])('%j are %j', async (given, expected) => {
  expect(await readArguments(given, undefined, SCHEMA, noInput)).toEqual(expected);
});

test('arguments one by one take precedence over those of a JSON object', async () => {
  expect(await readArguments(['days=2'], '{"city":"Rome","days":1}', SCHEMA, noInput)).toEqual({
    city: 'Rome',
    days: 2,
  });
});

test.each([
  [['Rome'], undefined, 'Invalid argument "Rome": expected name=value'],
  [['=Rome'], undefined, 'Invalid argument "=Rome"'],
  [['city:=Rome'], undefined, 'city is not JSON'],
  [[], '-', '--input must be a JSON object'],
  [[], '[]', '--input must be a JSON object'],
  [[], '{', '--input is not JSON'],
])('%j with %s is a mistake', async (given, input, message) => {
  await expect(readArguments(given, input, SCHEMA, noInput)).rejects.toThrow(message);
});

test('a schema is shown as a type', () => {
  expect(parametersText(SCHEMA)).toBe(
    'city: string, days?: number, metric?: boolean, tags?: string[], sizes?: number[], ' +
      'place?: { lat?: number }, level?: "low" | "high", either?: number | null, zip?: string, loop?: unknown',
  );
});

test.each([
  [true, 'unknown'],
  [false, 'never'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { enum: [1, 2] } }, '(1 | 2)[]'],
  [{ const: 'a\u001b[2J' }, '"a\\u001b[2J"'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'string'],
  [{ $ref: '#' }, 'unknown'],
  [{ $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } }, 'unknown[][][][]'],
  [{ $ref: 'https://example.com/a.json' }, 'unknown'],
  [{ allOf: [{ type: 'string' }, { minLength: 1 }] }, 'string & unknown'],
  [{ type: 'object', properties: { 'a b': { type: 'string' } } }, '{ "a b"?: string }'],
  [7, 'unknown'],
])('%j is %s', (schema, expected) => {
  expect(typeText(schema)).toBe(expected);
});
