/** Clients that listen to changes on a stream of their own (specification, 2026-07-28: Subscriptions). */

import { Server } from '@mcp-gen/sdk';
import { testClient } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { memoryPair } from '@mcp-gen/runtime';
import { newerThanAll } from '../../support/newerThanAll.js';
import { openAlone, metaWith, type AloneWire } from '../../support/standAlone.js';
import { Wire } from '../runtime/support.js';
import { untilEnd } from '../../support/untilEnd.js';

const ID = 'io.modelcontextprotocol/subscriptionId';

function notes(): Server {
  const server = new Server({ name: 'notes', version: '1.0.0' }, { features: ['tools', 'prompts', 'resources'] });
  server.resource('notes://a', {}, 'a');
  server.resource('notes://b', {}, 'b');
  return server;
}

const listen = (wire: AloneWire, notifications: object): number => wire.send('subscriptions/listen', { notifications });

test('the first message says what the server agrees to, and carries the id of the request', async () => {
  covers('listening-acknowledged', 'base-meta-subscription');
  const wire = openAlone(notes());
  const id = listen(wire, {
    toolsListChanged: true,
    promptsListChanged: false,
    resourceSubscriptions: ['notes://a', 'notes://none', 'not a uri'],
  });
  await wire.heard('notifications/subscriptions/acknowledged');
  expect(wire.notified).toEqual([
    {
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        _meta: { [ID]: id },
        notifications: { toolsListChanged: true, resourceSubscriptions: ['notes://a'] },
      },
    },
  ]);
});

test('each stream is told what it asked for, and nothing else', async () => {
  covers('listening-requested', 'tools-list-changed', 'prompts-list-changed', 'resources-list-changed');
  const server = notes();
  const wire = openAlone(server);
  const tools = listen(wire, { toolsListChanged: true });
  const prompts = listen(wire, { promptsListChanged: true });
  const resources = listen(wire, { resourcesListChanged: true, resourceSubscriptions: ['notes://a'] });
  await wire.ask('server/discover');
  server.tool('new', {}, () => '');
  server.prompt('new', {}, () => '');
  server.resource('notes://c', {}, 'c');
  server.resourceUpdated('notes://a');
  server.resourceUpdated('notes://b');
  await wire.ask('server/discover');
  const told = wire.notified
    .filter(({ method }) => !method.endsWith('acknowledged'))
    .map(({ method, params }) => [(params['_meta'] as Record<string, unknown>)[ID], method, params['uri']]);
  expect(told.toSorted()).toEqual(
    [
      [tools, 'notifications/tools/list_changed', undefined],
      [prompts, 'notifications/prompts/list_changed', undefined],
      [resources, 'notifications/resources/list_changed', undefined],
      [resources, 'notifications/resources/updated', 'notes://a'],
    ].toSorted(),
  );
});

test('a notification that clients follow reaches them with and without sessions, and others are refused', async () => {
  const server = notes();
  const wire = openAlone(server);
  listen(wire, { toolsListChanged: true });
  await wire.heard('notifications/subscriptions/acknowledged');
  const session = await testClient(server, { revision: '2025-11-25' });
  const received: string[] = [];
  session.onNotification('notifications/tools/list_changed', () => void received.push('session'));
  server.notify('notifications/tools/list_changed', {});
  await wire.heard('notifications/tools/list_changed');
  await expect.poll(() => received).toEqual(['session']);
  for (const [method, call] of [
    ['notifications/resources/updated', 'server.resourceUpdated(uri)'],
    ['notifications/message', 'context.notify("notifications/message", params)'],
    ['notifications/tasks/status', 'the server sends it for tasks'],
    ['notifications/acme', 'no revision has it'],
  ] as const) {
    const notify = (): void => server.notify(method as never, {} as never);
    expect(notify).toThrow(`"${method}" is not a notification that clients follow`);
    if (method !== 'notifications/tasks/status') expect(notify).toThrow(call);
  }
  await session.close();
});

test('a list that the server does not offer is not agreed to', async () => {
  const server = new Server({ name: 'tools', version: '1.0.0' });
  server.tool('a', {}, () => '');
  const wire = openAlone(server);
  listen(wire, { toolsListChanged: true, promptsListChanged: true });
  await wire.heard('notifications/subscriptions/acknowledged');
  expect(wire.notified[0]?.params['notifications']).toEqual({ toolsListChanged: true });
});

test('a notification that the revision does not have is not agreed to', async () => {
  newerThanAll('notifications/prompts/list_changed');
  const wire = openAlone(notes());
  listen(wire, { toolsListChanged: true, promptsListChanged: true });
  await wire.heard('notifications/subscriptions/acknowledged');
  expect(wire.notified[0]?.params['notifications']).toEqual({ toolsListChanged: true });
});

