/** What the soak runs take for growth of the heap. */

import { expect, test } from 'vitest';

const METER = new URL('../../fuzz/soak/meter.mjs', import.meta.url).href;
const { slope } = (await import(METER)) as { slope: (samples: readonly (readonly [number, number])[]) => number };

const HOUR = 3_600_000;

test.each<[string, (at: number) => number, number]>([
  ['that stays', () => 8, 0],
  ['that grows by 50 in an hour', (at) => 8 + (50 * at) / HOUR, 50],
  ['with a large result on its way in the last samples', (at) => (at > 420_000 ? 40 : 8), 0],
])('the growth of a heap %s', (_name, heap, growth) => {
  const samples = Array.from({ length: 48 }, (_, index) => [index * 10_000, heap(index * 10_000)] as const);
  expect(slope(samples)).toBeCloseTo(growth);
});

test('of a single sample nothing grows', () => {
  expect(slope([[0, 8]])).toBe(0);
});
