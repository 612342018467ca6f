/** Tasks of a server in revision 2025-11-25, as a client sees them on the wire. */

import { JsonRpcError, ToolError, type Server } from '@mcp-gen/sdk';
import { MemoryTaskStore, type TaskRecord, type TasksOptions } from '@mcp-gen/sdk/tasks';
import { TestClock } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { EarlierTasks } from '../../../sdk/src/tasks/earlierTasks.js';
import { RunningTask } from '../../../sdk/src/tasks/runningTask.js';
import { covers } from '../../support/covers.js';
import { heldBytes } from '../../support/heap.js';
import { deferred, request } from '../runtime/support.js';
import { SCHEMA, serverWith, storeLike } from './support.js';
import { openWire } from '../sdk/support.js';
import { aborted } from '../../support/aborted.js';

const RELATED = 'io.modelcontextprotocol/related-task';
const RECORD: TaskRecord = {
  id: 'x'.repeat(32),
  owner: null,
  tool: 'job',
  status: 'working',
  createdAt: 0,
  updatedAt: 0,
  ttl: null,
  pollInterval: 1_000,
  aliveUntil: 0,
};

function jobs(options: TasksOptions = {}, report: (error: unknown) => void = () => undefined): Server {
  const server = serverWith(options, report);
  server.tool('say', { task: 'optional' }, () => 'said');
  server.tool('fail', { task: 'optional' }, () => {
    throw new ToolError('It broke');
  });
  server.tool('refuse', { task: 'required' }, () => {
    throw new JsonRpcError(-32050, 'Not today');
  });
  server.tool('plain', {}, () => 'plain');
  server.tool('wait', { task: 'optional' }, (_, { signal }) => aborted(signal).catch(() => 'too late'));
  server.tool('ask', { task: 'optional', input: SCHEMA }, async ({ name }, { elicit }) => {
    const { content } = await elicit('last', { message: 'Last name?', schema: SCHEMA });
    return `${name} ${content?.name}`;
  });
  return server;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The id of the task that a call was answered with. */
function idIn({ result = {} }: Message): string {
  return (result['task'] as { readonly taskId: string }).taskId;
}

async function clientOf(server: Server) {
  const wire = await openWire(server, '2025-11-25', { elicitation: {} });
  const told: Message[] = [];
  let id = 0;
  const receive = async (): Promise<Message> => {
    for (;;) {
      const message = (await wire.next()) as Message;
      if (message.method === undefined || message.id !== undefined) return message;
      told.push(message);
    }
  };
  const say = (method: string, params: object): number => {
    wire.say(request(++id, method, params));
    return id;
  };
  const ask = async (method: string, params: object): Promise<Message> => {
    say(method, params);
    return receive();
  };
  const create = async (name: string, args: object = {}): Promise<string> => {
    return idIn(await ask('tools/call', { name, arguments: args, task: {} }));
  };
  return { wire, told, say, ask, create, receive };
}

test('a call becomes a task if it asks for one, and the tool has said so', async () => {
  covers('tasks-tool-forbidden-refused', 'tasks-tool-required-refused', 'tasks-created-result', 'tasks-begin-working');
  covers('tasks-id-by-receiver', 'tasks-created-soon', 'tasks-error-message');
  const { ask, create } = await clientOf(jobs({ ttl: 60_000 }));
  const created = await ask('tools/call', { name: 'wait', task: { ttl: 5_000 } });
  expect(created.result).toEqual({
    task: {
      taskId: expect.stringMatching(/^[\w-]{32}$/) as unknown,
      status: 'working',
      createdAt: expect.stringMatching(/Z$/) as unknown,
      lastUpdatedAt: expect.stringMatching(/Z$/) as unknown,
      ttl: 5_000,
      pollInterval: 1_000,
    },
  });
  const longer = await ask('tools/call', { name: 'say', task: { ttl: 1e9 } });
  expect(longer.result?.['task']).toMatchObject({ ttl: 60_000 });
  expect((await ask('tools/call', { name: 'plain', task: {} })).error).toMatchObject({
    code: -32601,
    message: 'The tool does not support tasks: call it without a task',
  });
  expect((await ask('tools/call', { name: 'refuse' })).error).toMatchObject({
    code: -32601,
    message: 'The tool requires a task: call it as a task',
  });
  expect((await ask('tools/call', { name: 'say' })).result).toMatchObject({ content: [{ text: 'said' }] });
  expect(await create('say')).not.toBe(await create('say'));
});

test('a task tells when it was made, and when it last changed', async () => {
  covers('tasks-created-at', 'tasks-updated-at');
  const clock = new TestClock();
  const go = deferred<string>();
  const server = serverWith({ clock }, () => undefined);
  server.tool('later', { task: 'required' }, () => go.promise);
  const { ask, create } = await clientOf(server);
  const made = new Date(clock.now()).toISOString();
  const taskId = await create('later');
  await clock.advance(5_000);
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ createdAt: made, lastUpdatedAt: made });
  go.resolve('done');
  await ask('tasks/result', { taskId });
  const changed = new Date(clock.now()).toISOString();
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ createdAt: made, lastUpdatedAt: changed });
  expect(changed).not.toBe(made);
});

