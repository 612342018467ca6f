/** A client of a server without sessions: what it keeps, what it asks again, and what it says in each request. */

import type { RequestOptions } from '@mcp-gen/runtime';
import { JsonRpcError, type ClientOptions } from '@mcp-gen/sdk/client';
import { Server } from '@mcp-gen/sdk';
import { createMockServer, inProcess, type MockAnswer } from '@mcp-gen/sdk/testing';
import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { deferred } from '../runtime/support.js';
import { Mailbox } from '../../support/mailbox.js';
import { STATELESS } from '../../support/standAlone.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';
import { stopClock } from '../../support/clock.js';

const COMPLETE = { resultType: 'complete' } as const;
const holding = (ttlMs: number, cacheScope = 'public') => ({ ...COMPLETE, ttlMs, cacheScope });
const TOOL = { name: 'echo', inputSchema: { type: 'object' } };
const said = (text: string) => ({ ...COMPLETE, content: [{ type: 'text', text }] });

async function open(answers: { readonly [method: string]: MockAnswer }, options: ClientOptions = {}) {
  const server = createMockServer(answers, {
    revision: STATELESS,
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, prompts: {}, logging: {} },
  });
  const errors: string[] = [];
  const client = await connectUntilEnd(server.target, { onError: (error) => errors.push(String(error)), ...options });
  const sent = (method: string): number => server.received.filter((message) => message.method === method).length;
  return { server, client, errors, sent };
}

describe('every request', () => {
  test('says who asks, in which revision, and what the client can do', async () => {
    covers('base-meta-required', 'base-meta-client-info', 'elicitation-declared-each-time');
    const { server, client } = await open(
      { 'tools/call': said('x') },
      { name: 'tester', version: '2.0.0', elicitation: { form: () => ({ action: 'cancel' }) }, logLevel: 'warning' },
    );
    await client.callTool('echo');
    expect((await server.receives('tools/call')).params).toEqual({
      name: 'echo',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': STATELESS,
        'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '2.0.0' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
        'io.modelcontextprotocol/logLevel': 'warning',
      },
    });
    await client.setLogLevel('debug');
    await client.callTool('echo');
    expect((await server.receives('tools/call')).params).toMatchObject({
      _meta: { 'io.modelcontextprotocol/logLevel': 'debug' },
    });
    await client.ping();
    expect(server.received.map(({ method }) => method)).toEqual([
      'server/discover',
      'tools/call',
      'tools/call',
      'server/discover',
    ]);
    for (const { params } of server.received)
      expect(params).toMatchObject({
        _meta: {
          'io.modelcontextprotocol/protocolVersion': STATELESS,
          'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '2.0.0' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
        },
      });
  });

  test('asks a server that has not declared logging for log messages, too', async () => {
    const answers = { 'tools/call': said('x') };
    const server = createMockServer(answers, { revision: STATELESS, capabilities: { tools: {} } });
    const client = await connectUntilEnd(server.target, { onLog: () => undefined });
    const levelOfCall = async (): Promise<unknown> => {
      await client.callTool('echo');
      const { _meta } = (await server.receives('tools/call')).params as { readonly _meta: Record<string, unknown> };
      return _meta['io.modelcontextprotocol/logLevel'];
    };
    expect(await levelOfCall()).toBe('info');
    await client.setLogLevel('debug');
    expect(await levelOfCall()).toBe('debug');
  });

  test('asks for no log messages where nobody wants them', async () => {
    const { server, client } = await open({ 'tools/call': said('x') });
    await client.callTool('echo');
    const { _meta } = (await server.receives('tools/call')).params as { readonly _meta: object };
    expect(_meta).not.toHaveProperty('io.modelcontextprotocol/logLevel');
  });

  test('is refused with an unknown kind of result, and taken without one', async () => {
    covers('base-result-types-supported', 'base-result-type-unknown', 'base-result-type-absent');
    const { client } = await open({
      'tools/call': ({ name }) => ({ content: [], ...(name === 'odd' && { resultType: 'odd' }) }),
    });
    await expect(client.callTool('odd')).rejects.toMatchObject({
      name: 'InvalidMessageError',
      message: 'The result of tools/call has the unknown resultType "odd": expected complete or input_required',
    });
    expect((await client.callTool('plain')).content).toEqual([]);
  });
});

