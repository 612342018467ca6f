/** Servers that share a store answer and cancel the tasks of each other, as processes behind one address do. */

import { memoryPair, MetaKey, RequestCancelledError } from '@mcp-gen/runtime';
import type { Server } from '@mcp-gen/sdk';
import { MemoryTaskStore, type TaskChannel, type TaskStore } from '@mcp-gen/sdk/tasks';
import { expect, test, vi } from 'vitest';
import { request, Wire } from '../runtime/support.js';
import { openWire } from '../sdk/support.js';
import { clientOf, create, rawClient, SCHEMA, serverWith, until, wireOf } from './support.js';
import { serveUntilEnd } from '../../support/untilEnd.js';
import { stopClock } from '../../support/clock.js';

const ADA = { action: 'accept', content: { name: 'Ada' } };

interface Process {
  readonly server: Server;
  readonly errors: readonly unknown[];
}

/** A server as one of several processes. */
function processWith(store: TaskStore, reasons: unknown[] = []): Process {
  const errors: unknown[] = [];
  const server = serverWith({ store, pollInterval: 5 }, (error) => errors.push(error));
  server.tool('greet', { task: 'optional' }, async (_, { elicit }) => {
    const { content } = await elicit('name', { message: 'Who?', schema: SCHEMA });
    return `Hello ${content?.name}`;
  });
  server.tool('wait', { task: 'optional' }, async (_, { signal }) => {
    reasons.push('started');
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    reasons.push(signal.reason);
    return 'too late';
  });
  return { server, errors };
}

test('a question is answered at another process', async () => {
  const store = new MemoryTaskStore();
  const [here, there] = [clientOf(processWith(store).server), clientOf(processWith(store).server)];
  const taskId = await create(here, 'greet');
  await until(there, taskId, 'input_required');
  const wrong = { taskId, inputResponses: { name: { action: 'perhaps' } } };
  const { error } = await here('tasks/update', wrong);
  expect(error).toMatchObject({ code: -32602 });
  expect((await there('tasks/update', wrong)).error).toEqual(error);
  expect(await there('tasks/update', { taskId, inputResponses: { other: ADA } })).toHaveProperty('result');
  expect((await there('tasks/get', { taskId })).result).toMatchObject({ status: 'input_required' });
  expect(await there('tasks/update', { taskId, inputResponses: { name: ADA } })).toHaveProperty('result');
  expect(await until(there, taskId, 'completed')).toHaveProperty('result.content.0.text', 'Hello Ada');
});

