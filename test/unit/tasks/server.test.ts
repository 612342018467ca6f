/** Tasks of a server in revision 2026-07-28, as a client sees them on the wire. */

import { getEventListeners } from 'node:events';
import { form, JsonRpcError, Server, ToolError, type LossListener } from '@mcp-gen/sdk';
import { createHandler, serveHttp } from '@mcp-gen/sdk/http';
import { MemoryTaskStore, tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { TestClock } from '@mcp-gen/sdk/testing';
import { MetaKey } from '@mcp-gen/runtime';
import { describe, expect, test, vi } from 'vitest';
import { deferred, notification } from '../runtime/support.js';
import { covers } from '../../support/covers.js';
import { openClient } from '../sdk/support.js';
import {
  clientOf,
  create,
  EXTENSION,
  SCHEMA,
  serverWith,
  storeLike,
  tasksOf,
  until,
  wireOf,
  withEnd,
  type Ask,
} from './support.js';
import { connectUntilEnd } from '../../support/untilEnd.js';
import { aborted } from '../../support/aborted.js';
import { stopClock } from '../../support/clock.js';

test('a tool runs as a task, and its result is fetched', async () => {
  const server = serverWith();
  server.tool('greet', { task: 'optional', input: SCHEMA }, async ({ name }, { progress }) => {
    progress(1, 2, 'half');
    await new Promise((resolve) => setTimeout(resolve, 10));
    return `Hello, ${name}!`;
  });
  const ask = clientOf(server);
  const { result } = await ask('server/discover');
  expect(result?.['capabilities']).toMatchObject({ extensions: { [EXTENSION]: {} } });
  const created = await ask('tools/call', { name: 'greet', arguments: { name: 'Ada' } });
  expect(created.result).toEqual({
    resultType: 'task',
    taskId: expect.stringMatching(/^[\w-]{32}$/) as unknown,
    status: 'working',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    lastUpdatedAt: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    ttlMs: 3_600_000,
    pollIntervalMs: 1_000,
    _meta: { [MetaKey.ServerInfo]: { name: 'jobs', version: '1.0.0' } },
  });
  const task = await until(ask, created.result?.['taskId'] as string, 'completed');
  expect(task).toMatchObject({
    resultType: 'complete',
    result: { resultType: 'complete', content: [{ type: 'text', text: 'Hello, Ada!' }] },
  });
});

test('questions of a task wait for their answers, which may come one by one', async () => {
  const server = serverWith();
  server.tool('pair', { task: 'required' }, async (_, { ask }) => {
    const { first, second } = await ask({
      first: form({ message: 'First?', schema: SCHEMA }),
      second: form({ message: 'Second?', schema: SCHEMA }),
    });
    return [first, second].map(({ action, content }) => `${action} ${content?.name}`).join(', ');
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'pair');
  const asked = await until(ask, taskId, 'input_required');
  expect(asked['inputRequests']).toMatchObject({
    first: { method: 'elicitation/create', params: { mode: 'form', message: 'First?' } },
    second: { method: 'elicitation/create', params: { mode: 'form', message: 'Second?' } },
  });
  const answer = (name: string): object => ({ action: 'accept', content: { name } });
  const invalid = await ask('tasks/update', { taskId, inputResponses: { first: { content: {} } } });
  expect(invalid.error?.code).toBe(-32602);
  const first = await ask('tasks/update', { taskId, inputResponses: { first: answer('a'), other: answer('x') } });
  expect(first.result).toEqual({ resultType: 'complete', _meta: expect.anything() as unknown });
  const left = await until(ask, taskId, 'input_required');
  expect(Object.keys(left['inputRequests'] as object)).toEqual(['second']);
  // The first answer counts.
  await ask('tasks/update', { taskId, inputResponses: { first: answer('changed'), second: answer('b') } });
  const done = await until(ask, taskId, 'completed');
  expect(done['result']).toMatchObject({ content: [{ type: 'text', text: 'accept a, accept b' }] });
});

test('a client that declares no tasks waits for the result, or is refused', async () => {
  const server = serverWith();
  server.tool('optional', { task: 'optional' }, (_, { signal }) => `${signal.aborted}`);
  server.tool('required', { task: 'required' }, () => 'never');
  const ask = clientOf(server);
  const { result } = await ask('tools/call', { name: 'optional' }, {});
  expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'false' }] });
  const taskId = await create(ask, 'required');
  for (const [method, params] of [
    ['tools/call', { name: 'required' }],
    ['tasks/get', { taskId }],
    ['tasks/cancel', { taskId }],
    ['tasks/update', { taskId, inputResponses: {} }],
    ['subscriptions/listen', { notifications: { taskIds: [taskId] } }],
  ] as const) {
    const { error } = await ask(method, params, {});
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } } });
  }
});

