/** How a stream of events uses its connections and its store. What it carries is shown over HTTP. */

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryEventStore, type EventStore } from '../../../runtime/src/http/server/eventStore.js';
import { EventStream, resumeStored } from '../../../runtime/src/http/server/eventStream.js';
import type { EventSink } from '../../../runtime/src/http/shared/httpExchange.js';
import { ENDPOINT_OPTIONS, type HttpEndpointOptions } from '../../../runtime/src/http/server/endpointOptions.js';
import {
  HttpSession,
  sessionSettings,
  type SessionSettings,
} from '../../../runtime/src/http/server/sessions/httpSession.js';
import { withDefaults } from '../../../runtime/src/options/kinds.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import type { ErrorListener } from '../../../runtime/src/report.js';
import { endless } from '../../support/leftovers/endless.js';
import { stopClock } from '../../support/clock.js';

const settingsWith = (options: HttpEndpointOptions): SessionSettings =>
  sessionSettings(withDefaults<HttpEndpointOptions>(options, ENDPOINT_OPTIONS));

class Connection implements EventSink {
  readonly unsent = 0;
  text = '';
  isOpen = true;
  leave: () => void = () => undefined;

  write(text: string): void {
    this.text += text;
  }

  end(): void {
    this.isOpen = false;
  }

  destroy(): void {
    this.isOpen = false;
  }

  onGone(listener: () => void): void {
    this.leave = listener;
  }
}

interface Settings {
  readonly store?: Partial<EventStore> | undefined;
  readonly report?: ErrorListener | undefined;
  readonly polls?: boolean | undefined;
  readonly keepAlive?: number | undefined;
}

function openStream({ store, report = () => undefined, polls = true, keepAlive = 0 }: Settings = {}): EventStream {
  const memory = new MemoryEventStore();
  const options = {
    session: 's',
    store: {
      append: memory.append.bind(memory),
      read: memory.read.bind(memory),
      end: memory.end.bind(memory),
      forget: memory.forget.bind(memory),
      ...store,
    },
    report,
    keepAlive,
    lifetime: 1_000,
    retry: 50,
    unsentLimit: 1_000,
    quota: new Ledger().anyone,
    polls: () => polls,
  };
  return new EventStream('a.1', options, () => undefined);
}

beforeEach(stopClock);

test('a connection lives for its own time, not for that of the one before', () => {
  const stream = openStream({ keepAlive: 300 });
  const [first, second] = [new Connection(), new Connection()];
  stream.connect(first);
  vi.advanceTimersByTime(600);
  first.leave();
  stream.connect(second);
  vi.advanceTimersByTime(900);
  expect(second.isOpen).toBe(true);
  vi.advanceTimersByTime(100);
  expect(second.isOpen).toBe(false);
  expect(second.text).toMatch(/retry: 50\n\n$/);
});

