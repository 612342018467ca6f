/** The stream on which a server without sessions tells a client of changes. */

import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { createMockServer, inProcess } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { STATELESS } from '../../support/standAlone.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

test('resources that are followed while the stream is being opened are followed, too', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const uris = ['note:///attic', 'note:///cellar'];
  for (const uri of uris) server.resource(uri, {}, 'a note');
  const errors: unknown[] = [];
  const client = await connectUntilEnd(inProcess(server), {
    onListChanged: () => undefined,
    onError: (error) => errors.push(error),
  });
  expect(client.revision).toBe('2026-07-28');
  const subscriptions = uris.map((uri) => client.subscribe(uri));
  await Promise.all(subscriptions.map(({ ready }) => ready));
  for (const uri of uris) server.resourceUpdated(uri);
  const updates = await Promise.all(subscriptions.map((subscription) => subscription.next()));
  expect(updates.map(({ value }) => value as unknown)).toMatchObject(uris.map((uri) => ({ uri })));
  await client.close();
  expect(errors).toEqual([]);
});

test('a change in the tick after connecting is not missed', async () => {
  for (let count = 0; count < 20; count++) {
    const server = new Server({ name: 'test', version: '1.0.0' }, { features: ['tools'] });
    const changed: string[] = [];
    const client = await connect(inProcess(server), { onListChanged: (list) => changed.push(list) });
    server.tool('new', {}, () => 'new');
    await expect.poll(() => changed).toEqual(['tools']);
    await client.close();
  }
});

test.each([
  ['acknowledges late', 100, 100, 900],
  ['never acknowledges', undefined, 1_000, 20_000],
])('connecting to a server that %s its stream is bounded', async (_, delay, atLeast, atMost) => {
  const server = createMockServer(
    { 'subscriptions/listen': () => endless() },
    { revision: STATELESS, capabilities: { tools: { listChanged: true } } },
  );
  if (delay !== undefined) {
    void server.receives('subscriptions/listen').then(async ({ id, params }) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const { notifications } = params as { readonly notifications: object };
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
      server.notify('notifications/subscriptions/acknowledged', { notifications, _meta });
    });
  }
  const started = performance.now();
  await connectUntilEnd(server.target, { onListChanged: () => undefined });
  const took = performance.now() - started;
  expect(took).toBeGreaterThan(atLeast - 5);
  expect(took).toBeLessThan(atMost);
});

test.each([
  ['its stream of changes', STATELESS, 'subscriptions/listen', { tools: { listChanged: true } }],
  ['a level of logging', '2025-11-25', 'logging/setLevel', { logging: {} }],
] as const)(
  'an abort while a server has not acknowledged %s rejects, and closes the connection',
  async (_, revision, method, capabilities) => {
    const server = createMockServer({ [method]: () => endless() }, { revision, capabilities });
    const controller = new AbortController();
    const reason = new Error('enough');
    const { signal } = controller;
    const errors: unknown[] = [];
    const transport = server.target();
    const close = vi.spyOn(transport, 'close');
    const connecting = connect(transport, {
      revisions: [revision],
      onListChanged: () => undefined,
      logLevel: 'info',
      signal,
      onError: (error) => errors.push(error),
    });
    await server.receives(method);
    controller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
    expect(errors).toEqual([]);
    expect(close).toHaveBeenCalled();
  },
);

test('closing the client while the stream is being opened is no error', async () => {
  const errors: unknown[] = [];
  const client = await connect(inProcess(new Server({ name: 'test', version: '1.0.0' }, { features: ['tools'] })), {
    onListChanged: () => undefined,
    onError: (error) => errors.push(error),
  });
  await client.close();
  await client.closed;
  expect(errors).toEqual([]);
});

test('a listener for changes of a list opens the stream, and it ends with the last one', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const tool = server.tool('a', {}, () => 'a');
  const seen: string[] = [];
  const open = new Set<AbortSignal>();
  server.use(async (message, next) => {
    if (message.method !== 'subscriptions/listen') return next(message);
    const { signal } = message.context;
    open.add(signal);
    try {
      return await next(message);
    } finally {
      open.delete(signal);
    }
  });
  const client = await connectUntilEnd(inProcess(server), { onError: (error) => seen.push(String(error)) });
  const stopReading = client.onNotification('notifications/resources/list_changed', () => undefined);
  await client.ping();
  expect(open.size).toBe(0);

  const method = 'notifications/tools/list_changed';
  const stops = ['one', 'two'].map((name) => client.onNotification(method, () => void seen.push(name)));
  await expect.poll(() => open.size).toBe(1);
  await expect
    .poll(() => {
      tool.update({ description: String(seen.length) });
      return seen;
    })
    .toEqual(expect.arrayContaining(['one', 'two']));
  stops[0]?.();
  stopReading();
  await client.ping();
  expect(open.size).toBe(1);
  stops[1]?.();
  await expect.poll(() => open.size).toBe(0);
  expect(new Set(seen)).toEqual(new Set(['one', 'two']));
});

test('in a session, listeners for changes send no request', async () => {
  const requests: string[] = [];
  const server = new Server({ name: 'test', version: '1.0.0' }, { features: ['tools'] });
  server.use((message, next) => (requests.push(message.method), next(message)));
  const errors: unknown[] = [];
  const client = await connectUntilEnd(inProcess(server), {
    revisions: ['2025-11-25'],
    onError: (error) => errors.push(error),
  });
  const stop = client.onNotification('notifications/tools/list_changed', () => undefined);
  await client.tools().all();
  stop();
  await client.tools().all();
  expect(requests).toEqual(['tools/list', 'tools/list']);
  expect(errors).toEqual([]);
});
