/** A server over HTTP that closes while requests are running, or arriving. */

import { once } from 'node:events';
import { expect, test } from 'vitest';
import { revision as newest } from '@mcp-gen/protocol/2026-07-28';
import type { Revision } from '../../../runtime/src/codegen/v1.js';
import { HttpHandler } from '../../../runtime/src/http/server/httpHandler.js';
import type { ServeHttpOptions } from '../../../runtime/src/http/server/serveHttp.js';
import { HttpEndpoint } from '../../../runtime/src/http/server/httpEndpoint.js';
import type { SessionPeer } from '../../../runtime/src/http/server/sessions/sessions.js';
import type { Receiver, Transport } from '../../../runtime/src/transports/transport.js';
import { Mailbox } from '../../support/mailbox.js';
import { POST_HEADERS, rawRequest, rawStream } from '../../support/rawHttp.js';
import { notification, rpc } from '../../support/rpc.js';
import { headersOf, metaWith, STATELESS } from '../../support/standAlone.js';
import { call, head, initialize, openSession, openSocket, startService, textOf } from './httpSupport.js';
import { leavesNone } from '../../support/leftovers/instances.js';
import { HttpSession } from '../../../runtime/src/http/server/sessions/httpSession.js';
import { MemoryEventStore, type EventStore } from '../../../runtime/src/http/server/eventStore.js';
import { EventStream } from '../../../runtime/src/http/server/eventStream.js';
import { Peer } from '../../../runtime/src/peer/peer.js';

leavesNone(HttpSession, EventStream, Peer);

const NEWEST = { 'mcp-protocol-version': '2025-11-25' };

const post = (url: string, body: object, headers: object = {}): Request =>
  new Request(url, { method: 'POST', headers: { ...POST_HEADERS, ...headers }, body: JSON.stringify(body) });

/** Opens a session. Resolves with the path that its messages are posted to, and their headers. */
const SESSIONS = {
  'Streamable HTTP': async (url: string) => ({ path: '/mcp', headers: await openSession(url) }),
  'HTTP with SSE': async (url: string) => {
    const headers = { accept: 'text/event-stream' };
    const { events } = await rawStream(url.replace('/mcp', '/sse'), { method: 'GET', headers });
    const path = (await events.take()).data;
    for (const body of [initialize('2024-11-05'), notification('notifications/initialized')]) {
      await rawRequest(new URL(path, url).href, { body });
    }
    return { path, headers: {} };
  },
};

test.each(Object.entries(SESSIONS))(
  'over %s, a message that is complete only after the server began to close is refused',
  async (_, open) => {
    const service = await startService({ shutdownTimeout: 60_000 });
    const { path, headers } = await open(service.url);
    const running = rawRequest(new URL(path, service.url).href, { headers, body: call(1, 'wait') });
    const { answer } = await service.waiting.take();
    const body = JSON.stringify(call('late', 'echo', 'x'));
    const socket = await openSocket(service.url);
    const sent = { ...POST_HEADERS, ...headers, 'content-length': body.length, expect: '100-continue' };
    socket.write(head(sent, `POST ${path}`));
    // The server has taken the head by then.
    expect(String(await once(socket.setEncoding('utf8'), 'data'))).toMatch(/^HTTP\/1\.1 100 /);
    const closed = service.handler.close();
    const answered = once(socket, 'data');
    socket.write(body);
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 503 [^]*"id":"late"/);
    answer('done');
    expect([200, 202]).toContain((await running).status);
    await closed;
  },
);

/** A store that is not in this process. */
const remote = new MemoryEventStore();
const append = remote.append.bind(remote);
const eventStore: EventStore = Object.assign(remote, {
  append: async (...args: Parameters<EventStore['append']>) => {
    await new Promise((resolve) => setImmediate(resolve));
    return append(...args);
  },
});

