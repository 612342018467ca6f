/** Tasks of a server in revision 2026-07-28, as a client sees them on the wire. */

import { form, JsonRpcError, Server, ToolError } from '@mcp-gen/sdk';
import { tasks } from '@mcp-gen/sdk/tasks';
import { MetaKey } from '@mcp-gen/runtime';
import { expect, test, vi } from 'vitest';
import { clientOf, create, EXTENSION, serverWith, until, wireOf } from './support.js';

const SCHEMA = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

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
  const missing = {
    code: -32021,
    data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } },
  };
  expect((await ask('tools/call', { name: 'required' }, {})).error).toMatchObject(missing);
  const taskId = await create(ask, 'required');
  for (const method of ['tasks/get', 'tasks/cancel'])
    expect((await ask(method, { taskId }, {})).error).toMatchObject(missing);
  expect((await ask('tasks/update', { taskId, inputResponses: {} }, {})).error).toMatchObject(missing);
  const listen = { notifications: { taskIds: [taskId] } };
  expect((await ask('subscriptions/listen', listen, {})).error).toMatchObject(missing);
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
  const { elicitation } = { elicitation: { form: {} } };
  const asked = await ask('tools/call', { name: 'greet' }, { elicitation });
  const state = (asked.result as { readonly requestState: string }).requestState;
  const whole = await ask('tools/call', { name: 'greet', inputResponses, requestState: state }, { elicitation });
  expect(whole.result).toMatchObject({ resultType: 'complete', structuredContent: { name: 'Ada 2026-07-28' } });
});

test('tools with tasks need the option tasks', async () => {
  const plain = new Server({ name: 'plain', version: '1.0.0' }, { onError: () => undefined });
  expect(() => plain.tool('job', { task: 'optional' }, () => '')).toThrow(
    'The tool job needs tasks: new Server(info, { tasks: tasks() })',
  );
  expect(() => serverWith().tool('job', { task: 'always' as never }, () => '')).toThrow(
    'Invalid option "task" for the tool job: expected optional or required, got "always"',
  );
  expect(() => tasks({ pollInterval: 0 })).toThrow('Invalid option "pollInterval" for tasks');
  expect(() => new Server({ name: 'x', version: '1' }, { tasks: {} as never })).toThrow('must have the method attach');
  plain.tool('job', {}, (_, { asTask }) => asTask(() => 'done'));
  const { result } = await clientOf(plain)('tools/call', { name: 'job' });
  expect(result).toMatchObject({ isError: true });
});

test('a task that is cancelled stops, and is cancelled only once', async () => {
  const stopped = vi.fn<(reason: unknown) => void>();
  const server = serverWith();
  server.tool('wait', { task: 'optional' }, (_, { signal }) => {
    return new Promise<string>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped((signal.reason as Error).name);
        reject(signal.reason as Error);
      });
    });
  });
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
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledWith('AbortError'));
  const asking = await create(ask, 'ask');
  await until(ask, asking, 'input_required');
  await ask('tasks/cancel', { taskId: asking });
  expect(await until(ask, asking, 'cancelled')).not.toHaveProperty('inputRequests');
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledWith('The task has ended: cancelled'));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await until(ask, asking, 'cancelled');
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

test('a question that waits too long, or is withdrawn, is no longer asked', async () => {
  const server = serverWith();
  server.tool('patience', { task: 'optional' }, async (_, { elicit, ask }) => {
    const question = { message: 'Who?', schema: SCHEMA } as const;
    const late = await elicit('late', question, { timeout: 5 }).catch((error: unknown) => (error as Error).message);
    const withdrawn = new AbortController();
    const asking = ask({ one: form(question), other: form(question) }, { signal: withdrawn.signal });
    withdrawn.abort(new Error('Never mind'));
    const gone = await asking.catch((error: unknown) => (error as Error).message);
    const again = await elicit('one', question).catch((error: unknown) => (error as Error).message);
    return [late, gone, again].map(String).join('; ');
  });
  const ask = clientOf(server);
  const { result } = await until(ask, await create(ask, 'patience'), 'completed');
  expect(result).toMatchObject({
    content: [
      {
        text: 'No answer to elicitation/create within 5 ms; Never mind; The key "one" has been used already: each question of a task needs its own',
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
