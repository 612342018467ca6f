/** The streams of a server of Streamable HTTP: what is said on which, and what becomes of it when a connection breaks. */

import { describe, expect, test } from 'vitest';
import type { SessionHandle } from '../../../runtime/src/codegen/v1.js';
import { MemoryEventStore, type EventStore, type StoredEvents } from '../../../runtime/src/http/server/eventStore.js';
import { GENERATED } from '../../support/generated.js';
import { startServer } from '../../support/httpServer.js';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest, rawStream, type RawStream } from '../../support/rawHttp.js';
import { notification, rpc } from '../../support/rpc.js';
import { call, NEWEST, openSession, startService, textOf, type TestService } from './httpSupport.js';
import { covers } from '../../support/covers.js';
import { leavesNone } from '../../support/leftovers/instances.js';
import { HttpSession } from '../../../runtime/src/http/server/sessions/httpSession.js';
import { EventStream } from '../../../runtime/src/http/server/eventStream.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { FAILURES, intercepted, overtaking } from '../../support/stores.js';

leavesNone(HttpSession, EventStream, Peer);

const EVENT_ID = /^[\da-f]{8}\.1-1$/;

const LISTEN = { method: 'GET', headers: { accept: 'text/event-stream' } };

type Session = Awaited<ReturnType<typeof openSession>>;

const listen = ({ url }: TestService, session: Session, headers: object = {}): Promise<RawStream> =>
  rawStream(url, { ...LISTEN, headers: { ...LISTEN.headers, ...session, ...headers } });

/** The next message of a stream, with the id of its event. Events without data only say where to go on. */
async function next({ events }: RawStream): Promise<{ id: string; message: unknown }> {
  const { id = '', data } = await events.take(({ data }) => data !== '');
  return { id, message: JSON.parse(data) as unknown };
}

const info = (data: string): object => notification('notifications/message', { level: 'info', data });
const answer = (id: unknown, text: string): object => rpc({ id, result: { content: [{ type: 'text', text }] } });

describe('an answer', () => {
  test('is a stream if something is said before it, and ends with it', async () => {
    covers('http-answer-kind', 'http-stream-ends', 'http-stream-has-response', 'http-stream-related');
    const service = await startService();
    const stream = await rawStream(service.url, {
      headers: await openSession(service.url),
      body: call(1, 'tell', 'first'),
    });
    expect(stream).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    expect((await next(stream)).message).toEqual(info('first'));
    expect((await next(stream)).message).toEqual(answer(1, 'told'));
    await stream.ended;
  });

  test('is a stream if it takes long', async () => {
    const service = await startService({ streams: { streamAfter: 10 } });
    const stream = await rawStream(service.url, { headers: await openSession(service.url), body: call(1, 'wait') });
    expect(stream.headers['content-type']).toBe('text/event-stream');
    (await service.waiting.take()).answer('at last');
    expect((await next(stream)).message).toEqual(answer(1, 'at last'));
    await stream.ended;
  });

  test.each([{ streams: { responses: 'stream' as const } }, { streams: { streamAfter: 1 } }])(
    'that opens a session waits for its id, however long that takes: %j',
    async (options) => {
      const { revision } = GENERATED[NEWEST];
      const load = async (): Promise<typeof revision> => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return revision;
      };
      const { url } = await startService({ ...options, revisions: [{ id: NEWEST, load }] });
      expect(await openSession(url)).toMatchObject({
        'mcp-session-id': expect.stringMatching(/^[\w-]{20,}$/) as string,
      });
    },
  );

  test('to a batch is one event for each request', async () => {
    covers('http-stream-has-response');
    const service = await startService();
    const headers = await openSession(service.url, '2025-03-26');
    const stream = await rawStream(service.url, { headers, body: [call(1, 'tell', 'a'), call(2, 'later', 'b')] });
    const messages = [await next(stream), await next(stream), await next(stream)].map(({ message }) => message);
    expect(messages).toEqual(expect.arrayContaining([info('a'), answer(1, 'told'), answer(2, 'b')]));
    await stream.ended;
  });

  test('to a request that is cancelled does not come, and its stream ends', async () => {
    covers('cancellation-frees-resources', 'cancellation-stops-work', 'cancellation-unanswered');
    const service = await startService({ streams: { streamAfter: 10 } });
    const headers = await openSession(service.url);
    const stream = await rawStream(service.url, { headers, body: call('slow', 'wait') });
    const { context } = await service.waiting.take();
    await rawRequest(service.url, {
      headers,
      body: notification('notifications/cancelled', { requestId: 'slow', reason: 'enough' }),
    });
    await stream.ended;
    expect(context.signal.aborted).toBe(true);
    expect(stream.events.empty().filter(({ data }) => data !== '')).toEqual([]);
  });

  test('to a request that is cancelled before anything was said is a stream of nothing', async () => {
    const service = await startService();
    const headers = await openSession(service.url);
    const asked = rawRequest(service.url, { headers, body: call('slow', 'wait') });
    await service.waiting.take();
    await rawRequest(service.url, { headers, body: notification('notifications/cancelled', { requestId: 'slow' }) });
    expect(await asked).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
  });
});

