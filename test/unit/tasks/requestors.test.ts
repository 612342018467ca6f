/** Who asks for tasks of revision 2025-11-25: clients that call tools, and servers that ask questions. */

import { readFile } from 'node:fs/promises';
import { form, type AskOptions, type Server } from '@mcp-gen/sdk';
import type { ClientMiddleware } from '@mcp-gen/sdk/client';
import { createHandler } from '@mcp-gen/sdk/http';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { Ledger } from '@mcp-gen/runtime';
import { describe, expect, test, vi } from 'vitest';
import { AnsweredTasks } from '../../../sdk/src/tasks/answeredTasks.js';
import { covers } from '../../support/covers.js';
import { failure, notification, request, type Wire } from '../runtime/support.js';
import { converseRaw } from '../sdk/clientSupport.js';
import { openWire } from '../sdk/support.js';
import { SCHEMA, serverWith, tasksOf } from './support.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd, serveUntilEnd, untilEnd } from '../../support/untilEnd.js';
import { stopClock } from '../../support/clock.js';

const TIME = '2026-01-01T00:00:00Z';

interface Message {
  readonly id: string | number;
  readonly method?: string;
  readonly params: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The id of the task that a call was answered with. */
function idIn({ result = {} }: Message): string {
  return (result['task'] as { readonly taskId: string }).taskId;
}

async function next(wire: Wire): Promise<Message> {
  return (await wire.next()) as Message;
}

/** Lets time pass when everything has arrived. */
async function pass(wire: Wire, milliseconds: number): Promise<void> {
  await wire.settled();
  await vi.advanceTimersByTimeAsync(milliseconds);
}

function answer(wire: Wire, { id }: Message, result: object): void {
  wire.say({ jsonrpc: '2.0', id, result });
}

function task(status: string, pollInterval = 1_000): object {
  return { taskId: 'one', status, createdAt: TIME, lastUpdatedAt: TIME, ttl: null, pollInterval };
}

describe('a server that asks', () => {
  const ACCEPTED = { action: 'accept', content: { name: 'Ada' } };
  const BOTH = {
    elicitation: {},
    tasks: { list: {}, cancel: {}, requests: { elicitation: { create: {} } } },
  };

  /** A client that has called a tool, and what it receives then: the question of the tool. */
  async function asking(capabilities: object, options: AskOptions = { task: true }, params: object = {}) {
    const server = serverWith();
    server.tool('greet', { task: 'optional' }, async (_, { ask }) => {
      const { content } = await ask('who', form({ message: 'Who?', schema: SCHEMA }), options);
      return `Hello, ${content?.name}!`;
    });
    const wire = await openWire(server, '2025-11-25', capabilities);
    return { wire, question: (await wire.ask(1, 'tools/call', { name: 'greet', ...params })) as Message };
  }

  test.each([
    ['declares no tasks', { elicitation: {} }],
    ['runs other requests as tasks', { elicitation: {}, tasks: { requests: { sampling: { createMessage: {} } } } }],
  ])('a client that %s asks it as usual', async (_, capabilities) => {
    covers('tasks-asked-if-declared', 'tasks-undeclared');
    const { wire, question } = await asking(capabilities);
    expect(question).toMatchObject({ method: 'elicitation/create' });
    expect(question.params).not.toHaveProperty('task');
    answer(wire, question, ACCEPTED);
    expect(await next(wire)).toMatchObject({ id: 1, result: { content: [{ text: 'Hello, Ada!' }] } });
  });

  test('polls as the client says, whatever it is told meanwhile, and fetches the result', async () => {
    covers('tasks-poll-interval', 'tasks-poll-until-done', 'tasks-polls-anyway');
    stopClock();
    const { wire, question } = await asking(BOTH);
    expect(question.params).toMatchObject({ task: { ttl: 3_600_000 } });
    answer(wire, question, { task: task('working', 5_000) });
    await pass(wire, 4_999);
    wire.say(notification('notifications/tasks/status', task('working', 5_000)));
    expect(await wire.settled()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const first = await next(wire);
    expect(first).toMatchObject({ method: 'tasks/get', params: { taskId: 'one' } });
    answer(wire, first, task('working', 100));
    await pass(wire, 100);
    const second = await next(wire);
    expect(second).toMatchObject({ method: 'tasks/get' });
    answer(wire, second, task('input_required', 100));
    const third = await next(wire);
    expect(third).toMatchObject({ method: 'tasks/result', params: { taskId: 'one' } });
    answer(wire, third, ACCEPTED);
    expect(await next(wire)).toMatchObject({ id: 1, result: { content: [{ text: 'Hello, Ada!' }] } });
  });

  test.each([
    ['is cancelled', task('cancelled', 20), [{ text: expect.stringContaining('cancelled the task') as unknown }]],
    ['has failed', task('failed', 20), expect.anything() as unknown],
  ])('is told that the task %s', async (_, state, content) => {
    const { wire, question } = await asking(BOTH);
    answer(wire, question, { task: task('working', 20) });
    answer(wire, await next(wire), state);
    const then = await next(wire);
    expect(['tasks/result', 'tasks/cancel']).toContain(then.method);
    wire.say(failure(then.id, -32050, 'No'));
    let last = await next(wire);
    if (last.method === 'tasks/cancel') last = await next(wire);
    expect(last).toMatchObject({ id: 1, result: { isError: true, content } });
  });

  test.each([
    [0, {}],
    [Infinity, {}],
    [1_500.5, { ttl: 1_501 }],
  ])('a question with a time limit of %s milliseconds has the ttl %j', async (timeout, expected) => {
    const { question } = await asking(BOTH, { task: true, timeout });
    expect(question.params['task']).toEqual(expected);
  });

  test('cancels the task when it takes too long', async () => {
    stopClock();
    const { wire, question } = await asking(BOTH, { task: true, timeout: 30 });
    expect(question.params['task']).toEqual({ ttl: 30 });
    answer(wire, question, { task: task('working', 20) });
    await pass(wire, 20);
    answer(wire, await next(wire), task('working', 20));
    await pass(wire, 20);
    const both = [await next(wire), await next(wire)];
    expect(both.find(({ method }) => method === 'tasks/cancel')?.params).toMatchObject({ taskId: 'one' });
    expect(both.find(({ id }) => id === 1)?.result).toMatchObject({
      isError: true,
      content: [{ text: 'Request timed out: no response to elicitation/create within 30 ms' }],
    });
  });

  test.each([
    ['asks for a pause that is longer', task('working', 60_000), 'working'],
    ['does not answer a poll', task('working', 20), undefined],
    ['needs something, and never gives its result', task('working', 20), 'input_required'],
  ])('keeps to its timeout where the client %s', async (_, created, status) => {
    stopClock();
    const { wire, question } = await asking(BOTH, { task: true, timeout: 500 });
    answer(wire, question, { task: created });
    await pass(wire, 20);
    const [poll] = (await wire.settled()) as Message[];
    if (poll !== undefined && status !== undefined) answer(wire, poll, task(status, 20));
    await pass(wire, 500);
    const messages = [await next(wire)];
    while (messages.at(-1)?.result === undefined) messages.push(await next(wire));
    expect(messages.map(({ method }) => method)).toContain('tasks/cancel');
    expect(messages.at(-1)?.result).toMatchObject({
      isError: true,
      content: [{ text: 'Request timed out: no response to elicitation/create within 500 ms' }],
    });
  });

  test('sets no limit where there is none, and polls every second where the client suggests nothing', async () => {
    stopClock();
    const stop = new AbortController();
    const { wire, question } = await asking(BOTH, { task: true, timeout: 0, signal: stop.signal });
    expect(question.params['task']).toEqual({});
    const { pollInterval: _, ...created } = task('working') as { readonly pollInterval: number };
    answer(wire, question, { task: created });
    await pass(wire, 999);
    expect(await wire.settled()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    const poll = await next(wire);
    expect(poll.method).toBe('tasks/get');
    answer(wire, poll, task('working', 60_000));
    await wire.settled();
    stop.abort(new Error('Enough'));
    const both = [await next(wire), await next(wire)];
    expect(both.find(({ method }) => method === 'tasks/cancel')?.params).toMatchObject({ taskId: 'one' });
    expect(both.find(({ id }) => id === 1)?.result).toMatchObject({ isError: true });
  });

  test('puts its questions into the task that it runs itself', async () => {
    const { wire, question: created } = await asking(BOTH, { task: true }, { task: {} });
    const taskId = idIn(created);
    let message = (await wire.ask(2, 'tasks/result', { taskId })) as Message;
    while (message.method !== 'elicitation/create') message = await next(wire);
    expect(message.params).not.toHaveProperty('task');
  });
});

describe('a client that is asked', () => {
  const CAPABILITIES = { tools: {} };

  async function asked(
    form: () => Promise<object>,
    middleware: readonly ClientMiddleware[] = [],
  ): Promise<(id: number, method: string, params: object) => Promise<Message>> {
    const { wire } = await converseRaw(CAPABILITIES, {
      revisions: ['2025-11-25'],
      extensions: [clientTasks()],
      middleware,
      elicitation: { form: form as never, rate: { perSecond: 1_000, burst: 1_000 } },
    });
    return async (id, method, params) => {
      return (await wire.ask(id, method, params)) as Message;
    };
  }

  const QUESTION = { mode: 'form', message: 'Who?', requestedSchema: SCHEMA };

  test('answers later, or not at all if the task is cancelled', async () => {
    const ask = await asked(() => endless());
    const { result } = await ask(1, 'elicitation/create', { ...QUESTION, task: { ttl: 60_000 } });
    const created = result?.['task'] as { readonly taskId: string };
    expect(created).toMatchObject({ status: 'working', ttl: 60_000, pollInterval: 1_000 });
    const { taskId } = created;
    expect((await ask(2, 'tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
    expect((await ask(3, 'tasks/list', {})).result).toMatchObject({ tasks: [{ taskId }] });
    expect((await ask(4, 'tasks/cancel', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' });
    expect((await ask(5, 'tasks/cancel', { taskId })).error?.code).toBe(-32602);
    expect((await ask(6, 'tasks/result', { taskId })).error?.message).toBe(
      'The task has no result: its status is cancelled',
    );
    expect((await ask(7, 'tasks/get', { taskId: 'other' })).error?.code).toBe(-32602);
  });

  test('passes every request about a task through middleware, which may answer it', async () => {
    const seen: string[] = [];
    const ask = await asked(
      () => endless(),
      [
        async (message, next) => {
          seen.push(
            `${message.direction} ${message.kind} ${message.method} ${Object.keys(message.params ?? {}).join()}`,
          );
          return message.method === 'tasks/list' ? { tasks: [] } : next(message);
        },
      ],
    );
    const taskId = idIn(await ask(1, 'elicitation/create', { ...QUESTION, task: {} }));
    expect((await ask(2, 'tasks/get', { taskId })).result).toMatchObject({ taskId, status: 'working' });
    expect((await ask(3, 'tasks/list', {})).result).toEqual({ tasks: [] });
    expect((await ask(4, 'tasks/cancel', { taskId })).result).toMatchObject({ taskId, status: 'cancelled' });
    expect((await ask(5, 'tasks/result', { taskId })).error?.message).toContain('its status is cancelled');
    expect(seen).toEqual([
      'in request elicitation/create mode,message,requestedSchema',
      'in request tasks/get taskId',
      'in request tasks/list ',
      'in request tasks/cancel taskId',
      'in request tasks/result taskId',
    ]);
  });

  test('keeps what it has answered, and says what went wrong', async () => {
    covers('tasks-internal-error');
    let fails = false;
    const ask = await asked(() =>
      fails
        ? Promise.reject(new Error('The window /dev/tty1 is closed'))
        : Promise.resolve({ action: 'accept', content: { name: 'Ada' } }),
    );
    const create = async (id: number): Promise<string> => {
      return idIn(await ask(id, 'elicitation/create', { ...QUESTION, task: {} }));
    };
    const first = await create(1);
    expect((await ask(2, 'tasks/result', { taskId: first })).result).toMatchObject({
      action: 'accept',
      content: { name: 'Ada' },
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: first } },
    });
    fails = true;
    const second = await create(3);
    expect((await ask(4, 'tasks/result', { taskId: second })).error).toMatchObject({
      code: -32603,
      message: 'Internal error',
    });
  });

  test('leaves no timer behind of a task that it has dropped', async () => {
    stopClock();
    const answered = new AnsweredTasks();
    for (let count = 0; count < 110; count++) {
      answered.start('elicitation/create', {}, () => Promise.resolve({ action: 'decline' }));
      await Promise.resolve();
    }
    expect(vi.getTimerCount()).toBe(100);
    answered.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('drops a task, and stops answering, when its time to live ends', async () => {
    stopClock();
    const answered = new AnsweredTasks();
    const signals: AbortSignal[] = [];
    const { task: created } = answered.start('elicitation/create', { ttl: 30 }, (signal) => {
      signals.push(signal);
      return endless();
    }) as { readonly task: { readonly taskId: string } };
    const listed = async (): Promise<unknown> =>
      answered.requests.list(undefined, { signal: new AbortController().signal });
    expect(await listed()).toMatchObject({ tasks: [{ taskId: created.taskId, ttl: 30 }] });
    await vi.advanceTimersByTimeAsync(30);
    expect(signals[0]?.aborted).toBe(true);
    expect(await listed()).toEqual({ tasks: [] });
  });

  test('runs a hundred tasks, and no more', async () => {
    const ask = await asked(() => endless());
    for (let id = 1; id <= 100; id++) await ask(id, 'elicitation/create', { ...QUESTION, task: {} });
    expect((await ask(101, 'elicitation/create', { ...QUESTION, task: {} })).error).toMatchObject({
      code: -32603,
      message: 'Too many running tasks: at most 100 are allowed',
    });
  });
});

describe('a client that calls tools', () => {
  const TOOLS = [
    { name: 'required', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
    { name: 'optional', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } },
    { name: 'forbidden', inputSchema: { type: 'object' }, execution: { taskSupport: 'forbidden' } },
    { name: 'silent', inputSchema: { type: 'object' } },
  ];
  const DONE = { content: [{ type: 'text', text: 'done' }] };

  /** The params of the call that a client makes of each tool, detached. */
  async function calls(capabilities: object): Promise<readonly (readonly [string, unknown])[]> {
    const { client, wire } = await converseRaw(
      { tools: {}, ...capabilities },
      { revisions: ['2025-11-25'], extensions: [clientTasks()] },
    );
    const seen: [string, unknown][] = [];
    for (const { name } of TOOLS) {
      const calling = tasksOf(client).start(name);
      let message = await next(wire);
      if (message.method === 'tools/list') {
        answer(wire, message, { tools: TOOLS });
        message = await next(wire);
      }
      const { task: asked } = message.params;
      seen.push([name, asked]);
      answer(wire, message, asked === undefined ? DONE : { task: task('working', 20) });
      await calling;
    }
    return seen;
  }

  test('asks for tasks where server and tool have them', async () => {
    covers('tasks-tools-undeclared', 'tasks-tool-forbidden', 'tasks-undeclared');
    expect(await calls({ tasks: { requests: { tools: { call: {} } } } })).toEqual([
      ['required', {}],
      ['optional', {}],
      ['forbidden', undefined],
      ['silent', undefined],
    ]);
    expect((await calls({ tasks: { list: {} } })).map(([, asked]) => asked)).toEqual(TOOLS.map(() => undefined));
  });

  test('takes the result of a server that answers at once', async () => {
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    const seen: unknown[] = [];
    const { client, wire } = await converseRaw(capabilities, {
      revisions: ['2025-11-25'],
      extensions: [clientTasks()],
      middleware: [(message, next) => (seen.push([message.method, message.params]), next(message))],
    });
    const calling = client.callTool('required');
    answer(wire, await next(wire), { tools: TOOLS });
    const call = await next(wire);
    expect(call.params).toMatchObject({ task: {} });
    answer(wire, call, DONE);
    expect((await calling).text).toBe('done');
    wire.say(notification('notifications/tasks/status', task('working')));
    await wire.settled();
    expect(seen).toMatchObject([
      ['tools/list', {}],
      ['tools/call', { name: 'required', task: {} }],
      ['notifications/tasks/status', { taskId: 'one' }],
    ]);
  });

  test('does not ask for a task again that it has cancelled', async () => {
    covers('tasks-cancel-retention');
    const { client, wire } = await converseRaw(
      { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      { revisions: ['2025-11-25'], extensions: [clientTasks()] },
    );
    const task1 = tasksOf(client).resume({ id: 'one', tool: 'job' });
    const cancelling = task1.cancel();
    answer(wire, await next(wire), task('cancelled'));
    await cancelling;
    expect(await wire.settled()).toEqual([]);
    // It need not be there any longer.
    const waiting = task1.result();
    const { id } = await next(wire);
    wire.say(failure(id, -32602, 'Unknown task'));
    await expect(waiting).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a client that waits for a task', () => {
  const STATELESS = { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const state = (status: string, pollIntervalMs: number, more: object = {}): object => ({
    resultType: 'complete',
    taskId: 'one',
    status,
    createdAt: TIME,
    lastUpdatedAt: TIME,
    ttlMs: null,
    pollIntervalMs,
    ...more,
  });
  const RESULT = { result: { content: [{ type: 'text', text: 'done' }] } };

  /** A call that has become a task, and was polled twice. */
  async function polled(options: object = {}, lastInterval = 60_000) {
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const { client, wire } = await converseRaw(
      STATELESS,
      { revisions: ['2026-07-28'], extensions: [clientTasks()], onError },
      '2026-07-28',
    );
    const calling = client.callTool('job', {}, options);
    answer(wire, await next(wire), { ...state('working', 20), resultType: 'task' });
    for (const interval of [20, lastInterval]) {
      const poll = await next(wire);
      expect(poll.method).toBe('tasks/get');
      answer(wire, poll, state('working', interval));
    }
    const listen = await next(wire);
    expect(listen).toMatchObject({
      method: 'subscriptions/listen',
      params: { notifications: { taskIds: ['one'] } },
    });
    const _meta = { 'io.modelcontextprotocol/subscriptionId': listen.id };
    const tell = (method: string, params: object): void =>
      wire.say({ jsonrpc: '2.0', method, params: { ...params, _meta } });
    const end = (): void => answer(wire, listen, { resultType: 'complete', _meta });
    return { wire, calling, listen, tell, end, errors };
  }

  test('takes what it is told, and does not poll for it', async () => {
    const seen: unknown[] = [];
    const { wire, calling, tell, errors } = await polled({ onProgress: (progress: unknown) => seen.push(progress) });
    tell('notifications/subscriptions/acknowledged', { notifications: { taskIds: ['one'] } });
    tell('notifications/tasks', state('working', 60_000, { taskId: 'another', statusMessage: 'Not of this one' }));
    tell('notifications/tasks', state('working', 60_000, { statusMessage: 'Half' }));
    await wire.settled();
    tell('notifications/tasks', state('completed', 60_000, RESULT));
    expect((await calling).text).toBe('done');
    expect(seen).toEqual([{ progress: 1, message: 'Half' }]);
    expect(await wire.settled()).toMatchObject([{ method: 'notifications/cancelled' }]);
    expect(errors).toEqual([]);
  });

  test.each([
    ['refuses to tell', (wire: Wire, { id }: Message) => wire.say(failure(id, -32601, 'No'))],
    ['ends the stream', (wire: Wire, listen: Message) => answer(wire, listen, { resultType: 'complete', _meta: {} })],
  ])('polls where the server %s', async (_, end) => {
    const { wire, calling, listen } = await polled({}, 20);
    end(wire, listen);
    for (const status of ['working', 'working', 'completed']) {
      const poll = await next(wire);
      expect(poll.method).toBe('tasks/get');
      answer(wire, poll, state(status, 20, status === 'completed' ? RESULT : {}));
    }
    expect((await calling).text).toBe('done');
  });

  test('polls as often as before when the server no longer tells', async () => {
    const { wire, calling, tell, end } = await polled({}, 30);
    tell('notifications/subscriptions/acknowledged', { notifications: { taskIds: ['one'] } });
    // The poll may have arrived already: nothing is taken from the wire meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    end();
    await new Promise((resolve) => setImmediate(resolve));
    const poll = await next(wire);
    stopClock();
    answer(wire, poll, state('working', 30));
    await pass(wire, 30);
    answer(wire, await next(wire), state('completed', 30, RESULT));
    expect((await calling).text).toBe('done');
  });

  test('polls less often where it is told, since what is told may be lost', async () => {
    const { wire, calling, tell } = await polled({}, 30);
    tell('notifications/subscriptions/acknowledged', { notifications: { taskIds: ['one'] } });
    const poll = await next(wire);
    expect(poll.method).toBe('tasks/get');
    stopClock();
    answer(wire, poll, state('working', 30));
    await pass(wire, 299);
    expect(await wire.settled()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    answer(wire, await next(wire), state('completed', 30, RESULT));
    expect((await calling).text).toBe('done');
  });

  test.each([
    [
      'failed',
      { error: { code: -32050, message: 'Not today' } },
      { name: 'JsonRpcError', code: -32050, message: 'Not today' },
    ],
    [
      'cancelled',
      { statusMessage: 'The office is closed' },
      { name: 'TaskCancelledError', taskId: 'one', message: 'The task was cancelled: The office is closed' },
    ],
  ])('rejects with what is told of a task that has %s', async (status, more, error) => {
    const { calling, tell } = await polled();
    tell('notifications/subscriptions/acknowledged', { notifications: { taskIds: ['one'] } });
    tell('notifications/tasks', state(status, 60_000, more));
    await expect(calling).rejects.toMatchObject(error);
  });

  const FORM = { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema: SCHEMA } };
  const questions = (from: number, count: number): object => ({
    inputRequests: Object.fromEntries(Array.from({ length: count }, (_, n) => [`q${from + n}`, FORM])),
  });

  test.each([
    ['asks too much at once', 1, 101, 'more than 100 open input requests'],
    ['asks again and again', 11, 100, 'more than 1000 input requests'],
  ])('aborts a task that %s', async (_, rounds, count, what) => {
    const options = {
      revisions: ['2026-07-28'] as const,
      extensions: [clientTasks()],
      elicitation: { form: () => endless(), rate: { perSecond: 1_000, burst: 2_000 } },
    };
    const { client, wire } = await converseRaw(STATELESS, options, '2026-07-28');
    const calling = client.callTool('job');
    answer(wire, await next(wire), { ...state('working', 20), resultType: 'task' });
    const failed = expect(calling).rejects.toThrow(what);
    for (let round = 0; round < rounds; round++) {
      let poll = await next(wire);
      while (poll.method !== 'tasks/get') poll = await next(wire);
      answer(wire, poll, state('input_required', 20, questions(round * count, count)));
    }
    await failed;
    await expect
      .poll(async () => (await wire.settled()) as Message[])
      .toContainEqual(expect.objectContaining({ method: 'tasks/cancel' }));
  });

  test('shows what a session tells, and ends the task by its own request', async () => {
    covers('cancellation-tasks');
    const capabilities = { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } };
    const { client, wire } = await converseRaw(capabilities, {
      revisions: ['2025-11-25'],
      extensions: [clientTasks()],
    });
    const stop = new AbortController();
    const seen: unknown[] = [];
    const calling = client.callTool('job', {}, { signal: stop.signal, onProgress: (progress) => seen.push(progress) });
    const inputSchema = { type: 'object' };
    const tools = [{ name: 'job', inputSchema, execution: { taskSupport: 'required' } }];
    answer(wire, await next(wire), { tools });
    const call = await next(wire);
    answer(wire, call, { task: task('working') });
    const waiting = await next(wire);
    expect(waiting.method).toBe('tasks/result');
    const params = { ...task('working'), statusMessage: 'Half' };
    wire.say(notification('notifications/tasks/status', params));
    await wire.settled();
    expect(seen).toEqual([{ progress: 1, message: 'Half' }]);
    stop.abort(new Error('Enough'));
    await expect(calling).rejects.toThrow('Enough');
    const sent = (await wire.settled()) as Message[];
    expect(sent.filter(({ method }) => method === 'tasks/cancel')).toMatchObject([{ params: { taskId: 'one' } }]);
    const withdrawn = sent.filter(({ method }) => method === 'notifications/cancelled');
    expect(withdrawn.map(({ params }) => params['requestId'])).toEqual([waiting.id]);
  });
});

describe('over HTTP', () => {
  function jobs(): Server {
    const server = serverWith();
    server.tool('greet', { task: 'optional' }, async (_, { elicit }) => {
      const { content } = await elicit('who', { message: 'Who?', schema: SCHEMA });
      return `Hello, ${content?.name}!`;
    });
    return server;
  }

  test('a call, its question, and its result go over whatever streams the server has', async () => {
    covers('tasks-http', 'tasks-any-stream');
    const { url } = await serveUntilEnd(jobs());
    const client = await connectUntilEnd(url, {
      revisions: ['2025-11-25'],
      extensions: [clientTasks()],
      elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    });
    const detached = await tasksOf(client).start('greet');
    expect((await detached.result()).text).toBe('Hello, Ada!');
  });

  /** Posts a request to a server, in a session of its own. */
  async function posting(
    options: Parameters<typeof createHandler>[1],
  ): Promise<(method: string, params: object) => Promise<Response>> {
    const handler = untilEnd(createHandler(jobs(), { allowedHosts: ['jobs.example'], ...options }));
    let id = 0;
    let session: { readonly 'mcp-session-id'?: string } = {};
    const post = (method: string, params: object): Promise<Response> =>
      handler.fetch(
        new Request('http://jobs.example/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-11-25',
            ...session,
          },
          body: JSON.stringify(request(++id, method, params)),
        }),
      );
    const opened = await post('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'raw', version: '1' },
    });
    expect(opened.status).toBe(200);
    const sessionId = opened.headers.get('mcp-session-id');
    if (sessionId !== null) session = { 'mcp-session-id': sessionId };
    const { capabilities } = ((await opened.json()) as { result: { capabilities: object } }).result;
    declared = capabilities;
    return post;
  }

  let declared: object = {};

  test('the status of a task is answered without a stream', async () => {
    covers('tasks-get-without-stream', 'tasks-ttl');
    const post = await posting({});
    const created = (await (await post('tools/call', { name: 'greet', task: { ttl: 5_000 } })).json()) as Message;
    const taskId = idIn(created);
    const response = await post('tasks/get', { taskId });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ result: { taskId, ttl: 5_000 } });
  });

  test('requests about tasks are limited like all others', async () => {
    covers('tasks-rate');
    const post = await posting({
      authenticate: () => 'ada',
      ledger: new Ledger({ requestRate: 0.1, requestBurst: 4 }),
    });
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      const response = await post('tasks/get', { taskId: 'x'.repeat(32) });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });

  test('a server without sessions, which cannot tell clients apart, lists no tasks', async () => {
    covers('tasks-capability', 'tasks-list-undeclared');
    const post = await posting({ sessions: 'none' });
    expect(declared).toHaveProperty('tasks', { cancel: {}, requests: { tools: { call: {} } } });
    expect(await (await post('tasks/list', {})).json()).toMatchObject({ error: { code: -32601 } });
  });
});

test('the docs say where tasks are bound to nobody', async () => {
  covers('tasks-limit-documented');
  const page = await readFile(new URL('../../../docs/tasks.md', import.meta.url), 'utf8');
  expect(page.replace(/\s+/g, ' ')).toContain('Without authentication, anyone who has the id may use the task');
});
