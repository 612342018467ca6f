/** What the bridge derives from the registry, for registries with messages that no revision has. */

import { expect, test } from 'vitest';
import { capabilitiesAt, isOffered, usableCapabilities } from '../../../sdk/src/bridge/offeredCapabilities.js';
import {
  clientNotifications,
  forwardedRequests,
  forwardedFrom,
  questions,
  serverNotifications,
} from '../../../sdk/src/bridge/forwardedMethods.js';
import { RawPeer, rawBridge, throughBridge } from './bridgeSupport.js';
import { memoryPair } from '@mcp-gen/runtime';

const methodsOf = (messages: readonly { readonly method: string }[]): readonly string[] =>
  messages.map(({ method }) => method).sort();

test('messages of both sides are forwarded, except for those that the bridge handles itself', () => {
  const row = { since: '2030-01-01' };
  const table = {
    'tools/rank': { ...row, name: 'rankTools', sender: 'client', capability: 'tools' },
    'x/ask': { ...row, name: 'ask', sender: 'server' },
    'x/both': { ...row, name: 'both', sender: 'both' },
    'x/open': { ...row, name: 'open', sender: 'client', lifecycle: true },
    'server/discover': { ...row, name: 'discover', sender: 'client' },
  } as const;
  expect(forwardedFrom('client', table)).toEqual([
    { method: 'tools/rank', name: 'rankTools', capability: 'tools' },
    { method: 'x/both', name: 'both', capability: undefined },
  ]);
  expect(methodsOf(forwardedFrom('server', table))).toEqual(['x/ask', 'x/both']);
});

test('the messages of all revisions that are forwarded', () => {
  const tasks = ['tasks/cancel', 'tasks/get', 'tasks/list', 'tasks/result'];
  expect(methodsOf(forwardedRequests())).toEqual([
    'completion/complete',
    'prompts/get',
    'prompts/list',
    'resources/list',
    'resources/read',
    'resources/templates/list',
    ...tasks,
    'tools/call',
    'tools/list',
  ]);
  expect(methodsOf(questions())).toEqual(['elicitation/create', 'roots/list', 'sampling/createMessage', ...tasks]);
  expect(methodsOf(clientNotifications())).toEqual(['notifications/roots/list_changed', 'notifications/tasks/status']);
  expect(methodsOf(serverNotifications())).toEqual([
    'notifications/elicitation/complete',
    'notifications/message',
    'notifications/prompts/list_changed',
    'notifications/resources/list_changed',
    'notifications/resources/updated',
    'notifications/tasks/status',
    'notifications/tools/list_changed',
  ]);
});

test('a message of the revision is offered if the server declares its capability where it can', () => {
  const table = { skills: { since: '2031-01-01', until: '2032-01-01' } };
  const offered = (revision: string, capabilities: object): boolean =>
    isOffered('skills', { revision, capabilities: { ...capabilities } }, table);
  expect(offered('2030-01-01', {})).toBe(true);
  expect(offered('2031-01-01', {})).toBe(false);
  expect(offered('2031-01-01', { skills: {} })).toBe(true);
  expect(offered('2033-01-01', {})).toBe(true);
  expect(isOffered(undefined, { revision: '2031-01-01', capabilities: {} }, table)).toBe(true);
});

test('paths are declared as capabilities: first parts as objects, others as flags', () => {
  expect(
    capabilitiesAt(['tools.listChanged', 'logging', 'resources.subscribe', 'resources.listChanged', 'tools']),
  ).toEqual({
    tools: { listChanged: true },
    logging: {},
    resources: { subscribe: true, listChanged: true },
  });
});

test('capabilities of clients that their revision does not have are not declared to servers', () => {
  const declared = {
    elicitation: {},
    roots: {},
    tasks: {},
    extensions: {},
    constructor: {},
    experimental: { own: {} },
  };
  const names = (revision: string): readonly string[] => Object.keys(usableCapabilities(declared, revision));
  expect(names('2025-03-26')).toEqual(['roots', 'extensions', 'constructor', 'experimental']);
  expect(names('2025-11-25')).toEqual(Object.keys(declared));
  expect(names('2026-07-28')).toEqual(['elicitation', 'roots', 'extensions', 'constructor', 'experimental']);
  const nested = {
    elicitation: { form: {}, url: {}, own: {} },
    sampling: { tools: {}, context: {} },
    roots: { listChanged: true },
    extensions: { 'com.example/x': { tasks: true } },
  };
  expect(usableCapabilities(nested, '2025-06-18')).toEqual({
    ...nested,
    elicitation: { own: {} },
    sampling: {},
  });
  expect(usableCapabilities(nested, '2026-07-28')).toEqual({ ...nested, roots: {} });
});

test('a client with tasks of its own reports them, and is asked only for what it declares', async () => {
  const { client, server, open } = await rawBridge('2025-11-25', { client: { tasks: { cancel: {} }, sampling: {} } });
  open();
  const status = {
    taskId: 'one',
    status: 'working',
    createdAt: '2026-01-01T00:00:00Z',
    lastUpdatedAt: '2026-01-01T00:00:00Z',
    ttl: null,
  };
  const asked = server.ask('get', 'tasks/get', { taskId: 'one' });
  await client.answer('tasks/get', status);
  expect(await asked).toMatchObject({ result: status });
  client.say({ method: 'notifications/tasks/status', params: status });
  expect(await server.take('notifications/tasks/status')).toMatchObject({ params: status });
  expect(await server.ask('list', 'tasks/list')).toMatchObject({
    error: { code: -32601, message: 'Method not found: tasks/list' },
  });
});

test('a notification that the revision of the client does not have is reported once', async () => {
  const reports: string[] = [];
  const [far, serverEnd] = memoryPair();
  const server = new RawPeer(serverEnd);
  const connected = throughBridge(() => far, '2025-06-18', {}, { onError: (error) => reports.push(String(error)) });
  const serverInfo = { name: 'raw', version: '1.0.0' };
  await server.answer('initialize', { protocolVersion: '2025-11-25', capabilities: {}, serverInfo });
  const client = await connected;
  for (const elicitationId of ['one', 'two']) {
    server.say({ method: 'notifications/elicitation/complete', params: { elicitationId } });
  }
  await server.ask('ping', 'ping');
  await client.close();
  expect(reports).toEqual([
    'Error: The bridge does not forward notifications/elicitation/complete: revision 2025-06-18 of the client does not have it',
  ]);
});

test('a notification of a server with sessions reaches no client without a session that waits for nothing', async () => {
  const reports: string[] = [];
  const [far, serverEnd] = memoryPair();
  const server = new RawPeer(serverEnd);
  const connected = throughBridge(
    () => far,
    '2026-07-28',
    {},
    {
      revisions: ['2025-11-25'],
      onError: (error) => reports.push(String(error)),
    },
  );
  const serverInfo = { name: 'raw', version: '1.0.0' };
  const capabilities = { logging: {}, tools: { listChanged: true } };
  await server.answer('initialize', { protocolVersion: '2025-11-25', capabilities, serverInfo });
  const client = await connected;
  server.say({ method: 'notifications/message', params: { level: 'info', data: 'unwanted' } });
  server.say({ method: 'notifications/tools/list_changed' });
  server.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'one' } });
  await server.ask('ping', 'ping');
  await client.close();
  expect(reports).toEqual([
    'Error: The bridge does not forward notifications/elicitation/complete: revision 2026-07-28 of the client does not have it',
  ]);
});
