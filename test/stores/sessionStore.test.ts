/** The contract of session stores, and what a server writes to one. */

import { MemorySessionStore, type SessionRecord, type SessionStore } from '@mcp-gen/runtime/http/server';
import { sessionStoreContract, type SessionStoreSubject } from '@mcp-gen/runtime/testing';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SessionRecorder } from '../../runtime/src/http/server/sessions/sessionRecorder.js';
import { Mailbox } from '../support/mailbox.js';
import { rawRequest } from '../support/rawHttp.js';
import { request } from '../support/rpc.js';
import { openSession } from '../unit/runtime/httpSupport.js';
import { PATIENT, testCases, testRefusals } from './support.js';
import { endless } from '../support/leftovers/endless.js';
import { stopClock } from '../support/clock.js';
import { FAILURES, TURNS, intercepted, overtaking } from '../support/stores.js';

testCases(
  'in memory',
  sessionStoreContract(() => ({ store: new MemorySessionStore() })),
);
for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    sessionStoreContract(() => ({ store: overtaking(new MemorySessionStore(), turns) }), PATIENT),
  );
}

/** A store in memory that does something differently. */
function changed(change: (store: MemorySessionStore) => Partial<SessionStore>): () => SessionStoreSubject {
  return () => {
    const store = new MemorySessionStore();
    const unchanged: SessionStore = {
      get: (id) => store.get(id),
      set: (...given) => store.set(...given),
      delete: (id) => store.delete(id),
    };
    return { store: { ...unchanged, ...change(store) } };
  };
}

testRefusals<SessionStoreSubject>(sessionStoreContract, [
  {
    fault: 'leaves out the state',
    make: changed((store) => ({ set: (id, record) => store.set(id, { ...record, state: {} }) })),
    refusals: { 'the complete record': 'get must be' },
  },
  {
    fault: 'is an object without protection',
    make: changed(() => {
      const records: { [id: string]: SessionRecord } = {};
      return { get: (id) => records[id], set: (id, record) => void (records[id] = record) };
    }),
    refusals: {
      'an unknown id': 'get of the session __proto__ must be undefined',
      'outside the store': 'get must be',
    },
  },
  {
    fault: 'finds what every object has',
    make: changed((store) => ({ get: (id) => (id === 'constructor' ? ({} as SessionRecord) : store.get(id)) })),
    refusals: { 'an unknown id': 'get of the session constructor must be undefined' },
  },
  {
    fault: 'adds to what is there',
    make: changed((store) => ({ set: (id, record) => store.set(id, { ...store.get(id), ...record }) })),
    refusals: { 'as a whole': 'get must be' },
  },
  {
    fault: 'deletes nothing',
    make: changed(() => ({ delete: () => undefined })),
    refusals: { 'delete removes only one': 'get of a session that is deleted must be undefined' },
  },
]);

test('the store in memory keeps so many sessions, and drops what was written least recently', () => {
  const record: SessionRecord = { revision: '1', client: { name: 'a', version: '1', capabilities: {} }, state: {} };
  const store = new MemorySessionStore({ sessions: 2 });
  for (const id of ['a', 'b', 'a', 'c']) store.set(id, record);
  expect(['a', 'b', 'c'].map((id) => store.get(id) !== undefined)).toEqual([true, false, true]);
  expect(() => new MemorySessionStore({ sessions: 0 })).toThrow(
    'Invalid option "sessions" for MemorySessionStore: expected an integer of at least 1, got 0',
  );
});

test('the store in memory keeps so many characters in total', () => {
  const client = { name: 'a', version: '1', capabilities: {} };
  const record = (text: string): SessionRecord => ({ revision: '1', client, state: { text } });
  const store = new MemorySessionStore({ totalCharacters: 500 });
  for (const id of ['a', 'b', 'c']) store.set(id, record('x'.repeat(100)));
  expect(['a', 'b', 'c'].map((id) => store.get(id) !== undefined)).toEqual([false, true, true]);
  store.set('b', record(''));
  store.set('d', record(''));
  expect(['b', 'c', 'd'].map((id) => store.get(id) !== undefined)).toEqual([true, true, true]);
  expect(() => store.set('e', record('x'.repeat(500)))).toThrow(
    /has \d+ characters\. The option totalCharacters of MemorySessionStore raises the limit$/,
  );
});