test('methods of the earlier tasks are unknown', async () => {
  const ask = clientOf(serverWith());
  for (const method of ['tasks/result', 'tasks/list'])
    expect((await ask(method, { taskId: 'x' })).error?.code).toBe(-32601);
});

test('what a tool fails with is its result, and an error of the protocol that of the task', async () => {
  const errors: unknown[] = [];
  const server = serverWith({}, (error) => errors.push(error));
  server.tool('told', { task: 'optional' }, () => {
    throw new ToolError('No such city');
  });
  server.tool('refused', { task: 'optional' }, () => {
    throw new JsonRpcError(-32050, 'Not today', { until: 'tomorrow' });
  });
  server.tool('broken', { task: 'optional', output: SCHEMA }, () => ({ name: 1 }) as never);
  const ask = clientOf(server);
  const told = await until(ask, await create(ask, 'told'), 'completed');
  expect(told['result']).toMatchObject({ isError: true, content: [{ text: 'No such city' }] });
  const refused = await until(ask, await create(ask, 'refused'), 'failed');
  expect(refused).toMatchObject({
    statusMessage: 'Not today',
    error: { code: -32050, message: 'Not today', data: { until: 'tomorrow' } },
  });
  expect(refused).not.toHaveProperty('result');
  const broken = await until(ask, await create(ask, 'broken'), 'completed');
  expect(broken['result']).toMatchObject({
    isError: true,
    content: [{ text: 'Tool "broken" failed with an internal error' }],
  });
  expect(errors).toHaveLength(1);
});

test('arguments that are not valid are told at once', async () => {
  const server = serverWith();
  server.tool('greet', { task: 'required', input: SCHEMA }, ({ name }) => name);
  const { result } = await clientOf(server)('tools/call', { name: 'greet', arguments: {} });
  expect(result).toMatchObject({ resultType: 'complete', isError: true });
});

test('a handler asks within the request first, and goes on as a task', async () => {
  let runs = 0;
  const server = serverWith();
  server.tool('greet', { output: SCHEMA }, async (_, { elicit, asTask }) => {
    const { content } = await elicit('name', { message: 'Who?', schema: SCHEMA });
    return asTask(
      async ({ progress, once, revision }) => {
        runs++;
        progress(1);
        return { name: await once('greeting', () => `${content?.name} ${revision}`) };
      },
      { ttl: 5_000, statusMessage: 'Thinking of you' },
    );
  });
  const ask = clientOf(server);
  const first = await ask('tools/call', { name: 'greet' });
  expect(first.result).toMatchObject({ resultType: 'input_required' });
  expect(first.result).not.toHaveProperty('taskId');
  const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } } };
  const { requestState } = first.result as { readonly requestState: string };
  const second = await ask('tools/call', { name: 'greet', inputResponses, requestState });
  expect(second.result).toMatchObject({ resultType: 'task', ttlMs: 5_000, statusMessage: 'Thinking of you' });
  const { result } = await until(ask, second.result?.['taskId'] as string, 'completed');
  expect(result).toMatchObject({ structuredContent: { name: 'Ada 2026-07-28' } });
  expect(runs).toBe(1);
  // Without tasks, all of it is done within the request.
  const elicitation = { form: {} };
  const asked = await ask('tools/call', { name: 'greet' }, { elicitation });
  const state = (asked.result as { readonly requestState: string }).requestState;
  const whole = await ask('tools/call', { name: 'greet', inputResponses, requestState: state }, { elicitation });
  expect(whole.result).toMatchObject({ resultType: 'complete', structuredContent: { name: 'Ada 2026-07-28' } });
});

