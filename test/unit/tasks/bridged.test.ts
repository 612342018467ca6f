/** Tasks through a bridge: of clients and servers of revision 2025-11-25, and of those that have the extension. */

import { Ledger, memoryPair, type Quota, type Transport } from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { JsonRpcError, Server, type SupportedRevision } from '@mcp-gen/sdk';
import { bridge } from '@mcp-gen/sdk/bridge';
import type { Client } from '@mcp-gen/sdk/client';
import { tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { BridgeTasks } from '../../../sdk/src/bridge/bridgeTasks.js';
import { LateTasks } from '../../../sdk/src/bridge/lateTasks.js';
import { RawPeer, throughBridge, type Wire } from '../sdk/bridgeSupport.js';
import { answerLate, SCHEMA, tasksOf, withEnd } from './support.js';
import { untilEnd } from '../../support/untilEnd.js';
import { aborted } from '../../support/aborted.js';
import { stopClock } from '../../support/clock.js';

const started = vi.fn<() => void>();
const stopped = vi.fn<() => void>();

function jobs(revision: SupportedRevision, pollInterval = 20): Server {
  started.mockClear();
  stopped.mockClear();
  const server = withEnd(
    new Server(
      { name: 'jobs', version: '1.0.0' },
      { revisions: [revision], extensions: [tasks({ pollInterval })], onError: () => undefined },
    ),
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
    return aborted(signal, () => stopped());
  });
  return server;
}

/** A client of one revision, through a bridge to a server of another. */
async function clientOf(
  revision: SupportedRevision = '2025-11-25',
  server: SupportedRevision = '2026-07-28',
): Promise<Client> {
  return throughBridge(inProcess(jobs(server)), revision, {
    extensions: [clientTasks()],
    elicitation: { form: ({ message }) => ({ action: 'accept', content: { name: message.slice(0, -1) } }) },
  });
}

test('a task of the server is one of the client: its questions, its result, and its error', async () => {
  const client = await clientOf();
  expect(client.server.capabilities).toMatchObject({
    tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  });
  const greeting = await tasksOf(client).start('greet');
  expect(greeting.id).toMatch(/^[\w-]{32}$/);
  await expect
    .poll(async () => await greeting.status())
    .toMatchObject({ status: 'input_required', statusMessage: 'Asking' });
  expect((await greeting.result()).text).toBe('Hello, Who!');
  expect((await greeting.status()).status).toBe('completed');
  const only = await tasksOf(client).start('only');
  expect((await only.result()).structuredContent).toEqual({ name: 'done' });
  const refused = await tasksOf(client).start('refused');
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
  const plain = await tasksOf(client).start('plain');
  expect((await plain.result()).text).toBe('at once');
  expect((await plain.status()).status).toBe('completed');
});

test('a result that says that it is no error completes a task', async () => {
  const { client, server } = await rawBoth();
  const calling = client.ask(1, 'tools/call', { name: 'at once', arguments: {}, task: {} });
  await server.answer('tools/call', { resultType: 'complete', content: [], isError: false });
  await calling;
  expect(await client.ask(2, 'tasks/list', {})).toMatchObject({ result: { tasks: [{ status: 'completed' }] } });
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
  const waiting = await tasksOf(client).start('wait');
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  const unknown = tasksOf(client).resume({ id: 'x'.repeat(32), tool: 'x' });
  await expect(unknown.status()).rejects.toMatchObject({ code: -32602 });
});

test('a task that is cancelled, and a call that is, stop the handler', async () => {
  const client = await clientOf();
  const waiting = await tasksOf(client).start('wait');
  await expect.poll(() => started).toHaveBeenCalledTimes(1);
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  await expect.poll(() => stopped).toHaveBeenCalledTimes(1);
  const stop = new AbortController();
  const calling = client.callTool('wait', {}, { signal: stop.signal });
  await expect.poll(() => started).toHaveBeenCalledTimes(2);
  stop.abort(new Error('Enough'));
  await expect(calling).rejects.toThrow('Enough');
  await expect.poll(() => stopped).toHaveBeenCalledTimes(2);
  await expect(waiting.cancel()).rejects.toMatchObject({ code: -32602 });
});

