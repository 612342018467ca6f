import { expect, test } from 'vitest';
import { describeShape } from '../../../generator/analyze/describeShape.js';

test('a name that could be misread is quoted', () => {
  const names = ['name', 'a/b', '', 'two words', 'a\nb'];
  const fields = new Map(names.map((name) => [name, { optional: false, shape: { kind: 'string' } as const }]));
  expect(describeShape({ kind: 'object', fields })).toBe('{ name, a/b, "", "two words", "a\\nb" }');
});
