import { expect, test } from 'vitest';
import { Bursts } from '../../../generator/cli/watchSchemas.js';

const QUIET = 50;
const NEVER = new AbortController().signal;

test('what comes without a pause comes as one, each item once', async () => {
  const bursts = new Bursts<string>(QUIET);
  const next = bursts.next(NEVER);
  bursts.add('a');
  bursts.add('b', 'a');
  bursts.add();
  expect(await next).toEqual(['a', 'b']);
});

test('each event within a burst makes it last longer', async () => {
  const bursts = new Bursts<string>(QUIET);
  const next = bursts.next(NEVER);
  bursts.add('a');
  for (const [delay, item] of [
    [QUIET / 2, 'b'],
    [QUIET * 1.5, 'c'],
  ] as const) {
    setTimeout(() => {
      bursts.add(item);
    }, delay);
  }
  expect(await next).toEqual(['a', 'b', 'c']);
});

test('what came before anybody waited is not lost, and is given once', async () => {
  const bursts = new Bursts<string>(QUIET);
  bursts.add('a');
  expect(await bursts.next(NEVER)).toEqual(['a']);
  bursts.add('b');
  expect(await bursts.next(NEVER)).toEqual(['b']);
});

test('a burst that was given is over: the next wait is for new events', async () => {
  const bursts = new Bursts<string>(QUIET);
  bursts.add('a');
  await bursts.next(NEVER);
  const stopped = AbortSignal.timeout(QUIET * 4);
  await expect(bursts.next(stopped)).rejects.toMatchObject({ name: 'AbortError' });
});

test('an event about nothing ends the wait as well', async () => {
  const bursts = new Bursts<string>(QUIET);
  bursts.add();
  expect(await bursts.next(NEVER)).toEqual([]);
});

test.each(['before an event', 'within a burst'])('an abort ends the wait: %s', async (when) => {
  const bursts = new Bursts<string>(QUIET);
  const controller = new AbortController();
  const next = bursts.next(controller.signal);
  if (when === 'within a burst') bursts.add('a');
  controller.abort();
  await expect(next).rejects.toThrow('aborted');
});
