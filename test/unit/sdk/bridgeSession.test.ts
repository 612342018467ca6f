/** A bridge for clients with sessions: each has a connection to the server of its own. */

import { memoryPair, type Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import { connect } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { createHandler } from '@mcp-gen/sdk/http';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { SessionSubscriptions } from '../../../sdk/src/bridge/sessionSubscriptions.js';
import { rawRequest, rawStream } from '../../support/rawHttp.js';
import { rpc } from '../../support/rpc.js';
import { openSession } from '../runtime/httpSupport.js';
import { Mailbox } from '../../support/mailbox.js';
import { fullServer, RawPeer, throughBridge } from './bridgeSupport.js';
import { leavesNone } from '../../support/leftovers/instances.js';
import { Client } from '../../../sdk/src/client/client.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { untilEnd } from '../../support/untilEnd.js';

leavesNone(Client, Peer);

test.each(['2025-06-18', '2026-07-28'] as const)(
  'a session that the server has forgotten is opened again, with the log level and the resources of a client of %s',
  async (revision) => {
    const servers = [fullServer('2025-06-18'), fullServer('2025-06-18')] as const;
    const handlers = servers.map((server) => createHandler(server, { allowedHosts: ['server.test'] }));
    onTestFinished(async () => void (await Promise.all(handlers.map((handler) => handler.close()))));
    const errors: string[] = [];
    let current = handlers[0] as (typeof handlers)[number];
    const logged: unknown[] = [];
    const changed = new Mailbox<string>();
    const client = await throughBridge(
      'http://server.test/mcp',
      revision,
      { logLevel: 'info', onLog: ({ data }) => logged.push(data), onListChanged: changed.put },
      {
        fetch: (input, init) => current.fetch(new Request(input, init)),
        onError: (error) => errors.push(String(error)),
      },
    );
    const subscription = client.subscribe('note://one');
    await subscription.ready;
    await client.callTool('steps');
    current = handlers[1] as (typeof handlers)[number];
    expect((await client.callTool('echo', { text: 'again' })).text).toBe('again');
    expect(await changed.take((list) => list === 'tools')).toBe('tools');
    await client.callTool('steps');
    expect(logged).toEqual(['three steps', 'three steps']);
    servers[1].resourceUpdated('note://one');
    expect(await subscription.next()).toMatchObject({ value: { uri: 'note://one' } });
    expect(errors).toEqual([expect.stringContaining('lost the session')]);
  },
);

test('an update of a resource is sent on the stream of the session, not on that of a running request', async () => {
  const calls = new Mailbox<string>();
  const server = fullServer('2025-06-18', calls);
  const { handlers, options, close } = bridge(inProcess(server));
  const front = await serveHttp(handlers, { ...options, port: 0 });
  onTestFinished(async () => {
    await front.close();
    await close();
  });
  const session = await openSession(front.url, '2025-06-18');
  const listening = await rawStream(front.url, { method: 'GET', headers: { accept: 'text/event-stream', ...session } });
  const subscribe = rpc({ id: 1, method: 'resources/subscribe', params: { uri: 'note://one' } });
  await rawRequest(front.url, { headers: session, body: subscribe });
  const wait = rpc({ id: 2, method: 'tools/call', params: { name: 'wait' } });
  const running = rawStream(front.url, { headers: session, body: wait });
  running.catch(() => undefined);
  await calls.take();
  server.resourceUpdated('note://one');
  const update = ({ data }: { readonly data: string }): boolean => data.includes('resources/updated');
  const place = await Promise.race([
    listening.events.take(update).then(() => 'session'),
    running.then(() => 'request'),
  ]);
  expect(place).toBe('session');
  listening.destroy();
});

test('two clients share nothing', async () => {
  const target = (): Transport => inProcess(fullServer('2026-07-28'))();
  const [ada, bob] = [await throughBridge(target, '2025-06-18'), await throughBridge(target, '2025-06-18')];
  expect((await ada.callTool('steps')).text).toBe('done 1');
  expect((await ada.callTool('steps')).text).toBe('done 2');
  expect((await bob.callTool('steps')).text).toBe('done 1');
});

test('the end of the server is the end of the session, and calls that wait fail with an error that says so', async () => {
  let end = (): void => undefined;
  const target = (): Transport => {
    const [near, far] = memoryPair();
    const running = fullServer('2026-07-28').serve({ transport: far });
    end = () => void running.close();
    return near;
  };
  const client = await throughBridge(target, '2025-11-25');
  const waiting = client.callTool('wait');
  await client.callTool('echo', { text: 'is there' });
  end();
  await expect(waiting).rejects.toThrow(/The connection to the server behind the bridge was closed|connection/);
  expect(await client.closed).toBeInstanceOf(Error);
});

test('a server that cannot be reached is an error of initialize, without details of the way to it', async () => {
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  const running = bridge(
    () => {
      throw new Error('no route to 10.0.0.7');
    },
    { onError: (error) => errors.push(error) },
  ).serve({ transport: far });
  await expect(connect(near, { revisions: ['2025-06-18'] })).rejects.toMatchObject({
    message: 'The server behind the bridge could not be reached',
  });
  expect(String(errors)).toContain('10.0.0.7');
  await running.closed;
});

test('a server without a common revision is an error that names its revisions', async () => {
  const [near, far] = memoryPair();
  const server = new Server({ name: 'new', version: '1.0.0' }, { revisions: ['2026-07-28'] });
  const running = bridge(inProcess(server), { revisions: ['2025-06-18'], onError: () => undefined }).serve({
    transport: far,
  });
  await expect(connect(near, { revisions: ['2025-06-18'] })).rejects.toThrow(/2026-07-28/);
  await running.closed;
});

test('the URIs that a session follows are limited together', async () => {
  const subscribed = new SessionSubscriptions({ request: () => Promise.resolve({}) });
  const uri = (name: string): string => `note://${name.repeat(3_000_000)}`;
  await subscribed.add(uri('a'));
  await expect(subscribed.add(uri('b'))).rejects.toMatchObject({ code: -32602 });
  await subscribed.remove(uri('a'));
  await expect(subscribed.add(uri('b'))).resolves.toBeUndefined();
});

test('what a server refused is not followed again in a new session, and what it accepted before is', async () => {
  let isRefusing = true;
  const asked: unknown[] = [];
  const request = (_: string, { uri }: { readonly uri: string }): Promise<never> => {
    asked.push(uri);
    return isRefusing ? Promise.reject(new Error('Busy')) : Promise.resolve({} as never);
  };
  const subscribed = new SessionSubscriptions({ request });
  await expect(subscribed.add('note://new')).rejects.toThrow('Busy');
  isRefusing = false;
  await subscribed.add('note://known');
  isRefusing = true;
  await expect(subscribed.add('note://known')).rejects.toThrow('Busy');
  asked.splice(0);
  await subscribed.restore(() => undefined);
  expect(asked).toEqual(['note://known']);
});

test('a method that no revision has is refused', async () => {
  const client = await throughBridge(inProcess(fullServer('2025-11-25')), '2025-06-18');
  const anything = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const;
  await expect(client.request('acme/search', {}, { result: anything })).rejects.toMatchObject({
    code: -32601,
    message: 'Method not found: acme/search',
  });
});

test.each([
  [{ sessionLimt: 1 }, /Unknown option "sessionLimt"/],
  [{ limits: { connectionLimit: 0 } }, /Invalid option "connectionLimit" for the option limits of bridge/],
  [{ revisions: ['2020-01-01'] }, /Unsupported revision/],
])('options that cannot work are refused: %j', (options, message) => {
  expect(() => bridge('server', options as never)).toThrow(message);
});

test.each(
  (['2025-06-18', '2025-11-25', '2026-07-28'] as const).flatMap((behind) =>
    [{ url: {} }, { form: {}, url: {} }, {}].map((elicitation) => ({ behind, elicitation })),
  ),
)(
  'a client of 2025-06-18 with $elicitation in front of a server of $behind has forms, and a tool that needs a page fails by name',
  async ({ behind, elicitation }) => {
    const server = new Server({ name: 'asking', version: '1.0.0' }, { revisions: [behind] });
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    server.tool('form', {}, async (_, { elicit }) => {
      const { content } = await elicit('who', { message: 'Who?', schema });
      return `Hello ${content?.name}`;
    });
    server.tool('page', {}, async (_, { elicitUrl }) => {
      const { action } = await elicitUrl('where', { message: 'There', url: 'https://pay.example/' });
      return action;
    });
    const [near, far] = memoryPair();
    untilEnd(bridge(inProcess(server), { onError: () => {} }).serve({ transport: far }));
    const client = new RawPeer(near);
    const clientInfo = { name: 'raw', version: '1.0.0' };
    await client.ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: { elicitation }, clientInfo });
    client.say({ method: 'notifications/initialized' });
    const form = client.ask(2, 'tools/call', { name: 'form' });
    const { id, params } = await client.take('elicitation/create');
    expect(params).toMatchObject({ message: 'Who?' });
    client.say({ id: id as number, result: { action: 'accept', content: { name: 'Ada' } } });
    expect((await form).result).toMatchObject({ content: [{ text: 'Hello Ada' }] });
    const page = await client.ask(3, 'tools/call', { name: 'page' });
    expect(JSON.stringify(page)).toMatch(/capability|elicitation/);
    // A server without sessions refuses the call, with a code that the revision of the client does not have.
    expect(page.error?.code).toBe(behind === '2026-07-28' ? -32600 : undefined);
  },
);