describe('questions of a server', () => {
  const requestedSchema = { type: 'object', properties: { a: { type: 'string' } } };
  const question = (message: string) => ({
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema },
  });
  const ask = (key: string, requestState?: string) => ({
    resultType: 'input_required',
    inputRequests: { [key]: question(key) },
    ...(requestState !== undefined && { requestState }),
  });
  const elicitation: ClientOptions['elicitation'] = { form: () => ({ action: 'accept', content: { a: 'b' } }) };

  test('are answered by the functions of the application, and the request is sent again with a new id', async () => {
    covers('rounds-state-opaque', 'rounds-state-returned', 'rounds-state-not-invented');
    covers('rounds-new-id', 'tools-new-id');
    const rounds: MockAnswer[] = [ask('one', 'first state'), ask('two'), said('done')];
    const { server, client } = await open({ 'tools/call': () => rounds.shift() }, { elicitation });
    expect((await client.callTool('echo', { x: 1 })).text).toBe('done');
    const calls = server.received.filter(({ method }) => method === 'tools/call');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    const answer = { action: 'accept', content: { a: 'b' } };
    const [first, second, third] = calls.map(({ params }) => params as { readonly [name: string]: unknown });
    expect(first).not.toHaveProperty('inputResponses');
    const same = { name: 'echo', arguments: { x: 1 } };
    expect(second).toMatchObject({ ...same, inputResponses: { one: answer }, requestState: 'first state' });
    expect(third).toMatchObject({ ...same, inputResponses: { two: answer } });
    expect(third).not.toHaveProperty('requestState');
  });

  test('that come together are all answered before the request is sent again', async () => {
    covers('rounds-answered-first');
    const both = { resultType: 'input_required', inputRequests: { one: question('one'), two: question('two') } };
    const rounds: MockAnswer[] = [both, said('done')];
    const asked = new Mailbox<{ readonly message: string; readonly answer: () => void }>();
    const form = ({ message }: { readonly message: string }) =>
      new Promise<{ readonly action: 'cancel' }>((resolve) => {
        asked.put({ message, answer: () => resolve({ action: 'cancel' }) });
      });
    const { server, client, sent } = await open({ 'tools/call': () => rounds.shift() }, { elicitation: { form } });
    const call = client.callTool('echo');
    const answerTo = async (message: string) => (await asked.take((each) => each.message === message)).answer();
    await answerTo('one');
    await client.ping();
    expect(sent('tools/call')).toBe(1);
    await answerTo('two');
    expect((await call).text).toBe('done');
    const [, again] = server.received.filter(({ method }) => method === 'tools/call');
    const inputResponses = { one: { action: 'cancel' }, two: { action: 'cancel' } };
    expect(again?.params).toMatchObject({ inputResponses });
  });

  test('that nobody can answer reject the call', async () => {
    const { client } = await open({ 'tools/call': ask('one') });
    await expect(client.callTool('echo')).rejects.toThrow(
      /requested elicitation\/create, which this client has not declared/,
    );
  });

  test('that the application refuses to answer reject the call with its error', async () => {
    const refusing = { form: () => Promise.reject(new JsonRpcError(-1, 'The person said no')) };
    const { client } = await open({ 'tools/call': ask('one') }, { elicitation: refusing });
    await expect(client.callTool('echo')).rejects.toMatchObject({ code: -1, message: 'The person said no' });
  });

  test('end: a server that asks without end is left', async () => {
    const where = { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } };
    const { client, sent } = await open({ 'tools/call': where }, { roots: [] });
    await expect(client.callTool('echo')).rejects.toThrow(/asked 32 times without answering/);
    expect(sent('tools/call')).toBe(32);
  });

  test('that ask for nothing reject the call at once', async () => {
    const { client, sent } = await open({ 'tools/call': { resultType: 'input_required' } });
    await expect(client.callTool('echo')).rejects.toThrow(/neither inputRequests nor requestState/);
    expect(sent('tools/call')).toBe(1);
  });

  test('that only have a state are repeated later and later, until the caller cancels', async () => {
    stopClock();
    const { client, sent } = await open({ 'tools/call': { resultType: 'input_required', requestState: 'again' } });
    const cancel = new AbortController();
    const cancelled = expect(client.callTool('echo', {}, { signal: cancel.signal })).rejects.toThrow('cancelled');
    const pauses = [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000];
    for (const [repeated, pause] of pauses.entries()) {
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(sent('tools/call')).toBe(1 + repeated);
      await vi.advanceTimersByTimeAsync(1);
      expect(sent('tools/call')).toBe(2 + repeated);
    }
    cancel.abort(new Error('cancelled'));
    await cancelled;
  });

  test.each<[options: RequestOptions, limit: number]>([
    [{ maxTotalTimeout: 250 }, 250],
    [{ timeout: 40 }, 400],
    [{}, 700],
    [{ timeout: undefined, maxTotalTimeout: undefined }, 700],
  ])('that only have a state end with the total time of the call: %j', async (options, limit) => {
    stopClock();
    const { client } = await open(
      { 'tools/call': { resultType: 'input_required', requestState: 'again' } },
      { timeout: 70 },
    );
    let error: unknown;
    client.callTool('echo', {}, options).catch((reason: unknown) => (error = reason));
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(error).toMatchObject({ name: 'RequestTimeoutError' });
  });

  test('that only have a state end with the connection', async () => {
    const { client, sent } = await open({ 'tools/call': { resultType: 'input_required', requestState: 'again' } });
    const left = client.callTool('echo');
    await expect.poll(() => sent('tools/call')).toBeGreaterThan(0);
    await client.close();
    await expect(left).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  });

  test('are asked side by side with other calls, each with its own answers and state', async () => {
    covers('rounds-own-request');
    const { server, client } = await open(
      {
        'tools/call': ({ name, requestState }) =>
          name === 'asks' && requestState === undefined ? ask('one', 'its own') : said(String(name)),
      },
      {
        elicitation: {
          form: async () => {
            await client.callTool('other');
            return { action: 'accept', content: { a: 'b' } };
          },
        },
      },
    );
    await Promise.all([client.callTool('asks'), client.callTool('other')]);
    await client.callTool('other');
    const others = server.received.filter(({ params }) => (params as { name?: string }).name === 'other');
    const alone = { name: 'other', _meta: expect.any(Object) as unknown };
    expect(others.map(({ params }) => params)).toEqual([alone, alone, alone]);
  });

  test('stop when the caller no longer waits', async () => {
    const asked = new Mailbox<AbortSignal>();
    const abort = new AbortController();
    const form = (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
      asked.put(signal);
      return endless();
    };
    const { client } = await open({ 'tools/call': ask('one') }, { elicitation: { form } });
    const call = client.callTool('echo', {}, { signal: abort.signal });
    const signal = await asked.take();
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(signal.aborted).toBe(true);
  });
});

