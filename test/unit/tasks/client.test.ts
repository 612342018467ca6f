/** Calls that a server answers with tasks, as an application makes them. */

import { form, JsonRpcError, type Server } from '@mcp-gen/sdk';
import { ConnectionClosedError, type Client, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { MemoryTaskStore, tasks, type TasksOptions } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks, type StoredHostTask } from '@mcp-gen/sdk/tasks/client';
import { inProcess, TestClock } from '@mcp-gen/sdk/testing';
import { describe, expect, test, vi } from 'vitest';
import { timersOf } from '../../support/timersOf.js';
import { openHost } from '../sdk/hostSupport.js';
import { answerLate, SCHEMA, serverWith, tasksOf } from './support.js';
import { connectUntilEnd, serveUntilEnd, testClientUntilEnd } from '../../support/untilEnd.js';
import { aborted } from '../../support/aborted.js';
import { stopClock } from '../../support/clock.js';

function jobs(options: TasksOptions = {}): Server {
  const server = serverWith({ pollInterval: 20, ...options });
  server.tool('greet', { task: 'optional', output: SCHEMA }, async (_, { ask, progress }) => {
    progress(1, 2, 'Asking');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const { first, second } = await ask({
      first: form({ message: 'First?', schema: SCHEMA }),
      second: form({ message: 'Second?', schema: SCHEMA }),
    });
    return { name: `${first.content?.name} ${second.content?.name}` };
  });
  server.tool('only', { task: 'required' }, () => 'done');
  server.tool('plain', {}, () => 'at once');
  server.tool('refused', { task: 'optional' }, () => {
    throw new JsonRpcError(-32050, 'Not today', { until: 'tomorrow' });
  });
  server.tool('wait', { task: 'optional' }, (_, { signal }) => aborted(signal));
  return server;
}

const asked = vi.fn<(message: string) => void>();

async function clientOf(target: Target, options: ClientOptions = {}): Promise<Client> {
  asked.mockClear();
  const client = await connectUntilEnd(target, {
    revisions: ['2026-07-28'],
    extensions: [clientTasks()],
    elicitation: {
      form: ({ message }) => {
        asked(message);
        return { action: 'accept', content: { name: message.slice(0, -1) } };
      },
    },
    ...options,
  });
  return client;
}

describe.each(['2026-07-28', '2025-11-25'] as const)('in revision %s', (revision) => {
  test('a call waits for its task, answers its questions, and checks its result', async () => {
    const client = await clientOf(inProcess(jobs())(), { revisions: [revision] });
    const detached = await tasksOf(client).start('greet');
    expect(detached.id).toMatch(/^[\w-]{32}$/);
    expect(['working', 'input_required']).toContain((await detached.status()).status);
    const { structuredContent } = await detached.result();
    expect(structuredContent).toEqual({ name: 'First Second' });
    expect(asked.mock.calls.flat().toSorted()).toEqual(['First?', 'Second?']);
    expect((await detached.status()).status).toBe('completed');
    expect((await client.callTool('only')).text).toBe('done');
    const atOnce = await tasksOf(client).start('plain');
    expect(atOnce.id).toBeUndefined();
    expect(await atOnce.status()).toEqual({ id: '', status: 'completed', statusMessage: undefined, pollInterval: 0 });
    expect((await atOnce.result()).text).toBe('at once');
  });

  test('a task waits for a user who needs long to answer', async () => {
    stopClock();
    const options = { revisions: [revision], elicitation: { form: answerLate } };
    const client = await clientOf(inProcess(jobs({ pollInterval: 60_000 }))(), options);
    const task = await tasksOf(client).start('greet');
    const [{ structuredContent }] = await Promise.all([task.result(), vi.advanceTimersByTimeAsync(600_000)]);
    expect(structuredContent).toEqual({ name: 'Ada Ada' });
  });

  test('a task is taken up again by another client', async () => {
    const server = jobs();
    const first = await clientOf(inProcess(server, { auth: { id: 'ada' } })(), { revisions: [revision] });
    const stored = JSON.stringify(await tasksOf(first).start('greet'));
    await first.close();
    const second = await clientOf(inProcess(server, { auth: { id: 'ada' } })(), { revisions: [revision] });
    const task = tasksOf(second).resume(JSON.parse(stored) as { id: string; tool: string });
    expect((await task.result()).structuredContent).toEqual({ name: 'First Second' });
    const other = await clientOf(inProcess(server, { auth: { id: 'eve' } })(), { revisions: [revision] });
    const stolen = tasksOf(other).resume(JSON.parse(stored) as { id: string; tool: string });
    await expect(stolen.result()).rejects.toMatchObject({ code: -32602 });
    await expect(stolen.cancel()).rejects.toMatchObject({ code: -32602 });
  });

  test('a form is withdrawn, and not waited for, when the task no longer asks it', async () => {
    const server = jobs();
    server.tool('impatient', { task: 'required' }, async (_, { elicit }) => {
      const question = { message: 'Who?', schema: SCHEMA } as const;
      return elicit('who', question, { timeout: 100 }).then(
        () => 'answered',
        (error: unknown) => (error as Error).message,
      );
    });
    const withdrawn = vi.fn<() => void>();
    const form = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<never> =>
      aborted(signal, () => withdrawn());
    const client = await clientOf(inProcess(server)(), { revisions: [revision], elicitation: { form } });
    expect((await client.callTool('impatient')).text).toBe(
      'Request timed out: no response to elicitation/create within 100 ms',
    );
    await vi.waitFor(() => expect(withdrawn).toHaveBeenCalledTimes(1));
  });

  test('a task that fails rejects with its error, and one that is cancelled with another', async () => {
    const client = await clientOf(inProcess(jobs())(), { revisions: [revision] });
    const refused = await tasksOf(client).start('refused');
    const error = { code: -32050, message: 'Not today', data: { until: 'tomorrow' } };
    await expect(refused.result()).rejects.toMatchObject(error);
    const waiting = await tasksOf(client).start('wait');
    const result = waiting.result();
    await waiting.cancel();
    const why = revision === '2026-07-28' ? 'The task was cancelled' : 'its status is cancelled';
    await expect(result).rejects.toThrow(why);
    expect((await waiting.status()).status).toBe('cancelled');
  });
});