test('tools with tasks need the extension', async () => {
  const plain = new Server({ name: 'plain', version: '1.0.0' }, { onError: () => undefined });
  expect(() => plain.tool('job', { task: 'optional' }, () => '')).toThrow(
    'The tool job needs tasks: new Server(info, { extensions: [tasks()] })',
  );
  expect(() => serverWith().tool('job', { task: 'always' as never }, () => '')).toThrow(
    'Invalid option "task" for the tool job: expected optional or required, got "always"',
  );
  for (const value of [0, Infinity]) {
    expect(() => tasks({ pollInterval: value })).toThrow('Invalid option "pollInterval" for tasks');
    expect(() => tasks({ ttl: value })).toThrow('Invalid option "ttl" for tasks');
  }
  const shared = { extensions: [tasks()] };
  const [one, other] = [1, 2].map((number) => {
    const server = withEnd(new Server({ name: 'shared', version: '1' }, shared));
    server.tool('job', { task: 'required' }, () => `${number}`);
    return clientOf(server);
  }) as [Ask, Ask];
  const taskId = await create(one, 'job');
  expect((await until(one, taskId, 'completed'))['result']).toMatchObject({ content: [{ text: '1' }] });
  expect((await other('tasks/get', { taskId })).error?.message).toMatch('Unknown task');
  plain.tool('job', {}, (_, { asTask }) => asTask(() => 'done'));
  const { result } = await clientOf(plain)('tools/call', { name: 'job' });
  expect(result).toMatchObject({ isError: true });
});

