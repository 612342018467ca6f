/** A server over HTTP that keeps nothing from one message to the next. */

import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import type { HttpInfo } from '../../../runtime/src/codegen/v1.js';
import { MemorySessionRouter } from '../../../runtime/src/cluster/memoryRouter.js';
import { MemoryEventStore } from '../../../runtime/src/http/server/eventStore.js';
import { HttpHandler } from '../../../runtime/src/http/server/httpHandler.js';
import { MemorySessionStore } from '../../../runtime/src/http/server/sessions/sessionStore.js';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { POST_HEADERS, rawRequest, rawStream } from '../../support/rawHttp.js';
import { notification, request } from '../../support/rpc.js';
import { call, head, initialize, openSocket, startService, textOf } from './httpSupport.js';

const NEWEST = { 'mcp-protocol-version': '2025-11-25' };

const start = (options: Parameters<typeof startService>[0] = {}) => startService({ sessions: 'none', ...options });

test('initialize is answered in the revision that is asked for, and opens no session', async () => {
  const { url, handler } = await start();
  for (const version of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    const answer = await rawRequest(url, { body: initialize(version) });
    expect(answer).toMatchObject({ status: 200, json: { id: 'first', result: { protocolVersion: version } } });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  }
  expect((await rawRequest(url, { body: initialize('1999-01-01') })).json).toMatchObject({
    result: { protocolVersion: '2025-11-25' },
  });
  expect((await rawRequest(url, { body: request(1, 'initialize', {}) })).json).toMatchObject({
    id: 1,
    error: { code: -32602 },
  });
  expect(await rawRequest(url, { body: notification('notifications/initialized') })).toMatchObject({ status: 202 });
  expect(handler.sessionCount).toBe(0);
});

test('a request is answered on its own, whatever ids others use at the time', async () => {
  const service = await start();
  const calls = ['a', 'b', 'c'].map((text) =>
    rawRequest(service.url, { headers: NEWEST, body: call(1, 'later', text) }),
  );
  expect((await Promise.all(calls)).map(textOf)).toEqual(['a', 'b', 'c']);
});

describe('the revision of a message', () => {
  test('is that of its header, which decides what there is, or 2025-03-26', async () => {
    covers('http-version-assumed');
    const { url } = await start();
    const batch = [call(1, 'echo', 'a'), call(2, 'echo', 'b')];
    const old = await rawRequest(url, { headers: { 'mcp-protocol-version': '2025-03-26' }, body: batch });
    expect(old).toMatchObject({ status: 200, json: [{ id: 1 }, { id: 2 }] });
    expect(await rawRequest(url, { headers: NEWEST, body: batch })).toMatchObject({ status: 400 });
    const unsaid = await rawRequest(url, { body: batch });
    expect(unsaid).toMatchObject({ status: 200, json: [{ id: 1 }, { id: 2 }] });
  });

  test.each(['2026-07-28', '1999-01-01', ''])('is refused where the server does not speak it: %j', async (version) => {
    const { url } = await start();
    const answer = await rawRequest(url, { headers: { 'mcp-protocol-version': version }, body: request(7, 'ping') });
    expect(answer).toMatchObject({
      status: 400,
      json: { id: 7, error: { message: expect.stringContaining('2025-11-25') } },
    });
  });
});

test('what is said before an answer makes a stream of it, that cannot be resumed', async () => {
  const { url } = await start();
  const stream = await rawStream(url, { headers: NEWEST, body: call(1, 'tell', 'first') });
  const events = [await stream.events.take(), await stream.events.take()];
  expect(events.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
    { method: 'notifications/message' },
    { id: 1 },
  ]);
  expect(events.map(({ id }) => id)).toEqual([undefined, undefined]);
  await stream.ended;
});

test('a handler has no session, and cannot ask', async () => {
  const service = await start();
  const waiting = rawRequest(service.url, { headers: NEWEST, body: call(1, 'wait') });
  const { context, answer } = await service.waiting.take();
  expect(context.session).toBeUndefined();
  expect(context.peer).toEqual({ name: '', version: '', capabilities: {} });
  answer('done');
  await waiting;
  expect((await rawRequest(service.url, { headers: NEWEST, body: call(2, 'ask') })).json).toMatchObject({
    id: 2,
    error: { code: -32603, message: expect.stringContaining('without a session') },
  });
});

test.each(['GET', 'DELETE', 'PUT'])('there is no %s', async (method) => {
  covers('http-listen-answer');
  const { url } = await start();
  const answer = await rawRequest(url, { method, headers: { accept: 'text/event-stream', ...NEWEST } });
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
});

test.each([
  ['a number', 7, 400, null],
  ['a request without a method', { jsonrpc: '2.0', id: 3 }, 400, 3],
  ['a batch of nothing', [], 400, undefined],
  ['an unknown method', request(4, 'no/such'), 200, 4],
  ['params that do not fit', request(5, 'tools/call', { name: 1 }), 200, 5],
])('what cannot be taken is refused: %s', async (_, body, status, id) => {
  const { url } = await start();
  const answer = await rawRequest(url, { body });
  expect(answer).toMatchObject({ status, json: { error: {} } });
  if (typeof id === 'number') expect(answer.json).toMatchObject({ id });
});

