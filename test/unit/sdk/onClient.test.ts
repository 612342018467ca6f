/** The hook of a server for clients that are ready. */

import { Server, type ConnectedClient, type ServerOptions } from '@mcp-gen/sdk';
import { expect, test } from 'vitest';
import { NEWEST_SESSION, SESSION_IDS } from '../../support/schemas.js';
import { notification } from '../runtime/support.js';
import { openClient, wireOf, type ClientSettings, type TestClient } from './support.js';

const info = { name: 'test', version: '1.0.0' };

/** Connects a client to a server that has the hook. */
async function opened(
  onClient: NonNullable<ServerOptions['onClient']>,
  settings: ClientSettings = {},
  options: ServerOptions = {},
): Promise<{ client: TestClient; server: Server }> {
  const server = new Server(info, { ...options, onClient });
  server.tool('remember', {}, (_, { session }) => String(session.get('since')));
  return { server, client: await openClient(server, settings) };
}

test.each(SESSION_IDS)('is called for a client of revision %s when it is ready', async (revision) => {
  const clients: ConnectedClient[] = [];
  const { client } = await opened((each) => void clients.push(each), {
    revision,
    capabilities: { sampling: {} },
  });
  await client.request('ping');
  expect(clients).toHaveLength(1);
  const [connected] = clients;
  expect(connected).toMatchObject({ revision, info: { name: 'test', version: '1.0.0' }, sessionId: undefined });
  expect(connected?.can('sampling')).toBe(true);
  expect(connected?.can('roots')).toBe(false);
});

test('is not called before the client says that it is ready', async () => {
  const clients: ConnectedClient[] = [];
  const server = new Server(info, { onClient: (client) => void clients.push(client) });
  const wire = wireOf(server);
  const clientInfo = { name: 'raw', version: '1.0.0' };
  await wire.ask('open', 'initialize', { protocolVersion: NEWEST_SESSION, capabilities: {}, clientInfo });
  await wire.ask('before', 'ping');
  expect(clients).toEqual([]);
  wire.say(notification('notifications/initialized'));
  await wire.ask('after', 'ping');
  expect(clients).toHaveLength(1);
});

test('can tell the client something, and keeps what belongs to it', async () => {
  const { client } = await opened(async ({ log, notify, session }) => {
    session.set('since', 'today');
    log.debug('too little');
    log.info({ hello: 'you', password: 'hunter2' });
    await notify('notifications/message', { level: 'debug', data: 'too little' });
    await notify('notifications/tools/list_changed', undefined);
    const status = notify('notifications/tasks/status', {} as never);
    await expect(status).rejects.toThrow(
      'notify cannot send notifications/tasks/status: the server sends it for tasks',
    );
  });
  expect(await client.notified.take()).toMatchObject({
    method: 'notifications/message',
    params: { level: 'info', data: { hello: 'you', password: expect.not.stringContaining('hunter') as string } },
  });
  expect(await client.notified.take()).toMatchObject({ method: 'notifications/tools/list_changed' });
  expect(await client.request('tools/call', { name: 'remember' })).toMatchObject({ content: [{ text: 'today' }] });
});

test('is told when the client has gone', async () => {
  let closed: Promise<Error> | undefined;
  const { client } = await opened((connected) => void ({ closed } = connected));
  await client.request('ping');
  await client.close();
  expect(await closed).toBeInstanceOf(Error);
});

test.each<[string, NonNullable<ServerOptions['onClient']>]>([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
])('that %s is reported, and the client is served', async (_what, onClient) => {
  const reported: unknown[] = [];
  const { client } = await opened(onClient, {}, { onError: (error) => reported.push(error) });
  await client.request('ping');
  expect(reported).toMatchObject([{ message: 'broken' }]);
});