test('a task that is cancelled stops, and is cancelled only once', async () => {
  const stopped = vi.fn<(reason: unknown) => void>();
  const server = serverWith();
  server.tool('wait', { task: 'optional' }, (_, { signal }) =>
    aborted(signal, () => stopped((signal.reason as Error).name)),
  );
  server.tool('ask', { task: 'optional' }, async (_, { elicit }) => {
    await elicit('name', { message: 'Who?', schema: SCHEMA }).catch((error: unknown) =>
      stopped((error as Error).message),
    );
    return 'too late';
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'wait');
  await until(ask, taskId, 'working');
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (let n = 0; n < 2; n++) {
    expect((await ask('tasks/cancel', { taskId })).result).toEqual({
      resultType: 'complete',
      _meta: expect.anything() as unknown,
    });
  }
  const cancelled = await until(ask, taskId, 'cancelled');
  expect(cancelled).not.toHaveProperty('result');
  await expect.poll(() => stopped).toHaveBeenCalledWith('AbortError');
  const asking = await create(ask, 'ask');
  await until(ask, asking, 'input_required');
  await ask('tasks/cancel', { taskId: asking });
  expect(await until(ask, asking, 'cancelled')).not.toHaveProperty('inputRequests');
  await expect.poll(() => stopped).toHaveBeenCalledWith('The task has ended: cancelled');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await until(ask, asking, 'cancelled');
});

test('a request that is cancelled while its task is stored starts none', async () => {
  const store = new MemoryTaskStore();
  const { promise: written, resolve: write } = deferred();
  const creating = vi.fn<() => void>();
  const dropped = vi.fn<() => void>();
  const slow = storeLike(store, {
    delete: (id) => {
      dropped();
      store.delete(id);
    },
    set: async (record) => {
      creating();
      await written;
      store.set(record);
    },
  });
  const ran = vi.fn<() => string>(() => '');
  const server = serverWith({ store: slow, maxRunning: 1 });
  server.tool('job', { task: 'required' }, ran);
  const wire = wireOf(server);
  wire.ask(1, 'tools/call', { name: 'job' });
  await expect.poll(() => creating).toHaveBeenCalledTimes(1);
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  await wire.settled();
  write();
  await expect.poll(() => dropped).toHaveBeenCalledTimes(1);
  expect(store.size).toBe(0);
  expect(ran).not.toHaveBeenCalled();
  // It does not count for its caller, either.
  wire.ask(2, 'tools/call', { name: 'job' });
  expect(await wire.next()).toMatchObject({ id: 2, result: { resultType: 'task' } });
  await expect.poll(() => ran).toHaveBeenCalledTimes(1);
});

describe('a server that is closed', () => {
  test('tells handlers of tasks to stop, and its store that they have failed', async () => {
    const store = new MemoryTaskStore();
    const slow = storeLike(store, {
      set: async (record) => {
        await new Promise((resolve) => setImmediate(resolve));
        store.set(record);
      },
    });
    const server = serverWith({ store: slow });
    const stopped = vi.fn<(reason: unknown) => void>();
    server.tool('ask', { task: 'optional' }, async (_, { elicit, signal }) => {
      signal.addEventListener('abort', () => stopped((signal.reason as Error).message));
      await elicit('name', { message: 'Who?', schema: SCHEMA });
      return 'never';
    });
    const ask = clientOf(server);
    const [one, other] = [await serveHttp(server, { port: 0 }), await serveHttp(server, { port: 0 })];
    const taskId = await create(ask, 'ask');
    await until(ask, taskId, 'input_required');
    await one.close();
    // It is still served in another way.
    await until(ask, taskId, 'input_required');
    await other.close();
    expect(store.get(taskId)).toMatchObject({
      status: 'failed',
      error: { message: 'The server stopped while the task was running' },
    });
    expect(stopped.mock.calls).toEqual([['The server is closing']]);
    expect((await until(ask, taskId, 'failed'))['statusMessage']).toBe('The server stopped while the task was running');
  });

  test('leaves tasks that can be resumed to the next one, which goes on at once', async () => {
    const store = new MemoryTaskStore();
    const runs: unknown[] = [];
    const make = (): Server => {
      const server = serverWith({ store });
      server.tool('job', { task: { mode: 'required', resume: true }, input: SCHEMA }, async ({ name }, context) => {
        const { task, once, elicit, auth, client, signal } = context;
        runs.push([await once('first', () => runs.length), task?.checkpoint, auth, client.name]);
        const { content } = await elicit('last', { message: 'Last name?', schema: SCHEMA });
        if (task?.checkpoint === undefined) {
          await task?.save('asked');
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        }
        return `${name} ${content?.name}`;
      });
      return server;
    };
    const before = make();
    const service = await serveHttp(before, { port: 0 });
    const ada = clientOf(before, { id: 'ada', roles: ['all'] });
    const taskId = await create(ada, 'job', { name: 'Ada' });
    await until(ada, taskId, 'input_required');
    const inputResponses = { last: { action: 'accept', content: { name: 'Lovelace' } } };
    await ada('tasks/update', { taskId, inputResponses });
    await expect.poll(() => store.get(taskId)?.resumption?.checkpoint).toBe('asked');
    await service.close();
    expect(store.get(taskId)).toMatchObject({ status: 'working', aliveUntil: 0 });
    const after = clientOf(make(), { id: 'ada' });
    const { result } = await until(after, taskId, 'completed');
    expect(result).toMatchObject({ content: [{ text: 'Ada Lovelace' }] });
    expect(runs).toEqual([
      [0, undefined, { id: 'ada', roles: ['all'] }, 'alone'],
      [0, 'asked', { id: 'ada' }, 'alone'],
    ]);
    expect(store.get(taskId)).not.toHaveProperty('resumption');
  });
});

test('a task that was cancelled is not resumed if its store refuses to say so', async () => {
  const clock = new TestClock();
  const inner = new MemoryTaskStore();
  const refused = vi.fn<() => void>();
  let refuses = true;
  const store = storeLike(inner, {
    set: (record) => {
      if (!refuses || record.status !== 'cancelled') return inner.set(record);
      refused();
      return Promise.reject(new Error('The disk is full'));
    },
  });
  const errors: unknown[] = [];
  const server = serverWith({ store, clock, lease: 600 }, (error) => errors.push(error));
  const started = vi.fn<() => void>();
  server.tool('job', { task: { resume: true } }, (_, { signal }) => {
    started();
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('')));
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'job');
  await expect.poll(() => started).toHaveBeenCalled();
  await ask('tasks/cancel', { taskId });
  await expect.poll(() => refused).toHaveBeenCalled();
  await clock.advance(1_000);
  await until(ask, taskId, 'cancelled');
  expect(started).toHaveBeenCalledTimes(1);
  expect(errors[0]).toMatchObject({ message: 'The disk is full' });
  expect(inner.get(taskId)?.status).toBe('working');
  refuses = false;
  await clock.advance(200);
  await expect.poll(() => inner.get(taskId)?.status).toBe('cancelled');
});

test('a task that stops its process again and again is not resumed for ever', async () => {
  const store = new MemoryTaskStore();
  const started = vi.fn<() => void>();
  const make = (lease: number): Server => {
    const server = serverWith({ store, lease });
    server.tool('crash', { task: { resume: true } }, async (_, { signal }) => {
      started();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'never';
    });
    return server;
  };
  const first = await serveHttp(make(30_000), { port: 0 });
  const client = await connectUntilEnd(first.url, { revisions: ['2026-07-28'], extensions: [clientTasks()] });
  const { id = '' } = await tasksOf(client).start('crash');
  await expect.poll(() => started).toHaveBeenCalledTimes(1);
  await first.close();
  for (let run = 2; run <= 5; run++) {
    const next = await serveHttp(make(30_000), { port: 0 });
    await expect.poll(() => started).toHaveBeenCalledTimes(run);
    await next.close();
  }
  const last = clientOf(make(30_000));
  expect(await until(last, id, 'failed')).toMatchObject({
    statusMessage: 'The server stopped while the task was running',
  });
  expect(started).toHaveBeenCalledTimes(5);
});