test('a question of the server is asked on the stream of the request that it belongs to', async () => {
  covers(
    'http-accepted',
    'http-listen-no-response',
    'http-listen-unrelated',
    'http-one-stream-per-message',
    'http-stream-related',
  );
  const service = await startService();
  const headers = await openSession(service.url);
  const standalone = await listen(service, headers);
  const stream = await rawStream(service.url, { headers, body: call(1, 'ask') });
  const { message } = await next(stream);
  expect(message).toMatchObject({ method: 'roots/list' });
  const { id } = message as { id: number };
  const reply = rpc({ id, result: { roots: [{ uri: 'file:///here' }] } });
  expect(await rawRequest(service.url, { headers, body: reply })).toMatchObject({ status: 202, text: '' });
  expect((await next(stream)).message).toEqual(answer(1, 'file:///here'));
  await stream.ended;
  expect(standalone.events.empty().filter(({ data }) => data !== '')).toEqual([]);
  standalone.destroy();
});

describe('the stream of what belongs to no request', () => {
  test('carries what the server says on its own, each message once', async () => {
    covers('http-listen-answer', 'http-listen-unrelated', 'http-one-endpoint');
    const service = await startService();
    const headers = await openSession(service.url);
    const first = await listen(service, headers);
    expect(first).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' } });
    const slow = rawRequest(service.url, { headers, body: call(1, 'wait') });
    const { context, answer: finish } = await service.waiting.take();
    finish('done');
    expect(textOf(await slow)).toBe('done');
    // The request is over: what its handler says now belongs to none.
    await context.notify('notifications/message', { level: 'info', data: 'afterwards' });
    expect((await next(first)).message).toEqual(info('afterwards'));
    first.destroy();
  });

  test('has what was said before it was opened', async () => {
    const service = await startService();
    const headers = await openSession(service.url);
    const slow = rawRequest(service.url, { headers, body: call(1, 'wait') });
    const { context, answer: finish } = await service.waiting.take();
    finish('done');
    await slow;
    await context.notify('notifications/message', { level: 'info', data: 'early' });
    const stream = await listen(service, headers);
    expect((await next(stream)).message).toEqual(info('early'));
    stream.destroy();
  });

  test.each(['2025-06-18', NEWEST])('has what was said while no client of %s listened', async (version) => {
    const sessions: SessionHandle[] = [];
    const service = await startService({ onSession: (session) => void sessions.push(session) });
    const session = await openSession(service.url, version);
    // Through the adapter to web requests, the server knows at once that a client is gone.
    const listenOnce = async (): Promise<Response> => {
      const headers = { ...LISTEN.headers, ...session, host: 'localhost' };
      return service.handler.fetch(new Request('http://localhost/mcp', { headers }));
    };
    const say = (data: string) => sessions[0]?.notify('notifications/message', { level: 'info', data });
    await (await listenOnce()).body?.cancel();
    await say('while nobody listened');
    const response = await listenOnce();
    await say('and now');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let told = '';
    while (!told.includes('and now')) told += (await reader?.read())?.value ?? '';
    expect(told.match(/"data":"[^"]*"/g)).toEqual(['"data":"while nobody listened"', '"data":"and now"']);
    await reader?.cancel();
  });

  test.each([
    ['that can be resumed', {}],
    ['that cannot be resumed', { eventStore: false as const }],
  ])('%s is open once, over the newest connection: an older one may be broken without a sign', async (_, options) => {
    const sessions: SessionHandle[] = [];
    const service = await startService({ ...options, onSession: (session) => void sessions.push(session) });
    const headers = await openSession(service.url);
    const first = await listen(service, headers);
    const second = await listen(service, headers);
    expect(second.status).toBe(200);
    await first.ended;
    await sessions[0]?.notify('notifications/message', { level: 'info', data: 'to the newest' });
    expect((await next(second)).message).toEqual(info('to the newest'));
    second.destroy();
  });
});

describe('a connection that breaks', () => {
  /** A call whose stream has said one thing. */
  async function startCall(service: TestService, headers: Session, id: string) {
    const stream = await rawStream(service.url, { headers, body: call(id, 'wait') });
    const { context, answer: finish } = await service.waiting.take();
    await context.notify('notifications/message', { level: 'info', data: `${id} began` });
    const { id: event, message } = await next(stream);
    expect(message).toEqual(info(`${id} began`));
    return { stream, context, finish, event };
  }

  test('cancels nothing, and the rest of the stream can be had, once and in order', async () => {
    covers(
      'http-disconnect-no-cancel',
      'http-event-id-stream',
      'http-event-id-unique',
      'http-replay-own-stream',
      'http-stream-stays',
    );
    const service = await startService({ streams: { streamAfter: 1 } });
    const headers = await openSession(service.url);
    const a = await startCall(service, headers, 'a');
    const b = await startCall(service, headers, 'b');
    expect(a.event).not.toBe(b.event);
    a.stream.destroy();
    await a.stream.ended;
    await a.context.notify('notifications/message', { level: 'info', data: 'unheard' });
    await b.context.notify('notifications/message', { level: 'info', data: 'of b' });
    expect(a.context.signal.aborted).toBe(false);

    const resumed = await listen(service, headers, { 'last-event-id': a.event });
    expect((await next(resumed)).message).toEqual(info('unheard'));
    a.finish('done');
    expect((await next(resumed)).message).toEqual(answer('a', 'done'));
    await resumed.ended;
    expect(resumed.events.empty().filter(({ data }) => data !== '')).toEqual([]);

    const late = await listen(service, headers, { 'last-event-id': a.event });
    const replayed = [await next(late), await next(late)].map(({ message }) => message);
    expect(replayed).toEqual([info('unheard'), answer('a', 'done')]);
    await late.ended;
    expect((await next(b.stream)).message).toEqual(info('of b'));
    b.finish('done');
    await b.stream.ended;
  });

  test('gives nobody else what was said', async () => {
    const service = await startService({ streams: { streamAfter: 1 } });
    const a = await startCall(service, await openSession(service.url), 'a');
    a.stream.destroy();
    const other = await openSession(service.url);
    expect((await listen(service, other, { 'last-event-id': a.event })).status).toBe(400);
    a.finish('done');
  });

  test('without the server noticing gives way to the one that the client comes back over', async () => {
    const service = await startService({ streams: { streamAfter: 1 } });
    const headers = await openSession(service.url);
    const a = await startCall(service, headers, 'a');
    await a.context.notify('notifications/message', { level: 'info', data: 'on both' });
    const resumed = await listen(service, headers, { 'last-event-id': a.event });
    expect(resumed.status).toBe(200);
    await a.stream.ended;
    expect((await next(resumed)).message).toEqual(info('on both'));
    a.finish('done');
    expect((await next(resumed)).message).toEqual(answer('a', 'done'));
    await resumed.ended;
  });

  test('stays where somebody comes back for what is not known', async () => {
    const service = await startService({ streams: { streamAfter: 1 } });
    const headers = await openSession(service.url);
    const a = await startCall(service, headers, 'a');
    const stream = a.event.replace(/-.*/, '');
    expect((await listen(service, headers, { 'last-event-id': `${stream}-999` })).status).toBe(400);
    a.finish('done');
    expect((await next(a.stream)).message).toEqual(answer('a', 'done'));
  });

  test('after too much was said cannot be resumed, and says so', async () => {
    const service = await startService({
      streams: { streamAfter: 1 },
      eventStore: new MemoryEventStore({ events: 2 }),
    });
    const headers = await openSession(service.url);
    const a = await startCall(service, headers, 'a');
    a.stream.destroy();
    await a.stream.ended;
    for (const data of ['1', '2', '3', '4']) await a.context.notify('notifications/message', { level: 'info', data });
    expect((await listen(service, headers, { 'last-event-id': a.event })).status).toBe(400);
    a.finish('done');
  });

  test('is lost where nothing is kept', async () => {
    const service = await startService({ streams: { streamAfter: 1 }, eventStore: false });
    const headers = await openSession(service.url);
    const stream = await rawStream(service.url, { headers, body: call(1, 'tell', 'x') });
    expect((await next(stream)).id).toBe('');
    await stream.ended;
  });
});

describe('a stream whose store', () => {
  /** A stream with one event, whose client has gone. Its store reads as it is told. */
  async function startBroken(read: (kept: () => StoredEvents | undefined) => ReturnType<EventStore['read']>) {
    const eventStore = intercepted(new MemoryEventStore(), ({ method, run }) =>
      method === 'read' ? read(run as () => StoredEvents | undefined) : run(),
    );
    const service = await startService({ streams: { streamAfter: 1 }, eventStore });
    const headers = await openSession(service.url);
    const stream = await rawStream(service.url, { headers, body: call(1, 'wait') });
    const { answer: finish, context } = await service.waiting.take();
    const { id = '' } = await stream.events.take();
    stream.destroy();
    await stream.ended;
    return { service, finish, context, headers: { ...headers, 'last-event-id': id } };
  }

  test('fails once can be had the next time', async () => {
    let failures = 0;
    const { service, headers, finish } = await startBroken((kept) => {
      if (failures++ === 0) throw new Error('the store is down');
      return kept();
    });
    const statuses = [(await listen(service, headers)).status];
    const resumed = await listen(service, headers);
    expect([...statuses, resumed.status]).toEqual([500, 200]);
    finish('done');
    expect((await next(resumed)).message).toEqual(answer(1, 'done'));
  });

  test('is slow gives the stream to the connection that came last, whole', async () => {
    const reading = new Mailbox<() => void>();
    const { service, headers, finish, context } = await startBroken(
      (kept) => new Promise((resolve) => reading.put(() => resolve(kept()))),
    );
    const earlier = listen(service, headers);
    const readEarlier = await reading.take();
    const later = listen(service, headers);
    void context.notify('notifications/message', { level: 'info', data: 'meanwhile' });
    readEarlier();
    (await reading.take())();
    await (
      await earlier
    ).ended;
    const resumed = await later;
    finish('done');
    const messages = [(await next(resumed)).message, (await next(resumed)).message];
    expect(messages).toEqual([info('meanwhile'), answer(1, 'done')]);
  });

  test('is slow can be had by another connection when the first has gone meanwhile', async () => {
    const reading = new Mailbox<() => void>();
    const { service, headers, finish } = await startBroken(
      (kept) => new Promise((resolve) => reading.put(() => resolve(kept()))),
    );
    const gone = new Mailbox<string>();
    const url = await startServer((incoming, response) => {
      response.on('close', () => gone.put('gone'));
      service.handler.node(incoming, response);
    });
    const controller = new AbortController();
    const first = fetch(url, { headers: { ...LISTEN.headers, ...headers }, signal: controller.signal });
    const read = await reading.take();
    controller.abort();
    await expect(first).rejects.toThrow('aborted');
    await gone.take();
    read();
    const resuming = listen(service, headers);
    (await reading.take())();
    const resumed = await resuming;
    expect(resumed.status).toBe(200);
    finish('done');
    expect((await next(resumed)).message).toEqual(answer(1, 'done'));
  });
});

test('a store that takes its time loses nothing, and forgets everything', async () => {
  const store = new MemoryEventStore();
  const kept = new Mailbox<string>();
  const forgotten = new Mailbox<number>();
  const later = <Value>(act: () => Value): Promise<Value> =>
    new Promise((resolve) => setTimeout(() => resolve(act()), 20));
  const service = await startService({
    streams: { streamAfter: 1 },
    eventStore: {
      async append(stream, data) {
        const id = await later(() => store.append(stream, data));
        kept.put(id);
        return id;
      },
      read: (...given) => store.read(...given),
      end: (stream) => store.end(stream),
      forget: () => forgotten.put(kept.empty().length),
    },
  });
  const headers = await openSession(service.url);
  const stream = await rawStream(service.url, { headers, body: call(1, 'wait') });
  const { context, answer: finish } = await service.waiting.take();
  const { id = '' } = await stream.events.take();
  stream.destroy();
  await stream.ended;
  await context.notify('notifications/message', { level: 'info', data: 'unheard' });
  finish('done');
  await new Promise((resolve) => setImmediate(resolve));
  const resumed = await listen(service, headers, { 'last-event-id': id });
  expect((await next(resumed)).message).toEqual(info('unheard'));
  expect((await next(resumed)).message).toEqual(answer(1, 'done'));
  await rawRequest(service.url, { headers, body: call(2, 'tell', 'x') });
  await rawRequest(service.url, { method: 'DELETE', headers });
  expect(await forgotten.take()).toBe(6);
});

test.each(FAILURES)('a store that %s is reported, and the stream goes on', async (_, fail) => {
  const eventStore = intercepted(new MemoryEventStore(), () => fail(new Error('the store is down')));
  const service = await startService({ eventStore });
  const headers = await openSession(service.url);
  const stream = await rawStream(service.url, { headers, body: call(1, 'tell', 'x') });
  expect((await next(stream)).message).toEqual(info('x'));
  expect((await next(stream)).message).toEqual(answer(1, 'told'));
  expect(String(await service.errors.take())).toContain('the store is down');
  expect((await listen(service, headers, { 'last-event-id': '0a1b2c3d.1-1' })).status).toBe(500);
  await rawRequest(service.url, { method: 'DELETE', headers });
});

test('an exchange that cannot be answered is reported, and harms nobody', async () => {
  const service = await startService();
  const fail = (): never => {
    throw new Error('no way out');
  };
  const exchange = {
    method: 'PUT',
    path: '/mcp',
    header: () => 'localhost',
    body: { readText: fail },
    signal: new AbortController().signal,
    respond: fail,
    stream: fail,
  };
  await service.handler.handle(exchange);
  expect(String(await service.errors.take())).toContain('no way out');
});

describe('from revision 2025-11-25 on', () => {
  test('a stream begins with an event that says where to go on', async () => {
    covers('http-stream-primed');
    const service = await startService();
    const primed = await rawStream(service.url, {
      headers: await openSession(service.url),
      body: call(1, 'tell', 'x'),
    });
    expect(await primed.events.take()).toMatchObject({ id: expect.stringMatching(EVENT_ID) as string, data: '' });
    const older = await rawStream(service.url, {
      headers: await openSession(service.url, '2025-06-18'),
      body: call(1, 'tell', 'x'),
    });
    expect(await older.events.take()).toMatchObject({
      id: expect.stringMatching(EVENT_ID) as string,
      data: expect.stringContaining('x') as string,
    });
  });

  test('a connection is closed after its time, and the stream goes on', async () => {
    covers('http-retry-sent');
    const service = await startService({ streams: { streamAfter: 1, streamLifetime: 500, retryDelay: 7 } });
    const headers = await openSession(service.url);
    const stream = await rawStream(service.url, { headers, body: call(1, 'wait') });
    const { id: primed = '' } = await stream.events.take();
    expect(await stream.others.take()).toBe('retry 7');
    await stream.ended;
    const resumed = await listen(service, headers, { 'last-event-id': primed });
    (await service.waiting.take()).answer('done');
    expect((await next(resumed)).message).toEqual(answer(1, 'done'));
    await resumed.ended;
  });

  test('a tool can leave it to the client to come back', async () => {
    covers('http-retry-sent');
    const service = await startService({ streams: { retryDelay: 7 } });
    const headers = await openSession(service.url);
    const called = rawStream(service.url, { headers, body: call(1, 'wait') });
    const { context, answer: finish } = await service.waiting.take();
    context.closeStream();
    const stream = await called;
    const { id: primed = '' } = await stream.events.take();
    expect(await stream.others.take()).toBe('retry 7');
    await stream.ended;
    finish('done');
    const resumed = await listen(service, headers, { 'last-event-id': primed });
    expect((await next(resumed)).message).toEqual(answer(1, 'done'));
    await resumed.ended;
  });

  test.each([
    { title: 'in a revision before', version: '2025-06-18', options: {} },
    { title: 'without a store', version: NEWEST, options: { eventStore: false as const } },
  ])('but not $title', async ({ version, options }) => {
    const service = await startService({ streams: { streamAfter: 60_000 }, ...options });
    const headers = await openSession(service.url, version);
    const called = rawRequest(service.url, { headers, body: call(1, 'wait') });
    const { context, answer: finish } = await service.waiting.take();
    context.closeStream();
    finish('done');
    expect((await called).json).toEqual(answer(1, 'done'));
  });

  test('but not in older ones, whose clients would not come back', async () => {
    const service = await startService({ streams: { streamAfter: 1, streamLifetime: 10 } });
    const headers = await openSession(service.url, '2025-06-18');
    const stream = await rawStream(service.url, { headers, body: call(1, 'wait') });
    await new Promise((resolve) => setTimeout(resolve, 50));
    (await service.waiting.take()).answer('done');
    expect((await next(stream)).message).toEqual(answer(1, 'done'));
    expect(stream.others.empty()).toEqual([]);
  });
});

test('what is said to a session from outside arrives there alone', async () => {
  const sessions: SessionHandle[] = [];
  const service = await startService({ onSession: (session) => sessions.push(session) });
  const one = await listen(service, await openSession(service.url));
  const two = await listen(service, await openSession(service.url));
  await sessions[1]?.notify('notifications/message', { level: 'info', data: 'for two' });
  await sessions[0]?.notify('notifications/message', { level: 'info', data: 'for one' });
  expect((await next(one)).message).toEqual(info('for one'));
  expect((await next(two)).message).toEqual(info('for two'));
  one.destroy();
  two.destroy();
});

test('an idle stream is kept open by comments', async () => {
  const service = await startService({ streams: { keepAlive: 10 } });
  const stream = await listen(service, await openSession(service.url, NEWEST));
  expect([await stream.others.take(), await stream.others.take()]).toEqual(['keep-alive', 'keep-alive']);
  stream.destroy();
});

test('no comments keep a stream open where there are to be none', async () => {
  const service = await startService({ streams: { keepAlive: 0 } });
  const stream = await listen(service, await openSession(service.url, NEWEST));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stream.others.empty()).toEqual([]);
  stream.destroy();
});

