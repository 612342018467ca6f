import { expect, test } from 'vitest';
import { within } from '../../../scripts/mutants/within.mjs';

const tests = [{ ms: 50 }, { ms: 30 }, { ms: 40 }, { ms: 1 }];

test.each([
  [Infinity, 4],
  [121, 4],
  [120, 3],
  [119, 2],
  [10, 1],
])('in %d ms, the first tests run that fit, and at least one: %d', (budget, count) => {
  expect(within(tests, budget)).toEqual(tests.slice(0, count));
});
