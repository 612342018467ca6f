import { memoryPair } from '@mcp-gen/runtime';
import { AskError, Server, type AuthInfo, type Context } from '@mcp-gen/sdk';
import { describe, expect, test, vi } from 'vitest';
import { isStateless } from '../../../sdk/src/era.js';
import { covers } from '../../support/covers.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { openAlone } from '../../support/standAlone.js';
import { failure, notification, Wire } from '../runtime/support.js';
import { openClient, openWire, reportingServer } from './support.js';
import { untilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

function resourceServer(): Server {
  const server = new Server(info);
  server.resource('config://app/settings', { mimeType: 'application/json', description: 'The settings' }, '{}');
  server.resource('logo://app', { name: 'logo', mimeType: 'image/png' }, () => new Uint8Array([1, 2, 3]));
  server.resourceTemplate(
    'users://{id}/profile',
    { name: 'profile', mimeType: 'text/plain', complete: { id: ['ada', 'alan', 'grace'] } },
    ({ id }) => (id === 'nobody' ? undefined : `The profile of ${id}`),
  );
  return server;
}

describe.each(REVISION_IDS)('in revision %s', (revision) => {
  test('resources and templates are listed', async () => {
    const client = await openClient(resourceServer(), { revision });
    expect(await client.request('resources/list')).toEqual({
      resources: [
        { uri: 'config://app/settings', name: 'settings', mimeType: 'application/json', description: 'The settings' },
        { uri: 'logo://app', name: 'logo', mimeType: 'image/png' },
      ],
    });
    expect(await client.request('resources/templates/list')).toEqual({
      resourceTemplates: [{ uriTemplate: 'users://{id}/profile', name: 'profile', mimeType: 'text/plain' }],
    });
  });

  test.each([
    ['a text', 'config://app/settings', { mimeType: 'application/json', text: '{}' }],
    ['bytes', 'logo://app', { mimeType: 'image/png', blob: 'AQID' }],
    ['one of a template', 'users://ada/profile', { mimeType: 'text/plain', text: 'The profile of ada' }],
  ])('%s is read', async (_, uri, contents) => {
    const client = await openClient(resourceServer(), { revision });
    expect(await client.request('resources/read', { uri })).toEqual({ contents: [{ uri, ...contents }] });
  });

  test('what says nothing of its MIME type has that of any text or any bytes', async () => {
    const server = new Server(info);
    server.resource('note:text', {}, 'Hi');
    server.resource('note:bytes', {}, new Uint8Array([1]));
    server.resource('note:later', {}, () => 'Hi');
    const client = await openClient(server, { revision });
    const mimeTypes = { text: 'text/plain', bytes: 'application/octet-stream', later: undefined };
    expect(await client.request('resources/list')).toEqual({
      resources: Object.entries(mimeTypes).map(([name, mimeType]) => ({ uri: `note:${name}`, name, mimeType })),
    });
    for (const [name, mimeType = 'text/plain'] of Object.entries(mimeTypes)) {
      const { contents } = (await client.request('resources/read', { uri: `note:${name}` })) as { contents: unknown };
      expect(contents).toMatchObject([{ mimeType }]);
    }
  });

  test.each(['config://none', 'users://nobody/profile'])(
    '%s, which does not exist, is an error that names it',
    async (uri) => {
      covers('resources-not-found');
      const client = await openClient(resourceServer(), { revision });
      const code = isStateless(revision) ? -32602 : -32002;
      await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code, data: { uri } });
    },
  );

  if (isStateless(revision)) {
    test('resources are not subscribed to one by one', async () => {
      const client = await openClient(resourceServer(), { revision });
      await expect(client.request('resources/subscribe', { uri: 'logo://app' })).rejects.toThrow(
        'Revision 2026-07-28 does not have a request resources/subscribe',
      );
    });
  } else {
    test('clients that have subscribed are notified of changes, until they want no more', async () => {
      const server = resourceServer();
      const [one, other] = [await openClient(server, { revision }), await openClient(server, { revision })];
      const uri = 'config://app/settings';
      await one.request('resources/subscribe', { uri });
      await other.request('resources/subscribe', { uri: 'logo://app' });
      server.resourceUpdated(uri);
      expect(await one.notified.take()).toEqual({ method: 'notifications/resources/updated', params: { uri } });
      await one.request('resources/unsubscribe', { uri });
      server.resourceUpdated(uri);
      server.resourceUpdated('logo://app');
      expect(await other.notified.take()).toMatchObject({ params: { uri: 'logo://app' } });
      expect([...one.notified.empty(), ...other.notified.empty()]).toEqual([]);
    });

    test('one that does not exist cannot be subscribed to', async () => {
      const client = await openClient(resourceServer(), { revision });
      await expect(client.request('resources/subscribe', { uri: 'none://x' })).rejects.toMatchObject({ code: -32002 });
    });
  }

  test('values of a template are suggested', async () => {
    const client = await openClient(resourceServer(), { revision });
    const ref = { type: 'ref/resource', uri: 'users://{id}/profile' };
    expect(await client.request('completion/complete', { ref, argument: { name: 'id', value: 'al' } })).toMatchObject({
      completion: { values: ['alan'] },
    });
  });
});

