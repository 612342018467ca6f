/** Messages at moments that are easy to get wrong: while a session opens, while it closes, and when one side fails. */

import { Ledger, memoryPair, type Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import { inProcess } from '@mcp-gen/sdk/testing';
import type { Converted } from '@mcp-gen/sdk/conversions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Revisions } from '../../../sdk/src/revisions.js';
import { metaWith } from '../../support/standAlone.js';
import { bridgedPeers, fullServer, RawPeer, rawBridge, throughBridge, type Wire } from './bridgeSupport.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

const REVISION = '2025-06-18';

function metaOf({ params = {} }: Wire): { readonly [key: string]: unknown } {
  return params['_meta'] as { readonly [key: string]: unknown };
}

test('what a server sends right behind its opening reaches the client, as soon as that is ready', async () => {
  const { client, server, open } = await rawBridge(REVISION, {
    server: { logging: {}, tools: { listChanged: true } },
    client: { roots: {} },
  });
  server.say({ method: 'notifications/message', params: { level: 'info', data: 'early' } });
  server.say({ method: 'notifications/tools/list_changed' });
  server.say({ id: 'early', method: 'roots/list' });
  open();
  expect(await client.take('notifications/message')).toMatchObject({ params: { data: 'early' } });
  expect(await client.take('notifications/tools/list_changed')).toBeDefined();
  await client.answer('roots/list', { roots: [] });
  expect(await server.received.take((message) => message.id === 'early')).toMatchObject({ result: { roots: [] } });
});

test('progress with a question reaches the server, if it wants to know', async () => {
  const { client, server, open } = await rawBridge(REVISION, { client: { roots: {} } });
  open();
  const ask = async (id: string, params = {}): Promise<Wire> => {
    server.say({ id, method: 'roots/list', params });
    return client.take('roots/list');
  };
  const plain = await ask('plain');
  expect(plain.params?.['_meta']).toBeUndefined();
  const asked = await ask('with progress', { _meta: { progressToken: 'of the server' } });
  const { progressToken } = metaOf(asked);
  client.say({ method: 'notifications/progress', params: { progressToken, progress: 1 } });
  expect(await server.take('notifications/progress')).toMatchObject({
    params: { progressToken: 'of the server', progress: 1 },
  });
});

test('what a server sends before the client is ready is bounded', async () => {
  const errors: string[] = [];
  const { client, server, open } = await rawBridge(REVISION, {
    server: { logging: {} },
    bridged: { onError: (error) => errors.push(String(error)) },
  });
  for (let data = 0; data < 1_500; data++)
    server.say({ method: 'notifications/message', params: { level: 'info', data } });
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  open();
  expect(await client.take('notifications/message')).toMatchObject({ params: { data: 0 } });
  expect(errors[0]).toContain('before the client was ready');
  expect(errors).toHaveLength(500);
});

test('close ends the connections of clients with sessions, and gives back what the bridge holds', async () => {
  const ledger = new Ledger();
  const closed: string[] = [];
  const target = (): Transport => {
    const transport = inProcess(fullServer(REVISION))();
    return {
      ...transport,
      start: (receiver) => transport.start(receiver),
      send: (message, options) => transport.send(message, options),
      close: () => {
        closed.push('server');
        return transport.close();
      },
    };
  };
  const service = bridge(target, { ledger, onError: () => undefined });
  const [near, far] = memoryPair();
  const { serve } = await import('@mcp-gen/runtime');
  // Clients over HTTP are served by others than the bridge itself.
  const running = serve(service.handlers, { ...service.options, transport: far });
  const client = await connectUntilEnd(near, { revisions: [REVISION] });
  expect((await client.callTool('echo', { text: 'hello' })).text).toBe('hello');
  await service.close();
  expect(closed).toEqual(['server']);
  await running.closed;
  await expect(client.callTool('echo', { text: 'hello' })).rejects.toThrow('closed');
});

/** A bridge between a client without a session and a server with one, which the test plays. */
function statelessBridge(capabilities: object = {}) {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const { client, server, running } = bridgedPeers({ revisions: [REVISION], onError });
  const request = (id: number, method: string, params: object, meta: object = {}): void => {
    const _meta = { ...metaWith({ capabilities: { elicitation: {} } }), ...meta };
    client.say({ id, method, params: { ...params, _meta } });
  };
  const call = (id: number, level?: string): void =>
    request(
      id,
      'tools/call',
      { name: `work ${id}` },
      level === undefined ? {} : { 'io.modelcontextprotocol/logLevel': level },
    );
  const cancel = (requestId: number): void => client.say({ method: 'notifications/cancelled', params: { requestId } });
  const open = async (): Promise<void> => {
    await server.answer('initialize', {
      protocolVersion: REVISION,
      capabilities: { logging: {}, tools: {}, resources: { subscribe: true }, ...capabilities },
      serverInfo: { name: 'raw', version: '1.0.0' },
    });
    await server.take('notifications/initialized');
  };
  return { client, server, request, call, cancel, open, errors, close: () => running.close() };
}

test('a level that the server refuses is not taken as set, and costs no request of a client without a session', async () => {
  const { client, server, call, open } = statelessBridge();
  call(1, 'debug');
  await open();
  const first = await server.take('logging/setLevel');
  server.reply(first, { error: { code: -32603, message: 'not now' } });
  await server.answer('tools/call', { content: [] });
  expect(await client.received.take((message) => message.id === 1)).toMatchObject({ result: { content: [] } });
  call(2, 'debug');
  const second = await server.take('logging/setLevel');
  expect(second.params).toEqual({ level: 'debug' });
});

test('requests of one client that run together are told what each of them wants', async () => {
  const { server, call, open } = statelessBridge();
  call(1, 'debug');
  await open();
  const first = await server.take('logging/setLevel');
  expect(first.params).toEqual({ level: 'debug' });
  server.reply(first, { result: {} });
  await server.take('tools/call');
  // A quieter request does not silence the one that runs.
  call(2, 'error');
  await server.take('tools/call');
  expect(server.received.empty().filter(({ method }) => method === 'logging/setLevel')).toEqual([]);
});

test('a request that is cancelled while its log level is set, or while the connection opens, is not sent', async () => {
  const { client, server, call, cancel, open } = statelessBridge();
  call(1);
  cancel(1);
  await client.ask('ping', 'ping');
  await open();
  call(2, 'debug');
  const { id } = await server.take('logging/setLevel');
  cancel(2);
  await client.ask('ping', 'ping');
  server.say({ id: id as number, result: {} });
  call(3, 'debug');
  expect(await server.take('tools/call')).toMatchObject({ params: { name: 'work 3' } });
});

test('a resource that several streams follow has one subscription, whichever of them end, and a new one waits for its end', async () => {
  const { client, server, request, cancel, open } = statelessBridge();
  const uri = 'note://one';
  const listen = (id: number): void =>
    request(id, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } });
  const streamOf = (message: Wire): unknown => metaOf(message)['io.modelcontextprotocol/subscriptionId'];
  listen(1);
  listen(2);
  await open();
  const subscribed = await server.take('resources/subscribe');
  cancel(1);
  server.reply(subscribed, { result: {} });
  const acknowledged = await client.take('notifications/subscriptions/acknowledged');
  expect(streamOf(acknowledged)).toBe(2);
  for (const updated of ['note://other', `${uri}/part`])
    server.say({ method: 'notifications/resources/updated', params: { uri: updated } });
  const update = await client.take('notifications/resources/updated');
  expect([streamOf(update), update.params?.['uri']]).toEqual([2, `${uri}/part`]);
  cancel(2);
  const unsubscribed = await server.take('resources/unsubscribe');
  listen(3);
  await client.ask('ping', 'ping');
  expect(server.received.empty()).toEqual([]);
  server.reply(unsubscribed, { result: {} });
  await server.answer('resources/subscribe', {});
  expect(streamOf(await client.take('notifications/subscriptions/acknowledged'))).toBe(3);
  expect(client.received.empty().filter(({ method }) => method !== undefined)).toEqual([]);
});

