/** Who is told that one side begins to close. */

import { expect, test } from 'vitest';
import { Closing } from '../../../runtime/src/peer/closing.js';

test('every listener is told once, in order, and one that fails keeps no other from it', () => {
  const closing = new Closing();
  const told: string[] = [];
  const failure = new Error('Broken');
  const errors: unknown[] = [];
  closing.add(() => void told.push('first'));
  closing.add(() => {
    throw failure;
  });
  closing.add(() => void told.push('last'));
  expect(closing.begin((error) => errors.push(error))).toBe(true);
  expect(closing.begin((error) => errors.push(error))).toBe(false);
  expect(told).toEqual(['first', 'last']);
  return expect.poll(() => errors).toEqual([failure]);
});

test('a listener that comes late is told soon; what it throws is reported', async () => {
  const closing = new Closing();
  const errors: unknown[] = [];
  closing.begin((error) => errors.push(error));
  const failure = new Error('Broken');
  let isTold = false;
  closing.add(() => {
    isTold = true;
    throw failure;
  });
  expect(isTold).toBe(false);
  await expect.poll(() => errors).toEqual([failure]);
});

test('a listener that was taken back is not told, whether it came early or late', async () => {
  const closing = new Closing();
  const told: string[] = [];
  const early = closing.add(() => void told.push('early'));
  closing.add(() => early());
  closing.add(() => void told.push('one that stays'));
  early();
  closing.begin(() => undefined);
  const late = closing.add(() => void told.push('late'));
  late();
  await Promise.resolve();
  expect(told).toEqual(['one that stays']);
});
