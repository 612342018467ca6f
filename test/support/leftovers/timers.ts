/** Timers that the sources of packages start, and nobody stops. */

import type { Leftovers } from './leftovers.js';
import { placeBefore, sourcesOf, type Place } from './places.js';

/** Every timer of the sources is started there. */
const STARTED_IN = 'runtime/src/timers.ts';

const pending = new Map<unknown, { readonly delay: number; readonly place: Place }>();

type Act = (...values: unknown[]) => void;

const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;

// Replaces the timers of the platform by the same ones, which are recorded. Modules are loaded once a process, and so is this one.
const startTimeout = (act: Act, delay = 0, ...values: unknown[]): NodeJS.Timeout => {
  const timer = setTimeout(() => {
    pending.delete(timer);
    act(...values);
  }, delay);
  pending.set(timer, { delay, place: placeBefore(startTimeout) });
  return timer;
};
const startInterval = (act: Act, delay = 0, ...values: unknown[]): NodeJS.Timeout => {
  const timer = setInterval(act, delay, ...values);
  pending.set(timer, { delay, place: placeBefore(startInterval) });
  return timer;
};
globalThis.setTimeout = Object.assign(startTimeout, { __promisify__: setTimeout.__promisify__ }) as typeof setTimeout;
globalThis.setInterval = startInterval as typeof setInterval;
globalThis.clearTimeout = (timer) => {
  pending.delete(timer);
  clearTimeout(timer);
};
globalThis.clearInterval = (timer) => {
  pending.delete(timer);
  clearInterval(timer);
};

/** Begins to watch: timers that are pending now do not count. */
export function watchTimers(): Leftovers {
  const before = new Set(pending.keys());
  return () =>
    [...pending].flatMap(([timer, { delay, place }]) => {
      const places = before.has(timer) ? [] : sourcesOf(place, STARTED_IN);
      return places.length === 0 ? [] : [[`a timer of ${delay} ms`, ...places].join('\n')];
    });
}
