/** Tasks of revision 2025-11-25 with the official SDK: its client with our server, and our client with its server. */

import { memoryPair, type Receiver, type Transport } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { Client as OfficialClient } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport as OfficialTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  ElicitResultSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { covers } from '../support/covers.js';
import { deferred } from '../unit/runtime/support.js';
import { tasksOf } from '../unit/tasks/support.js';
import { withEnd } from '../unit/tasks/support.js';

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

/** Options of a request that belongs to a task, which the types of the SDK leave out. */
function related(taskId: string): object {
  return { relatedTask: { taskId } };
}

/** The end of a transport of ours, as the official SDK takes it. */
function officialEnd(transport: Transport): OfficialTransport {
  const end: OfficialTransport = {
    start: () => {
      const receiver: Receiver = {
        message: (message: unknown) => end.onmessage?.(message as never),
        malformed: (error) => end.onerror?.(error),
        failed: (_, cause) => end.onerror?.(cause),
        ended: () => undefined,
        closed: () => end.onclose?.(),
      };
      void transport.start(receiver);
      return Promise.resolve();
    },
    send: async (message) => {
      await transport.send(message);
    },
    close: async () => {
      await transport.close();
    },
  };
  return end;
}

test('the official client has tasks run by our server, answers their questions, lists, and cancels them', async () => {
  const server = withEnd(new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks({ pollInterval: 20 })] }));
  server.tool('greet', { task: 'optional', input: SCHEMA }, async ({ name }, { elicit }) => {
    const { content } = await elicit('last', { message: 'Last name?', schema: SCHEMA });
    return `Hello, ${name} ${content?.name}!`;
  });
  server.tool('only', { task: 'required' }, () => new Promise<string>(() => undefined));
  server.tool('plain', {}, () => 'plain');
  const [near, far] = memoryPair();
  const running = server.serve({ transport: near });
  const client = new OfficialClient(
    { name: 'official', version: '1.0.0' },
    { capabilities: { elicitation: {}, tasks: { requests: { elicitation: { create: {} } } } } },
  );
  const related: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    related.push(params._meta?.['io.modelcontextprotocol/related-task']);
    return { action: 'accept', content: { name: 'Lovelace' } };
  });
  await client.connect(officialEnd(far));
  onTestFinished(async () => {
    await client.close();
    await running.close();
  });
  expect(client.getServerCapabilities()?.tasks).toEqual({ list: {}, cancel: {}, requests: { tools: { call: {} } } });
  const { tools } = await client.listTools();
  expect(tools.map(({ execution }) => execution?.taskSupport)).toEqual(['optional', 'required', undefined]);

  const params = { name: 'greet', arguments: { name: 'Ada' } };
  const seen: unknown[] = [];
  let taskId = '';
  for await (const message of client.experimental.tasks.callToolStream(params, CallToolResultSchema, {
    task: { ttl: 5_000 },
  })) {
    seen.push(message.type);
    if (message.type === 'taskCreated') {
      ({ taskId } = message.task);
      expect(message.task).toMatchObject({ status: 'working', ttl: 5_000, pollInterval: 20 });
    }
    if (message.type === 'error') throw message.error;
    if (message.type !== 'result') continue;
    expect(message.result).toMatchObject({
      content: [{ type: 'text', text: 'Hello, Ada Lovelace!' }],
      _meta: { 'io.modelcontextprotocol/related-task': { taskId } },
    });
  }
  expect(seen).toEqual(expect.arrayContaining(['taskCreated', 'result']));
  expect(related).toEqual([{ taskId }]);
  expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ taskId, status: 'completed' });
  expect((await client.experimental.tasks.listTasks()).tasks.map((task) => task.taskId)).toEqual([taskId]);
  await expect(client.experimental.tasks.cancelTask(taskId)).rejects.toMatchObject({ code: -32602 });

  const only = await client.request(
    { method: 'tools/call', params: { name: 'only', task: {} } },
    CreateTaskResultSchema,
  );
  const cancelled = await client.experimental.tasks.cancelTask(only.task.taskId);
  expect(cancelled.status).toBe('cancelled');
  await expect(
    client.request({ method: 'tools/call', params: { name: 'only' } }, CallToolResultSchema),
  ).rejects.toMatchObject({ code: -32601 });
  await expect(
    client.request({ method: 'tools/call', params: { name: 'plain', task: {} } }, CreateTaskResultSchema),
  ).rejects.toMatchObject({ code: -32601 });
});