describe('a server', () => {
  async function serve(sessionStore: SessionStore): Promise<{ url: string; errors: Mailbox<unknown> }> {
    const errors = new Mailbox<unknown>();
    const server = new Server({ name: 'test', version: '1.0.0' }, { onError: errors.put });
    server.resourceTemplate('notes:{id}', {}, () => 'x');
    const authenticate = (): string => 'ada';
    const { url, close } = await serveHttp(server, { port: 0, sessionStore, authenticate });
    onTestFinished(close);
    return { url, errors };
  }

  test('writes the facts of a session when they change, and deletes them at its end', async () => {
    const store = new MemorySessionStore();
    const calls = new Mailbox<readonly [call: string, id: string, record: SessionRecord | undefined]>();
    const { url } = await serve({
      get: (id) => store.get(id),
      set(id, record) {
        store.set(id, record);
        calls.put(['set', id, store.get(id)]);
      },
      delete: (id) => calls.put(['delete', id, undefined]),
    });
    const headers = await openSession(url);
    const id = headers['mcp-session-id'];
    const client = { name: 'raw', version: '1.0.0', capabilities: { roots: {} } };
    const record = { owner: 'ada', revision: '2025-11-25', client, state: {} };
    expect(await calls.take()).toEqual(['set', id, record]);
    const ask = async (method: string, params: object): Promise<void> => {
      expect((await rawRequest(url, { headers, body: request(1, method, params) })).json).toMatchObject({ result: {} });
    };
    await ask('logging/setLevel', { level: 'error' });
    expect(await calls.take()).toEqual(['set', id, { ...record, state: { logLevel: 'error', subscriptions: [] } }]);
    await ask('resources/subscribe', { uri: 'notes:%31' });
    const subscribed = { logLevel: 'error', subscriptions: ['notes:%31'] };
    expect(await calls.take()).toEqual(['set', id, { ...record, state: subscribed }]);
    await ask('resources/unsubscribe', { uri: 'notes:1' });
    expect(await calls.take()).toMatchObject(['set', id, { state: { subscriptions: [] } }]);
    await rawRequest(url, { method: 'DELETE', headers });
    expect(await calls.take()).toEqual(['delete', id, undefined]);
    expect(calls.empty()).toEqual([]);
  });

  test.each(FAILURES)('reports a store that %s, and serves all the same', async (_, fail) => {
    const store = intercepted(new MemorySessionStore(), () => fail(new Error('the store is down')));
    const { url, errors } = await serve(store);
    const headers = await openSession(url);
    expect(String(await errors.take())).toContain('the store is down');
    expect((await rawRequest(url, { headers, body: request(1, 'ping') })).json).toMatchObject({ result: {} });
    await rawRequest(url, { method: 'DELETE', headers });
    expect(String(await errors.take())).toContain('the store is down');
  });
});

describe('what is written', () => {
  const opened: SessionRecord = { revision: '1', client: { name: 'a', version: '1', capabilities: {} }, state: {} };

  test('while the store is busy is written once, as it is in the end', async () => {
    const written = new Mailbox<{ record: SessionRecord | undefined; done: () => void }>();
    const store: SessionStore = {
      get: () => undefined,
      set: (_id, record) => new Promise((resolve) => written.put({ record, done: resolve })),
      delete: () => new Promise((resolve) => written.put({ record: undefined, done: resolve })),
    };
    const recorder = new SessionRecorder(store, 'one', () => undefined);
    recorder.open(opened);
    for (let n = 0; n < 1_000; n++) recorder.keep({ n, [`${n % 2}`]: true });
    const first = await written.take();
    expect(first.record).toEqual(opened);
    first.done();
    const second = await written.take();
    expect(second.record).toEqual({ ...opened, state: { n: 999, 0: true, 1: true } });
    recorder.keep({ n: 0 });
    recorder.close();
    recorder.close();
    recorder.keep({ n: 1 });
    second.done();
    (await written.take()).done();
    await new Promise((resolve) => setImmediate(resolve));
    expect(written.empty()).toEqual([]);
  });

  test('is not waited for longer than five seconds', async () => {
    stopClock();
    const errors: unknown[] = [];
    const remove = vi.fn();
    const store: SessionStore = { get: () => undefined, set: () => endless(), delete: remove };
    const recorder = new SessionRecorder(store, 'one', (error) => errors.push(error));
    recorder.open(opened);
    recorder.close();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(remove).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(errors.map(String)).toEqual(['Error: The session store did not complete set within 5000 ms']);
    expect(remove).toHaveBeenCalledExactlyOnceWith('one');
  });
});
