import { expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { rank } from '../../../sdk/src/server/completion.js';

test.each([
  ['', ['b', 'a'], ['b', 'a']],
  ['a', ['b', 'ca', 'c a', 'a2', 'A1', 'a1'], ['a2', 'A1', 'a1', 'c a', 'ca']],
  ['or', ['For', 'for_or', 'x-Oregon', 'Oregon'], ['Oregon', 'for_or', 'x-Oregon', 'For']],
  ['é', ['café', 'É', 'x é'], ['É', 'x é', 'café']],
  ['b', ['àb', 'b', '😀b', '𝐚b', 'b'], ['b', '😀b', 'àb', '𝐚b']],
  ['x y', ['a x y', 'x  y'], ['a x y']],
  ['.*', ['a', 'a.*'], ['a.*']],
  ['z', ['a'], []],
])('%j finds in %j', (typed, values, found) => {
  covers('completion-sorted', 'completion-fuzzy');
  expect(rank(values, typed)).toEqual({ values: found, total: found.length, hasMore: false });
});

test('an answer has at most 100 values, and says how many there are', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `name ${index}`);
  expect(rank(names(100), 'n')).toEqual({ values: names(100), total: 100, hasMore: false });
  expect(rank(new Set(names(101)), 'n')).toEqual({ values: names(100), total: 101, hasMore: true });
});
