/** Events of every kind that takes heap in its own way, in a store that is full of them. */
import { MemoryEventStore } from '@mcp-gen/runtime/http/server';

/** The characters that the store may have, which count as bytes. */
export const TOTAL = 4_000_000;

const text = (at, length = 0) => JSON.stringify({ at, text: 'x'.repeat(length) });
const wide = (at, length) => JSON.stringify({ at, text: '\u4e2d'.repeat(length) });

/** Appends the event of a number. */
const EVENTS = {
  'small events': (store, at) => store.append({ session: `session ${at >> 9}`, stream: 'a' }, text(at)),
  'events of a thousand characters': (store, at) =>
    store.append({ session: `session ${at >> 6}`, stream: 'a' }, text(at, 1_000)),
  'events of wide characters': (store, at) =>
    store.append({ session: `session ${at >> 6}`, stream: 'a' }, wide(at, 1_000)),
  'sessions of one event': (store, at) => store.append({ session: `session ${at}`, stream: 'a' }, text(at)),
  'streams of one event': (store, at) => {
    const key = { session: `session ${at >> 8}`, stream: `stream ${at}` };
    store.append(key, text(at));
    store.end(key);
  },
  'streams whose events were dropped': (store, at) =>
    store.append({ session: `session ${at >> 11}`, stream: `stream ${at}` }, text(at)),
  'events with requests to be answered': (store, at) =>
    store.append({ session: `session ${at >> 8}`, stream: 'a' }, text(at), [at, `id ${at}`, -at]),
};

/** More than the store may have of any kind. */
const COUNT = 40_000;

/** By kind of events, returns a store that is full of them, and has lost some. */
export const STORES = Object.fromEntries(
  Object.entries(EVENTS).map(([kind, append]) => [
    kind,
    () => {
      const store = new MemoryEventStore({ totalCharacters: TOTAL });
      for (let at = 0; at < COUNT; at++) append(store, at);
      return store;
    },
  ]),
);