test('a host starts tasks, cleans what they show, and takes them up again', async () => {
  const server = jobs();
  server.tool('hidden', { task: 'required' }, () => 'clean\u{E0041}\u200B text');
  const open = () =>
    openHost({ servers: { jobs: inProcess(server, { auth: { id: 'ada' } }) }, extensions: [clientTasks()] });
  const { records, ...first } = await open();
  const detached = await first.host.extension(clientTasks).start('jobs__hidden');
  const stored = JSON.parse(JSON.stringify(detached)) as StoredHostTask;
  expect(stored).toEqual({ server: 'jobs', id: detached.id, tool: 'hidden' });
  expect(await records.take()).toMatchObject({ server: 'jobs', tool: 'hidden', outcome: 'ok' });
  await first.host.close();

  const { host } = await open();
  const task = host.extension(clientTasks).resume(stored);
  expect((await task.result()).text).toBe('clean text');
  expect((await task.status()).status).toBe('completed');
  expect(() => host.extension(clientTasks).resume({ ...stored, server: 'nobody' })).toThrow('nobody');
  const waiting = await host.extension(clientTasks).start('jobs__wait');
  await waiting.cancel();
  expect((await waiting.status()).status).toBe('cancelled');
});

test('a call over HTTP shows the progress of its task', async () => {
  const { url } = await serveUntilEnd(jobs());
  const client = await clientOf(url);
  const shown: unknown[] = [];
  const { structuredContent } = await client.callTool('greet', {}, { onProgress: (progress) => shown.push(progress) });
  expect(structuredContent).toEqual({ name: 'First Second' });
  expect(shown).toEqual([{ progress: 1, message: 'Asking' }]);
});

