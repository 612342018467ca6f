import { expect, test } from 'vitest';
import { describeShape } from '../../../generator/analyze/describeShape.js';

test('a name that could be misread is quoted', () => {
  const has = { name: 'string', 'a/b': 'string', '': 'string', 'two words': 'string', 'a\nb': 'string' } as const;
  expect(describeShape({ has })).toBe('{ name, a/b, "", "two words", "a\\nb" }');
});