test('a client of the extension has tasks of a server of 2025-11-25: their questions, results, and errors', async () => {
  const client = await clientOf('2026-07-28', '2025-11-25');
  expect(client.server.capabilities).toMatchObject({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
  expect(client.server.capabilities).not.toHaveProperty('tasks');
  // The bridge learns from the list which tools run as tasks.
  await client.tools().all();
  const greeting = await tasksOf(client).start('greet');
  expect(greeting.id).toMatch(/^[\w-]{32}$/);
  await expect.poll(async () => (await greeting.status()).status).toBe('input_required');
  expect((await greeting.result()).text).toBe('Hello, Who!');
  expect((await client.callTool('only')).structuredContent).toEqual({ name: 'done' });
  expect((await tasksOf(client).start('plain')).id).toBeUndefined();
  await expect(client.callTool('refused')).rejects.toMatchObject({
    code: -32050,
    message: 'Not today',
    data: { until: 'tomorrow' },
  });
  const waiting = await tasksOf(client).start('wait');
  await expect.poll(() => started).toHaveBeenCalledTimes(1);
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
  await expect.poll(() => stopped).toHaveBeenCalledTimes(1);
  await expect(tasksOf(client).resume({ id: 'x', tool: 'x' }).status()).rejects.toMatchObject({ code: -32602 });
});

test.each([
  ['2025-11-25', '2026-07-28'],
  ['2026-07-28', '2025-11-25'],
] as const)('a task waits for a user who needs long to answer: %s to %s', async (revision, server) => {
  stopClock();
  const options = { extensions: [clientTasks()], elicitation: { form: answerLate } };
  const client = await throughBridge(inProcess(jobs(server, 60_000)), revision, options);
  await client.tools().all();
  const task = await tasksOf(client).start('greet');
  const [{ text }] = await Promise.all([task.result(), vi.advanceTimersByTimeAsync(600_000)]);
  expect(text).toBe('Hello, Ada!');
});

const EXTENSION = 'io.modelcontextprotocol/tasks';

const TIME = '2026-01-01T00:00:00Z';

/** A task of the extension, as a server tells of it. */
function taskOf(status: string, more: object = {}): NonNullable<Wire['result']> {
  const resultType = 'inputRequests' in more || status !== 'created' ? 'complete' : 'task';
  const own = status === 'created' ? 'working' : status;
  return {
    resultType,
    taskId: 'one',
    status: own,
    createdAt: TIME,
    lastUpdatedAt: TIME,
    ttlMs: null,
    pollIntervalMs: 20,
    ...more,
  };
}

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {}, extensions: { [EXTENSION]: {} } },
  ttlMs: 0,
  cacheScope: 'private',
};

/** A client with a session of 2025-11-25, played by the test, through a bridge. */
async function rawClient(target: () => Transport): Promise<RawPeer> {
  const [clientEnd, near] = memoryPair();
  const client = new RawPeer(clientEnd);
  untilEnd(bridge(target, { revisions: ['2026-07-28'], onError: () => undefined }).serve({ transport: near }));
  await client.ask('open', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'raw', version: '1.0.0' },
  });
  client.say({ method: 'notifications/initialized' });
  return client;
}

/** The same, and a server with the extension that the test plays too. */
async function rawBoth(): Promise<{ readonly client: RawPeer; readonly server: RawPeer }> {
  const [far, serverEnd] = memoryPair();
  const server = new RawPeer(serverEnd);
  void server.answer('server/discover', DISCOVERED);
  return { client: await rawClient(() => far), server };
}

test('a call that is cancelled before it becomes a task is cancelled at the server, and so is a task that comes late', async () => {
  const { client, server } = await rawBoth();
  const cancel = (requestId: number): void => client.say({ method: 'notifications/cancelled', params: { requestId } });
  client.say({ id: 1, method: 'tools/call', params: { name: 'at once', arguments: {} } });
  cancel(1);
  client.say({ id: 2, method: 'tools/call', params: { name: 'later', arguments: {} } });
  const called = await server.take('tools/call');
  // The first one was cancelled before it was sent.
  expect(called.params).toMatchObject({ name: 'later' });
  cancel(2);
  expect((await server.take('notifications/cancelled')).params).toMatchObject({ requestId: called.id });
  server.reply(called, { result: taskOf('created') });
  expect((await server.take('tasks/cancel')).params).toMatchObject({ taskId: 'one' });
});