test('our client has tasks run by the official server, and answers their questions', async () => {
  covers('tasks-tool-required', 'tasks-input-result', 'tasks-notification-optional');
  const store = new InMemoryTaskStore();
  const server = new McpServer(
    { name: 'official', version: '1.0.0' },
    {
      capabilities: { tools: {}, tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: store,
      taskMessageQueue: new InMemoryTaskMessageQueue(),
    },
  );
  server.experimental.tasks.registerToolTask(
    'greet',
    { description: 'Greets', inputSchema: { name: z.string() }, execution: { taskSupport: 'required' } },
    {
      createTask: async ({ name }, { taskStore, sendRequest }) => {
        const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 20 });
        void (async () => {
          const request = {
            method: 'elicitation/create',
            params: { message: 'Last name?', requestedSchema: SCHEMA },
          } as const;
          await new Promise((resolve) => setTimeout(resolve, 20));
          await taskStore.updateTaskStatus(task.taskId, 'input_required');
          const { content } = await sendRequest(request as never, ElicitResultSchema, related(task.taskId));
          await taskStore.storeTaskResult(task.taskId, 'completed', {
            content: [{ type: 'text', text: `Hello, ${name} ${String(content?.['name'])}!` }],
          });
        })();
        return { task };
      },
      getTask: (_, { taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: async (_, { taskId, taskStore }) => (await taskStore.getTaskResult(taskId)) as CallToolResult,
    },
  );
  const [near, far] = memoryPair();
  const end = officialEnd(near);
  const send = end.send.bind(end);
  const kept: unknown[] = [];
  // No notification of a status reaches the client.
  end.send = async (message) => {
    if ('method' in message && message.method === 'notifications/tasks/status') kept.push(message);
    else await send(message);
  };
  await server.connect(end);
  const client = await connect(far, {
    extensions: [clientTasks()],
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Lovelace' } }) },
  });
  onTestFinished(async () => {
    await client.close();
    await server.close();
    store.cleanup();
  });
  expect(client.revision).toBe('2025-11-25');
  expect((await client.callTool('greet', { name: 'Ada' })).text).toBe('Hello, Ada Lovelace!');
  const detached = await tasksOf(client).start('greet', { name: 'Grace' });
  expect((await detached.result()).text).toBe('Hello, Grace Lovelace!');
  expect(await detached.status()).toMatchObject({ status: 'completed' });
  expect(kept).not.toEqual([]);
});

test('the official server has our client answer forms and sampling as tasks', async () => {
  covers('tasks-capability');
  const [near, far] = memoryPair();
  const { server } = new McpServer({ name: 'official', version: '1.0.0' }, { capabilities: {} });
  await server.connect(officialEnd(near));
  const { promise: answered, resolve: answer } = deferred();
  const client = await connect(far, {
    revisions: ['2025-11-25'],
    extensions: [clientTasks()],
    elicitation: {
      form: async ({ message }) => {
        await answered;
        return { action: 'accept', content: { name: message } };
      },
    },
    sampling: { model: () => ({ role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' }) },
  });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  expect(server.getClientCapabilities()?.tasks).toEqual({
    list: {},
    cancel: {},
    requests: { elicitation: { create: {} }, sampling: { createMessage: {} } },
  });
  const { experimental } = server;
  const seen: string[] = [];
  const asked = experimental.tasks.elicitInputStream(
    { mode: 'form', message: 'Ada', requestedSchema: SCHEMA as never },
    { task: { ttl: 5_000 } },
  );
  for await (const message of asked) {
    seen.push(message.type);
    if (message.type === 'taskCreated') {
      expect(message.task).toMatchObject({ status: 'working', ttl: 5_000 });
      expect((await experimental.tasks.listTasks()).tasks).toMatchObject([{ taskId: message.task.taskId }]);
      answer();
    }
    if (message.type === 'error') throw message.error;
    if (message.type === 'result') expect(message.result).toMatchObject({ action: 'accept', content: { name: 'Ada' } });
  }
  expect(seen).toEqual(expect.arrayContaining(['taskCreated', 'result']));
  const content = { type: 'text', text: 'Say hi' } as const;
  const written = experimental.tasks.createMessageStream(
    { messages: [{ role: 'user', content }], maxTokens: 10 },
    { task: {} },
  );
  const ends: unknown[] = [];
  for await (const message of written) if (message.type === 'result') ends.push(message.result.content);
  expect(ends).toEqual([{ type: 'text', text: 'Hi' }]);
});

test('our server has the official client answer forms as tasks', async () => {
  const server = withEnd(new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks()] }));
  server.tool('greet', {}, async (_, { elicit }) => {
    const { content } = await elicit('last', { message: 'Last name?', schema: SCHEMA }, { task: true });
    return `Hello, ${content?.name}!`;
  });
  const [near, far] = memoryPair();
  const running = server.serve({ transport: near });
  const store = new InMemoryTaskStore();
  const client = new OfficialClient(
    { name: 'official', version: '1.0.0' },
    {
      capabilities: { elicitation: {}, tasks: { list: {}, cancel: {}, requests: { elicitation: { create: {} } } } },
      taskStore: store,
    },
  );
  const asked: unknown[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { taskStore }) => {
    asked.push(params.task);
    const task = await taskStore?.createTask({ ttl: 5_000, pollInterval: 20 });
    if (task === undefined) throw new Error('no store');
    const result = { action: 'accept', content: { name: 'Lovelace' } };
    setTimeout(() => void taskStore?.storeTaskResult(task.taskId, 'completed', result), 50);
    return { task };
  });
  await client.connect(officialEnd(far));
  onTestFinished(async () => {
    await client.close();
    await running.close();
    store.cleanup();
  });
  const { content } = await client.callTool({ name: 'greet' });
  expect(content).toEqual([{ type: 'text', text: 'Hello, Lovelace!' }]);
  expect(asked).toEqual([{ ttl: 3_600_000 }]);
});
