/** Clocks that a test moves, until it ends: dates, `performance.now`, and timers where a test says so, always together. */

import { onTestFinished, vi } from 'vitest';

type Faked = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>;

const TIMERS: Faked = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'];

/** Stops timers and dates; `vi.advanceTimersByTime` moves them. `setImmediate` goes on, and so do sockets and processes. */
export function stopClock(): void {
  replaceClock(0, TIMERS);
}

/** Stops dates alone; `vi.advanceTimersByTime` moves them. Timers go on. */
export function stopDates(): void {
  replaceClock(0, []);
}

/** Moves dates on at once. They, and timers, go on from there. */
export function passTime(milliseconds: number): void {
  replaceClock(milliseconds, [], true);
}

/** Replaces the clock by one that tells the same time, moved by some milliseconds: what was measured before stays in the past. */
function replaceClock(milliseconds: number, timers: Faked, shouldAdvanceTime = false): void {
  const running = Math.ceil(performance.now());
  vi.useFakeTimers({ toFake: [...timers, 'Date', 'performance'], now: Date.now() - running, shouldAdvanceTime });
  vi.advanceTimersByTime(running + milliseconds);
}

/** Has each look at `performance.now` take some milliseconds, as on a slow machine. */
export function slowClock(milliseconds: number): void {
  let now = performance.now();
  const looked = vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  onTestFinished(() => looked.mockRestore());
}
