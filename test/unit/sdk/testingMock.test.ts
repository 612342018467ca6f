/** Clients tested against a server that says what a test wants. */

import { JsonRpcError, Server } from '@mcp-gen/sdk';
import { memoryPair } from '@mcp-gen/runtime';
import { createMockServer, inProcess, record, replay, type MockServer } from '@mcp-gen/sdk/testing';
import type { Client, ClientOptions } from '@mcp-gen/sdk/client';
import { expect, test } from 'vitest';
import { deferred } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

async function open(server: MockServer, options?: ClientOptions): Promise<Client> {
  return connectUntilEnd(server.target, { onError: () => {}, ...options });
}

const text = (text: string): object => ({ content: [{ type: 'text', text }] });

test('it answers with results, errors and what functions say', async () => {
  const client = await open(
    createMockServer({
      'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
      'tools/call': ({ name }) => {
        if (name === 'thrown') throw new JsonRpcError(-32000, 'Thrown', { at: 1 });
        return name === 'echo' ? Promise.resolve(text('echoed')) : new JsonRpcError(-32001, 'Returned');
      },
      'prompts/get': new JsonRpcError(-32602, 'No such prompt'),
      'resources/read': () => Promise.reject(new Error('Broken')),
    }),
  );
  expect((await client.tools().all()).map(({ name }) => name)).toEqual(['echo']);
  expect((await client.callTool('echo')).text).toBe('echoed');
  await expect(client.callTool('thrown')).rejects.toMatchObject({ code: -32000, message: 'Thrown', data: { at: 1 } });
  await expect(client.callTool('other')).rejects.toMatchObject({ code: -32001, message: 'Returned' });
  await expect(client.getPrompt('x')).rejects.toMatchObject({ code: -32602, message: 'No such prompt' });
  await expect(client.readResource('demo:x')).rejects.toMatchObject({ code: -32603, message: 'Broken' });
  await client.ping();
});

test('its capabilities follow from its methods, or are given, and so is what it introduces itself as', async () => {
  const follows = await open(createMockServer({ 'tools/call': {}, 'completion/complete': {}, 'logging/setLevel': {} }));
  expect(follows.server).toEqual({
    name: 'mock',
    version: '0.0.0',
    capabilities: { tools: {}, completions: {}, logging: {} },
  });
  await expect(follows.readResource('demo:x')).rejects.toThrow('resources');
  const given = await open(
    createMockServer(
      {},
      {
        revision: '2025-03-26',
        capabilities: { prompts: { listChanged: true } },
        serverInfo: { name: 'old', version: '3' },
        instructions: 'Be kind',
      },
    ),
  );
  expect(given.revision).toBe('2025-03-26');
  expect(given.instructions).toBe('Be kind');
  expect(given.server).toEqual({ name: 'old', version: '3', capabilities: { prompts: { listChanged: true } } });
  await expect(given.getPrompt('x')).rejects.toThrow('The mock does not answer prompts/get');
});

test('what it says is not checked, so that a client can be shown to check it', async () => {
  const client = await open(createMockServer({ 'tools/call': { content: 'wrong' } }));
  await expect(client.callTool('x')).rejects.toMatchObject({ name: 'InvalidMessageError' });
});

test('it keeps what it receives', async () => {
  const server = createMockServer({ 'tools/call': text('') });
  const client = await open(server);
  await client.callTool('a', { n: 1 });
  await client.callTool('b');
  expect(server.received.map(({ method }) => method)).toEqual([
    'server/discover',
    'initialize',
    'notifications/initialized',
    'tools/call',
    'tools/call',
  ]);
  expect((await server.receives('tools/call')).params).toEqual({ name: 'a', arguments: { n: 1 } });
  expect((await server.receives('tools/call')).params).toEqual({ name: 'b' });
  const third = server.receives('tools/call');
  await client.callTool('c');
  expect((await third).params).toEqual({ name: 'c' });
});

test('without sessions, it introduces itself and its results are as the revision has them', async () => {
  const server = createMockServer(
    {
      'tools/call': ({ inputResponses }) =>
        inputResponses === undefined
          ? {
              resultType: 'input_required',
              inputRequests: {
                name: {
                  method: 'elicitation/create',
                  params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
                },
              },
              requestState: 'state',
            }
          : text(JSON.stringify(inputResponses)),
    },
    { revision: '2026-07-28', serverInfo: { name: 'new', version: '4' }, instructions: 'Be kind' },
  );
  const client = await open(server, { elicitation: { form: () => ({ action: 'decline' }) } });
  expect([client.revision, client.instructions]).toEqual(['2026-07-28', 'Be kind']);
  expect(client.server).toEqual({ name: 'new', version: '4', capabilities: { tools: {} } });
  expect((await client.callTool('ask')).text).toBe('{"name":{"action":"decline"}}');
  await client.ping();
  expect(server.received.map(({ method }) => method)).toEqual([
    'server/discover',
    'tools/call',
    'tools/call',
    'server/discover',
  ]);
  expect(server.received[2]?.params).toMatchObject({ name: 'ask', requestState: 'state' });
});

test('it notifies, and asks', async () => {
  const server = createMockServer({ 'tools/list': { tools: [] } }, { capabilities: { tools: {}, logging: {} } });
  const logged = deferred<unknown>();
  const elicitation: ClientOptions['elicitation'] = {
    form: ({ message }) => ({ action: message === 'Name?' ? 'decline' : 'cancel' }),
  };
  await open(server, { roots: [process.cwd()], onLog: logged.resolve, elicitation });
  server.notify('notifications/message', { level: 'info', data: 'hello' });
  expect(await logged.promise).toEqual({ level: 'info', data: 'hello' });
  expect(await server.request('roots/list')).toMatchObject({
    roots: [{ uri: expect.stringMatching(/^file:/) as string }],
  });
  const form = { message: 'Name?', requestedSchema: { type: 'object', properties: {} } };
  expect(await server.request('elicitation/create', form)).toEqual({ action: 'decline' });
  await expect(server.request('sampling/createMessage', {})).rejects.toMatchObject({ code: -32601 });
});

test('it breaks the connection, and takes the next one', async () => {
  const server = createMockServer({ 'tools/call': () => endless() });
  const restored = deferred();
  const client = await open(server, { reconnect: { delay: 1, onRestored: restored.resolve } });
  const called = client.callTool('never');
  await server.receives('tools/call');
  server.close();
  await expect(called).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  await restored.promise;
  await client.ping();
});

test('it cannot speak to nobody', () => {
  expect(() => createMockServer({}).notify('x')).toThrow('No client has connected yet');
});

test.each([
  ['createMockServer', () => createMockServer({}, { serverinfo: {} } as object)],
  ['record', () => record(memoryPair()[0], 'never.jsonl', { sides: 'client' } as object)],
  ['replay', () => replay('never.jsonl', { side: 'client' } as object)],
  ['inProcess', () => inProcess(new Server({ name: 'a', version: '1' }), { authInfo: {} } as object)],
])('%s refuses unknown options', (name, act) => {
  expect(act).toThrow(new RegExp(`^Unknown option "\\w+" for ${name}`));
});