test('streams of changes are limited in number', async () => {
  const { client, request, cancel, open } = statelessBridge();
  const listen = (id: number): void => request(id, 'subscriptions/listen', { notifications: {} });
  for (let id = 1; id <= 101; id++) listen(id);
  await open();
  expect(await client.received.take(({ id }) => id !== undefined)).toMatchObject({
    id: 101,
    error: { code: -32603, message: 'Too many open streams' },
  });
  cancel(1);
  await client.ask('ping', 'ping');
  listen(102);
  const acknowledged = await client.received.take(
    (message) => message.method !== undefined && metaOf(message)['io.modelcontextprotocol/subscriptionId'] === 102,
  );
  expect(acknowledged.method).toBe('notifications/subscriptions/acknowledged');
});

test('an update names a followed resource, or a part of one', async () => {
  const { client, server, request, open } = statelessBridge();
  const uri = 'note://one';
  request(1, 'subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } });
  await open();
  await server.answer('resources/subscribe', {});
  await client.take('notifications/subscriptions/acknowledged');
  for (const updated of ['note://one/part', 'note://ones', 'note://one'])
    server.say({ method: 'notifications/resources/updated', params: { uri: updated } });
  for (const expected of ['note://one/part', 'note://one'])
    expect(await client.take('notifications/resources/updated')).toMatchObject({ params: { uri: expected } });
});

test.each([
  ['does not support subscriptions', {}, 'The server does not support subscriptions: note://one'],
  ['refuses one', { subscribe: true }, 'not this one'],
])('a stream follows no resource if the server %s, and the reason is reported', async (_, resources, reason) => {
  const { client, server, request, open, errors } = statelessBridge({ resources });
  request(1, 'subscriptions/listen', { notifications: { resourceSubscriptions: ['note://one'] } });
  await open();
  void server
    .take('resources/subscribe')
    .then(({ id }) => server.say({ id: id as number, error: { code: -32602, message: 'not this one' } }));
  expect((await client.take('notifications/subscriptions/acknowledged')).params).toMatchObject({
    notifications: { resourceSubscriptions: [] },
  });
  expect(errors.map(String)).toEqual([expect.stringContaining(reason)]);
});

test.each(['resources/subscribe', 'resources/unsubscribe'])(
  'closing while the server has not answered %s is not an error',
  async (pending) => {
    const { server, request, cancel, open, close, errors } = statelessBridge();
    request(1, 'subscriptions/listen', { notifications: { resourceSubscriptions: ['note://one'] } });
    await open();
    const subscribed = await server.take('resources/subscribe');
    if (pending === 'resources/unsubscribe') {
      server.reply(subscribed, { result: {} });
      cancel(1);
      await server.take(pending);
    }
    await close();
    expect(errors).toEqual([]);
  },
);

test('a client with a session ends its subscription at the server', async () => {
  const { client, server, open } = await rawBridge(REVISION, { server: { resources: { subscribe: true } } });
  open();
  const uri = 'note://one';
  for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
    const answered = client.ask(method, method, { uri });
    const asked = await Promise.race([server.take(method), answered]);
    expect(asked).toMatchObject({ method, params: { uri } });
    server.reply(asked, { result: {} });
    expect(await answered).toMatchObject({ result: {} });
  }
});