test('characters beyond ASCII are encoded in every URI that the server writes', async () => {
  const { server, errors } = reportingServer();
  server.resource('note:é', {}, 'x');
  server.resourceTemplate('users://{id}', {}, ({ id }) => id);
  const wire = await openWire(server);
  const ask = async (method: string, params: object): Promise<unknown> => {
    return ((await wire.ask(method, method, params)) as { result: unknown }).result;
  };
  expect(await ask('resources/list', {})).toMatchObject({ resources: [{ uri: 'note:%C3%A9', name: '%C3%A9' }] });
  expect(await ask('resources/read', { uri: 'note:é' })).toMatchObject({ contents: [{ uri: 'note:%C3%A9' }] });
  expect(await ask('resources/read', { uri: 'users://Zoé' })).toMatchObject({
    contents: [{ uri: 'users://Zo%C3%A9', text: 'Zoé' }],
  });
  await ask('resources/subscribe', { uri: 'note:é' });
  server.resourceUpdated('note:é');
  const updated = { method: 'notifications/resources/updated', params: { uri: 'note:%C3%A9' } };
  expect(await wire.next()).toMatchObject(updated);
  const alone = openAlone(server);
  alone.send('subscriptions/listen', { notifications: { resourceSubscriptions: ['note:é'] } });
  await alone.heard('notifications/subscriptions/acknowledged');
  server.resourceUpdated('note:é');
  await alone.heard('notifications/resources/updated');
  expect(alone.notified.at(-1)).toMatchObject(updated);
  expect(errors).toEqual([]);
});

test('for a variable that a template does not have, nothing is suggested', async () => {
  const client = await openClient(resourceServer());
  const ref = { type: 'ref/resource', uri: 'users://{id}/profile' };
  for (const name of ['none', 'toString']) {
    expect(await client.request('completion/complete', { ref, argument: { name, value: '' } })).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    });
  }
});

test('a handler that forgot to return what it has read is told so', async () => {
  const { server, errors } = reportingServer();
  server.resource('notes:a', {}, () => undefined as never);
  const client = await openClient(server);
  await expect(client.request('resources/read', { uri: 'notes:a' })).rejects.toMatchObject({ code: -32603 });
  expect(String(errors)).toContain('notes:a: The handler returned nothing: return a string, a Uint8Array, or contents');
});

test.each(['resources/read', 'resources/subscribe', 'resources/unsubscribe'])(
  'the server refuses a text that is not a URI, before it looks for a resource: %s',
  async (method) => {
    covers('resources-uri-checked');
    const read = vi.fn(() => 'anything');
    const server = new Server(info);
    server.resourceTemplate('{+any}', {}, read);
    const wire = await openWire(server);
    expect(await wire.ask(1, method, { uri: 'no uri' })).toEqual(
      failure(1, -32602, expect.stringContaining('"no uri"')),
    );
    expect(read).not.toHaveBeenCalled();
    // Reading works, so that only the check can have kept the function from being called.
    expect(await wire.ask(2, 'resources/read', { uri: 'note:a' })).toMatchObject({
      id: 2,
      result: { contents: [{ text: 'anything' }] },
    });
  },
);

test('a client is notified of a resource by the URI that it has subscribed with, however it is written', async () => {
  const server = resourceServer();
  const client = await openClient(server);
  const uri = 'users://%61da/./profile';
  await client.request('resources/subscribe', { uri });
  server.resourceUpdated('users://ada/profile');
  expect(await client.notified.take()).toMatchObject({ params: { uri } });
  await client.request('resources/unsubscribe', { uri: 'users://ada/profile' });
  server.resourceUpdated('users://ada/profile');
  await client.request('ping');
  expect(client.notified.empty()).toEqual([]);
  expect(() => server.resourceUpdated('no uri')).toThrow('no%20uri');
});

