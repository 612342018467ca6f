/** What callers must not be able to do with tasks, and what a store must not be able to do to clients. */

import { Ledger, type Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { MemoryTaskStore, type TaskRecord, type TaskStore } from '@mcp-gen/sdk/tasks';
import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { request } from '../../support/rpc.js';
import { headersOf, metaWith } from '../../support/standAlone.js';
import { type Ask, CAPABLE, clientOf, create, SCHEMA, serverWith, storeLike, until } from './support.js';
import { endless } from '../../support/leftovers/endless.js';
import { aborted } from '../../support/aborted.js';
import { passTime, stopClock } from '../../support/clock.js';
import { readProjectFile } from '../../support/schemas.js';
import { FAILURES, intercepted } from '../../support/stores.js';

const SIZE = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] } as const;
const ANSWER = { action: 'accept', content: { name: 'Eve' } };

function withJobs(server: Server): Server {
  server.tool('ask', { task: 'optional' }, async (_, { elicit }) => {
    const { content } = await elicit('name', { message: 'Who?', schema: SCHEMA });
    return `Hello, ${content?.name}!`;
  });
  server.tool('say', { task: 'optional' }, () => 'said');
  server.tool('wait', { task: 'optional' }, (_, { signal }) => aborted(signal));
  return server;
}

/** Tries all that can be done with a task. Returns the codes of the errors. */
async function codes(ask: Ask, taskId: unknown): Promise<unknown[]> {
  const requests = [
    ['tasks/get', { taskId }],
    ['tasks/update', { taskId, inputResponses: { name: ANSWER } }],
    ['tasks/cancel', { taskId }],
  ] as const;
  const answers: unknown[] = [];
  for (const [method, params] of requests) {
    const { error } = await ask(method, params);
    answers.push([error?.code, error?.message]);
  }
  return answers;
}

/** A client that posts its requests, in revision 2026-07-28. */
function askOver(handle: (request: Request) => Promise<Response>): Ask {
  return async (method, params = {}) => {
    const { name, taskId } = params as { readonly name?: string; readonly taskId?: string };
    const headers = { ...headersOf(method, { name: name ?? taskId }), host: 'localhost' };
    const body = JSON.stringify(request(1, method, { ...params, _meta: metaWith({ capabilities: CAPABLE }) }));
    const response = await handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return (await response.json()) as Awaited<ReturnType<Ask>>;
  };
}

const UNKNOWN = [-32602, 'Unknown task: it was never created, has expired, or belongs to another caller'];
const ALL_UNKNOWN = [UNKNOWN, UNKNOWN, UNKNOWN];

test('the task of another caller cannot be read, answered, or cancelled, and looks as if there were none', async () => {
  covers('tasks-bound', 'tasks-foreign-refused');
  const server = withJobs(serverWith());
  const [ada, eve, nobody] = [clientOf(server, { id: 'ada' }), clientOf(server, { id: 'eve' }), clientOf(server)];
  const taskId = await create(ada, 'ask');
  await until(ada, taskId, 'input_required');
  expect(await codes(eve, taskId)).toEqual(ALL_UNKNOWN);
  expect(await codes(nobody, taskId)).toEqual(ALL_UNKNOWN);
  expect(await codes(eve, 'x'.repeat(32))).toEqual(ALL_UNKNOWN);
  await until(ada, taskId, 'input_required');
  await ada('tasks/update', { taskId, inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } });
  expect((await until(ada, taskId, 'completed'))['result']).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  expect(await codes(eve, taskId)).toEqual(ALL_UNKNOWN);
});

test('another client of the same user, which may have fewer scopes, has no access to a task', async () => {
  const server = withJobs(serverWith());
  const [theirs, other, none] = [{ clientId: 'trusted' }, { clientId: 'other' }, {}].map((named) =>
    clientOf(server, { id: 'ada', ...named }),
  );
  const taskId = await create(theirs as Ask, 'say');
  await until(theirs as Ask, taskId, 'completed');
  expect(await codes(other as Ask, taskId)).toEqual(ALL_UNKNOWN);
  expect(await codes(none as Ask, taskId)).toEqual(ALL_UNKNOWN);
});

