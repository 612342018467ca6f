/** Timers: times longer than those of the platform, and what is left behind. */

import { ROOT } from '../../support/schemas.js';
import { runProgram } from '../../support/runCli.js';
import { after, deadline, every, pause, settlesWithin, within } from '@mcp-gen/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stopClock } from '../../support/clock.js';

const DAY = 24 * 60 * 60 * 1_000;

beforeEach(stopClock);
afterEach(() => {
  if (vi.isFakeTimers()) expect(vi.getTimerCount()).toBe(0);
});

describe('after', () => {
  test('calls once, after times of any length', async () => {
    const act = vi.fn();
    after(60 * DAY, act);
    await vi.advanceTimersByTimeAsync(60 * DAY - 1);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledTimes(1);
  });

  test.each([10, 60 * DAY])('does not call what was stopped, of %d milliseconds', async (milliseconds) => {
    const act = vi.fn();
    const stop = after(milliseconds, act);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    stop();
    stop();
    await vi.advanceTimersByTimeAsync(milliseconds);
    expect(act).not.toHaveBeenCalled();
  });

  test.each([0, Infinity, NaN])('never calls after %d', async (milliseconds) => {
    const act = vi.fn();
    after(milliseconds, act)();
    every(milliseconds, act)();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(DAY);
    expect(act).not.toHaveBeenCalled();
  });
});

test('every calls until it is stopped', async () => {
  const act = vi.fn();
  const stop = every(1_000, act);
  await vi.advanceTimersByTimeAsync(3_500);
  stop();
  await vi.advanceTimersByTimeAsync(3_500);
  expect(act).toHaveBeenCalledTimes(3);
});

describe('pause', () => {
  test('resolves after its time', async () => {
    const resolved = vi.fn();
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    void pause(100, controller.signal).then(resolved);
    await vi.advanceTimersByTimeAsync(99);
    expect(resolved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved).toHaveBeenCalled();
    expect(remove).toHaveBeenCalledTimes(1);
  });

  test('resolves when the signal aborts, or has aborted', async () => {
    const controller = new AbortController();
    const first = pause(DAY, controller.signal);
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    controller.abort();
    await first;
    expect(remove).toHaveBeenCalledTimes(1);
    await pause(DAY, controller.signal);
    expect(controller.signal.aborted).toBe(true);
  });
});

describe('settlesWithin', () => {
  test('tells whether a promise resolves in time', async () => {
    const never = new Promise(() => undefined);
    expect(await settlesWithin(0, Promise.resolve())).toBe(true);
    const late = settlesWithin(100, never);
    await vi.advanceTimersByTimeAsync(100);
    expect(await late).toBe(false);
  });

  test('rejects as the promise does', async () => {
    await expect(settlesWithin(100, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('within', () => {
  const late = (): Error => new Error('late');

  test('rejects when its time is over', async () => {
    const waiting = within(100, new Promise(() => undefined), late);
    const expected = expect(waiting).rejects.toThrow('late');
    await vi.advanceTimersByTimeAsync(100);
    await expected;
  });

  test.each([0, Infinity, 100])('resolves with the value, with a limit of %d', async (limit) => {
    expect(await within(limit, Promise.resolve('value'), late)).toBe('value');
  });
});

describe('deadline', () => {
  test('aborts with its reason, at any distance', async () => {
    const { signal } = deadline(30 * DAY, () => 'over');
    await vi.advanceTimersByTimeAsync(30 * DAY - 1);
    expect(signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(signal.reason).toBe('over');
  });

  test.each([0, Infinity])('never aborts after %d', async (milliseconds) => {
    const { signal } = deadline(milliseconds);
    await vi.advanceTimersByTimeAsync(60 * DAY);
    expect(signal.aborted).toBe(false);
  });

  test('does not abort when it is stopped', async () => {
    const { signal, stop } = deadline(100);
    stop();
    await vi.advanceTimersByTimeAsync(100);
    expect(signal.aborted).toBe(false);
  });

  test('has the reason of AbortSignal.timeout by default', async () => {
    const { signal } = deadline(100);
    await vi.advanceTimersByTimeAsync(100);
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a process', () => {
  // Streams of other processes have timers of their own.
  beforeEach(() => void vi.useRealTimers());

  const ended = async (code: string): Promise<string> => {
    const all = 'after, deadline, every, pause, settlesWithin, within';
    const program = `import { ${all} } from '@mcp-gen/runtime';
      process.on('exit', () => console.log('end'));
      ${code}`;
    return (await runProgram(ROOT, process.execPath, ['--input-type=module', '--eval', program])).stdout;
  };
  const say = '() => console.log("late")';

  test.each([
    ['after', `after(300, ${say})`],
    ['every', `every(300, ${say})`],
    ['deadline', `deadline(300).signal.onabort = ${say}`],
  ])('ends before %s', async (_, code) => {
    expect(await ended(code)).toBe('end\n');
  });

  test.each([
    ['after, if it says so', `after(300, ${say}, { keepsAlive: true })`],
    ['pause', `await pause(300); (${say})()`],
    ['settlesWithin', `await settlesWithin(300, new Promise(() => {})); (${say})()`],
    ['within', `await within(300, new Promise(() => {}), () => new Error()).catch(${say})`],
  ])('waits for %s', async (_, code) => {
    expect(await ended(code)).toBe('late\nend\n');
  });

  test.each([
    ['settlesWithin', 'settlesWithin(Infinity, new Promise(() => {}))'],
    ['within', 'within(0, new Promise(() => {}), () => new Error())'],
  ])('waits for %s without a limit', async (_, code) => {
    expect(await ended(`after(300, () => { ${say.slice(6)}; process.exit() }); await ${code}`)).toBe('late\nend\n');
  });
});
