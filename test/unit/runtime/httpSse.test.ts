/** The older transport, HTTP with SSE, on both sides. */

import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { connectSession } from '../../../runtime/src/session/connect.js';
import type { Connect } from '../../support/clients/client.js';
import { stopClock } from '../../support/clock.js';
import { connectOfficialV1 } from '../../support/clients/officialV1.js';
import { connectOurClient } from '../../support/clients/ours.js';
import { fetchOnNode } from '../../support/fetchServer.js';
import { GENERATED } from '../../support/generated.js';
import { rawRequest, rawStream, type RawStream } from '../../support/rawHttp.js';
import { pong, request, rpc } from '../../support/rpc.js';
import { call, initialize, listen, openSession, startService, type TestService } from './httpSupport.js';
import { startScripted } from './scriptedServer.js';
import { covers } from '../../support/covers.js';

const OLDEST = '2024-11-05';

interface OpenStream {
  readonly stream: RawStream;
  /** Where messages are posted. */
  readonly endpoint: string;
}

/** Services with the older transport, on each of the two adapters. */
const PLATFORMS: { readonly [platform: string]: typeof startService } = {
  'node:http': startService,
  async fetch(options) {
    const service = await startService(options);
    return { ...service, url: await listen(fetchOnNode(service.handler)) };
  },
};

const CLIENTS: { readonly [name: string]: Connect } = {
  'our client': connectOurClient,
  'the official client, version 1': connectOfficialV1,
};

async function openStream({ url }: TestService, headers: object = {}): Promise<OpenStream> {
  const accept = { accept: 'text/event-stream' };
  const stream = await rawStream(url.replace('/mcp', '/sse'), { method: 'GET', headers: { ...accept, ...headers } });
  const { event, data } = await stream.events.take();
  expect(event).toBe('endpoint');
  return { stream, endpoint: new URL(data, url).href };
}

async function nextMessage({ events }: RawStream): Promise<unknown> {
  const { event, data } = await events.take();
  expect(event).toBe('message');
  return JSON.parse(data) as unknown;
}

test('a stream does not keep sessions without one from ending', async () => {
  const service = await startService({ timeouts: { sessionTimeout: 100 } });
  const { stream } = await openStream(service);
  await openSession(service.url);
  expect(service.handler.sessionCount).toBe(2);
  await expect.poll(() => service.handler.sessionCount).toBe(1);
  await service.handler.close();
  await stream.ended;
});