test('nothing is written to a connection that is gone, and no timer is left', () => {
  const stream = openStream({ keepAlive: 300 });
  const connection = new Connection();
  stream.connect(connection);
  vi.advanceTimersByTime(300);
  expect(connection.text).toMatch(/: keep-alive\n\n$/);
  connection.leave();
  const { text } = connection;
  vi.advanceTimersByTime(5_000);
  expect(connection.text).toBe(text);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['has no last event', 'resumes, too'])(
  'a connection that waits for the store does not replace a newer one: it %s',
  async (kind) => {
    const answers: (() => void)[] = [];
    const read: EventStore['read'] = () =>
      new Promise((resolve) => answers.push(() => resolve({ events: [], ended: false })));
    const stream = openStream({ store: { read }, polls: false });
    const [older, newer] = [new Connection(), new Connection()];
    const resumed = [stream.resume(() => older, '1')];
    if (kind === 'resumes, too') resumed.push(stream.resume(() => newer, '1'));
    else stream.connect(newer);
    for (let at = 0; at < resumed.length; at++) {
      answers[at]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(await Promise.all(resumed)).not.toContain(false);
    await stream.send('later');
    expect([older, newer]).toMatchObject([
      { isOpen: false, text: '' },
      { isOpen: true, text: 'id: a.1-1\ndata: later\n\n' },
    ]);
  },
);

describe('an event', () => {
  test('is sent at once if the store answers at once', () => {
    const stream = openStream({ polls: false });
    const connection = new Connection();
    stream.connect(connection);
    expect(stream.send('1')).toBeUndefined();
    expect(connection.text).toBe('id: a.1-1\ndata: 1\n\n');
  });

  test('is sent when the store has given it an id, and in its turn', async () => {
    const ids: ((id: string) => void)[] = [];
    const append = (): Promise<string> => new Promise((resolve) => ids.push(resolve));
    const stream = openStream({ store: { append }, polls: false });
    const connection = new Connection();
    stream.connect(connection);
    const sent = [stream.send('1'), stream.send('2')];
    stream.end();
    await vi.advanceTimersByTimeAsync(0);
    expect([connection.text, ids.length, connection.isOpen]).toEqual(['', 1, true]);
    ids[0]?.('x');
    await sent[0];
    expect(connection.text).toBe('id: a.1-x\ndata: 1\n\n');
    ids[1]?.('y');
    await sent[1];
    expect(connection.text).toBe('id: a.1-x\ndata: 1\n\nid: a.1-y\ndata: 2\n\n');
    await stream.settled;
    expect([connection.isOpen, vi.getTimerCount()]).toEqual([false, 0]);
  });

  test('reaches the client before a connection is closed for the client to come back', async () => {
    const memory = new MemoryEventStore();
    const stream = openStream({ store: { append: (...given) => Promise.resolve(memory.append(...given)) } });
    const connection = new Connection();
    stream.connect(connection);
    stream.interrupt();
    expect(connection.isOpen).toBe(true);
    await stream.settled;
    expect(connection).toMatchObject({ isOpen: false, text: 'id: a.1-1\ndata: \n\nretry: 50\n\n' });
  });
});

describe('a store that', () => {
  const down = new Error('the store is down');

  test.each<[title: string, append: EventStore['append']]>([
    [
      'throws',
      () => {
        throw down;
      },
    ],
    ['rejects', () => Promise.reject(down)],
    ['never answers', () => endless()],
    ['returns an id of more than one line', () => 'a\nb'],
    ['resolves with no id', () => Promise.resolve(undefined as never)],
    ['returns an id without end', () => 'x'.repeat(201)],
  ])('%s is reported once, and the stream continues without it', async (_title, append) => {
    const errors: unknown[] = [];
    const called = vi.fn(append);
    const stream = openStream({ store: { append: called }, report: (error) => errors.push(error), polls: false });
    const connection = new Connection();
    stream.connect(connection);
    void stream.send('1');
    void stream.send('2');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(connection.text).toBe('data: 1\n\ndata: 2\n\n');
    expect(errors).toHaveLength(1);
    expect(called).toHaveBeenCalledTimes(1);
    // A client that resumed would miss what was not kept.
    expect(await stream.resume(() => new Connection(), '1')).toBe(false);
    expect([stream.resumable, connection.isOpen, vi.getTimerCount()]).toEqual([false, true, 0]);
    stream.end();
    await stream.settled;
    expect([connection.isOpen, vi.getTimerCount()]).toEqual([false, 0]);
  });

  test('takes no more than may wait for it', async () => {
    const errors: unknown[] = [];
    const append = (): Promise<string> => endless();
    const stream = openStream({ store: { append }, report: (error) => errors.push(error), polls: false });
    const connection = new Connection();
    stream.connect(connection);
    const sent = Array.from({ length: 100 }, () => stream.send('x'.repeat(100))).filter((each) => each !== undefined);
    await Promise.all(sent);
    expect([connection.isOpen, connection.text, errors.map(String)]).toEqual([
      false,
      '',
      ['Error: More than 1000 characters wait for the event store'],
    ]);
    expect(sent).toHaveLength(11);
  });

  test('does not return its events fails those who resume, and nobody else', async () => {
    const stream = openStream({ store: { read: () => endless() }, polls: false });
    const connection = new Connection();
    stream.connect(connection);
    const resumed = expect(stream.resume(() => new Connection(), '1')).rejects.toThrow(
      'The event store did not complete read within 5000 ms',
    );
    void stream.send('meanwhile');
    await vi.advanceTimersByTimeAsync(5_000);
    await resumed;
    expect(connection).toMatchObject({ isOpen: true, text: 'id: a.1-1\ndata: meanwhile\n\n' });
  });

  test.each([null, {}, { events: [{ id: 'a\nb', data: '1' }] }, { events: [{ id: '2', data: 'a\nb' }] }])(
    'returns %j has nothing to resume from',
    async (stored) => {
      const errors: unknown[] = [];
      const stream = openStream({
        store: { read: () => stored as never },
        report: (error) => errors.push(error),
        polls: false,
      });
      const [first, second] = [new Connection(), new Connection()];
      stream.connect(first);
      const open = vi.fn(() => second);
      const resumed = stream.resume(open, '1');
      if (stored === null) expect(await resumed).toBe(false);
      else await expect(resumed).rejects.toThrow('The event store must return');
      // The connection that is there stays.
      expect([open.mock.calls.length, first.isOpen]).toEqual([0, true]);
    },
  );

  test('does not take the end of a stream is reported', async () => {
    for (const end of [
      () => Promise.reject(down),
      () => {
        throw down;
      },
    ]) {
      const errors: unknown[] = [];
      const stream = openStream({ store: { end }, report: (error) => errors.push(error) });
      stream.end();
      await stream.settled;
      await vi.advanceTimersByTimeAsync(0);
      expect(errors).toEqual([down]);
    }
  });
});

test('a stream of another process is sent as far as it is stored, and goes on there', async () => {
  const store = new MemoryEventStore();
  const key = { session: 's', stream: 'b.1' };
  const [first, second] = [store.append(key, '1'), store.append(key, '2')];
  const options = {
    session: 's',
    store,
    report: () => undefined,
    keepAlive: 0,
    lifetime: 0,
    retry: 50,
    unsentLimit: 9,
    quota: new Ledger().anyone,
    polls: () => true,
  };
  const resume = async (after: string): Promise<Connection | undefined> => {
    const connection = new Connection();
    return (await resumeStored('b.1', options, () => connection, after)) ? connection : undefined;
  };
  const rest = `id: b.1-${second}\ndata: 2\n\n`;
  expect(await resume(first)).toMatchObject({ text: `${rest}retry: 50\n\n`, isOpen: false });
  store.end(key);
  expect(await resume(first)).toMatchObject({ text: rest, isOpen: false });
  expect(await resume('77')).toBeUndefined();
});

test('a store that does not forget a session in time is reported', async () => {
  const errors: unknown[] = [];
  const memory = new MemoryEventStore();
  const eventStore: EventStore = {
    append: memory.append.bind(memory),
    read: memory.read.bind(memory),
    end: memory.end.bind(memory),
    forget: () => endless(),
  };
  const settings = settingsWith({ eventStore, onError: (error) => errors.push(error) });
  new HttpSession('s', undefined, new Ledger().anyone, settings, () => undefined).close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(errors.map(String)).toEqual(['Error: The event store did not complete forget within 5000 ms']);
});

test('a connection for which the store does not return the stored events is broken, and the store is reported', async () => {
  const errors: unknown[] = [];
  const memory = new MemoryEventStore();
  const down = new Error('the store is down');
  const eventStore: EventStore = {
    append: memory.append.bind(memory),
    read: () => Promise.reject(down),
    end: memory.end.bind(memory),
    forget: memory.forget.bind(memory),
  };
  const settings = settingsWith({ eventStore, streams: { keepAlive: 0 }, onError: (error) => errors.push(error) });
  const session = new HttpSession('s', undefined, new Ledger().anyone, settings, () => undefined, 1);
  const listen = (connection: Connection): Connection => {
    session.listen({ respond: () => undefined, stream: () => connection });
    return connection;
  };
  const first = listen(new Connection());
  await session.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  first.leave();
  const second = listen(new Connection());
  await vi.advanceTimersByTimeAsync(0);
  expect([first.isOpen, second.isOpen, errors]).toEqual([true, false, [down]]);
  session.close();
});