test('ids are random, and nothing else than an id is looked up', async () => {
  covers('tasks-id-guessing');
  const asked: string[] = [];
  const store = new MemoryTaskStore();
  const get = store.get.bind(store);
  store.get = (id) => {
    asked.push(id);
    return get(id);
  };
  const server = withJobs(serverWith({ store }));
  const ask = clientOf(server);
  const ids = new Set<string>();
  for (let n = 0; n < 50; n++) ids.add(await create(ask, 'say'));
  expect(ids.size).toBe(50);
  for (let at = 0; at < 32; at++) expect(new Set([...ids].map((id) => id[at])).size).toBeGreaterThan(10);
  asked.length = 0;
  for (const id of ['', '../../etc/passwd', '__proto__', 'x'.repeat(31), `${'x'.repeat(32)}\n`, 'é'.repeat(32)]) {
    expect(await codes(ask, id)).toEqual(ALL_UNKNOWN);
  }
  expect(asked).toEqual([]);
});

test('a result is gone when its time is over, and a task that runs then is stopped', async () => {
  stopClock();
  const store = new MemoryTaskStore();
  const server = withJobs(serverWith({ store, ttl: 60_000 }));
  const ask = clientOf(server);
  const [done, running] = [await create(ask, 'say'), await create(ask, 'wait')];
  await until(ask, done, 'completed');
  vi.advanceTimersByTime(59_000);
  await until(ask, done, 'completed');
  vi.advanceTimersByTime(2_000);
  expect(await codes(ask, done)).toEqual(ALL_UNKNOWN);
  expect(await codes(ask, running)).toEqual(ALL_UNKNOWN);
  expect(store.size).toBe(0);
});

test('the arguments of a running task count in the ledger until it ends, though its request was answered', async () => {
  const ledger = new Ledger({ retained: { caller: 2_500_000 } });
  const server = withJobs(serverWith());
  const handler = createHandler(server, { ledger, allowedHosts: ['localhost'], authenticate: () => 'ada' });
  const ask = askOver(handler.fetch);
  const running = [await create(ask, 'wait', { text: 'x'.repeat(1_000_000) })];
  running.push(await create(ask, 'wait', { text: 'x'.repeat(1_000_000) }));
  expect(ledger.used('retained')).toBeGreaterThan(2_000_000);
  const { error } = await ask('tools/call', { name: 'wait', arguments: { text: 'x'.repeat(1_000_000) } });
  expect(error?.message).toBe('Too much data are kept for this caller, or for all callers: try again later');
  for (const taskId of running) await ask('tasks/cancel', { taskId });
  await expect.poll(() => ledger.used('retained')).toBeLessThan(100_000);
  await create(ask, 'say', { text: 'x'.repeat(2_000_000) });
  await handler.close();
});

test('what nobody requests any longer is dropped as well, also later, and after the server was closed', async () => {
  stopClock();
  const store = new MemoryTaskStore();
  const server = withJobs(serverWith({ store, ttl: 60_000 }));
  const ask = clientOf(server);
  covers('tasks-expired');
  for (const isClosed of [false, false, true]) {
    if (isClosed) {
      await create(ask, 'wait');
      await createHandler(server).close();
    }
    const ids = [await create(ask, 'wait')];
    for (let n = 0; n < 10; n++) ids.push(await create(ask, 'say'));
    expect(ids.filter((id) => store.get(id) !== undefined)).toEqual(ids);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(ids.filter((id) => store.get(id) !== undefined)).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  }
});