describe.each(Object.entries(PLATFORMS))('a server on %s', (_platform, start) => {
  test('names the endpoint, takes messages there, and answers on the stream', async () => {
    covers('sse-endpoint-event', 'sse-two-endpoints');
    const service = await start();
    const { stream, endpoint } = await openStream(service);
    expect(endpoint).toMatch(/\/messages\?session=[\w-]{36}$/);
    expect(await rawRequest(endpoint, { body: initialize(OLDEST) })).toMatchObject({ status: 202, text: '' });
    expect(await nextMessage(stream)).toMatchObject({ result: { protocolVersion: OLDEST } });
    await rawRequest(endpoint, { body: call(1, 'echo', 'hello') });
    expect(await nextMessage(stream)).toMatchObject({ id: 1, result: { content: [{ text: 'hello' }] } });
    expect(service.handler.sessionCount).toBe(1);
    stream.destroy();
    await expect.poll(() => service.handler.sessionCount).toBe(0);
    expect(await rawRequest(endpoint, { body: request(1, 'ping') })).toMatchObject({ status: 404 });
  });

  test('serves old and new side by side, and each client gets its own answers', async () => {
    const service = await start();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openStream(service)));
    await Promise.all(opened.map(({ endpoint }) => rawRequest(endpoint, { body: initialize(OLDEST) })));
    await Promise.all(opened.map(({ stream }) => nextMessage(stream)));
    await Promise.all(opened.map(({ endpoint }, at) => rawRequest(endpoint, { body: call(1, 'later', `${at}`) })));
    const texts = await Promise.all(opened.map(({ stream }) => nextMessage(stream)));
    expect(texts).toMatchObject(opened.map((_, at) => ({ id: 1, result: { content: [{ text: `${at}` }] } })));
    expect((await rawRequest(service.url, { body: initialize() })).status).toBe(200);
    for (const { stream } of opened) stream.destroy();
  });

  test.each([
    ['a session that nobody opened', { path: '/messages?session=made-up' }, 404],
    ['no session', { path: '/messages' }, 404],
    ['no JSON', { body: '{' }, 400],
    ['another type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['too much', { body: JSON.stringify('x'.repeat(2_000)) }, 413],
    ['another method', { method: 'PUT' }, 405],
    ['another host', { headers: { host: 'evil.example' } }, 403],
    ['a page of others', { headers: { origin: 'https://evil.example' } }, 403],
  ])(
    'refuses %s',
    async (_, { path, ...given }: { path?: string; body?: string; method?: string; headers?: object }, status) => {
      covers('sse-origin');
      const service = await start({ limits: { bodyLimit: 1_000 } });
      const { stream, endpoint } = await openStream(service);
      const url = path === undefined ? endpoint : new URL(path, endpoint).href;
      expect(
        (await rawRequest(url, { body: request(1, 'ping'), ...given, headers: { ...given.headers } })).status,
      ).toBe(status);
      await rawRequest(endpoint, { body: request(1, 'ping') });
      expect(await nextMessage(stream)).toEqual(pong(1));
      stream.destroy();
    },
  );

  test('keeps a session for the caller who opened it', async () => {
    const service = await start({ authenticate: (exchange) => exchange.header('authorization') });
    const { stream, endpoint } = await openStream(service, { authorization: 'alice' });
    const asking = (headers: object) => rawRequest(endpoint, { headers: { ...headers }, body: request(1, 'ping') });
    expect((await asking({ authorization: 'bob' })).status).toBe(404);
    expect((await asking({ authorization: 'alice' })).status).toBe(202);
    stream.destroy();
  });

  test.each(Object.entries(CLIENTS))('serves %s, and asks it', async (_, connectTo) => {
    const { url, handler } = await start();
    const home = 'file:///home';
    const client = await connectTo(
      { over: 'HTTP with SSE', url: url.replace('/mcp', '/sse') },
      { revision: OLDEST, answers: { 'roots/list': () => ({ roots: [{ uri: home }] }) } },
    );
    const answered = (text: string): object => ({ content: [{ type: 'text', text }] });
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hello' } })).toEqual(answered('hello'));
    expect(await client.callTool({ name: 'ask' })).toEqual(answered(home));
    await client.close();
    await expect.poll(() => handler.sessionCount).toBe(0);
    expect(client.errors.empty()).toEqual([]);
  });
});

describe('a server on a port of its own', () => {
  test('has neither path where it is not wanted, or the revision is not served', async () => {
    for (const options of [{ sse: false as const }, { revisions: [GENERATED['2025-06-18'].revision] }]) {
      const { url } = await startService(options);
      const { status } = await rawRequest(url.replace('/mcp', '/sse'), { method: 'GET' });
      expect(status).toBe(404);
    }
  });

  test('sends large answers that end in one turn to a client that reads', async () => {
    const service = await startService();
    const { stream, endpoint } = await openStream(service);
    await rawRequest(endpoint, { body: initialize(OLDEST) });
    await nextMessage(stream);
    const waiting = [];
    for (let id = 0; id < 12; id++) {
      await rawRequest(endpoint, { body: call(id, 'wait') });
      waiting.push(await service.waiting.take());
    }
    for (const { answer } of waiting) answer('x'.repeat(2_000_000));
    for (let left = 12; left > 0; left--) await nextMessage(stream);
    expect(service.handler.sessionCount).toBe(1);
    stream.destroy();
  });

  test('closes the connection of a client that does not read notifications', async () => {
    const service = await startService({ limits: { unsentLimit: 100_000 } });
    const { stream, endpoint } = await openStream(service);
    await rawRequest(endpoint, { body: initialize(OLDEST) });
    await rawRequest(endpoint, { body: call(1, 'wait') });
    const { context } = await service.waiting.take();
    const data = 'x'.repeat(500_000);
    for (let count = 0; count < 20; count++) {
      void context.notify('notifications/message', { level: 'info', data });
    }
    await stream.ended;
    await expect.poll(() => service.handler.sessionCount).toBe(0);
  });
});

test('a client that does not read its answers loses its session after a time', async () => {
  const service = await startService({ timeouts: { answerTimeout: 200 } });
  const opening = get(service.url.replace('/mcp', '/sse'));
  onTestFinished(() => void opening.destroy());
  opening.on('error', () => undefined);
  const [response] = (await once(opening, 'response')) as [IncomingMessage];
  const [first] = (await once(response, 'data')) as [Buffer];
  response.pause();
  const endpoint = new URL(/^data: (.*)$/m.exec(String(first))?.[1] ?? '', service.url).href;
  await rawRequest(endpoint, { body: initialize(OLDEST) });
  for (let id = 0; id < 4; id++) await rawRequest(endpoint, { body: call(id, 'echo', 'x'.repeat(3_000_000)) });
  await expect.poll(() => service.handler.sessionCount).toBe(0);
});