test('a client that does not read its stream loses the connection, and the server keeps little', async () => {
  const service = await startService({ streams: { streamAfter: 1 }, limits: { unsentLimit: 100_000 } });
  const headers = await openSession(service.url);
  const slow = rawStream(service.url, { headers, body: call(1, 'wait') });
  const { context, answer: finish } = await service.waiting.take();
  const stream = await slow;
  const text = 'x'.repeat(1_000_000);
  for (let message = 0; message < 20; message++)
    void context.notify('notifications/message', { level: 'info', data: text });
  await stream.ended;
  expect(stream.events.empty().length).toBeLessThan(20);
  finish('done');
});

describe('answers that end a stream arrive, though together they are more than may be unsent:', () => {
  const text = 'x'.repeat(20_000);

  /** Posts a batch, and returns the ids that are answered. */
  async function idsOf(options: Parameters<typeof startService>[0], ids: readonly number[]): Promise<unknown[]> {
    const service = await startService({
      streams: { responses: 'stream' },
      limits: { unsentLimit: 15_000 },
      ...options,
    });
    const headers = await openSession(service.url, '2025-03-26');
    const stream = await rawStream(service.url, { headers, body: ids.map((id) => call(id, 'later', text)) });
    await stream.ended;
    return stream.events.empty().map(({ data }) => (JSON.parse(data) as { id: unknown }).id);
  }

  const ids = Array.from({ length: 12 }, (_, id) => id);

  test('of a batch', async () => {
    expect(await idsOf({}, ids)).toEqual(ids);
  });

  test('of a batch, without a store', async () => {
    expect(await idsOf({ eventStore: false }, ids)).toEqual(ids);
  });

  test('of a batch, with a store that takes its time', async () => {
    expect(await idsOf({ eventStore: overtaking(new MemoryEventStore(), 3) }, ids)).toEqual(ids);
  });

  test('of one request', async () => {
    expect(await idsOf({}, [1])).toEqual([1]);
  });
});
