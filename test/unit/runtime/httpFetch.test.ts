/** The server on the web's own requests and responses. What it answers is tested on `node:http`; here, that it gets through. */

import type { SessionHandle } from '@mcp-gen/runtime';
import { describe, expect, test } from 'vitest';
import { fetchOnNode } from '../../support/fetchServer.js';
import { rawRequest } from '../../support/rawHttp.js';
import { notification } from '../../support/rpc.js';
import { call, initialize, listen, openSession, startService, textOf } from './httpSupport.js';

const URL_OF = 'http://localhost/mcp';
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const post = (body: unknown, headers: object = {}): Request =>
  new Request(URL_OF, { method: 'POST', headers: { ...HEADERS, ...headers }, body: JSON.stringify(body) });

/** The listener, and the headers of an open session. */
async function open(options: Parameters<typeof startService>[0] = {}) {
  const service = await startService(options);
  const listener = service.handler.fetch;
  const opened = await listener(post(initialize()));
  expect(opened.status).toBe(200);
  const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
  return { ...service, listener, session };
}

test('a request is answered', async () => {
  const { listener, session } = await open();
  const response = await listener(post(call(1, 'echo', 'Grüße 🌍'), session));
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(textOf({ json: await response.json() })).toBe('Grüße 🌍');
});

test('a stream goes on until its answer, and is heard piece by piece', async () => {
  const { listener, session, waiting } = await open({ streams: { streamAfter: 1 } });
  const response = await listener(post(call(1, 'wait'), session));
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toMatch(/^id: [0-9a-f]{8}\.1-1\ndata: \n\n$/);
  (await waiting.take()).answer('done');
  expect((await reader?.read())?.value).toContain('"text":"done"');
  expect((await reader?.read())?.done).toBe(true);
});

test('a client that goes away is noticed, and cancels nothing', async () => {
  const { listener, session, waiting } = await open({ streams: { streamAfter: 1 } });
  const response = await listener(post(call(1, 'wait'), session));
  const { context, answer } = await waiting.take();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const [, id = ''] = /^id: (\S+)/.exec((await reader?.read())?.value ?? '') ?? [];
  await reader?.cancel();
  expect(context.signal.aborted).toBe(false);
  answer('done');
  const resumed = await listener(
    new Request(URL_OF, { headers: { ...session, accept: 'text/event-stream', 'last-event-id': id } }),
  );
  expect(await resumed.text()).toContain('"text":"done"');
});

test('a client that goes away before the stream begins is noticed, too', async () => {
  const sessions: SessionHandle[] = [];
  const { listener, session } = await open({ onSession: (opened) => void sessions.push(opened) });
  await listener(post(notification('notifications/initialized'), session));
  const listening = (signal: AbortSignal): Promise<Response> =>
    listener(new Request(URL_OF, { headers: { ...session, accept: 'text/event-stream' }, signal }));
  expect((await listening(AbortSignal.abort())).status).toBe(200);
  const gone = new AbortController();
  expect((await listening(gone.signal)).status).toBe(200);
  gone.abort();
  // What is said to a connection that seems to be open is lost with it.
  await sessions[0]?.notify('notifications/message', { level: 'info', data: 'while nobody listened' });
  const reader = (await listening(new AbortController().signal)).body?.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  for (let read; read?.done !== true && !told.includes('nobody listened'); told += read?.value ?? '') {
    read = await reader?.read();
  }
  expect(told).toContain('nobody listened');
  await reader?.cancel();
});

describe('a body', () => {
  const posting = (body: ReadableStream | string, session: object): Request =>
    new Request(URL_OF, { method: 'POST', headers: { ...HEADERS, ...session }, body, duplex: 'half' });

  test('that is cut off half-way is reported, and its session lives', async () => {
    const { listener, session, errors } = await open();
    const cause = new Error('reset');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"jsonrpc"'));
      },
      pull(controller) {
        controller.error(cause);
      },
    });
    const response = await listener(posting(body, session));
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('disconnected')]);
    expect(await errors.take()).toMatchObject({ name: 'IncompleteBodyError', cause });
    expect((await listener(post(call(1, 'echo'), session))).status).toBe(200);
  });

  test('that somebody has read before is a mistake that is reported', async () => {
    const { listener, session, errors } = await open();
    const request = posting('{}', session);
    await request.text();
    expect((await listener(request)).status).toBe(500);
    expect(String(await errors.take())).toContain('Pass a clone of the request');
  });
});

describe('limits', () => {
  test('a body that is too large is refused', async () => {
    const { listener, session } = await open({ limits: { bodyLimit: 1_000 } });
    expect((await listener(post('x'.repeat(2_000), session))).status).toBe(413);
  });

  test('a client that does not read loses the connection', async () => {
    const { listener, session, waiting } = await open({
      streams: { streamAfter: 1 },
      limits: { unsentLimit: 100_000 },
    });
    const response = await listener(post(call(1, 'wait'), session));
    const { context, answer } = await waiting.take();
    const data = 'x'.repeat(60_000);
    const sent = Array.from({ length: 10 }, () => context.notify('notifications/message', { level: 'info', data }));
    await Promise.all(sent);
    await expect(response.text()).rejects.toThrow('does not read');
    answer('done');
  });

  test('a client of the older transport that does not read loses the connection, and its session', async () => {
    const { listener, handler } = await open({ timeouts: { answerTimeout: 50 } });
    const response = await listener(new Request('http://localhost/sse', { headers: { accept: 'text/event-stream' } }));
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const endpoint = /^data: (.*)$/m.exec((await reader?.read())?.value ?? '')?.[1] ?? '';
    const say = (body: unknown): Promise<Response> =>
      listener(
        new Request(`http://localhost${endpoint}`, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }),
      );
    await say(initialize());
    expect((await reader?.read())?.value).toContain('"protocolVersion"');
    const before = handler.sessionCount;
    for (let id = 0; id < 5; id++) await say(call(id, 'echo', 'x'.repeat(60_000)));
    await expect.poll(() => handler.sessionCount).toBe(before - 1);
    await expect(reader?.read().then(() => reader.read())).rejects.toThrow('does not read');
  });

  test('the host comes from the address if the header is missing', async () => {
    const { listener } = await open();
    const elsewhere = new Request('http://evil.example/mcp', { method: 'POST', headers: HEADERS, body: '{}' });
    expect((await listener(elsewhere)).status).toBe(403);
  });
});

test('behind a server that makes such requests of its own, everything works', async () => {
  const { handler } = await open();
  const url = await listen(fetchOnNode(handler));
  const headers = await openSession(url);
  expect(textOf(await rawRequest(url, { headers, body: call(1, 'later', 'well') }))).toBe('well');
  expect((await rawRequest(url, { method: 'DELETE', headers })).status).toBe(204);
});