test('progress goes to the request that the client waits for, and is dropped while it is asked', async () => {
  const { client, server, request, open, errors } = statelessBridge();
  const call = (id: number, params: object = {}): void =>
    request(id, 'tools/call', { name: 'work', ...params }, { progressToken: `of ${id}` });
  call(1);
  await open();
  const called = await server.take('tools/call');
  const { progressToken } = metaOf(called);
  const report = (progress: number): void =>
    server.say({ method: 'notifications/progress', params: { progressToken, progress } });
  report(1);
  expect(await client.take('notifications/progress')).toMatchObject({ params: { progressToken: 'of 1', progress: 1 } });
  const form = { message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };
  server.say({ id: 'sure', method: 'elicitation/create', params: form });
  const { result } = await client.answerTo(1);
  report(2);
  await client.ask('ping', 'ping');
  const inputResponses = Object.fromEntries(
    Object.keys(result?.['inputRequests'] as object).map((key) => [key, { action: 'accept', content: {} }]),
  );
  call(2, { inputResponses, requestState: result?.['requestState'] });
  expect(await server.received.take(({ id }) => id === 'sure')).toMatchObject({ result: { action: 'accept' } });
  report(3);
  server.reply(called, { result: { content: [] } });
  expect(await client.answerTo(2)).toMatchObject({ result: { content: [] } });
  const reports = client.received.empty().filter(({ method }) => method === 'notifications/progress');
  expect(reports).toMatchObject([{ params: { progressToken: 'of 2', progress: 3 } }]);
  expect(errors).toEqual([]);
});