test('an answer without a JSON form is an error', async () => {
  const { url, errors } = await start();
  const answer = await rawRequest(url, { headers: NEWEST, body: call(1, 'unsayable') });
  expect(answer.json).toMatchObject({ id: 1, error: { code: -32603 } });
  expect(errors.empty()).toHaveLength(1);
});

test('handlers that run are counted over all messages', async () => {
  const service = await start({ limits: { handlerLimit: 2 } });
  const running = [1, 2].map(() => rawRequest(service.url, { headers: NEWEST, body: call(1, 'wait') }));
  const waiting = [await service.waiting.take(), await service.waiting.take()];
  const refused = await rawRequest(service.url, { headers: NEWEST, body: call(1, 'echo', 'x') });
  expect(refused.json).toMatchObject({
    id: 1,
    error: { code: -32603, message: expect.stringContaining('no caller has more than this one') },
  });
  expect(service.errors.empty().map(String)).toEqual([
    expect.stringMatching(/^Error: Refused a request: .+\. The option limits\.handlerLimit raises the limit$/),
  ]);
  for (const { answer } of waiting) answer('done');
  await Promise.all(running);
  expect(textOf(await rawRequest(service.url, { headers: NEWEST, body: call(1, 'echo', 'x') }))).toBe('x');
});

test('HTTP with SSE needs sessions', async () => {
  await expect(start({ sse: { stream: '/sse', messages: '/messages' } })).rejects.toThrow(/needs sessions/);
  const { url } = await start();
  expect(await rawRequest(url.replace('/mcp', '/sse'), { method: 'GET' })).toMatchObject({ status: 404 });
});

test('a message that is complete only after the server was closed is refused', async () => {
  const arrived = new Mailbox<string>();
  const authenticate = ({ url }: HttpInfo): undefined => {
    arrived.put(url);
  };
  const { url, handler } = await start({ authenticate });
  const body = JSON.stringify(call('late', 'echo', 'x'));
  const socket = await openSocket(url);
  socket.write(`${head({ ...POST_HEADERS, ...NEWEST, 'content-length': body.length })}${body.slice(0, 9)}`);
  await arrived.take();
  await handler.close();
  const answered = once(socket.setEncoding('utf8'), 'data');
  socket.write(body.slice(9));
  expect(String(await answered)).toMatch(/^HTTP\/1\.1 503 [^]*"id":"late"/);
});

describe('in a batch', () => {
  const headers = { 'mcp-protocol-version': '2025-03-26' };

  test('a message without a readable id is answered beside the requests', async () => {
    const { url } = await start();
    const body = [{}, call(1, 'later', 'a'), call(2, 'later', 'b')];
    const { status, json } = await rawRequest(url, { headers, body });
    expect(status).toBe(200);
    expect(json).toHaveLength(3);
    expect(json).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: null, error: expect.any(Object) as object }),
        expect.objectContaining({ id: 1 }),
        expect.objectContaining({ id: 2 }),
      ]),
    );
  });

  test('a notification whose handler throws is reported, and the requests are answered', async () => {
    const failing = {
      serverInfo: { name: 'test', version: '1.0.0' },
      revisions: [GENERATED['2025-03-26'].revision],
      sessions: 'none' as const,
    };
    const errors: unknown[] = [];
    const failure = new Error('The handler failed');
    const handlers = {
      rootsListChanged() {
        throw failure;
      },
    };
    const handler = new HttpHandler(handlers, { ...failing, onError: (error) => errors.push(error) });
    const body = [notification('notifications/roots/list_changed'), request(1, 'ping')];
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...POST_HEADERS, ...headers },
        body: JSON.stringify(body),
      }),
    );
    expect([response.status, await response.json(), errors]).toEqual([
      200,
      [{ jsonrpc: '2.0', id: 1, result: {} }],
      [failure],
    ]);
    await handler.close();
  });
});

describe('what is built for sessions', () => {
  const newest = GENERATED['2026-07-28'].revision;
  const revisions = [newest, GENERATED['2025-11-25'].revision];

  test.each([
    { what: 'all, with sessions', options: { revisions }, joins: 1 },
    { what: 'nothing, for revisions without sessions only', options: { revisions: [newest] }, joins: 0 },
    { what: 'nothing, with the option', options: { revisions, sessions: 'none' }, joins: 0 },
  ] as const)('$what', async ({ options, joins }) => {
    const router = new MemorySessionRouter();
    const join = vi.spyOn(router, 'join');
    const stores = {
      sessionRouter: router,
      eventStore: new MemoryEventStore(),
      sessionStore: new MemorySessionStore(),
    };
    const serverInfo = { name: 'test', version: '1.0.0' };
    const handler = new HttpHandler({}, { serverInfo, allowedHosts: ['localhost'], ...stores, ...options });
    expect(join).toHaveBeenCalledTimes(joins);
    expect(handler.sessionCount).toBe(0);
    await handler.close();
  });
});