test('a task that is cancelled is no longer polled', async () => {
  const { client, server } = await rawBoth();
  const calling = client.ask(1, 'tools/call', { name: 'long', arguments: {}, task: {} });
  await server.answer('tools/call', taskOf('created', { pollIntervalMs: 60_000 }));
  await calling;
  expect(await client.ask(2, 'tasks/cancel', { taskId: 'one' })).toMatchObject({ result: { status: 'cancelled' } });
  await server.take('tasks/cancel');
  // A poll would arrive before a call that follows.
  client.say({ id: 3, method: 'tools/call', params: { name: 'next', arguments: {} } });
  expect(await server.received.take()).toMatchObject({ method: 'tools/call', params: { name: 'next' } });
});

test('a question that the server adds to an open one is asked as well, and each of them once', async () => {
  const { client, server } = await rawBoth();
  const calling = client.ask(1, 'tools/call', { name: 'nosy', arguments: {}, task: {} });
  await server.answer('tools/call', taskOf('created'));
  await calling;
  client.say({ id: 2, method: 'tasks/result', params: { taskId: 'one' } });
  const question = (message: string) => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema: SCHEMA },
  });
  const inputRequests = { first: question('First?') };
  await server.answer('tasks/get', taskOf('input_required', { inputRequests }));
  expect((await client.take('elicitation/create')).params).toMatchObject({ message: 'First?' });
  await server.answer(
    'tasks/get',
    taskOf('input_required', { inputRequests: { ...inputRequests, last: question('Last?') } }),
  );
  expect((await client.take('elicitation/create')).params).toMatchObject({ message: 'Last?' });
  await server.answer('tasks/get', taskOf('completed', { result: { content: [] } }));
  expect(await client.answerTo(2)).toMatchObject({ result: { content: [] } });
});

test('a task that asks too much fails, and is cancelled at the server', async () => {
  const { client, server } = await rawBoth();
  const calling = client.ask(1, 'tools/call', { name: 'nosy', arguments: {}, task: {} });
  await server.answer('tools/call', taskOf('created'));
  await calling;
  const question = { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: SCHEMA } };
  const inputRequests = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`key ${index}`, question]));
  await server.answer('tasks/get', taskOf('input_required', { inputRequests }));
  expect((await server.take('tasks/cancel')).params).toMatchObject({ taskId: 'one' });
  expect(await client.ask(2, 'tasks/get', { taskId: 'one' })).toMatchObject({
    result: {
      status: 'failed',
      statusMessage: expect.stringContaining('Too many questions of the server in one task') as string,
    },
  });
});

test('a poll that fails is repeated, unless it can never succeed', async () => {
  const polls = [503, 200, 429, 404];
  const seen: string[] = [];
  const answers: { readonly [method: string]: () => object } = {
    'server/discover': () => DISCOVERED,
    'tools/call': () => taskOf('created'),
    'tasks/get': () => taskOf('working'),
    'tasks/cancel': () => ({ resultType: 'complete' }),
  };
  const answering: typeof fetch = async (input, init) => {
    const { id, method } = (await new Request(input, init).json()) as { readonly id: number; readonly method: string };
    seen.push(method);
    const status = method === 'tasks/get' ? polls.shift() : 200;
    if (status !== 200) return new Response(null, { status: status ?? 404 });
    return Response.json({ jsonrpc: '2.0', id, result: answers[method]?.() });
  };
  const http = { url: 'http://server.test/mcp', retry: { retryAfterAttempts: 0 }, fetch: answering };
  const client = await rawClient(() => new HttpClientTransport(http));
  expect(await client.ask(1, 'tools/call', { name: 'long', arguments: {} })).toHaveProperty('error');
  expect(seen.filter((method) => method === 'tasks/get')).toHaveLength(4);
  await expect.poll(() => seen.at(-1)).toBe('tasks/cancel');
});

