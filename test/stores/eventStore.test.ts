/** The contract of event stores, and the bounds of the one in memory. */

import { MemoryEventStore, type EventStore } from '@mcp-gen/runtime/http/server';
import { eventStoreContract, type EventStoreSubject } from '@mcp-gen/runtime/testing';
import { describe, expect, test } from 'vitest';
import { PATIENT, testCases, testRefusals } from './support.js';
import { endless } from '../support/leftovers/endless.js';
import { TURNS, overtaking } from '../support/stores.js';

const HOUR = 3_600_000;

function inMemory(change: (store: MemoryEventStore) => Partial<EventStore> = () => ({})): EventStoreSubject {
  let time = 0;
  const store = new MemoryEventStore({ now: () => time });
  const unchanged: EventStore = {
    append: (...given) => store.append(...given),
    read: (...given) => store.read(...given),
    end: (stream) => store.end(stream),
    forget: (session) => store.forget(session),
  };
  const expire = (): void => {
    time += HOUR;
  };
  return { store: { ...unchanged, ...change(store) }, expire };
}

testCases('in memory', eventStoreContract(inMemory));

for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    eventStoreContract(() => {
      const { store, expire } = inMemory();
      const late = overtaking({ ...store, expire }, turns);
      return { store: late, expire: late.expire };
    }, PATIENT),
  );
}

testRefusals<EventStoreSubject>(eventStoreContract, [
  {
    fault: 'gives ids with line breaks',
    make: () => inMemory(() => ({ append: () => 'a\nb' })),
    refusals: { 'append returns an id': 'append returned the id "a\\nb"' },
  },
  {
    fault: 'gives one id to all events',
    make: () => inMemory(() => ({ append: () => 'x' })),
    refusals: { 'append returns an id': 'The number of different ids must be 4, not 1' },
  },
  {
    fault: 'leaves out events without data',
    make: () =>
      inMemory((store) => ({
        read: (...given) => {
          const stored = store.read(...given);
          return stored && { ...stored, events: stored.events.filter(({ data }) => data !== '') };
        },
      })),
    refusals: { 'unchanged and in order': 'read must be' },
  },
  {
    fault: 'does not look at the session',
    make: () => {
      const withoutSessions =
        <Rest extends unknown[], Result>(act: (stream: { session: string; stream: string }, ...rest: Rest) => Result) =>
        ({ stream }: { stream: string }, ...rest: Rest): Result =>
          act({ session: '', stream }, ...rest);
      return inMemory((store) => ({
        append: withoutSessions(store.append.bind(store)),
        read: withoutSessions(store.read.bind(store)),
      }));
    },
    refusals: { 'separates streams and sessions': "Stream 0 must be [ 'second of 0' ]" },
  },
  {
    fault: 'takes what it does not know for a stream without events',
    make: () => inMemory((store) => ({ read: (...given) => store.read(...given) ?? { events: [], ended: true } })),
    refusals: {
      'undefined for unknown events': 'read of an unknown id must be undefined',
      'expired events are no longer': 'read of an expired event must be undefined',
    },
  },
  {
    fault: 'is silent about events that it has dropped',
    make: () => {
      const kept = new Map<string, { id: string; data: string }[]>();
      let last = 0;
      return inMemory(() => ({
        append({ stream }, data) {
          const id = String(++last);
          kept.set(stream, [...(kept.get(stream) ?? []), { id, data }].slice(-100));
          return id;
        },
        read: ({ stream }, after) => ({
          events: (kept.get(stream) ?? []).filter(({ id }) => Number(id) > Number(after)),
          ended: false,
        }),
      }));
    },
    refusals: { 'all later events': 'The number of events must be 2499, not 100' },
  },
  {
    fault: 'does not know the ends of streams',
    make: () => inMemory(() => ({ end: () => undefined })),
    refusals: { 'end marks one stream': /^read must be .*ended: true/ },
  },
  {
    fault: 'forgets nothing',
    make: () => inMemory(() => ({ forget: () => undefined })),
    refusals: { 'forget deletes one session': 'read of a session that is forgotten must be undefined' },
  },
  {
    fault: 'does not forget twice',
    make: () => {
      const known = new Set<string>();
      return inMemory((store) => ({
        append: (stream, ...given) => (known.add(stream.session), store.append(stream, ...given)),
        forget: (session) => {
          if (!known.delete(session)) throw new Error('The session is unknown');
          store.forget(session);
        },
      }));
    },
    refusals: { 'forget deletes one session': 'The session is unknown' },
  },
  {
    fault: 'restarts its count',
    make: () => {
      let store = new MemoryEventStore();
      return inMemory(() => ({
        append: (...given) => store.append(...given),
        read: ({ session, stream }, after) =>
          session === 'other' ? { events: [], ended: false } : store.read({ session, stream }, after),
        end: () => undefined,
        forget: () => void (store = new MemoryEventStore()),
      }));
    },
    refusals: { 'ids are not reused': 'append returned the id 1 a second time' },
  },
  {
    fault: 'never answers',
    make: () => inMemory(() => ({ append: () => endless() })),
    refusals: { 'separates streams and sessions': 'did not finish within 200 ms' },
  },
]);