test('a task is cancelled at another process', async () => {
  const [store, reasons] = [new MemoryTaskStore(), [] as unknown[]];
  const [here, there] = [clientOf(processWith(store, reasons).server), clientOf(processWith(store).server)];
  const taskId = await create(here, 'wait');
  await expect.poll(() => reasons).toEqual(['started']);
  expect(await there('tasks/cancel', { taskId })).toHaveProperty('result');
  expect((await there('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
  await expect.poll(() => reasons).toEqual(['started', expect.any(RequestCancelledError)]);
  expect(await there('tasks/cancel', { taskId })).toHaveProperty('result');
});

test('a task of another caller does not exist at any process', async () => {
  const store = new MemoryTaskStore();
  const { server } = processWith(store);
  const [ada, bob] = [clientOf(server, { id: 'ada' }), clientOf(processWith(store).server, { id: 'bob' })];
  const taskId = await create(ada, 'greet');
  await until(ada, taskId, 'input_required');
  for (const [method, params] of [
    ['tasks/update', { taskId, inputResponses: { name: ADA } }],
    ['tasks/cancel', { taskId }],
  ] as const) {
    const unknown = { code: -32602, message: expect.stringMatching(/^Unknown/) };
    expect((await bob(method, params)).error).toMatchObject(unknown);
  }
  expect((await ada('tasks/get', { taskId })).result).toMatchObject({ status: 'input_required' });
});

test('a client follows a task of another process', async () => {
  const store = new MemoryTaskStore();
  const [one, other] = [processWith(store).server, processWith(store).server];
  const here = clientOf(one);
  const taskId = await create(here, 'greet');
  const wire = wireOf(other);
  wire.ask('listen', 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
  expect(await wire.next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  const seen: string[] = [];
  for (;;) {
    const message = (await wire.next()) as { readonly params: { readonly status: string } };
    expect(message).toMatchObject({
      method: 'notifications/tasks',
      params: { taskId, _meta: { [MetaKey.SubscriptionId]: 'listen' } },
    });
    const { status } = message.params;
    if (status !== seen.at(-1)) seen.push(status);
    if (status === 'input_required') await here('tasks/update', { taskId, inputResponses: { name: ADA } });
    if (status === 'completed') break;
  }
  expect(seen.slice(-2)).toEqual(['input_required', 'completed']);
});

test('a task that is deleted is reported as failed to those who follow it at another process', async () => {
  const store = new MemoryTaskStore();
  const [one, other] = [processWith(store).server, processWith(store).server];
  const taskId = await create(clientOf(one), 'wait');
  const wire = wireOf(other);
  wire.ask('listen', 'subscriptions/listen', { notifications: { taskIds: [taskId] } });
  await wire.next();
  expect(await wire.next()).toMatchObject({ params: { status: 'working' } });
  store.delete(taskId);
  expect(await wire.next()).toMatchObject({
    params: { taskId, status: 'failed', error: { code: -32603, message: 'The task no longer exists' } },
  });
});

/** A client of revision 2025-11-25 that is asked questions. */
async function earlierClient(server: Server) {
  const wire = await openWire(server, '2025-11-25', { elicitation: {} }, { id: 'ada' });
  let id = 0;
  const receive = async (): Promise<Message> => {
    for (;;) {
      const message = (await wire.next()) as Message;
      if (message.method !== 'notifications/tasks/status') return message;
    }
  };
  return {
    wire,
    receive,
    ask: async (method: string, params: object): Promise<Message> => {
      wire.say(request(++id, method, params));
      return receive();
    },
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

async function createEarlier({ ask }: Awaited<ReturnType<typeof earlierClient>>, name: string): Promise<string> {
  const { result } = await ask('tools/call', { name, arguments: {}, task: {} });
  return (result as { readonly task: { readonly taskId: string } }).task.taskId;
}

test.each([
  ['answers', { result: ADA }, { result: { content: [{ text: 'Hello Ada' }] } }],
  ['refuses', { error: { code: -32050, message: 'Not today' } }, { result: { isError: true } }],
])('in revision 2025-11-25, a client at another process %s a question', async (_, answer, expected) => {
  const store = new MemoryTaskStore();
  const [here, there] = await Promise.all([store, store].map(async (one) => earlierClient(processWith(one).server)));
  const taskId = await createEarlier(here as Client, 'greet');
  const question = await (there as Client).ask('tasks/result', { taskId });
  expect(question).toMatchObject({ method: 'elicitation/create' });
  (there as Client).wire.say({ jsonrpc: '2.0', id: question.id, ...answer });
  expect(await (there as Client).receive()).toMatchObject(expected);
});

type Client = Awaited<ReturnType<typeof earlierClient>>;

test('in revision 2025-11-25, a task is cancelled at another process', async () => {
  const store = new MemoryTaskStore();
  const here = await earlierClient(processWith(store).server);
  const there = await earlierClient(processWith(store).server);
  const taskId = await createEarlier(here, 'wait');
  expect((await there.ask('tasks/cancel', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' });
});

test('in revision 2025-11-25, an answer beyond the limits of the caller is an error, and can be repeated', async () => {
  const errors: unknown[] = [];
  const server = serverWith({ maxKeptBytes: 20_000 }, (error) => errors.push(error));
  server.tool('keep', { task: { resume: true } }, async (_, { elicit }) => {
    const { content } = await elicit('name', { message: 'Who?', schema: SCHEMA });
    return `Kept ${content?.name.length}`;
  });
  const client = await earlierClient(server);
  const taskId = await createEarlier(client, 'keep');
  const answer = (id: number | undefined, length: number): void =>
    client.wire.say({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'x'.repeat(length) } } });
  answer((await client.ask('tasks/result', { taskId })).id, 50_000);
  expect((await client.receive()).error).toMatchObject({ code: -32603 });
  expect(errors).toEqual([expect.any(RangeError)]);
  answer((await client.ask('tasks/result', { taskId })).id, 10);
  expect(await client.receive()).toMatchObject({ result: { content: [{ text: 'Kept 10' }] } });
});

/** A memory store whose channel behaves differently. */
function storeWith(channel: TaskChannel | undefined): TaskStore {
  const store = new MemoryTaskStore();
  return {
    set: (record) => store.set(record),
    get: (id) => store.get(id),
    delete: (id) => store.delete(id),
    ...(channel && { channel }),
  };
}

test.each([
  ['has no channel', undefined, 'the task store has no channel to it', 0],
  [
    'has a channel that cannot be subscribed to',
    { publish: () => undefined, subscribe: () => Promise.reject(new Error('Subscribing failed')) },
    'the channel of the task store failed',
    2,
  ],
  [
    'has a channel that cannot be published to',
    { publish: () => Promise.reject(new Error('Publishing failed')), subscribe: () => () => undefined },
    'the channel of the task store failed',
    1,
  ],
])('a task of a process cannot be reached if the store %s', async (_, channel, why, failures) => {
  const store = storeWith(channel);
  const [one, other] = [processWith(store), processWith(store)];
  const [here, there] = [clientOf(one.server), clientOf(other.server)];
  const taskId = await create(here, 'greet');
  for (const [method, params] of [
    ['tasks/update', { taskId, inputResponses: { name: ADA } }],
    ['tasks/cancel', { taskId }],
  ] as const) {
    expect((await there(method, params)).error).toEqual({
      code: -32603,
      message: `The process that runs the task cannot be reached: ${why}. Try again, or route requests by the header Mcp-Name`,
    });
  }
  expect(other.errors).toHaveLength(failures === 0 ? 0 : 2);
  expect((await here('tasks/cancel', { taskId })).result).toBeDefined();
});

test('a process that does not reply is waited for, but not forever', async () => {
  stopClock();
  const store = storeWith({ publish: () => undefined, subscribe: () => () => undefined });
  const [here, there] = [clientOf(processWith(store).server), clientOf(processWith(store).server)];
  const taskId = await create(here, 'wait');
  const cancelled = there('tasks/cancel', { taskId });
  await vi.advanceTimersByTimeAsync(6_000);
  expect((await cancelled).error?.message).toContain('it did not reply');
});

test('a server that closes does not wait for the process that runs a task', async () => {
  const asked = vi.fn<() => void>();
  const store = storeWith({ publish: asked, subscribe: () => () => undefined });
  const [here, { server }] = [clientOf(processWith(store).server), processWith(store)];
  const { close } = await serveUntilEnd(server);
  const taskId = await create(here, 'wait');
  const cancelling = clientOf(server)('tasks/cancel', { taskId });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await close();
  expect((await cancelling).error?.message).toContain('cannot be reached: the server is closing');
});

test('a channel that fails later is reported: when a reply is sent, and when the subscription ends', async () => {
  const { channel } = new MemoryTaskStore();
  const failing: TaskChannel = {
    publish: (message) => {
      if ((message as { readonly type: string }).type === 'reply') return Promise.reject(new Error('No replies'));
      return channel.publish(message);
    },
    subscribe: (listener) => {
      void channel.subscribe(listener);
      return () => Promise.reject(new Error('Still subscribed'));
    },
  };
  const store = storeWith(failing);
  const [one, other] = [processWith(store), processWith(store)];
  const { close } = await serveUntilEnd(one.server);
  const taskId = await create(clientOf(one.server), 'wait');
  void clientOf(other.server)('tasks/cancel', { taskId }).catch(() => undefined);
  await expect.poll(() => one.errors).toMatchObject([{ message: 'No replies' }]);
  await close();
  expect(one.errors).toMatchObject([{ message: 'No replies' }, { message: 'Still subscribed' }]);
});

test('a server that was closed and serves again can be reached again', async () => {
  const store = new MemoryTaskStore();
  const { server } = processWith(store);
  const there = clientOf(processWith(store).server);
  const [near, far] = memoryPair();
  const running = server.serve({ transport: near });
  const { ask, next } = rawClient(new Wire(far));
  ask(1, 'tools/call', { name: 'wait', arguments: {} });
  await next();
  await running.close();
  const taskId = await create(clientOf(server), 'wait');
  expect(await there('tasks/cancel', { taskId })).toHaveProperty('result');
});

test('messages that are not commands are ignored', async () => {
  const store = new MemoryTaskStore();
  const one = processWith(store);
  const here = clientOf(one.server);
  const taskId = await create(here, 'greet');
  await until(here, taskId, 'input_required');
  for (const message of [
    [],
    { type: 'command' },
    { type: 'command', call: 'x', command: null },
    { type: 'command', call: 'x', command: { taskId, type: 'unknown' } },
    { type: 'command', call: 'x', command: { taskId, type: 'answer', answers: [], revision: 1 } },
    { type: 'command', call: 'x', command: { taskId, type: 'refuse', key: 'name', error: 'no' } },
    { type: 'command', call: 'x', command: { taskId: 'unknown', type: 'cancel' } },
    { type: 'reply', call: 'x', error: {} },
  ]) {
    await store.channel.publish(message);
  }
  expect((await here('tasks/get', { taskId })).result).toMatchObject({ status: 'input_required' });
  expect(one.errors).toEqual([]);
});
