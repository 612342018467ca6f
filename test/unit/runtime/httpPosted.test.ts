/** What is posted: read once, classified once, and answered with the status of its outcome. */

import { expect, onTestFinished, test } from 'vitest';
import { HttpEndpoint } from '../../../runtime/src/http/server/httpEndpoint.js';
import { HttpRefusalError } from '../../../runtime/src/http/server/httpRefusalError.js';
import { serveHttp } from '../../../runtime/src/http/server/serveHttp.js';
import { NodeExchange } from '../../../runtime/src/http/server/node.js';
import type { Receiver, Transport } from '../../../runtime/src/transports/transport.js';
import { GENERATED } from '../../support/generated.js';
import { POST_HEADERS, rawRequest, rawStream } from '../../support/rawHttp.js';
import { Mailbox } from '../../support/mailbox.js';
import { request } from '../../support/rpc.js';
import { call, initialize, listen, NEWEST, openSession, startService, textOf } from './httpSupport.js';

test.each([{}, { sessions: 'none' as const }])('a message is classified once: %j', async (options) => {
  const { url, handler } = await startService(options);
  const session = await openSession(url);
  let reads = 0;
  const message = {
    ...request(1, 'tools/call', { name: 'echo', arguments: { text: 'as it is' } }),
    // Only what tells messages apart looks at this.
    get jsonrpc() {
      reads++;
      return '2.0';
    },
  };
  const parsing = await listen((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      setImmediate(() => handler.node(Object.assign(incoming, { body: message }), outgoing));
    });
  });
  const answer = await rawRequest(parsing, { headers: session, body: {} });
  expect(textOf(answer)).toBe('as it is');
  expect(reads).toBe(1);
});

test('a body that a framework has read as text or bytes keeps to the limit', async () => {
  const { handler } = await startService({ limits: { bodyLimit: 10 } });
  const url = await listen((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      setImmediate(() => handler.node(Object.assign(incoming, { body: ' '.repeat(11) }), outgoing));
    });
  });
  expect(await rawRequest(url, { body: {} })).toMatchObject({ status: 413 });
});

test('a body that a framework has read as bytes is refused if it is not UTF-8', async () => {
  const { handler } = await startService();
  const body = Buffer.from(JSON.stringify({ text: 'caf\u00e9' }), 'latin1');
  const url = await listen((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      setImmediate(() => handler.node(Object.assign(incoming, { body }), outgoing));
    });
  });
  expect(await rawRequest(url, { body: initialize() })).toMatchObject({
    status: 400,
    json: { error: { message: 'Parse error: the body is not UTF-8' } },
  });
});

test('an exchange of node has one signal, aborted when the client is gone before the answer is complete', async () => {
  const signals: AbortSignal[] = [];
  const url = await listen((incoming, outgoing) => {
    const exchange = new NodeExchange(incoming, outgoing, 0);
    signals.push(exchange.signal, exchange.signal);
    void exchange.respond(200, {}, 'complete');
  });
  await rawRequest(url, { body: {} });
  expect(signals[0]).toBe(signals[1]);
  expect(signals[0]?.aborted).toBe(false);
});

test('an answer may wait for its client without limit', async () => {
  const failures: unknown[] = [];
  const body = 'x'.repeat(30_000_000);
  const url = await listen((incoming, outgoing) => {
    try {
      void new NodeExchange(incoming, outgoing, Infinity).respond(200, {}, body);
    } catch (error) {
      failures.push(error);
    }
  });
  const { text } = await rawRequest(url, { body: {} });
  expect([text.length, failures]).toEqual([body.length, []]);
});