describe('the store in memory', () => {
  const key = (stream: string, session = 's') => ({ session, stream });

  test('keeps so many events of each session, and knows where as many streams were', () => {
    const store = new MemoryEventStore({ events: 2 });
    const ids = Array.from({ length: 10 }, (_, stream) => store.append(key(`${stream}`), 'x'));
    const known = ids.map((id, stream) => store.read(key(`${stream}`), id)?.events);
    expect(known).toEqual([...Array.from({ length: 6 }, () => undefined), [], [], [], []]);
  });

  test('keeps so many characters of each session', () => {
    const store = new MemoryEventStore({ characters: 1_000 });
    const ids = ['1'.repeat(400), '2'.repeat(400), '3'].map((data) => store.append(key('a'), data));
    expect(store.read(key('a'), ids[0] ?? '')?.events.map(({ data }) => data)).toEqual(['2'.repeat(400), '3']);
    store.append(key('a'), 'x'.repeat(1_001));
    expect(store.read(key('a'), ids[1] ?? '')).toBeUndefined();
  });

  test('counts the requests that a stream still has to answer as characters of its events', () => {
    const store = new MemoryEventStore({ characters: 1_000 });
    const [first = '', second = ''] = ['1', '2', '3'].map((data) => store.append(key('a'), data, ['x'.repeat(400)]));
    expect(store.read(key('a'), first)).toBeUndefined();
    expect(store.read(key('a'), second)?.events).toHaveLength(1);
  });

  test('keeps so many sessions, and drops the one that has been quiet for longest', () => {
    const store = new MemoryEventStore({ sessions: 2 });
    const [a] = ['a', 'b'].map((session) => store.append(key('1', session), 'x'));
    store.append(key('1', 'a'), 'y');
    store.append(key('1', 'c'), 'x');
    expect(store.read(key('1', 'a'), a ?? '')?.events).toHaveLength(1);
    // An id of before must not stand for an event of now.
    expect(Number(store.append(key('1', 'b'), 'z'))).toBeGreaterThan(1);
  });

  test('limits the characters in total, and drops the events of the session that is quiet for longest, of the caller with the most', () => {
    const store = new MemoryEventStore({ totalCharacters: 10_000 });
    const append = (session: string, holder: string): string =>
      store.append({ ...key('1', session), holder }, 'x'.repeat(800));
    const isKept = (session: string, id: string): boolean => store.read(key('1', session), id) !== undefined;
    const ofAda = append('of ada', 'caller ada');
    const first = append('first of eve', 'caller eve');
    const second = append('second of eve', 'caller eve');
    append('first of eve', 'caller eve');
    for (let count = 0; count < 4; count++) append('third of eve', 'caller eve');
    expect([isKept('of ada', ofAda), isKept('first of eve', first), isKept('second of eve', second)]).toEqual([
      true,
      true,
      false,
    ]);
    const ofBob = append('of bob', 'caller bob');
    append('of bob', 'caller bob');
    expect([isKept('of ada', ofAda), isKept('of bob', ofBob), isKept('first of eve', first)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('counts no end of a stream that is directly after its last event, and drops it with that event', () => {
    const store = new MemoryEventStore({ events: 2 });
    const [first = '', second = '', third = ''] = ['1', '2', '3'].map((stream) => {
      const id = store.append(key(stream), 'x', [1]);
      store.end(key(stream));
      return id;
    });
    expect(store.read(key('1'), first)).toBeUndefined();
    expect(store.read(key('2'), second)).toEqual({ events: [], ended: true });
    expect(store.read(key('3'), third)).toEqual({ events: [], ended: true });
  });

  test('marks a stream as ended whose last event is not the latest one of its session', () => {
    const store = new MemoryEventStore();
    const first = store.append(key('1'), 'x');
    const second = store.append(key('2'), 'x');
    store.end(key('1'));
    expect(store.read(key('1'), first)).toEqual({ events: [], ended: true });
    expect(store.read(key('2'), second)).toEqual({ events: [], ended: false });
  });

  test('keeps the end of a stream, and the event before it, as long as if the event had come with the end', () => {
    let time = 0;
    const store = new MemoryEventStore({ timeToLive: 1_000, now: () => time });
    const last = store.append(key('a'), '1');
    store.append(key('a', 'other'), '1');
    time = 999;
    store.end(key('a'));
    time = 1_998;
    expect(store.read(key('a'), last)).toEqual({ events: [], ended: true });
    time = 1_999;
    expect(store.read(key('a'), last)).toBeUndefined();
  });

  test('drops the session with neither events nor ends for longest', () => {
    const store = new MemoryEventStore({ sessions: 2 });
    const [a, b] = ['a', 'b'].map((session) => store.append(key('1', session), 'x'));
    store.end(key('1', 'a'));
    store.append(key('1', 'c'), 'x');
    expect(store.read(key('1', 'a'), a ?? '')).toEqual({ events: [], ended: true });
    expect(store.read(key('1', 'b'), b ?? '')).toBeUndefined();
  });

  test('does not take another form of an id for it', () => {
    const store = new MemoryEventStore();
    const id = store.append(key('a'), 'x');
    for (const other of [`0${id}`, `${id}.0`, ` ${id}`, '']) expect(store.read(key('a'), other)).toBeUndefined();
  });

  test('counts events without data, the ends of streams, and sessions', () => {
    const store = new MemoryEventStore({ totalCharacters: 2_000 });
    const first = store.append(key('1'), '');
    for (let count = 0; count < 3; count++) store.append(key('1'), '');
    expect(store.read(key('1'), first)?.events).toHaveLength(3);
    for (let count = 0; count < 3; count++) store.end(key(`other ${count}`));
    expect(store.read(key('1'), first)).toBeUndefined();
    const second = store.append(key('1', 'second'), '');
    store.append(key('1', 'third'), '');
    expect(store.read(key('1', 'second'), second)).toBeUndefined();
  });

  test('counts nothing of a session that was forgotten', () => {
    const store = new MemoryEventStore({ totalCharacters: 5_000 });
    const small = store.append({ ...key('1', 'small'), holder: 'caller ada' }, 'x');
    store.append({ ...key('1', 'forgotten'), holder: 'caller ada' }, 'x'.repeat(1_000));
    store.forget('forgotten');
    store.append({ ...key('1', 'large'), holder: 'caller bob' }, 'x'.repeat(1_500));
    expect(store.read(key('1', 'small'), small)).toEqual({ events: [], ended: false });
  });

  test('counts a session that has lost its events to a new one by that one', () => {
    const store = new MemoryEventStore({ totalCharacters: 2_400 });
    const lost = store.append(key('1'), 'x'.repeat(900));
    const kept = store.append(key('1'), 'x'.repeat(900));
    const last = store.append(key('1'), '');
    expect(store.read(key('1'), lost)).toBeUndefined();
    expect(store.read(key('1'), kept)).toEqual({ events: [{ id: last, data: '' }], ended: false });
  });

  test('keeps nothing of an event that is larger than the limit of all', () => {
    const store = new MemoryEventStore({ totalCharacters: 2_000 });
    const first = store.append({ ...key('1', 'a'), holder: 'caller ada' }, 'x');
    const large = store.append({ ...key('1', 'b'), holder: 'caller bob' }, 'x'.repeat(2_001));
    expect(store.read(key('1', 'a'), first)).toBeDefined();
    expect(store.read(key('1', 'b'), large)).toEqual({ events: [], ended: false });
  });

  test('lets a stream without news for long be resumed where it is', () => {
    let time = 0;
    const store = new MemoryEventStore({ timeToLive: 1_000, now: () => time });
    const first = store.append(key('a'), '1');
    const last = store.append(key('a'), '2');
    time = 1_000;
    expect(store.read(key('a'), last)).toEqual({ events: [], ended: false });
    expect(store.read(key('a'), first)).toBeUndefined();
    const next = store.append(key('a'), '3');
    expect(store.read(key('a'), last)).toEqual({ events: [{ id: next, data: '3' }], ended: false });
  });

  test.each(['events', 'characters', 'sessions', 'timeToLive'])('needs a positive number of %s', (name) => {
    expect(() => new MemoryEventStore({ [name]: 0 })).toThrow(
      new RegExp(`Invalid option "${name}" for MemoryEventStore: expected .*, got 0`),
    );
  });
});