describe('what holds for some time', () => {
  test('is not asked for again while it is fresh', async () => {
    covers('caching-fresh', 'caching-stale', 'caching-no-polling');
    stopClock();
    const { client, sent } = await open({ 'tools/list': { ...holding(1_000), tools: [TOOL] } });
    await client.tools().all();
    vi.advanceTimersByTime(999);
    expect(await client.tools().all()).toEqual([TOOL]);
    expect(sent('tools/list')).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent('tools/list')).toBe(1);
    await client.tools().all();
    expect(sent('tools/list')).toBe(2);
    vi.advanceTimersByTime(1_000);
    await client.tools().all();
    expect(sent('tools/list')).toBe(3);
  });

  test.each([
    ['at once stale', { ttlMs: 0, cacheScope: 'public' }],
    ['negative', { ttlMs: -5, cacheScope: 'public' }],
    ['not said', { cacheScope: 'public' }],
    ['not said, nor anything else about it', {}],
  ])('is asked for each time where the time is %s', async (_, hint) => {
    covers('caching-zero', 'caching-negative', 'caching-absent');
    const { client, sent } = await open({ 'tools/list': { ...COMPLETE, ...hint, tools: [TOOL] } });
    expect(await client.tools().all()).toEqual([TOOL]);
    expect(await client.tools().all()).toEqual([TOOL]);
    expect(sent('tools/list')).toBe(2);
  });

  test('is kept by what was asked for: each page and each resource for itself', async () => {
    covers('caching-key');
    const { client, sent } = await open({
      'tools/list': ({ cursor }) => ({
        ...holding(1_000),
        tools: [],
        ...(cursor === undefined && { nextCursor: 'b' }),
      }),
      'resources/read': ({ uri }) => ({ ...holding(1_000, 'private'), contents: [{ uri, text: String(uri) }] }),
    });
    for (let round = 0; round < 2; round++) {
      await client.tools().all();
      for (const uri of ['a://1', 'a://2'])
        expect((await client.readResource(uri)).contents).toMatchObject([{ text: uri }]);
    }
    expect([sent('tools/list'), sent('resources/read')]).toEqual([2, 2]);
  });

  test('is a copy: what the application does to it stays with the application', async () => {
    const { client } = await open({ 'resources/read': { ...holding(1_000), contents: [{ uri: 'a://1', text: 'x' }] } });
    const first = await client.readResource('a://1');
    first.contents.length = 0;
    const again = await client.readResource('a://1');
    expect(again.contents).toHaveLength(1);
    again.contents.length = 0;
    expect((await client.readResource('a://1')).contents).toHaveLength(1);
  });

  test('is dropped when the server says that it has changed', async () => {
    const { server, client, sent } = await open({
      'tools/list': { ...holding(60_000), tools: [TOOL] },
      'resources/read': ({ uri }) => ({ ...holding(60_000), contents: [{ uri, text: '' }] }),
    });
    const readAll = async (): Promise<void> => {
      await client.tools().all();
      await client.readResource('a://1');
    };
    await readAll();
    server.notify('notifications/tools/list_changed');
    await readAll();
    expect([sent('tools/list'), sent('resources/read')]).toEqual([2, 1]);
    server.notify('notifications/resources/updated', { uri: 'a://1' });
    await readAll();
    expect([sent('tools/list'), sent('resources/read')]).toEqual([2, 2]);
  });

  test('is not kept if it came of answers', async () => {
    covers('caching-rounds');
    const { client, sent } = await open(
      {
        'resources/read': ({ inputResponses }) =>
          inputResponses === undefined
            ? { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } }
            : { ...holding(60_000), contents: [{ uri: 'a://1', text: 'x' }] },
      },
      { roots: [] },
    );
    await client.readResource('a://1');
    await client.readResource('a://1');
    expect(sent('resources/read')).toBe(4);
  });

  test('is asked for again if it changed while it was on its way', async () => {
    const answers: ((result: object) => void)[] = [];
    const { server, client, sent } = await open({
      'tools/list': () => new Promise<object>((resolve) => answers.push(resolve)),
    });
    const first = client.tools().all();
    await server.receives('tools/list');
    server.notify('notifications/tools/list_changed', {});
    answers[0]?.({ ...holding(60_000), tools: [TOOL] });
    expect(await first).toEqual([TOOL]);
    const second = client.tools().all();
    await expect.poll(() => answers).toHaveLength(2);
    answers[1]?.({ ...holding(60_000), tools: [] });
    expect(await second).toEqual([]);
    expect(await client.tools().all()).toEqual([]);
    expect(sent('tools/list')).toBe(2);
  });

  test('is given to nobody else: each client has a cache of its own', async () => {
    covers('caching-private');
    const server = new Server({ name: 'secrets', version: '1.0.0' });
    const hints = { ttlMs: 60_000, cacheScope: 'private' } as const;
    server.resource('a://mine', {}, (_, { auth }) => ({ contents: [`of ${auth?.id}`], ...hints }));
    const read = async (id: string): Promise<unknown> => {
      const client = await connectUntilEnd(inProcess(server, { auth: { id } }));
      return (await client.readResource('a://mine')).contents;
    };
    expect(await read('alice')).toMatchObject([{ text: 'of alice' }]);
    expect(await read('bob')).toMatchObject([{ text: 'of bob' }]);
  });
});