/** Serves a tool that refuses, in one way or another. */
async function startRefusing(options: { sessions?: 'none'; streams?: { responses: 'stream' } } = {}): Promise<string> {
  const refusal = new HttpRefusalError(403, 'a scope is missing', {
    headers: { 'www-authenticate': 'Bearer scope="a"' },
  });
  const service = await serveHttp(
    {
      callTool: async ({ name }: { name: string }, context: { notify: (...given: unknown[]) => Promise<void> }) => {
        if (name === 'told') await context.notify('notifications/message', { level: 'info', data: 'x' });
        await Promise.resolve();
        throw refusal;
      },
      listTools: () => ({ tools: [] }),
      setLevel: () => ({}),
    },
    {
      serverInfo: { name: 'test', version: '1.0.0' },
      revisions: [GENERATED['2025-03-26'].revision, GENERATED[NEWEST].revision],
      port: 0,
      ...options,
    },
  );
  onTestFinished(() => service.close());
  return service.url;
}

const error = { code: -32600, message: 'a scope is missing' };

test.each([{}, { sessions: 'none' as const }])('a handler refuses with a status and headers: %j', async (options) => {
  const url = await startRefusing(options);
  const headers = options.sessions === 'none' ? {} : await openSession(url);
  expect(await rawRequest(url, { headers, body: call(7, 'refuse') })).toMatchObject({
    status: 403,
    headers: { 'www-authenticate': 'Bearer scope="a"', 'content-type': 'application/json' },
    json: { id: 7, error },
  });
  expect(await rawRequest(url, { headers, body: request(8, 'tools/list') })).toMatchObject({ status: 200 });
});

test('in a batch the refusal is an error of its request, and the status is that of all', async () => {
  const url = await startRefusing();
  const headers = await openSession(url, '2025-03-26');
  const answer = await rawRequest(url, { headers, body: [call(1, 'refuse'), request(2, 'ping')] });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers).not.toHaveProperty('www-authenticate');
  expect(answer.json).toEqual(expect.arrayContaining([{ jsonrpc: '2.0', id: 1, error }]));
});

test.each<[string, { streams?: { responses: 'stream' } }]>([
  ['told', {}],
  ['refuse', { streams: { responses: 'stream' } }],
])('a refusal is an event where the answer has begun as a stream: %s', async (name, options) => {
  const url = await startRefusing(options);
  const headers = await openSession(url);
  const stream = await rawStream(url, { headers, body: call(1, name) });
  expect(stream.status).toBe(200);
  const { data } = await stream.events.take((event) => event.data.includes('"error"'));
  expect(JSON.parse(data)).toEqual({ jsonrpc: '2.0', id: 1, error });
});

test('with streamAfter 0 an answer stays JSON, however long it takes', async () => {
  const service = await startService({ streams: { streamAfter: 0 } });
  const headers = await openSession(service.url);
  const slow = rawRequest(service.url, { headers, body: call(1, 'wait') });
  const { answer } = await service.waiting.take();
  await new Promise((resolve) => setTimeout(resolve, 20));
  answer('done');
  expect(await slow).toMatchObject({ headers: { 'content-type': 'application/json' } });
});

test('an error without an id answers no POST that was delivered before', async () => {
  const result = (id: number, value: object) => ({ jsonrpc: '2.0', id, result: value }) as const;
  let session: Transport | undefined;
  const pinged = new Mailbox<unknown>();
  const endpoint = new HttpEndpoint((opened) => ({
    async start() {
      session = opened;
      await opened.start({
        message(value) {
          const { id, method } = value as { readonly id: number; readonly method: string };
          if (method === 'ping') pinged.put(value);
          else void opened.send(result(id, { protocolVersion: NEWEST }));
        },
      } as Receiver);
    },
    close: async () => opened.close(),
  }));
  onTestFinished(() => endpoint.close());
  const post = (message: object, headers: object = {}): Promise<Response> =>
    endpoint.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...POST_HEADERS, ...headers },
        body: JSON.stringify(message),
      }),
    );
  const { headers } = await post(initialize());
  const answered = post(request(1, 'ping'), { 'mcp-session-id': headers.get('mcp-session-id') ?? '' });
  await pinged.take();
  await session?.send({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Another message is invalid' } });
  await session?.send(result(1, {}));
  expect(await (await answered).json()).toEqual(result(1, {}));
});