/** A quota of 100,000 bytes. */
class CountingQuota implements Quota {
  held = 0;

  take(_: unknown, bytes: number): boolean {
    if (this.held + bytes >= 100_000) return false;
    this.held += bytes;
    return true;
  }

  charge(_: unknown, bytes: number): void {
    this.held += bytes;
  }

  give(_: unknown, bytes: number): void {
    this.held -= bytes;
  }

  isFull(): boolean {
    return false;
  }
}

test('a task that is dropped leaves no timer, and nothing that is counted', () => {
  stopClock();
  const quota = new CountingQuota();
  const expired: string[] = [];
  const kept = new BridgeTasks(quota, ({ record }) => expired.push(record.id));
  const [one, two, three] = ['one', 'two', 'three'].map((id) =>
    kept.add({ id, tool: 'x', ttl: 1_000, pollInterval: 20 }),
  );
  one?.end({ status: 'completed', result: { text: 'x'.repeat(20_000) } });
  expect(quota.held).toBeGreaterThan(20_000);
  two?.end({ status: 'completed', result: { text: 'x'.repeat(200_000) } });
  expect(two?.record).toMatchObject({ status: 'failed' });
  expect(() => kept.add({ id: 'one', tool: 'x', pollInterval: 20 })).toThrow('same id');
  for (const id of ['one', 'two']) kept.delete(id);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  three?.end({ status: 'completed', result: { text: 'late' } });
  expect([expired, kept.ids, quota.held, vi.getTimerCount()]).toEqual([['three'], [], 0, 0]);
});

test('the tasks of one client are limited: the oldest one that has ended makes room, and those that run do not', () => {
  stopClock();
  const kept = new BridgeTasks(new Ledger().anyone, () => undefined);
  const tasks = Array.from({ length: 100 }, (_, index) => {
    kept.makeRoom();
    return kept.add({ id: `task ${index}`, tool: 'x', pollInterval: 20 });
  });
  expect(() => kept.makeRoom()).toThrow('Too many running tasks: at most 100 are allowed');
  for (const index of [70, 50]) tasks[index]?.end({ status: 'cancelled' });
  kept.makeRoom();
  expect([kept.ids.length, kept.get('task 50'), kept.get('task 70')]).toEqual([99, undefined, tasks[70]]);
  for (const id of kept.ids) kept.delete(id);
});

test('a task for which no memory is left is refused, and nothing of it is kept', () => {
  stopClock();
  const quota = new CountingQuota();
  const kept = new BridgeTasks(quota, () => undefined);
  const statusMessage = 'x'.repeat(200_000);
  expect(() => kept.add({ id: 'one', tool: 'x', pollInterval: 20, statusMessage })).toThrow(
    'The bridge has too many tasks',
  );
  expect([kept.ids, quota.held, vi.getTimerCount()]).toEqual([[], 0, 0]);
});

test('the questions of one task are limited in total', () => {
  const kept = new BridgeTasks(new Ledger().anyone, () => undefined);
  const task = kept.add({ id: 'one', tool: 'x', pollInterval: 20 });
  for (let n = 0; n < 1_000; n++) kept.countQuestion(task);
  expect(() => kept.countQuestion(task)).toThrow('Too many questions of the server in one task');
  kept.delete('one');
  expect(() => kept.countQuestion(task)).not.toThrow();
});

test('the task that a cancelled call becomes late is cancelled, whatever the form of the result, for the latest 1,000 calls', () => {
  const cancelled: string[] = [];
  const late = new LateTasks((id) => cancelled.push(id));
  for (let id = 0; id < 1_001; id++) late.expect(id);
  expect(late.take(0)).toBeUndefined();
  late.take(1)?.resolve({ task: { taskId: 'of the session era' } });
  late.take(2)?.resolve({ resultType: 'task', taskId: 'of the extension' });
  late.take(3)?.resolve({ content: [] });
  late.take(4)?.reject(new Error('refused'));
  expect(late.take(1)).toBeUndefined();
  expect(cancelled).toEqual(['of the session era', 'of the extension']);
});
