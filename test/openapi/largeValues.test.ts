/** The size of a value is that of its JSON text, and measuring ends where it is beyond the limit. */

import { expect, test } from 'vitest';
import { sizeWithin } from '../../generator/openapi/largeValues.js';

test.each([
  [[]],
  [[1]],
  [[1, null, true, 'two']],
  [[[], [[]], [{}, {}]]],
  [{}],
  [{ a: 1 }],
  [{ a: { b: [1, 2, 3] }, 'c "d"': 'line\nand €', e: undefined }],
  ['"\\'],
  [null],
  [-1.5e300],
])('%j', (value) => {
  const { length } = JSON.stringify(value);
  expect(sizeWithin(value, length)).toBe(length);
  expect(sizeWithin(value, length - 1)).toBe(Infinity);
});

test('what lies behind the limit is not read', () => {
  const end = {
    get read(): never {
      throw new Error('read');
    },
  };
  expect(sizeWithin(['long enough', end], 10)).toBe(Infinity);
  expect(() => sizeWithin(['long enough', end], 100)).toThrow('read');
});