test('the result is what the call would have given, error included', async () => {
  covers('tasks-result-final', 'tasks-result-waits', 'tasks-result-related', 'tasks-failed-message');
  covers('tasks-failed-error', 'tasks-completed-result', 'tasks-id-parameter', 'tasks-related-left-out');
  const { ask, create, say, receive, told } = await clientOf(jobs());
  const said = await create('say');
  // Not the task that is meant.
  const _meta = { [RELATED]: { taskId: said } };
  expect((await ask('tasks/result', { taskId: said, _meta: { [RELATED]: { taskId: 'other' } } })).result).toEqual({
    content: [{ type: 'text', text: 'said' }],
    _meta: { [RELATED]: { taskId: said } },
  });
  const failed = await create('fail');
  expect((await ask('tasks/result', { taskId: failed })).result).toMatchObject({ isError: true });
  expect((await ask('tasks/get', { taskId: failed, _meta })).result).toMatchObject({
    taskId: failed,
    status: 'failed',
  });
  const refused = await create('refuse');
  expect((await ask('tasks/result', { taskId: refused })).error).toMatchObject({ code: -32050, message: 'Not today' });
  const { result } = await ask('tasks/get', { taskId: refused });
  expect(result).toMatchObject({ status: 'failed', statusMessage: 'Not today' });
  expect(result).not.toHaveProperty('_meta');
  const waiting = await create('wait');
  const id = say('tasks/result', { taskId: waiting });
  expect((await ask('tasks/get', { taskId: waiting })).result).toMatchObject({ status: 'working' });
  say('tasks/cancel', { taskId: waiting, _meta });
  const both = [await receive(), await receive()];
  const cancelled = both.find((each) => each.id !== id)?.result;
  expect(cancelled).toMatchObject({ taskId: waiting, status: 'cancelled' });
  expect(cancelled).not.toHaveProperty('_meta');
  expect(JSON.stringify((await ask('tasks/list', {})).result)).not.toContain('_meta');
  expect(both.find((each) => each.id === id)?.error?.message).toBe('The task has no result: its status is cancelled');
  const notifications = told.filter(({ params }) => params?.['taskId'] === said);
  expect(notifications).toMatchObject([{ method: 'notifications/tasks/status', params: { status: 'completed' } }]);
  expect(notifications[0]?.params).not.toHaveProperty('_meta');
  covers('tasks-notification-metadata');
});

test('a client that has gone is told nothing more, and nobody waits for it', async () => {
  const errors: unknown[] = [];
  const store = new MemoryTaskStore();
  const { promise: found, resolve: find } = deferred();
  let isSlow = false;
  const slow = storeLike(store, {
    get: async (id) => {
      if (isSlow) await found;
      return store.get(id);
    },
  });
  const go = deferred();
  const server = jobs({ store: slow }, (error) => errors.push(error));
  server.tool('later', { task: 'optional' }, async (_, { progress, log }) => {
    await go.promise;
    progress(1, 2, 'Nobody is told');
    log.error('Nobody reads this');
    return 'done';
  });
  const { create, ask, say, wire } = await clientOf(server);
  const [later, said] = [await create('later'), await create('say')];
  await expect
    .poll(async () => (await ask('tasks/get', { taskId: said })).result)
    .toMatchObject({ status: 'completed' });
  isSlow = true;
  say('tasks/result', { taskId: said });
  wire.close();
  await new Promise((resolve) => setImmediate(resolve));
  find();
  go.resolve();
  await expect.poll(() => store.get(later)?.status).toBe('completed');
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toEqual([]);
});