test('a task whose arguments exceed what its caller may keep is not started', async () => {
  const errors: unknown[] = [];
  const started = vi.fn<() => string>(() => 'done');
  const server = serverWith({ maxKeptBytes: 10_000 }, (error) => errors.push(error));
  server.tool('job', { task: { mode: 'required', resume: true }, input: SCHEMA }, started);
  const ask = clientOf(server);
  const { error } = await ask('tools/call', { name: 'job', arguments: { name: 'x'.repeat(10_000) } });
  expect(error).toMatchObject({ code: -32603, message: 'The task could not be stored: try again later' });
  expect(errors.map(String)).toEqual(['RangeError: The arguments of the task exceed the limits of the caller']);
  expect(started).not.toHaveBeenCalled();
  await until(ask, await create(ask, 'job', { name: 'Ada' }), 'completed');
});

/** Stores tasks that another process runs, which has a lease of five seconds. */
function storeForeign(store: MemoryTaskStore, ids: readonly string[]): void {
  const now = Date.now();
  for (const id of ids) {
    store.set({
      id,
      owner: null,
      tool: 'job',
      status: 'working',
      createdAt: now,
      updatedAt: now,
      ttl: null,
      pollInterval: 1_000,
      aliveUntil: now + 5_000,
      resumption: {
        arguments: {},
        revision: '2026-07-28',
        client: { name: 'raw', version: '1.0.0', capabilities: {} },
        runs: 1,
      },
    });
  }
}

test('a task of another process is resumed when the lease of that process ends', async () => {
  stopClock();
  const inner = new MemoryTaskStore();
  const errors: unknown[] = [];
  let reads = 0;
  const store = storeLike(inner, {
    get: (id) => {
      if (id === 'f'.repeat(32) && ++reads > 1) throw new Error('The disk is gone');
      return inner.get(id);
    },
  });
  storeForeign(inner, ['a'.repeat(32), 'f'.repeat(32)]);
  const ran = vi.fn<() => string>(() => 'done');
  const server = serverWith({ store }, (error) => errors.push(error));
  server.tool('job', { task: { mode: 'required', resume: true } }, ran);
  clientOf(server);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ran).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toHaveBeenCalledTimes(1);
  expect(errors.map(String)).toEqual(['Error: The disk is gone']);
});

test('a server that was closed does not resume tasks of other processes', async () => {
  stopClock();
  const store = new MemoryTaskStore();
  storeForeign(store, ['a'.repeat(32)]);
  const ran = vi.fn<() => string>(() => 'done');
  const server = serverWith({ store });
  server.tool('job', { task: { mode: 'required', resume: true } }, ran);
  const handler = createHandler(server);
  await vi.advanceTimersByTimeAsync(1_000);
  await handler.close();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ran).not.toHaveBeenCalled();
});

test('what a task saves is limited, and JSON', async () => {
  const server = serverWith({ maxKeptBytes: 100_000 });
  const saved: unknown[] = [];
  const attempt = async (act: () => Promise<unknown> | undefined): Promise<void> => {
    saved.push(await Promise.resolve(act()).catch((error: unknown) => (error as Error).message));
  };
  server.tool('save', { task: { resume: true } }, async (_, { task, once }) => {
    await attempt(() => task?.save(() => 1));
    await attempt(() => task?.save('x'.repeat(65 * 1024)));
    await attempt(() => task?.save('x'.repeat(64 * 1024 - 2)));
    await attempt(() => once('much', () => 'x'.repeat(60_000)));
    saved.push(String(task?.checkpoint).length);
    return 'done';
  });
  server.tool('plain', { task: 'optional' }, async (_, { task }) => {
    await task?.save(1);
    return String(task?.checkpoint);
  });
  const ask = clientOf(server);
  await until(ask, await create(ask, 'save'), 'completed');
  expect(saved).toEqual([
    'A checkpoint must be JSON-serializable',
    'The checkpoint has 66562 bytes as JSON: at most 65536 are allowed',
    undefined,
    'The data of the task exceeds the limits of the caller',
    65_534,
  ]);
  const plain = await until(ask, await create(ask, 'plain'), 'completed');
  expect(plain['result']).toMatchObject({ content: [{ text: 'undefined' }] });
  expect(() => server.tool('wrong', { task: { resumes: true } as object }, () => '')).toThrow(
    'Unknown option "resumes" for the option task of the tool wrong',
  );
});