test('a client that reads slowly keeps its session', async () => {
  stopClock();
  const service = await startService({ timeouts: { answerTimeout: 400 } });
  const opening = get(service.url.replace('/mcp', '/sse'));
  onTestFinished(() => void opening.destroy());
  const [response] = (await once(opening, 'response')) as [IncomingMessage];
  const [first] = (await once(response, 'data')) as [Buffer];
  const endpoint = new URL(/^data: (.*)$/m.exec(String(first))?.[1] ?? '', service.url).href;
  response.pause();
  await rawRequest(endpoint, { body: initialize(OLDEST) });
  for (let id = 0; id < 8; id++) await rawRequest(endpoint, { body: call(id, 'echo', 'x'.repeat(3_000_000)) });
  let read = 0;
  response.on('data', (chunk: Buffer) => {
    read += chunk.length;
    response.pause();
    setImmediate(() => {
      // A mebibyte takes 256 ms.
      vi.advanceTimersByTime(chunk.length / 4_096);
      response.resume();
    });
  });
  response.resume();
  await expect.poll(() => read).toBeGreaterThan(24_000_000);
  expect(service.handler.sessionCount).toBe(1);
});

describe('a client', () => {
  const open = async (url: string) => {
    const session = await connectSession(new HttpClientTransport({ url, retry: { retryDelay: 1 } }), {
      clientInfo: { name: 'client', version: '1.0.0' },
      revisions: [GENERATED[OLDEST].revision],
      requestTimeout: 2_000,
    });
    onTestFinished(() => session.close());
    return session;
  };

  test('falls back automatically', async () => {
    covers('sse-client-posts');
    const { url } = await startService();
    const session = await open(url.replace('/mcp', '/sse'));
    expect(await session.request('tools/call', { name: 'echo', arguments: { text: 'hello' } })).toMatchObject({
      content: [{ text: 'hello' }],
    });
  });

  test('hears when the stream breaks, and so do its callers', async () => {
    const service = await startService();
    const session = await open(service.url.replace('/mcp', '/sse'));
    const asked = session.request('tools/call', { name: 'wait', arguments: {} });
    const refused = expect(asked).rejects.toMatchObject({ name: 'ConnectionClosedError' });
    await service.waiting.take();
    await service.close();
    await refused;
    expect(await session.closed).toMatchObject({ name: 'ConnectionClosedError' });
  });

  test('continues after an invalid message', async () => {
    const result = { protocolVersion: OLDEST, capabilities: {}, serverInfo: { name: 'scripted', version: '1.0.0' } };
    let stream: ServerResponse | undefined;
    const { url, asked } = await startScripted(({ method, message }, response) => {
      if (method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write('event: endpoint\ndata: /messages\n\n');
      } else if (stream === undefined) response.writeHead(405).end();
      else {
        response.writeHead(202).end();
        if (message.method === undefined || message.id === undefined) return;
        stream.write(`data: {\n\ndata: ${JSON.stringify(rpc({ id: message.id, result }))}\n\n`);
      }
    });
    const session = await open(url);
    expect(await session.request('ping')).toEqual(result);
    expect(asked.empty().filter(({ message }) => 'error' in message)).toEqual([]);
  });

  test.each([
    ['wants messages posted elsewhere', 'event: endpoint\ndata: https://evil.example/messages\n\n'],
    ['names no endpoint', 'data: hello\n\n'],
    ['has no stream', ''],
  ])('does not fall back to a server that %s', async (_, body) => {
    const { url, asked } = await startScripted(({ method }, response) => {
      if (method === 'GET') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body);
      else response.writeHead(405).end();
    });
    await expect(open(url)).rejects.toMatchObject({ name: 'HttpStatusError', status: 405 });
    expect(asked.empty().filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test.each([401, 403, 500])('does not fall back where the server says %d', async (status) => {
    const { url, asked } = await startScripted((_, response) => response.writeHead(status).end());
    await expect(open(url)).rejects.toMatchObject({ name: 'HttpStatusError', status });
    expect(asked.empty().map(({ method }) => method)).toEqual(['POST']);
  });
});