test('progress is told under the token of the call, until the task has ended', async () => {
  covers('progress-task-token', 'progress-task-stops');
  const server = jobs();
  const go = deferred();
  const report = vi.fn<(progress: number) => void>();
  server.tool('count', { task: 'optional' }, async (_, { progress }) => {
    report.mockImplementation(progress);
    await go.promise;
    progress(1, 3, 'One');
    // Too soon for a report of its own.
    progress(2, 3, 'Two');
    return 'done';
  });
  const { ask, told } = await clientOf(server);
  const created = await ask('tools/call', { name: 'count', task: {}, _meta: { progressToken: 'mine' } });
  const taskId = idIn(created);
  go.resolve();
  expect((await ask('tasks/result', { taskId })).result).toMatchObject({ content: [{ text: 'done' }] });
  const reports = (): Message[] => told.filter(({ method }) => method === 'notifications/progress');
  expect(reports().map(({ params }) => params)).toEqual([
    { progressToken: 'mine', progress: 1, total: 3, message: 'One', _meta: { [RELATED]: { taskId } } },
  ]);
  await new Promise((resolve) => setTimeout(resolve, 110));
  report(3);
  await ask('tasks/get', { taskId });
  expect(reports()).toHaveLength(1);
});

test('what a task tells its client names the task', async () => {
  covers('tasks-related');
  const server = jobs();
  server.tool('talk', { task: 'optional' }, async (_, { progress, log, notify }) => {
    progress(1, 2, 'Half');
    log.error('Something broke');
    await notify('notifications/message', { level: 'error', data: 'It', _meta: { [RELATED]: { taskId: 'other' } } });
    return 'done';
  });
  const { ask, told } = await clientOf(server);
  const taskId = idIn(await ask('tools/call', { name: 'talk', task: {}, _meta: { progressToken: 'mine' } }));
  await ask('tasks/result', { taskId });
  const messages = told.filter(({ method }) => method !== 'notifications/tasks/status');
  const logged = 'notifications/message';
  expect(messages.map(({ method }) => method)).toEqual(['notifications/progress', logged, logged]);
  for (const { params } of messages) expect(params?.['_meta']).toEqual({ [RELATED]: { taskId } });
});

test('tasks of a session that stays open do not stay in memory', async () => {
  const clock = new TestClock();
  const inner = new MemoryTaskStore();
  const records: WeakRef<TaskRecord>[] = [];
  const store = storeLike(inner, {
    set: (record) => {
      records.push(new WeakRef(record));
      inner.set(record);
    },
  });
  const { ask, create } = await clientOf(jobs({ store, clock, ttl: 60_000 }));
  for (let count = 0; count < 20; count++) await ask('tasks/result', { taskId: await create('say') });
  await clock.advance(70_000);
  expect(inner.size).toBe(0);
  const left = async (): Promise<number> => {
    await heldBytes();
    return records.filter((record) => record.deref() !== undefined).length;
  };
  // The last of them may still be on the stack.
  await expect.poll(left).toBeLessThan(records.length / 4);
});

test('a client that goes while its task is looked up does not wait for it', async () => {
  const { promise: found, resolve: find } = deferred<TaskRecord>();
  const task = new RunningTask(RECORD, { now: Date.now, fits: () => true, onChange: () => undefined });
  const listen = vi.spyOn(task, 'listen');
  const earlier = new EarlierTasks({ find: () => found, ongoing: () => task, idsOf: () => [], cancel: () => RECORD });
  const stop = new AbortController();
  const waiting = earlier.result({ taskId: RECORD.id }, { signal: stop.signal });
  stop.abort(new Error('The client has gone'));
  find(RECORD);
  await expect(waiting).rejects.toThrow('The client has gone');
  expect(listen).not.toHaveBeenCalled();
});