test('a stream that is cancelled is told nothing more, and not answered', async () => {
  const server = notes();
  const wire = openAlone(server);
  const id = listen(wire, { toolsListChanged: true });
  await wire.heard('notifications/subscriptions/acknowledged');
  wire.notify('notifications/cancelled', { requestId: id });
  await wire.ask('server/discover');
  server.tool('new', {}, () => '');
  await wire.ask('server/discover');
  expect(wire.notified).toHaveLength(1);
});

test('a server that closes names every stream that ends, and answers it', async () => {
  covers('listening-ended', 'cancellation-of-listening', 'cancellation-server-names-listening');
  const [near, far] = memoryPair();
  const running = untilEnd(notes().serve({ transport: near }));
  const wire = new Wire(far);
  for (const id of [1, 2]) {
    expect(
      await wire.ask(id, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: metaWith() }),
    ).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  }
  const closed = running.close();
  const ended = (id: number): object => ({
    method: 'notifications/cancelled',
    params: { requestId: id, _meta: { [ID]: id } },
  });
  const answered = (id: number): object => ({ id, result: { resultType: 'complete', _meta: { [ID]: id } } });
  const last = [await wire.next(), await wire.next(), await wire.next(), await wire.next()];
  expect(last).toMatchObject([ended(1), ended(2), answered(1), answered(2)]);
  await closed;
});

test('a stream whose credentials expire is named, and answered', async () => {
  covers('listening-ended', 'cancellation-of-listening');
  const [near, far] = memoryPair();
  const running = notes().serve({ transport: near, auth: { id: 'ada', expiresAt: Date.now() / 1_000 + 0.2 } });
  onTestFinished(() => running.close());
  const wire = new Wire(far);
  expect(
    await wire.ask(7, 'subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: metaWith() }),
  ).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  expect(await wire.next()).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: 7, reason: 'The credentials have expired', _meta: { [ID]: 7 } },
  });
  expect(await wire.next()).toMatchObject({ id: 7, result: { resultType: 'complete', _meta: { [ID]: 7 } } });
});

test('a client that may no longer access a resource is not told of its updates', async () => {
  covers('resources-access');
  let isAllowed = true;
  const server = notes();
  server.resource('notes://secret', { access: () => isAllowed }, 's');
  const wire = openAlone(server);
  listen(wire, { resourceSubscriptions: ['notes://secret'] });
  await wire.heard('notifications/subscriptions/acknowledged');
  server.resourceUpdated('notes://secret');
  await wire.heard('notifications/resources/updated');
  isAllowed = false;
  server.resourceUpdated('notes://secret');
  await wire.ask('server/discover');
  expect(wire.notified.filter(({ method }) => method === 'notifications/resources/updated')).toHaveLength(1);
});

test('a client is not told of an update where its access cannot be decided, and the author is told', async () => {
  const errors: unknown[] = [];
  const broken = new Error('Who knows');
  let isBroken = false;
  const server = new Server({ name: 'notes', version: '1.0.0' }, { onError: (error) => errors.push(error) });
  const access = (): boolean => {
    if (isBroken) throw broken;
    return true;
  };
  server.resource('notes://secret', { access }, 's');
  server.resource('notes://open', {}, 'o');
  const wire = openAlone(server);
  listen(wire, { resourceSubscriptions: ['notes://secret', 'notes://open'] });
  await wire.heard('notifications/subscriptions/acknowledged');
  isBroken = true;
  server.resourceUpdated('notes://secret');
  server.resourceUpdated('notes://open');
  await wire.heard('notifications/resources/updated');
  const updated = wire.notified.filter(({ method }) => method === 'notifications/resources/updated');
  expect(updated.map(({ params }) => params['uri'])).toEqual(['notes://open']);
  expect(errors).toEqual([broken]);
});

test('a resource that a caller may not access is not agreed to', async () => {
  const server = notes();
  server.resource('notes://secret', { access: () => false }, 's');
  const wire = openAlone(server);
  listen(wire, { resourceSubscriptions: ['notes://secret'] });
  await wire.heard('notifications/subscriptions/acknowledged');
  expect(wire.notified[0]?.params['notifications']).toEqual({ resourceSubscriptions: [] });
});

test('too many resources are refused, and so are too many streams', async () => {
  const wire = openAlone(notes());
  const uris = Array.from({ length: 1_001 }, (_, at) => `notes://${at}`);
  expect((await wire.ask('subscriptions/listen', { notifications: { resourceSubscriptions: uris } })).error?.code).toBe(
    -32602,
  );
  const [first] = Array.from({ length: 1_000 }, () => listen(wire, {}));
  const isRefused = async (): Promise<void> => {
    const { error } = await wire.ask('subscriptions/listen', { notifications: {} });
    expect(error?.message).toContain('Too many open streams');
  };
  await isRefused();
  // The end of one makes room for one.
  wire.notify('notifications/cancelled', { requestId: first });
  listen(wire, {});
  await isRefused();
});