test('what a task saves is in the store when it has been saved', async () => {
  const store = new MemoryTaskStore();
  const written: unknown[] = [];
  const slow = storeLike(store, {
    set: async (record) => {
      await new Promise(setImmediate);
      store.set(record);
    },
  });
  const server = serverWith({ store: slow });
  server.tool('save', { task: { resume: true } }, async (_, { task }) => {
    for (const checkpoint of ['one', { two: 2 }]) {
      await task?.save(checkpoint);
      written.push(store.get(task?.id ?? '')?.resumption?.checkpoint);
    }
    return 'done';
  });
  const ask = clientOf(server);
  await until(ask, await create(ask, 'save'), 'completed');
  expect(written).toEqual(['one', { two: 2 }]);
});

test('a stream tells of the tasks that it follows', async () => {
  const server = serverWith();
  server.tool('greet', { task: 'optional' }, async (_, { elicit, progress }) => {
    progress(1, 2);
    const { content } = await elicit('name', { message: 'Who?', schema: SCHEMA });
    return `Hello, ${content?.name}!`;
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'greet');
  const wire = wireOf(server);
  wire.ask('listen', 'subscriptions/listen', { notifications: { taskIds: [taskId, 'x'.repeat(32), 'unknown'] } });
  const _meta = { [MetaKey.SubscriptionId]: 'listen' };
  expect(await wire.next()).toMatchObject({
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: { taskIds: [taskId] } },
  });
  const seen: unknown[] = [];
  for (;;) {
    const message = (await wire.next()) as { readonly method: string; readonly params: { readonly status: string } };
    expect(message).toMatchObject({ method: 'notifications/tasks', params: { taskId, _meta } });
    seen.push(message.params.status);
    if (message.params.status === 'input_required') {
      expect(message.params).toHaveProperty('inputRequests.name.method', 'elicitation/create');
      await ask('tasks/update', { taskId, inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } });
    }
    if (message.params.status !== 'completed') continue;
    expect(message.params).toMatchObject({ result: { content: [{ text: 'Hello, Ada!' }] } });
    break;
  }
  expect(seen).toEqual(expect.arrayContaining(['input_required', 'working', 'completed']));
});

test('a stream tells of the end of a task that comes while another is looked up', async () => {
  const inner = new MemoryTaskStore();
  const { promise: found, resolve: find } = deferred();
  const looked = deferred();
  let isSlow = false;
  const store = storeLike(inner, {
    get: async (id) => {
      if (isSlow) {
        looked.resolve();
        await found;
      }
      return inner.get(id);
    },
  });
  const server = serverWith({ store });
  const go = deferred();
  server.tool('soon', { task: 'optional' }, () => 'done');
  server.tool('later', { task: 'optional' }, async () => {
    await go.promise;
    return 'done';
  });
  const ask = clientOf(server);
  const ended = await create(ask, 'soon');
  await until(ask, ended, 'completed');
  const running = await create(ask, 'later');
  isSlow = true;
  const wire = wireOf(server);
  wire.ask('listen', 'subscriptions/listen', { notifications: { taskIds: [running, ended] } });
  await looked.promise;
  go.resolve();
  await expect.poll(() => inner.get(running)?.status).toBe('completed');
  await new Promise((resolve) => setImmediate(resolve));
  find();
  await wire.next();
  expect(await wire.next()).toMatchObject({ params: { taskId: running, status: 'completed' } });
});