test('a question is a request that names its task, while the result is waited for', async () => {
  covers('tasks-input-required', 'tasks-input-related', 'tasks-input-received', 'tasks-related-shared');
  covers('tasks-transitions');
  const { ask, create, say, receive, wire, told } = await clientOf(jobs());
  const taskId = await create('ask', { name: 'Ada' });
  await expect
    .poll(async () => (await ask('tasks/get', { taskId })).result)
    .toMatchObject({ status: 'input_required' });
  say('tasks/result', { taskId });
  const question = await receive();
  expect(question).toMatchObject({
    method: 'elicitation/create',
    params: { message: 'Last name?', _meta: { [RELATED]: { taskId } } },
  });
  wire.say({ jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: { name: 'Lovelace' } } });
  expect((await receive()).result).toMatchObject({ content: [{ text: 'Ada Lovelace' }] });
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'completed' });
  const statuses = told.map(({ method, params }) => [method, params?.['status']]);
  const changed = 'notifications/tasks/status';
  expect(statuses).toEqual([
    [changed, 'input_required'],
    [changed, 'working'],
    [changed, 'completed'],
  ]);
});

test('a question that comes while another one is open is asked as well, and each of them once', async () => {
  const server = jobs();
  const isAsked = deferred();
  server.tool('two', { task: 'optional' }, async (_, { elicit }) => {
    const first = elicit('first', { message: 'First name?', schema: SCHEMA });
    await isAsked.promise;
    const answers = [await elicit('last', { message: 'Last name?', schema: SCHEMA }), await first];
    return answers.map(({ content }) => content?.name).join(', ');
  });
  const { create, say, receive, wire } = await clientOf(server);
  const taskId = await create('two');
  say('tasks/result', { taskId });
  const first = await receive();
  isAsked.resolve();
  const last = await receive();
  expect([first, last]).toMatchObject([{ params: { message: 'First name?' } }, { params: { message: 'Last name?' } }]);
  for (const [{ id }, name] of [
    [last, 'Lovelace'],
    [first, 'Ada'],
  ] as const)
    wire.say({ jsonrpc: '2.0', id, result: { action: 'accept', content: { name } } });
  expect((await receive()).result).toMatchObject({ content: [{ text: 'Lovelace, Ada' }] });
});

test('a task is cancelled at once and for good', async () => {
  covers('tasks-cancel-final', 'tasks-cancel-stops', 'tasks-cancel-status', 'tasks-cancel-stays', 'tasks-final');
  const server = jobs();
  const { promise: begun, resolve: begin } = deferred();
  const { promise: stopped, resolve: stop } = deferred();
  server.tool('obey', { task: 'optional' }, async (_, { signal }) => {
    begin();
    signal.addEventListener('abort', () => stop());
    await stopped;
    return 'too late';
  });
  const { ask, create } = await clientOf(server);
  const taskId = await create('obey');
  await begun;
  expect((await ask('tasks/cancel', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' });
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
  await stopped;
  // The handler returns a result after all.
  await new Promise((resolve) => setImmediate(resolve));
  expect((await ask('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
  expect((await ask('tasks/result', { taskId })).error?.message).toBe(
    'The task has no result: its status is cancelled',
  );
  expect((await ask('tasks/cancel', { taskId })).error).toMatchObject({
    code: -32602,
    message: 'The task cannot be cancelled: its status is cancelled',
  });
});

test('a list has the tasks of its session, in pages', async () => {
  covers('tasks-list-pages', 'tasks-list-cursor', 'tasks-list-complete', 'tasks-list-invalid', 'tasks-unknown');
  covers('tasks-foreign-unlisted', 'tasks-id-unique');
  const server = jobs({ maxRunning: 200 });
  const [one, other] = [await clientOf(server), await clientOf(server)];
  const ids: string[] = [];
  for (let n = 0; n < 101; n++) ids.push(await one.create('say'));
  const first = (await one.ask('tasks/list', {})).result as { readonly tasks: object[]; readonly nextCursor: string };
  expect(first.tasks).toHaveLength(100);
  const second = (await one.ask('tasks/list', { cursor: first.nextCursor })).result as { readonly tasks: object[] };
  expect([...first.tasks, ...second.tasks]).toMatchObject(ids.map((taskId) => ({ taskId })));
  expect(new Set(ids).size).toBe(101);
  expect(second).not.toHaveProperty('nextCursor');
  expect((await other.ask('tasks/list', {})).result).toEqual({ tasks: [] });
  expect((await one.ask('tasks/list', { cursor: 'nowhere' })).error?.code).toBe(-32602);
  for (const method of ['tasks/get', 'tasks/result', 'tasks/cancel']) {
    expect((await one.ask(method, { taskId: 'x'.repeat(32) })).error?.code).toBe(-32602);
  }
});
