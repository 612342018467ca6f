/** Tasks through a bridge: of clients and servers of revision 2025-11-25, and of those that have the extension. */

import { JsonRpcError, Server, type SupportedRevision } from '@mcp-gen/sdk';
import type { Client } from '@mcp-gen/sdk/client';
import { tasks } from '@mcp-gen/sdk/tasks';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { throughBridge } from '../sdk/bridgeSupport.js';

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

const started = vi.fn<() => void>();
const stopped = vi.fn<() => void>();

function jobs(revision: SupportedRevision): Server {
  started.mockClear();
  stopped.mockClear();
  const server = new Server(
    { name: 'jobs', version: '1.0.0' },
    { revisions: [revision], tasks: tasks({ pollInterval: 20 }), onError: () => undefined },
  );
  server.tool('greet', { task: 'optional' }, async (_, { elicit, progress }) => {
    progress(1, 2, 'Asking');
    const { action, content } = await elicit('who', { message: 'Who?', schema: SCHEMA });
    return action === 'accept' ? `Hello, ${content.name}!` : action;
  });
  server.tool('only', { task: 'required', output: SCHEMA }, () => ({ name: 'done' }));
  server.tool('plain', {}, () => 'at once');
  server.tool('refused', { task: 'optional' }, () => {
    throw new JsonRpcError(-32050, 'Not today', { until: 'tomorrow' });
  });
  server.tool('wait', { task: 'optional' }, (_, { signal }) => {
    started();
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped();
        reject(signal.reason as Error);
      });
    });
  });
  return server;
}

/** A client of one revision, through a bridge to a server of another. */
async function clientOf(
  revision: SupportedRevision = '2025-11-25',
  server: SupportedRevision = '2026-07-28',
): Promise<Client> {
  return throughBridge(inProcess(jobs(server)), revision, {
    elicitation: { form: ({ message }) => ({ action: 'accept', content: { name: message.slice(0, -1) } }) },
  });
}

test('a task of the server is one of the client: its questions, its result, and its error', async () => {
  const client = await clientOf();
  expect(client.server.capabilities).toMatchObject({
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
  const greeting = await client.callTool('greet', {}, { task: 'detach' });
  expect(greeting.id).toMatch(/^[\w-]{32}$/);
  await vi.waitFor(async () => {
    expect(await greeting.status()).toMatchObject({ status: 'input_required', statusMessage: 'Asking' });
  });
  expect((await greeting.result()).text).toBe('Hello, Who!');
  expect((await greeting.status()).status).toBe('completed');
  const only = await client.callTool('only', {}, { task: 'detach' });
  expect((await only.result()).structuredContent).toEqual({ name: 'done' });
  const refused = await client.callTool('refused', {}, { task: 'detach' });
  await expect(refused.result()).rejects.toMatchObject({
    code: -32050,
    message: 'Not today',
    data: { until: 'tomorrow' },
  });
  const { tasks: listed } = await client.request('tasks/list', {}, { result: { type: 'object' } });
  expect(listed).toMatchObject([greeting, only, refused].map(({ id }) => ({ taskId: id })));
});

test('what the server answers at once is a task that has ended, for a client that asked for one', async () => {
  const client = await clientOf();
  const plain = await client.callTool('plain', {}, { task: 'detach' });
  expect((await plain.result()).text).toBe('at once');
  expect((await plain.status()).status).toBe('completed');
});

test('a call that asked for no task waits for that of the server', async () => {
  const client = await clientOf();
  expect((await client.callTool('only')).structuredContent).toEqual({ name: 'done' });
  expect((await client.callTool('plain')).text).toBe('at once');
  expect((await client.callTool('greet')).text).toBe('Hello, Who!');
  await expect(client.callTool('refused')).rejects.toMatchObject({ code: -32050 });
});

test('a client of the revision of the server has the tasks of the server', async () => {
  const client = await clientOf('2026-07-28');
  expect((await client.callTool('only')).structuredContent).toEqual({ name: 'done' });
  expect((await client.callTool('greet')).text).toBe('Hello, Who!');
  const waiting = await client.callTool('wait', {}, { task: 'detach' });
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  await expect((await client.task({ id: 'x'.repeat(32), tool: 'x' })).status()).rejects.toMatchObject({ code: -32602 });
});

test('a task that is cancelled, and a call that is, stop the handler', async () => {
  const client = await clientOf();
  const waiting = await client.callTool('wait', {}, { task: 'detach' });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1));
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  const stop = new AbortController();
  const calling = client.callTool('wait', {}, { signal: stop.signal });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(2));
  stop.abort(new Error('Enough'));
  await expect(calling).rejects.toThrow('Enough');
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(2));
  await expect(waiting.cancel()).rejects.toMatchObject({ code: -32602 });
});

test('a client of the extension has tasks of a server of 2025-11-25: their questions, results, and errors', async () => {
  const client = await clientOf('2026-07-28', '2025-11-25');
  expect(client.server.capabilities).toMatchObject({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
  expect(client.server.capabilities).not.toHaveProperty('tasks');
  // The bridge learns from the list which tools run as tasks.
  await client.tools().all();
  const greeting = await client.callTool('greet', {}, { task: 'detach' });
  expect(greeting.id).toMatch(/^[\w-]{32}$/);
  await vi.waitFor(async () => expect((await greeting.status()).status).toBe('input_required'));
  expect((await greeting.result()).text).toBe('Hello, Who!');
  expect((await client.callTool('only')).structuredContent).toEqual({ name: 'done' });
  expect((await client.callTool('plain', {}, { task: 'detach' })).id).toBeUndefined();
  await expect(client.callTool('refused')).rejects.toMatchObject({
    code: -32050,
    message: 'Not today',
    data: { until: 'tomorrow' },
  });
  const waiting = await client.callTool('wait', {}, { task: 'detach' });
  await vi.waitFor(() => expect(started).toHaveBeenCalledTimes(1));
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(1));
  await expect((await client.task({ id: 'x', tool: 'x' })).status()).rejects.toMatchObject({ code: -32602 });
});
