/** Listeners that sources of packages leave on the signals of tests, and listeners of the process. */

import { getEventListeners } from 'node:events';
import type { Leftovers } from './leftovers.js';
import { isOfTest, placeBefore, sourcesOf, type Place } from './places.js';

/** Where signals were made. */
const made = new WeakMap<AbortSignal, Place>();
/** Where listeners were added, by signal. */
const added = new WeakMap<AbortSignal, Map<unknown, Place>>();
/** The signals with listeners. Only those that tests have made matter: what else listens is garbage along with its signal. */
let signals: WeakRef<AbortSignal>[] = [];
/** Whether signals are not recorded. */
let isPaused = false;

const { AbortController } = globalThis;
const { addEventListener } = EventTarget.prototype;

globalThis.AbortController = class extends AbortController {
  constructor() {
    super();
    made.set(this.signal, placeBefore(new.target));
  }
};

EventTarget.prototype.addEventListener = function add(this: EventTarget, type, listener, options) {
  if (type === 'abort' && this instanceof AbortSignal) {
    let places = added.get(this);
    if (places === undefined) {
      added.set(this, (places = new Map<unknown, Place>()));
      if (!isPaused) signals.push(new WeakRef(this));
    }
    places.set(listener, placeBefore(add));
  }
  addEventListener.call(this, type, listener, options);
};

/**
 * Records no more signals in this test file, for tests that measure the heap: an object with a weak reference stays until the event loop turns,
 * and then the reference itself.
 */
export function recordNoSignals(): void {
  isPaused = true;
  signals = [];
}

/** Begins to watch: signals that are made from now on count, and more listeners of the process than it has now. */
export function watchListeners(): Leftovers {
  signals = [];
  isPaused = false;
  const before = ofProcess();
  return () => [
    ...signals.flatMap((each) => {
      const signal = each.deref();
      return signal === undefined || signal.aborted ? [] : listenersOf(signal);
    }),
    ...[...ofProcess()].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0);
      return more > 0 ? [`${more} listeners of the process for "${name}"`] : [];
    }),
  ];
}

function listenersOf(signal: AbortSignal): readonly string[] {
  const left = getEventListeners(signal, 'abort').flatMap((listener) => {
    const sources = sourcesOf(added.get(signal)?.get(listener) ?? {});
    return sources.length === 0 ? [] : [['a listener on a signal of the test', ...sources].join('\n')];
  });
  return left.length > 0 && isOfTest(made.get(signal) ?? {}) ? left : [];
}

function ofProcess(): ReadonlyMap<string, number> {
  return new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)]));
}
