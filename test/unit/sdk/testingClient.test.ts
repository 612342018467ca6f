/** Servers tested in their own process. */

import type { RunningServer } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { inProcess, testClient, type TestClientOptions } from '@mcp-gen/sdk/testing';
import type { Client } from '@mcp-gen/sdk/client';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { SUPPORTED_REVISIONS } from '../../../sdk/src/revisions.js';
import { NEWEST_SESSION, REVISION_IDS } from '../../support/schemas.js';
import { deferred } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';

function weather(): Server {
  const server = new Server({ name: 'weather', version: '1.0.0' }, { onError: () => {} });
  server.tool('forecast', { input: z.object({ city: z.string() }) }, ({ city }) => `Sunny in ${city}`);
  server.tool('secret', { access: ['admin'] }, (_, { auth }) => `for ${auth?.id}`);
  server.tool('name', {}, async (_, context) => {
    const { content } = await context.elicit('name', { message: 'Who?', schema: z.object({ name: z.string() }) });
    return content?.name ?? 'nobody';
  });
  return server;
}

async function open(server: Server, options?: TestClientOptions): Promise<Client> {
  return await testClientUntilEnd(server, options);
}

test.each(SUPPORTED_REVISIONS)('a client uses revision %s if configured', async (revision) => {
  const client = await open(weather(), { revision });
  expect(client.revision).toBe(revision);
  expect((await client.callTool('forecast', { city: 'Oslo' })).text).toBe('Sunny in Oslo');
});

test('a client speaks the newest revision unless it is asked for another', async () => {
  expect(SUPPORTED_REVISIONS).toEqual(REVISION_IDS);
  expect((await open(weather())).revision).toBe(SUPPORTED_REVISIONS.at(-1));
});

test('a client can answer what the server asks', async () => {
  const client = await open(weather(), {
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
  });
  expect((await client.callTool('name')).text).toBe('Ada');
});

test('a client can be a caller that the server knows', async () => {
  const stranger = await open(weather());
  expect((await stranger.tools().all()).map(({ name }) => name)).toEqual(['forecast', 'name']);
  const admin = await open(weather(), { auth: { id: 'ada', roles: ['admin'] } });
  expect((await admin.callTool('secret')).text).toBe('for ada');
});

test('messages are what they would be over a wire', async () => {
  const server = new Server({ name: 'clock', version: '1.0.0' }, { onError: () => {} });
  const given: object[] = [];
  server.tool('now', { input: { type: 'object' } }, (args) => {
    given.push(args);
    return { at: new Date(0), left: undefined };
  });
  const client = await open(server);
  const args = { list: [1] };
  const { structuredContent } = await client.callTool('now', args);
  expect(structuredContent).toStrictEqual({ at: '1970-01-01T00:00:00.000Z' });
  expect(given[0]).toEqual(args);
  expect(given[0]).not.toBe(args);
});

test('closing the client ends the session of the server', async () => {
  const server = new Server({ name: 'waiting', version: '1.0.0' }, { onError: () => {} });
  const started = deferred<AbortSignal>();
  server.tool('wait', {}, (_, { signal }) => {
    started.resolve(signal);
    return endless<string>();
  });
  const client = await testClient(server);
  const called = client.callTool('wait');
  const signal = await started.promise;
  await Promise.all([expect(called).rejects.toMatchObject({ name: 'ConnectionClosedError' }), client.close()]);
  expect(signal.aborted).toBe(true);
});

test('a transport is closed when the session of the server is over', async () => {
  const server = weather();
  const serve = vi.spyOn(server, 'serve');
  const transport = inProcess(server)();
  let over = false;
  void (serve.mock.results[0] as { value: RunningServer }).value.closed.then(() => (over = true));
  await transport.close();
  expect(over).toBe(true);
});

test('a server has any number of clients, each with a session of its own', async () => {
  const server = new Server({ name: 'counter', version: '1.0.0' });
  server.tool('count', {}, (_, { session }) => {
    const count = Number(session.get('count') ?? 0) + 1;
    session.set('count', count);
    return String(count);
  });
  const revision = NEWEST_SESSION;
  const [one, two] = [await open(server, { revision }), await open(server, { revision })];
  await one.callTool('count');
  expect((await one.callTool('count')).text).toBe('2');
  expect((await two.callTool('count')).text).toBe('1');
});

test('in a revision without sessions, what a handler keeps is gone after the request', async () => {
  const server = new Server({ name: 'counter', version: '1.0.0' });
  server.tool('count', {}, (_, { session }) => {
    const count = Number(session.get('count') ?? 0) + 1;
    session.set('count', count);
    return String(count);
  });
  const client = await open(server, { revision: '2026-07-28' });
  await client.callTool('count');
  expect((await client.callTool('count')).text).toBe('1');
});