describe('a flood of tasks', () => {
  test('is refused beyond the tasks of a caller that run', async () => {
    covers('tasks-limits');
    const server = withJobs(serverWith({ maxRunning: 3 }));
    const [ada, eve] = [clientOf(server, { id: 'ada' }), clientOf(server, { id: 'eve' })];
    const ids = [await create(ada, 'wait'), await create(ada, 'wait'), await create(ada, 'wait')];
    const { error } = await ada('tools/call', { name: 'wait' });
    expect(error).toMatchObject({
      code: -32603,
      message: 'Too many running tasks of this caller: at most 3 are allowed',
    });
    await create(eve, 'wait');
    await ada('tasks/cancel', { taskId: ids[0] });
    await vi.waitFor(() => create(ada, 'wait'));
  });

  test('has the limits that the docs name', async () => {
    covers('tasks-limits');
    const docs = readProjectFile('docs/tasks.md');
    expect(docs).toMatch(/^\| `ttl` +\| 1 hour /m);
    const maxRunning = Number(/^\| `maxRunning` +\| (\d+) /m.exec(docs)?.[1]);
    expect(maxRunning).toBeGreaterThan(1);
    const ask = clientOf(withJobs(serverWith()));
    for (let n = 0; n < maxRunning; n++) {
      expect((await ask('tools/call', { name: 'wait' })).result).toMatchObject({ ttlMs: 3_600_000 });
    }
    const { error } = await ask('tools/call', { name: 'wait' });
    expect(error?.message).toBe(`Too many running tasks of this caller: at most ${maxRunning} are allowed`);
  });

  test('keeps the latest results of a caller', async () => {
    const store = new MemoryTaskStore();
    const ask = clientOf(withJobs(serverWith({ store, maxKept: 3 })));
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push(await create(ask, 'say'));
      await until(ask, ids[n] as string, 'completed');
    }
    expect(store.size).toBe(3);
    expect(await codes(ask, ids[1])).toEqual(ALL_UNKNOWN);
    await until(ask, ids[2] as string, 'completed');
  });

  test('does not take more than the bytes of its caller, whatever others keep', async () => {
    const errors: unknown[] = [];
    const store = new MemoryTaskStore();
    const server = withJobs(serverWith({ store, maxKeptBytes: 50_000 }, (error) => errors.push(error)));
    server.tool('fill', { task: 'optional', input: SIZE }, ({ size }) => 'x'.repeat(size));
    server.tool('pester', { task: 'optional' }, async (_, { elicit }) => {
      await elicit('name', { message: 'x'.repeat(60_000), schema: SCHEMA });
      return 'never';
    });
    const [ada, eve] = [clientOf(server, { id: 'ada' }), clientOf(server, { id: 'eve' })];
    const kept = await create(ada, 'say');
    await until(ada, kept, 'completed');
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push(await create(eve, 'fill', { size: 20_000 }));
      await until(eve, ids[n] as string, 'completed');
    }
    expect(await codes(eve, ids[2])).toEqual(ALL_UNKNOWN);
    await until(eve, ids[3] as string, 'completed');
    const large = await until(eve, await create(eve, 'fill', { size: 60_000 }), 'failed');
    expect(large['error']).toMatchObject({ message: 'The result of the task could not be stored' });
    const asked = await until(eve, await create(eve, 'pester'), 'completed');
    expect(asked['result']).toMatchObject({ isError: true });
    expect(errors).toMatchObject([{ cause: { message: 'The questions of the task exceed the limits of the caller' } }]);
    await until(ada, kept, 'completed');
  });

  test('does not fill the store beyond its limit', async () => {
    const errors: unknown[] = [];
    const store = new MemoryTaskStore({ maxTasks: 2 });
    const ask = clientOf(withJobs(serverWith({ store }, (error) => errors.push(error))));
    const ids = [await create(ask, 'say'), await create(ask, 'say')];
    for (let n = 0; n < 5; n++) {
      const { error } = await ask('tools/call', { name: 'say' });
      expect(error).toMatchObject({ code: -32603, message: 'The task could not be stored: try again later' });
    }
    expect(errors).toHaveLength(5);
    for (const id of ids) await until(ask, id, 'completed');
  });

  test('stops at the handlers that go on though their tasks were cancelled', async () => {
    const server = serverWith({ maxRunning: 2 });
    server.tool('deaf', { task: 'optional' }, () => endless<string>());
    const ask = clientOf(server);
    for (let n = 0; n < 2; n++) {
      const taskId = await create(ask, 'deaf');
      await ask('tasks/cancel', { taskId });
      await until(ask, taskId, 'cancelled');
    }
    expect((await ask('tools/call', { name: 'deaf' })).error?.message).toContain('Too many running tasks');
  });

  test('a stream follows a thousand tasks, and no more', async () => {
    const ask = clientOf(serverWith());
    const taskIds = Array.from({ length: 1_001 }, (_, n) => String(n));
    const { error } = await ask('subscriptions/listen', { notifications: { taskIds } });
    expect(error).toMatchObject({ code: -32602, message: 'Invalid params: a stream follows at most 1000 tasks' });
  });
});