describe('over HTTP, where', () => {
  /** A `fetch` whose responses to one method a test changes. */
  function through(method: string, change: (response: Response) => Response | Promise<Response>): typeof fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      const { body } = init ?? {};
      return typeof body === 'string' && body.includes(`"method":"${method}"`) ? change(response) : response;
    };
  }

  const served = async (): Promise<string> => (await serveUntilEnd(jobs())).url;
  const nothing = (): Response => {
    const body = new ReadableStream({ start: (stream) => stream.close() });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  test('the answer to an update is lost, it is sent again', async () => {
    const lost = vi.fn<() => void>();
    const fetch = through('tasks/update', async (response) => {
      if (lost.mock.calls.length === 2) return response;
      lost();
      await response.text();
      return nothing();
    });
    const client = await clientOf(await served(), { fetch });
    expect((await client.callTool('greet')).structuredContent).toEqual({ name: 'First Second' });
    expect(lost).toHaveBeenCalledTimes(2);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('no answer arrives, the call says so', async () => {
    const lost = vi.fn<() => void>();
    const losing: typeof fetch = async (input, init) => {
      const { body } = init ?? {};
      if (typeof body !== 'string' || !body.includes('"method":"tasks/update"')) return fetch(input, init);
      lost();
      return nothing();
    };
    const client = await clientOf(await served(), { fetch: losing });
    await expect(client.callTool('greet')).rejects.toThrow(ConnectionClosedError);
    // Two answers: the first that was lost four times ends the call.
    expect(lost.mock.calls.length).toBeGreaterThanOrEqual(4);
    expect(lost.mock.calls.length).toBeLessThanOrEqual(8);
  });

  test.each([
    ['without a text', '{"type":"text"}'],
    ['of an unknown type', '{"type":"smell","text":"done"}'],
  ])('a result has content %s, it is an error', async (_, block) => {
    const fetch = through('tasks/get', async (response) => {
      const body = (await response.text()).replace('{"type":"text","text":"done"}', block);
      return new Response(body, { headers: response.headers });
    });
    const client = await clientOf(await served(), { fetch });
    await expect(client.callTool('only')).rejects.toThrow('The result of the task is not a tool result');
  });
});

test('a call that is aborted, or takes too long, cancels its task', async () => {
  const store = new MemoryTaskStore();
  const ids: string[] = [];
  const set = store.set.bind(store);
  store.set = (record) => {
    ids.push(record.id);
    set(record);
  };
  const client = await clientOf(inProcess(jobs({ store }))());
  const stop = new AbortController();
  const calling = client.callTool('wait', {}, { signal: stop.signal });
  await vi.waitFor(() => expect(ids).toHaveLength(1));
  stop.abort(new Error('Enough'));
  await expect(calling).rejects.toThrow(/^Enough$/);
  await vi.waitFor(() => expect(store.get(ids[0] as string)?.status).toBe('cancelled'));
  await expect(client.callTool('wait', {}, { maxTotalTimeout: 50 })).rejects.toThrow(
    'Request timed out: no response to tools/call within 50 ms',
  );
  await vi.waitFor(() => expect(store.get(ids.at(-1) as string)?.status).toBe('cancelled'));
});

test('the timer of a whole call ends with it', async () => {
  const timers = timersOf(123_456);
  const client = await clientOf(inProcess(jobs())());
  await client.callTool('only', {}, { maxTotalTimeout: 123_456 });
  const failing = client.callTool('refused', {}, { maxTotalTimeout: 123_456 });
  await expect(failing).rejects.toThrow('Not today');
  expect(timers.started).toBeGreaterThan(1);
  expect(timers.pending).toBe(0);
});

test('a client that cannot answer a question cancels the task', async () => {
  const store = new MemoryTaskStore();
  const last = vi.fn<(status: string) => void>();
  const set = store.set.bind(store);
  store.set = (record) => {
    last(record.status);
    set(record);
  };
  const form = (): never => {
    throw new JsonRpcError(-1, 'The user has left');
  };
  const client = await clientOf(inProcess(jobs({ store }))(), { elicitation: { form } });
  await expect(client.callTool('greet')).rejects.toMatchObject({ code: -1, message: 'The user has left' });
  await vi.waitFor(() => expect(last).toHaveBeenLastCalledWith('cancelled'));
});

test('a test moves the clock on by which tasks are polled, and expire', async () => {
  const clock = new TestClock();
  const store = new MemoryTaskStore();
  const server = jobs({ clock, store, ttl: 3_600_000, pollInterval: 60_000 });
  const client = await testClientUntilEnd(server, { extensions: [clientTasks({ clock })] });
  const calling = client.callTool('only');
  const settled = vi.fn<() => void>();
  void calling.then(settled);
  await clock.waited();
  await clock.advance(59_999);
  expect(settled).not.toHaveBeenCalled();
  await clock.advance(1);
  expect((await calling).text).toBe('done');
  const kept = await tasksOf(client).start('only');
  await clock.advance(3_599_999);
  expect((await kept.status()).status).toBe('completed');
  await clock.advance(1);
  await expect(kept.status()).rejects.toMatchObject({ code: -32602 });
  // The server has swept by then.
  await clock.advance(10_000);
  expect(store.size).toBe(0);
  expect(() => tasks({ clock: {} as never })).toThrow(
    'Invalid option "clock" for tasks: expected an object with the method',
  );
});

test('a client without tasks declares none', async () => {
  const client = await clientOf(inProcess(jobs())(), { extensions: [] });
  expect((await client.callTool('greet')).structuredContent).toEqual({ name: 'First Second' });
  await expect(client.callTool('only')).rejects.toMatchObject({ code: -32021 });
  expect(() => client.extension(clientTasks)).toThrow('The extension io.modelcontextprotocol/tasks is not registered');
});

test('a call that was answered at once is not resumed', async () => {
  const client = await clientOf(inProcess(jobs())());
  const stored = (await tasksOf(client).start('plain')).toJSON();
  expect(() => tasksOf(client).resume(stored)).toThrow('The stored task has no id');
});