test('a client has no more than a thousand subscriptions', async () => {
  const client = await openClient(resourceServer());
  const subscribe = (id: number): Promise<unknown> =>
    client.request('resources/subscribe', { uri: `users://${id}/profile` });
  for (let id = 0; id < 1_000; id++) await subscribe(id);
  await subscribe(7);
  await expect(subscribe(1_000)).rejects.toMatchObject({ code: -32602 });
});

test('the URIs of the subscriptions of a client have a maximum length in all', async () => {
  const client = await openClient(resourceServer());
  const uriOf = (id: number): string => `users://${String(id).padStart(8_000, '0')}/profile`;
  const ask = (method: string, id: number): Promise<unknown> => client.request(method, { uri: uriOf(id) });
  // Each URI is kept twice: in its normal form, and as the client wrote it.
  const most = Math.floor(1_048_576 / (2 * uriOf(0).length));
  for (let id = 0; id < most; id++) await ask('resources/subscribe', id);
  await ask('resources/subscribe', 0);
  await expect(ask('resources/subscribe', most)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('at most 1048576 characters are allowed') as string,
  });
  await ask('resources/unsubscribe', 0);
  await ask('resources/subscribe', most);
});

test('a rule of access that is asked about an update can log, but has no request', async () => {
  const server = new Server(info);
  const contexts: Context[] = [];
  const access = (context: Context): boolean => contexts.push(context) > 0;
  server.resource('club:rules', { access }, 'x');
  const client = await openClient(server, { capabilities: { sampling: {} } });
  await client.request('resources/subscribe', { uri: 'club:rules' });
  contexts.length = 0;
  server.resourceUpdated('club:rules');
  expect(await client.notified.take()).toMatchObject({ method: 'notifications/resources/updated' });
  const [context] = contexts as [Context];
  context.progress(1, 2);
  context.closeStream();
  context.log.info('updated');
  await client.request('ping');
  expect(client.notified.empty()).toEqual([
    { method: 'notifications/message', params: { level: 'info', data: 'updated' } },
  ]);
  expect(context.signal.aborted).toBe(false);
  expect(await context.once('a', () => 5)).toBe(5);
  await expect(context.sample('b', 'x')).rejects.toThrow(
    new AskError('The client cannot be asked outside of a request'),
  );
});

test('an update reaches each subscriber, with the roles that were authenticated last', async () => {
  covers('resources-access');
  const server = new Server(info);
  const contexts: Context[] = [];
  const access = (context: Context): boolean => {
    contexts.push(context);
    return context.auth?.roles?.includes('reader') === true;
  };
  server.resource('club:rules', { access }, 'x');
  let auth: AuthInfo = { id: 'ada', roles: ['reader'] };
  const [near, far] = memoryPair();
  const start = near.start.bind(near);
  near.start = (receiver) =>
    start({
      message: (value) => receiver.message(value, { auth }),
      malformed: (...given) => receiver.malformed(...given),
      failed: (...given) => receiver.failed(...given),
      ended: (...given) => receiver.ended(...given),
      closed: (...given) => receiver.closed(...given),
    });
  untilEnd(server.serve({ transport: near }));
  const wire = new Wire(far);
  const ask = async (id: number, method: string, params: object): Promise<void> => {
    expect(await wire.ask(id, method, params)).toMatchObject({ id, result: {} });
  };
  const clientInfo = { name: 'raw', version: '1.0.0' };
  await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  wire.say(notification('notifications/initialized'));
  await ask(2, 'resources/subscribe', { uri: 'club:rules' });
  const told = notification('notifications/resources/updated', { uri: 'club:rules' });
  server.resourceUpdated('club:rules');
  expect(await wire.next()).toEqual(told);
  expect(contexts.at(-1)).toMatchObject({ auth, http: undefined, client: { name: 'raw' }, revision: '2025-11-25' });
  await expect(contexts.at(-1)?.sample('x', 'y')).rejects.toThrow('sampling');

  auth = { id: 'ada', roles: [] };
  await ask(3, 'ping', {});
  await ask(4, 'resources/unsubscribe', { uri: 'club:other' });
  server.resourceUpdated('club:rules');
  // What others in the same conversation may do does not count.
  auth = { id: 'bob', roles: ['reader'] };
  await ask(5, 'resources/unsubscribe', { uri: 'club:other' });
  server.resourceUpdated('club:rules');
  auth = { id: 'ada', roles: ['reader'] };
  await ask(6, 'resources/unsubscribe', { uri: 'club:other' });
  server.resourceUpdated('club:rules');
  expect(await wire.next()).toEqual(told);
});