test.each<readonly [string, Partial<ServeHttpOptions>]>([
  ['no store', { eventStore: false }],
  ['a store of events', { eventStore }],
])(
  'with %s, requests whose stream is open are answered when the server does not wait for them any longer',
  async (_, options) => {
    const service = await startService({ shutdownTimeout: 50, streams: { responses: 'stream' }, ...options });
    const headers = await openSession(service.url);
    const ask = (id: string) => rawStream(service.url, { headers, body: call(id, 'wait') });
    const [answered, lost] = [await ask('answered'), await ask('lost')];
    const { answer } = await service.waiting.take(({ context }) => context.requestId === 'answered');
    answer('done');
    await service.close();
    const responses = await Promise.all([answered, lost].map(({ events }) => events.take(({ data }) => data !== '')));
    expect(responses.map(({ data }) => JSON.parse(data) as object)).toMatchObject([
      { id: 'answered', result: {} },
      { id: 'lost', error: { code: -32603, message: expect.stringContaining('has stopped') as string } },
    ]);
  },
);

test.each([{}, { sessions: 'none' as const }])(
  'a server may wait without limit for its handlers: %j',
  async (options) => {
    const service = await startService({ ...options, shutdownTimeout: Infinity });
    const headers = options.sessions === 'none' ? NEWEST : await openSession(service.url);
    const running = rawRequest(service.url, { headers, body: call(1, 'wait') });
    const { context, answer } = await service.waiting.take();
    const closed = service.close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(context.signal.aborted).toBe(false);
    answer('done');
    expect(textOf(await running)).toBe('done');
    await closed;
  },
);

test.each([{}, { streams: { responses: 'stream' as const } }])(
  'without sessions, a request that is not answered in time is told that the server closes: %j',
  async (options) => {
    const service = await startService({ sessions: 'none', shutdownTimeout: 1, ...options });
    const response = service.handler.fetch(post(service.url, call(1, 'wait'), NEWEST));
    await service.waiting.take();
    await service.handler.close();
    const { status } = await response;
    expect(status).toBe(options.streams?.responses === 'stream' ? 200 : 503);
    expect(await (await response).text()).toContain(
      status === 200 ? '"id":1,"error":{"code":-32603' : 'server is closing',
    );
  },
);

test('a request that stands alone is refused if the server was closed while its revision was loaded', async () => {
  let load!: (loaded: Revision) => void;
  const loading = new Promise<Revision>((resolve) => (load = resolve));
  const called: string[] = [];
  const handler = new HttpHandler(
    {
      callTool: () => {
        called.push('callTool');
        return { content: [] };
      },
    },
    {
      serverInfo: { name: 'test', version: '1.0.0' },
      revisions: [{ id: STATELESS, era: 'stateless', load: () => loading }],
      allowedHosts: ['test'],
    },
  );
  const params = { name: 'late', arguments: {}, _meta: metaWith() };
  const body = { jsonrpc: '2.0', id: 'late', method: 'tools/call', params };
  const response = handler.fetch(post('http://test/mcp', body, headersOf('tools/call', params)));
  await new Promise((resolve) => setTimeout(resolve, 10));
  await handler.close();
  load(newest);
  const { status, json } = await response.then(async (it) => ({
    status: it.status,
    json: await it.json(),
  }));
  expect({ status, json }).toMatchObject({ status: 503, json: { id: 'late', error: { code: -32600 } } });
  expect(called).toEqual([]);
});

test('a peer that cannot be closed is reported when its session expires', async () => {
  const errors = new Mailbox<unknown>();
  const failure = new Error('The peer cannot be closed');
  const open = (session: Transport): SessionPeer => ({
    async start() {
      await session.start({
        message: (value) =>
          void session.send(
            rpc({ id: (value as { id: string }).id, result: { protocolVersion: '2025-11-25' } }) as never,
          ),
      } as Receiver);
    },
    close: () => Promise.reject(failure),
  });
  const endpoint = new HttpEndpoint(open, { timeouts: { sessionTimeout: 5 }, onError: errors.put });
  await endpoint.fetch(post('http://localhost/mcp', initialize()));
  expect(await errors.take()).toBe(failure);
  // It is reported, and does not keep the endpoint from closing.
  await endpoint.close();
});
