/** The room that the tasks of one caller take. */

import { expect, test } from 'vitest';
import { Callers } from '../../../sdk/src/tasks/callers.js';
import { heldBytes } from '../../support/heap.js';

test('the oldest tasks that are not running make room for others, and a task that was dropped needs none', () => {
  const running = new Set<string>();
  const callers = new Callers({ running: 10, kept: 10, bytes: 100 }, (id) => running.has(id));
  for (const id of ['a', 'b', 'c']) callers.begin('ada', id);
  running.add('a');
  expect(callers.resize('ada', 'a', 40)).toEqual([]);
  expect(callers.resize('ada', 'b', 60)).toEqual([]);
  expect(callers.resize('ada', 'c', 61)).toBeUndefined();
  expect(callers.resize('ada', 'c', 60)).toEqual(['b']);
  expect(callers.resize('ada', 'dropped', 1_000)).toEqual([]);
  expect(callers.resize('nobody', 'a', 1_000)).toEqual([]);
  for (let left = 3; left > 0; left--) callers.ended('ada');
});

test('the end of a task makes room for one more that runs', () => {
  const callers = new Callers({ running: 3, kept: 10, bytes: 100 }, () => true);
  for (const id of ['a', 'b', 'c']) callers.begin('ada', id);
  callers.ended('ada');
  callers.begin('ada', 'd');
  expect(() => callers.begin('ada', 'e')).toThrow('at most 3');
  for (let left = 3; left > 0; left--) callers.ended('ada');
});

test.each([
  ['ended', 'dropped'],
  ['dropped', 'ended'],
] as const)('callers whose last task was %s, and then %s, take no memory', async (...steps) => {
  const callers = new Callers({ running: 1, kept: 1, bytes: 100 }, () => false);
  const before = await heldBytes();
  for (let at = 0; at < 20_000; at++) {
    callers.begin(`caller ${at}`, 'a');
    for (const step of steps) callers[step](`caller ${at}`, 'a');
  }
  expect((await heldBytes()) - before).toBeLessThan(1_000_000);
  expect(callers.idsOf('caller 0')).toEqual([]);
});