test('a client with a session is given one in its own revision, and a server is asked once what else it has', async () => {
  const servers: RawPeer[] = [];
  const service = bridge(
    () => {
      const [far, serverEnd] = memoryPair();
      servers.push(new RawPeer(serverEnd));
      return far;
    },
    { onError: () => undefined },
  );
  onTestFinished(() => service.close());
  /** Connects a client that sends a request, and returns what its server gets first. */
  const first = async (message: Wire): Promise<{ readonly server: RawPeer; readonly got: Wire }> => {
    const [clientEnd, near] = memoryPair();
    service.serve({ transport: near });
    new RawPeer(clientEnd).say({ id: 1, ...message });
    const count = servers.length;
    await expect.poll(() => servers.length).toBe(count + 1);
    const server = servers[count] as RawPeer;
    return { server, got: await server.received.take() };
  };
  const clientInfo = { name: 'raw', version: '1.0.0' };
  const old = { method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo } };
  const alone = { method: 'tools/list', params: { _meta: metaWith({ capabilities: {} }) } };
  const opened = await first(old);
  expect(opened.got).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-03-26' } });
  const { server, got } = await first(alone);
  expect(got.method).toBe('server/discover');
  server.reply(got, { error: { code: -32601, message: 'Method not found' } });
  const result = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: clientInfo };
  await server.answer('initialize', result);
  await server.take('tools/list');
  expect((await first(alone)).got).toMatchObject({ method: 'initialize', params: { protocolVersion: '2025-11-25' } });
});

test('results between sessions say what the server said, and what the client does not know is converted', async () => {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  server.tool('echo', {}, () => 'hello');
  server.tool('link', {}, () => [{ type: 'resource_link' as const, uri: 'note://one', name: 'one' }]);
  const losses: string[] = [];
  const [clientEnd, near] = memoryPair();
  untilEnd(bridge(inProcess(server), { onLoss: ({ what }) => losses.push(what) }).serve({ transport: near }));
  const client = new RawPeer(clientEnd);
  const clientInfo = { name: 'raw', version: '1.0.0' };
  await client.ask('open', 'initialize', { protocolVersion: '2025-03-26', capabilities: {}, clientInfo });
  client.say({ method: 'notifications/initialized' });
  const call = async (name: string): Promise<unknown> => (await client.ask(name, 'tools/call', { name })).result;
  expect(await call('echo')).toEqual({ content: [{ type: 'text', text: 'hello' }] });
  expect(Object.keys((await client.ask(1, 'tools/list')).result ?? {})).toEqual(['tools']);
  expect(losses).toEqual([]);
  expect(await call('link')).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('note://one') as string }],
  });
  expect(losses).toHaveLength(1);
});

test('what the revision of a client without a session cannot express is reported', async () => {
  const { converter } = Revisions.prototype;
  // A revision between the unified types and older ones, as the newest one will be.
  const lossy = vi.spyOn(Revisions.prototype, 'converter').mockImplementation(function (this: Revisions, id) {
    const found = converter.call(this, id);
    const withLoss = ({ value, losses }: Converted): Converted => ({
      value,
      losses: [...losses, { pointer: '/new', what: 'a new property' }],
    });
    return id !== '2026-07-28'
      ? found
      : {
          ...found,
          toRevision: (...given: Parameters<typeof found.toRevision>) => withLoss(found.toRevision(...given)),
        };
  });
  onTestFinished(() => lossy.mockRestore());
  const onLoss = vi.fn();
  const client = await throughBridge(inProcess(fullServer('2025-11-25')), '2026-07-28', {}, { onLoss });
  await client.callTool('echo', { text: 'hello' });
  expect(onLoss).toHaveBeenCalledExactlyOnceWith(
    { pointer: '/new', what: 'a new property' },
    { method: 'tools/call', revision: '2026-07-28', target: 'echo' },
  );
});

test('errors of a client are told to the server as such', async () => {
  const { client, server, open } = await rawBridge(REVISION, { client: { roots: {} } });
  open();
  server.say({ id: 'asked', method: 'roots/list' });
  await client.answer('roots/list', { roots: 'none' });
  const { error } = await server.received.take((message) => message.id === 'asked');
  expect(error?.message).toContain('The client behind the bridge');
  expect(error?.message).not.toContain('The server behind the bridge');
});

test('notifications of a client above the rate are dropped, and reported', async () => {
  const errors: string[] = [];
  const { client, server, open } = await rawBridge(REVISION, {
    client: { roots: { listChanged: true } },
    bridged: {
      rateLimits: { notifications: { perSecond: 0.001, burst: 2 } },
      onError: (error) => errors.push(String(error)),
    },
  });
  open();
  for (let count = 0; count < 5; count++) client.say({ method: 'notifications/roots/list_changed', params: {} });
  for (let count = 0; count < 2; count++) {
    expect(await server.take('notifications/roots/list_changed')).toBeDefined();
  }
  await expect
    .poll(() => errors)
    .toEqual([
      'Error: Clients send notifications faster than the rate limit: dropped 1. The option rateLimits.notifications of the bridge raises the limit',
    ]);
  expect(() => bridge('server', { rateLimits: { toolCalls: false } as never })).toThrow('toolCalls');
});