describe('changes', () => {
  const listen = { 'subscriptions/listen': () => endless() };
  const acknowledge = async (server: Awaited<ReturnType<typeof open>>['server']): Promise<unknown> => {
    const { id, params } = await server.receives('subscriptions/listen');
    const { notifications } = params as { readonly notifications: object };
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    server.notify('notifications/subscriptions/acknowledged', { notifications, _meta });
    return notifications;
  };

  test('are listened to where the application wants to be notified of them, and not otherwise', async () => {
    const { sent } = await open(listen);
    expect(sent('subscriptions/listen')).toBe(0);
    const changed: string[] = [];
    const { server } = await open(listen, { onListChanged: (list) => changed.push(list) });
    expect(await acknowledge(server)).toEqual({ toolsListChanged: true });
    server.notify('notifications/tools/list_changed');
    await expect.poll(() => changed).toEqual(['tools']);
  });

  test('of a resource are followed on one stream, which the next one replaces', async () => {
    covers('cancellation-stdio', 'cancellation-sent', 'stdio-cancelled');
    const { server, client, sent } = await open(listen);
    const one = client.subscribe('a://1');
    expect(await acknowledge(server)).toEqual({ toolsListChanged: true, resourceSubscriptions: ['a://1'] });
    await one.ready;
    const two = client.subscribe('a://2');
    expect(await acknowledge(server)).toMatchObject({ resourceSubscriptions: ['a://1', 'a://2'] });
    await two.ready;
    const [first] = server.received.filter(({ method }) => method === 'subscriptions/listen');
    expect((await server.receives('notifications/cancelled')).params).toMatchObject({ requestId: first?.id });
    server.notify('notifications/resources/updated', { uri: 'a://2' });
    expect((await two.next()).value).toMatchObject({ uri: 'a://2' });
    expect(sent('notifications/cancelled')).toBe(1);
  });

  test('of a resource that the server does not follow are refused', async () => {
    covers('listening-checked');
    const { server, client } = await open(listen);
    const subscription = client.subscribe('a://1');
    const { id } = await server.receives('subscriptions/listen');
    const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
    server.notify('notifications/subscriptions/acknowledged', { notifications: { resourceSubscriptions: [] }, _meta });
    await expect(subscription.ready).rejects.toThrow(/did not accept the subscription to a:\/\/1/);
  });
});

test('a server that answers a ping answers what it has', async () => {
  const { client, sent } = await open({});
  await client.ping();
  expect(sent('server/discover')).toBe(2);
});

test('a request of the server is ignored and reported: it has no right to one', async () => {
  covers('stdio-no-responses');
  const { server, client, errors } = await open({ 'tools/call': said('x') }, { roots: [] });
  let isAnswered = false;
  const answered = (): void => void (isAnswered = true);
  void server.request('roots/list').then(answered, answered);
  await client.callTool('echo');
  expect(errors).toEqual([expect.stringContaining('roots/list')]);
  expect(isAnswered).toBe(false);
});

test('a server that cancels a request other than a stream of changes is ignored, and that is reported', async () => {
  const { promise: answered, resolve: answer } = deferred<typeof COMPLETE>();
  const { server, client, errors } = await open({ 'tools/call': () => answered });
  const called = client.callTool('echo');
  const { id } = await server.receives('tools/call');
  server.notify('notifications/cancelled', { requestId: id, reason: 'busy' });
  answer(said('x'));
  expect(await called).toMatchObject({ content: [{ text: 'x' }] });
  expect(errors).toEqual([
    'Error: Ignored the cancellation of tools/call by the server: servers of this revision must not cancel it',
  ]);
});