describe('a store', () => {
  /** A store whose records are changed on their way out. */
  function tampered(change: (record: TaskRecord) => unknown): TaskStore {
    const store = new MemoryTaskStore();
    return storeLike(store, {
      get: (id) => {
        const record = store.get(id);
        return record && (change(record) as TaskRecord);
      },
    });
  }

  const RESUMPTION = {
    revision: '2026-07-28',
    client: { name: 'x', version: '1', capabilities: {} },
    arguments: {},
    runs: 1,
  };

  function working({ result: _, ...record }: TaskRecord): TaskRecord {
    return { ...record, status: 'working' };
  }

  test.each<[string, (record: TaskRecord) => unknown]>([
    ['is another one', (record) => ({ ...record, id: 'x'.repeat(32) })],
    ['has no owner', ({ owner: _, ...record }) => record],
    ['has an unknown status', (record) => ({ ...record, status: 'done' })],
    ['has an error beside its result', (record) => ({ ...record, error: { code: 1, message: '' } })],
    ['has no result', ({ result: _, ...record }) => record],
    ['has a result that is a text', (record) => ({ ...record, result: 'all yours' })],
    ['has no date', (record) => ({ ...record, createdAt: 'today' })],
    ['has a date beyond all calendars', (record) => ({ ...record, updatedAt: Number.MAX_SAFE_INTEGER })],
    ['has a poll interval of nothing', (record) => ({ ...record, pollInterval: 0 })],
    ['is to be resumed after its end', (record) => ({ ...record, resumption: RESUMPTION })],
    [
      'is to be resumed without arguments',
      (record) => ({ ...working(record), resumption: { ...RESUMPTION, arguments: [] } }),
    ],
    ['is to be resumed by a number', (record) => ({ ...working(record), resumption: 5 })],
    ['is to be resumed for nobody', (record) => ({ ...working(record), resumption: { ...RESUMPTION, client: 'me' } })],
    ['is a list', () => []],
    ['is nothing', () => null],
  ])('a record that %s is not a task, and is reported', async (_, change) => {
    const errors: unknown[] = [];
    let isTampered = false;
    const store = tampered((record) => (isTampered ? change(record) : record));
    const ask = clientOf(withJobs(serverWith({ store }, (error) => errors.push(error))));
    const taskId = await create(ask, 'say');
    await until(ask, taskId, 'completed');
    isTampered = true;
    expect((await ask('tasks/get', { taskId })).error?.code).toBe(-32602);
    expect(errors).toMatchObject([{ message: 'The task store returned an invalid record of the task' }]);
  });

  test('that gives a result which is not one of a tool gives none', async () => {
    const errors: unknown[] = [];
    const store = tampered((record) =>
      record.result ? { ...record, result: { content: [{ type: 'text' }] } } : record,
    );
    const ask = clientOf(withJobs(serverWith({ store }, (error) => errors.push(error))));
    const taskId = await create(ask, 'say');
    await expect.poll(async () => (await ask('tasks/get', { taskId })).error?.code).toBe(-32602);
    expect(errors).toMatchObject([{ message: 'The task store returned an invalid tool result' }]);
  });

  test('that gives a task to somebody else does not give it to this caller', async () => {
    const store = tampered((record) => ({ ...record, owner: 'eve' }));
    const ask = clientOf(withJobs(serverWith({ store })), { id: 'ada' });
    const taskId = await create(ask, 'say');
    await expect.poll(async () => await codes(ask, taskId)).toEqual(ALL_UNKNOWN);
  });

  test('that holds the task of a process that has gone says that it has failed', async () => {
    const store = new MemoryTaskStore();
    const gone = withJobs(serverWith({ store, lease: 60_000 }));
    const next = withJobs(serverWith({ store, lease: 60_000 }));
    const [before, after] = [clientOf(gone), clientOf(next)];
    const taskId = await create(before, 'ask');
    await until(before, taskId, 'input_required');
    await until(after, taskId, 'input_required');
    passTime(61_000);
    const failed = await until(after, taskId, 'failed');
    expect(failed).toMatchObject({ error: { code: -32603, message: 'The server stopped while the task was running' } });
    expect(store.get(taskId)).toMatchObject({ status: 'failed' });
  });

  test.each(FAILURES)('that %s is reported, and the client learns no more than that', async (_, fail) => {
    const errors: unknown[] = [];
    const store = intercepted(new MemoryTaskStore(), ({ method, run }) =>
      method === 'unfinished' ? run() : fail(new Error('disk /dev/sda1 is full')),
    );
    const ask = clientOf(withJobs(serverWith({ store }, (error) => errors.push(error))));
    const created = await ask('tools/call', { name: 'say' });
    expect(created.error).toMatchObject({ code: -32603, message: 'The task could not be stored: try again later' });
    const read = await ask('tasks/get', { taskId: 'x'.repeat(32) });
    expect(read.error).toMatchObject({ code: -32603, message: 'Internal error' });
    expect(errors).toHaveLength(2);
  });

  test('that does not take a result has an error in its place', async () => {
    const store = new MemoryTaskStore({ maxBytes: 4_000 });
    const errors: unknown[] = [];
    const server = serverWith({ store }, (error) => errors.push(error));
    server.tool('large', { task: 'optional' }, () => 'x'.repeat(10_000));
    const ask = clientOf(server);
    const failed = await until(ask, await create(ask, 'large'), 'failed');
    expect(failed).toMatchObject({ error: { code: -32603, message: 'The result of the task could not be stored' } });
    expect(errors).toHaveLength(1);
  });
});
