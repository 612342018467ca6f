/** Parsing what the other side has sent, with a limit of its values. */

import { expect, test } from 'vitest';
import { parseJson, VALUE_LIMIT } from '../../../runtime/src/codec/json.js';

const TOO_MANY = { code: -32600, message: expect.stringContaining('more values than the limit of') };

test('a value is as JSON has it', () => {
  expect(parseJson('{"a":[1,"b",null]}', VALUE_LIMIT)).toEqual({ a: [1, 'b', null] });
  expect(() => parseJson('{', VALUE_LIMIT)).toThrow(SyntaxError);
});

test.each([
  ['[1,2,3]', 3],
  ['{"a":1,"b":2}', 4],
  ['[[],[]]', 4],
  ['[{},{},{}]', 6],
  [' [ "," , "[" ] ', 2],
  ['["\\",\\"","\\\\",1]', 3],
  ['["\\\\\\\\","\\\\\\",",0]', 3],
])('its arrays, objects, keys, and commas are counted, and nothing in strings: %s', (text, count) => {
  expect(parseJson(text, count)).toEqual(JSON.parse(text));
  try {
    parseJson(text, count - 1);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject(TOO_MANY);
  }
});

test('by default a message may have a million', () => {
  const arrays = (count: number): string => `[${'{},'.repeat(count / 2)}0]`;
  expect(parseJson(arrays(999_998), VALUE_LIMIT)).toHaveLength(500_000);
  expect(() => parseJson(arrays(1_000_000), VALUE_LIMIT)).toThrow('more values than the limit of 1000000');
});

test('a text of quotes and backslashes is counted in a time that is linear in its length', () => {
  for (const text of ['\\'.repeat(4_000_000), '\\"'.repeat(2_000_000), '"'.repeat(4_000_000)]) {
    expect(() => parseJson(`["${text}`, 1)).toThrow(SyntaxError);
  }
});

test('a text that ends within a string is not JSON', () => {
  expect(() => parseJson('["abc', 1)).toThrow(SyntaxError);
  expect(() => parseJson('["abc\\"', 1)).toThrow(SyntaxError);
});
