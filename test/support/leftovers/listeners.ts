/** Listeners that sources of packages leave on signals, and listeners of the process. */

import { isKeeping, onKeepNothing } from './keeping.js';
import type { Leftovers } from './leftovers.js';
import { fileBefore, isOfSource, isSource, isTest, NOWHERE, placeBefore, sourcesOf, type Place } from './places.js';

/** So many listeners of one source on a signal that no test has made count as piled up: nobody removes them. */
const PILE = 8;

/**
 * Sources that may leave a listener on a signal that neither a test nor they themselves have made, since the signal ends with what listens:
 * that of one request, or of one connection. All others remove what they add.
 */
const ENDS_WITH_SIGNAL: ReadonlySet<string> = new Set([
  // Pauses of anybody, and each has a timer, which timers.ts watches.
  'runtime/src/timers.ts',
  'runtime/src/http/server/stateless/postAnswers.ts',
  'runtime/src/http/server/fetch.ts',
  'runtime/src/http/server/httpMiddleware.ts',
  'sdk/src/server/responder.ts',
  'sdk/src/host/managedServer.ts',
  'sdk/src/bridge/unknownStreams.ts',
  'sdk/src/bridge/changeListeners.ts',
  'auth/src/client/authorization.ts',
]);

interface Listening {
  readonly isOfTest: boolean;
  /** Where the listeners were added that are not removed. */
  readonly places: Map<unknown, Place>;
  /** The sources of these listeners, of those that are counted. */
  readonly sources: Map<unknown, string>;
}

/** The files of the project that made signals. */
const made = new WeakMap<AbortSignal, string | undefined>();
const listening = new WeakMap<AbortSignal, Listening>();
/** The signals of tests with listeners, and others with many. They are kept: in real use such a signal lives longer than what listens. */
let kept = new Set<AbortSignal>();
/** How many listeners each source has on other signals. These are not kept: they are garbage along with what listens. */
const counts = new Map<string, number>();
/** What the platform warns of: many listeners of one kind on one emitter, which it counts itself. */
let warnings: string[] = [];

const { AbortController } = globalThis;
const { addEventListener, removeEventListener, dispatchEvent } = EventTarget.prototype;

globalThis.AbortController = class extends AbortController {
  constructor() {
    super();
    made.set(this.signal, fileBefore(new.target));
  }
};

EventTarget.prototype.addEventListener = function add(this: EventTarget, type, listener, options) {
  if (type === 'abort' && this instanceof AbortSignal) {
    const { isOfTest: isTests, places, sources } = listeningTo(this);
    const isKept = isTests || places.size >= PILE - 1;
    // A place refers to the objects whose methods lead there.
    places.set(listener, isKept ? placeBefore(add) : NOWHERE);
    if (isKept && isKeeping()) kept.add(this);
    if (!isTests && !sources.has(listener)) {
      const source = fileBefore(add);
      if (isSource(source) && !ENDS_WITH_SIGNAL.has(source) && made.get(this) !== source) {
        sources.set(listener, source);
        count(source, 1);
      }
    }
  }
  addEventListener.call(this, type, listener, options);
};

EventTarget.prototype.removeEventListener = function remove(this: EventTarget, type, listener, options) {
  if (type === 'abort' && this instanceof AbortSignal) {
    const known = listening.get(this);
    known?.places.delete(listener);
    if (known?.places.size === 0) kept.delete(this);
    const source = known?.sources.get(listener);
    if (source !== undefined) {
      known?.sources.delete(listener);
      count(source, -1);
    }
  }
  removeEventListener.call(this, type, listener, options);
};

/** The platform calls it when a signal aborts. A listener of the watcher would be one that tests count. */
EventTarget.prototype.dispatchEvent = function dispatch(this: EventTarget, event) {
  if (event.type === 'abort' && this instanceof AbortSignal) {
    const sources = listening.get(this)?.sources;
    for (const source of sources?.values() ?? []) count(source, -1);
    sources?.clear();
  }
  return dispatchEvent.call(this, event);
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
  const countsBefore = new Map(counts);
  return () => [
    ...[...kept].flatMap((signal) => (signal.aborted ? [] : listenersOf(listeningTo(signal)))),
    ...more(countsBefore, counts).map(
      ([source, added]) => `${added} listeners on signals that ${source} adds and does not remove`,
    ),
    ...more(before, ofProcess()).map(([name, added]) => `${added} listeners of the process for "${name}"`),
    ...warnings,
  ];
}

function more(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly (readonly [string, number])[] {
  return [...after].flatMap(([name, now]) => {
    const added = now - (before.get(name) ?? 0);
    return added > 0 ? [[name, added] as const] : [];
  });
}

function count(source: string, change: number): void {
  counts.set(source, (counts.get(source) ?? 0) + change);
}

function listeningTo(signal: AbortSignal): Listening {
  let known = listening.get(signal);
  if (known === undefined) {
    const isTests = isTest(made.get(signal));
    listening.set(signal, (known = { isOfTest: isTests, places: new Map(), sources: new Map() }));
  }
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
