/** Listeners that sources of packages leave on the signals of tests, or pile up on their own signals, and listeners of the process. */

import { isKeeping, onKeepNothing } from './keeping.js';
import type { Leftovers } from './leftovers.js';
import { isOfSource, isOfTest, placeBefore, sourcesOf, type Place } from './places.js';

/** So many listeners of one source on a signal that no test has made count as piled up: nobody removes them. */
const PILE = 8;

interface Listening {
  readonly isOfTest: boolean;
  /** Where the listeners were added that are not removed. */
  readonly places: Map<unknown, Place>;
}

const NOWHERE: Place = {};

/** Where signals were made. */
const made = new WeakMap<AbortSignal, Place>();
const listening = new WeakMap<AbortSignal, Listening>();
/**
 * The signals of tests with listeners, and others with many. They are kept: in real use such a signal lives longer than what listens. Other
 * signals are garbage along with what listens.
 */
let kept = new Set<AbortSignal>();
/** What the platform warns of: many listeners of one kind on one emitter, which it counts itself. */
let warnings: string[] = [];

const { AbortController } = globalThis;
const { addEventListener, removeEventListener } = EventTarget.prototype;

globalThis.AbortController = class extends AbortController {
  constructor() {
    super();
    made.set(this.signal, placeBefore(new.target));
  }
};

EventTarget.prototype.addEventListener = function add(this: EventTarget, type, listener, options) {
  if (type === 'abort' && this instanceof AbortSignal) {
    const { isOfTest: isTests, places } = listeningTo(this);
    const isKept = isTests || places.size >= PILE - 1;
    // A place refers to the objects whose methods lead there.
    places.set(listener, isKept ? placeBefore(add) : NOWHERE);
    if (isKept && isKeeping()) kept.add(this);
  }
  addEventListener.call(this, type, listener, options);
};

EventTarget.prototype.removeEventListener = function remove(this: EventTarget, type, listener, options) {
  if (type === 'abort' && this instanceof AbortSignal) {
    const places = listening.get(this)?.places;
    places?.delete(listener);
    if (places?.size === 0) kept.delete(this);
  }
  removeEventListener.call(this, type, listener, options);
};

onKeepNothing(() => {
  kept = new Set();
});

process.on('warning', ({ name, message }) => {
  // Signals are counted here.
  if (name === 'MaxListenersExceededWarning' && !message.includes('[AbortSignal]')) warnings.push(message);
});

/** Begins to watch: signals that are made from now on count, and more listeners of the process than it has now. */
export function watchListeners(): Leftovers {
  kept = new Set();
  warnings = [];
  const before = ofProcess();
  return () => [
    ...[...kept].flatMap((signal) => (signal.aborted ? [] : listenersOf(listeningTo(signal)))),
    ...[...ofProcess()].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0);
      return more > 0 ? [`${more} listeners of the process for "${name}"`] : [];
    }),
    ...warnings,
  ];
}

function listeningTo(signal: AbortSignal): Listening {
  let known = listening.get(signal);
  if (known === undefined)
    listening.set(signal, (known = { isOfTest: isOfTest(made.get(signal) ?? {}), places: new Map() }));
  return known;
}

function listenersOf({ isOfTest: isTests, places }: Listening): readonly string[] {
  if (!isTests && places.size < PILE) return [];
  const what = isTests ? 'a listener on a signal of the test' : `one of ${places.size} listeners on a signal`;
  // The platform's own listeners end when garbage is collected: those of a request that is sent.
  return [...places.values()].filter(isOfSource).flatMap((place) => {
    const sources = sourcesOf(place);
    return sources.length === 0 ? [] : [[what, ...sources].join('\n')];
  });
}

function ofProcess(): ReadonlyMap<string, number> {
  return new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)]));
}