test('questions leave no listeners on their signal after they were answered or timed out', async () => {
  const { signal } = new AbortController();
  const server = serverWith();
  server.tool('hurry', { task: 'optional' }, async (_, { ask }) => {
    const question = form({ message: 'Who?', schema: SCHEMA });
    await ask({ one: question, other: question }, { signal, timeout: 5 }).catch(() => undefined);
    return 'late';
  });
  server.tool('greet', { task: 'optional' }, async (_, { elicit }) => {
    const { action } = await elicit('who', { message: 'Who?', schema: SCHEMA }, { signal });
    return action;
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'greet');
  await until(ask, taskId, 'input_required');
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await ask('tasks/update', { taskId, inputResponses: { who: { action: 'decline' } } });
  await until(ask, taskId, 'completed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await until(ask, await create(ask, 'hurry'), 'completed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a question that waits too long, or is withdrawn, is no longer asked', async () => {
  const [timedOut, looked] = [deferred(), deferred()];
  const server = serverWith();
  server.tool('patience', { task: 'optional' }, async (_, { elicit, ask }) => {
    const question = { message: 'Who?', schema: SCHEMA } as const;
    const without = new AbortController();
    const unexplained = elicit('unexplained', question, { signal: without.signal, timeout: 0 });
    const late = await elicit('late', question, { timeout: 5 }).catch((error: unknown) => (error as Error).message);
    timedOut.resolve();
    await looked.promise;
    const withdrawn = new AbortController();
    const asking = ask({ one: form(question), other: form(question) }, { signal: withdrawn.signal });
    withdrawn.abort(new Error('Never mind'));
    without.abort('enough');
    const cause = await unexplained.catch(
      (error: unknown) => `${(error as Error).message}: ${String((error as Error).cause)}`,
    );
    const gone = await asking.catch((error: unknown) => (error as Error).message);
    const again = await elicit('one', question).catch((error: unknown) => (error as Error).message);
    return [late, cause, gone, again].map(String).join('; ');
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'patience');
  await timedOut.promise;
  const { inputRequests } = await until(ask, taskId, 'input_required');
  expect(Object.keys(inputRequests as object)).toEqual(['unexplained']);
  looked.resolve();
  const { result } = await until(ask, taskId, 'completed');
  expect(result).toMatchObject({
    content: [
      {
        text: 'Request timed out: no response to elicitation/create within 5 ms; The question was withdrawn: enough; Never mind; The key "one" is already in use: each question of a task needs a unique key',
      },
    ],
  });
});

test('what clients are told of progress is one line of text', async () => {
  const server = serverWith();
  server.tool('count', { task: 'optional' }, async (_, { progress, signal }) => {
    progress(1, 3);
    progress(2, 3, `Two\n\u001b[31mof three${'.'.repeat(2_000)}`);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return '';
  });
  const ask = clientOf(server);
  const taskId = await create(ask, 'count');
  await vi.waitFor(async () => {
    const message = (await ask('tasks/get', { taskId })).result?.['statusMessage'] as string;
    expect(message).toMatch(/^Two of three\.+…$/);
    expect(message).toHaveLength(1_000);
  });
  await ask('tasks/cancel', { taskId });
});

test.each([
  ['2024-11-05', false],
  ['2025-03-26', false],
  ['2025-06-18', false],
  ['2025-11-25', true],
  // A list may depend on the authorization of a request only, so clients without the extension see the tool, too.
  ['2026-07-28', true],
] as const)('in %s, a tool that requires a task is listed: %s', async (revision, isListed) => {
  covers('tools-list-independent');
  const onLoss = vi.fn<LossListener>();
  const server = withEnd(new Server({ name: 'jobs', version: '1.0.0' }, { extensions: [tasks()], onLoss }));
  const only = server.tool('only', { task: 'required' }, () => 'done');
  server.tool('secret', { task: 'required', access: () => false }, () => 'done');
  server.tool('may', { task: 'optional' }, () => 'done');
  server.tool('plain', {}, () => 'done');
  const client = await openClient(server, { revision });
  const { tools } = (await client.request('tools/list')) as { readonly tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(isListed ? ['only', 'may', 'plain'] : ['may', 'plain']);
  const loss = { pointer: '/tools', what: 'a tool that requires a task' };
  const losses = isListed ? [] : [[loss, { method: 'tools/list', revision, target: 'only' }]];
  expect(onLoss.mock.calls).toEqual(losses);
  // Told once for each tool, and again after a change of it.
  await client.request('tools/list');
  expect(onLoss.mock.calls).toEqual(losses);
  only.update({ description: 'the only one' });
  await client.request('tools/list');
  expect(onLoss.mock.calls).toEqual([...losses, ...losses]);
  await expect(client.request('tools/call', { name: 'only' })).rejects.toMatchObject({
    code: revision === '2026-07-28' ? -32021 : -32601,
  });
});
