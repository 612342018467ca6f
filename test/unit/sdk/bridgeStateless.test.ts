/** A bridge over HTTP: clients without sessions at a server with sessions, and what keeps them apart. */

import {
  ConnectionClosedError,
  HttpStatusError,
  InvalidMessageError,
  JsonRpcError,
  type Quota,
  RequestTimeoutError,
  type Transport,
} from '@mcp-gen/runtime';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { HttpHandler } from '@mcp-gen/runtime/http/server';
import { Server, ToolError, UrlElicitationRequiredError } from '@mcp-gen/sdk';
import { bridge, type BridgeOptions } from '@mcp-gen/sdk/bridge';
import { NotExpressibleError } from '@mcp-gen/sdk/conversions';
import { tasks } from '@mcp-gen/sdk/tasks';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { toClientError, toOpeningError, toServerError } from '../../../sdk/src/bridge/bridgeErrors.js';
import { PendingCall } from '../../../sdk/src/bridge/pendingCall.js';
import { RevisionCodes } from '../../../sdk/src/revisionCodes.js';
import { covers } from '../../support/covers.js';
import { Mailbox } from '../../support/mailbox.js';
import { withEnd } from '../tasks/support.js';
import { POST_HEADERS } from '../../support/rawHttp.js';
import { headersOf, metaWith } from '../../support/standAlone.js';
import { deferred, request } from '../runtime/support.js';
import { bridgedPeers, throughBridge, type Wire } from './bridgeSupport.js';

const REVISION = '2026-07-28';
const CAPABILITIES = { elicitation: { form: {} } };

/** How long the tool `impatient` waits for its client, and whether it fails then. */
interface Impatience {
  readonly done: Promise<void>;
  readonly fails?: boolean;
}

/** A server that asks, and tells what becomes of its questions. */
function askingServer(events: Mailbox<string>, impatience?: Impatience): Server {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  let calls = 0;
  server.tool('name', {}, async (_input, context) => {
    events.put(`call ${++calls}`);
    context.signal.addEventListener('abort', () => events.put('cancelled'));
    const schema = z.object({ name: z.string() });
    const { content: first } = await context.elicit('first', { message: 'First name?', schema });
    const { content: last } = await context.elicit('last', { message: 'Last name?', schema });
    return `Hello ${first?.name} ${last?.name}`;
  });
  server.tool('count', {}, () => String(++calls));
  server.tool('impatient', {}, async (_input, context) => {
    const answer = context.elicit('name', { message: 'Name?', schema: z.object({ name: z.string() }) });
    answer.catch(() => events.put('not answered'));
    await impatience?.done;
    if (impatience?.fails === true) throw new ToolError('Gave up');
    return 'Hello stranger';
  });
  return server;
}

interface Answer {
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A bridge over HTTP whose callers name themselves. Returns how to call a tool, and the connections to the server. */
function overHttp(target: () => Transport, options: BridgeOptions = {}) {
  const connections: Transport[] = [];
  const connecting = (): Transport => {
    const transport = target();
    connections.push(transport);
    return transport;
  };
  const { handlers, options: described, close } = bridge(connecting, { onError: () => undefined, ...options });
  const handler = new HttpHandler(handlers, {
    ...described,
    allowedHosts: ['bridge.test'],
    // A busy machine takes its time: an answer that takes long would come as a stream.
    streams: { streamAfter: 60_000 },
    authenticate: ({ header }) => ({ id: header('authorization') ?? 'nobody' }),
  });
  onTestFinished(async () => {
    await handler.close();
    await close();
  });
  const ask = async (
    caller: string,
    method: string,
    given: { readonly name?: string },
    {
      capabilities = CAPABILITIES,
      headers = {},
    }: { capabilities?: object | undefined; headers?: Record<string, string> } = {},
  ): Promise<Answer & { readonly status: number }> => {
    const response = await handler.fetch(
      new Request('http://bridge.test/mcp', {
        method: 'POST',
        headers: { ...headersOf(method, given), authorization: caller, ...headers },
        body: JSON.stringify(request(1, method, { ...given, _meta: metaWith({ capabilities }) })),
      }),
    );
    return { ...((await response.json()) as Answer), status: response.status };
  };
  const call = (caller: string, name: string, more: object = {}, capabilities?: object): Promise<Answer> =>
    ask(caller, 'tools/call', { name, arguments: {}, ...more } as { name: string }, { capabilities });
  return { ask, call, connections, close };
}

/** The answers to all questions of a result, and its state. */
function answering({ result }: Answer, name: string): object {
  const keys = Object.keys(result?.['inputRequests'] as object);
  const answer = { action: 'accept', content: { name } };
  return {
    inputResponses: Object.fromEntries(keys.map((key) => [key, answer])),
    requestState: result?.['requestState'],
  };
}

test('a call waits at the server while its client is asked, and is made once', async () => {
  const events = new Mailbox<string>();
  const { call, connections } = overHttp(inProcess(askingServer(events)));
  const first = await call('ada', 'name');
  expect(first.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { 'question 0': { method: 'elicitation/create', params: { message: 'First name?' } } },
  });
  const second = await call('ada', 'name', answering(first, 'Ada'));
  expect(second.result).toMatchObject({ inputRequests: { 'question 1': { params: { message: 'Last name?' } } } });
  const last = await call('ada', 'name', answering(second, 'Lovelace'));
  expect(last.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello Ada Lovelace' }] });
  expect(events.empty()).toEqual(['call 1']);
  expect(connections).toHaveLength(1);
});

test('answers of another caller, with a state that was changed, or for a call that is over are refused', async () => {
  const { call } = overHttp(inProcess(askingServer(new Mailbox())));
  const asked = await call('ada', 'name');
  const more = answering(asked, 'Eve');
  const refused = { code: -32602, message: expect.stringContaining('requestState') as string };
  expect((await call('eve', 'name', more)).error).toMatchObject(refused);
  expect((await call('ada', 'name', { ...more, requestState: 'unknown' })).error).toMatchObject(refused);
  expect((await call('ada', 'count', more)).error).toMatchObject(refused);
  const next = await call('ada', 'name', answering(asked, 'Ada'));
  const done = answering(next, 'Lovelace');
  expect((await call('ada', 'name', done)).result).toMatchObject({ content: [{ text: 'Hello Ada Lovelace' }] });
  expect((await call('ada', 'name', done)).error).toMatchObject(refused);
});

test('a call whose client does not answer is cancelled at the server, and its state expires', async () => {
  const events = new Mailbox<string>();
  const { call } = overHttp(inProcess(askingServer(events)), { timeouts: { questionTimeout: 1 } });
  const asked = await call('ada', 'name');
  expect(await events.take((event) => event === 'cancelled')).toBe('cancelled');
  expect((await call('ada', 'name', answering(asked, 'Ada'))).error).toMatchObject({ code: -32602 });
});

test('a connection whose last call was cancelled is closed like any other that is not used', async () => {
  const timeouts = { questionTimeout: 50, idleTimeout: 50 };
  const connect = inProcess(askingServer(new Mailbox()));
  const closed = vi.fn();
  const connecting = (): Transport => {
    const transport = connect();
    const close = transport.close.bind(transport);
    transport.close = () => {
      closed();
      return close();
    };
    return transport;
  };
  const { call, connections } = overHttp(connecting, { timeouts });
  await call('ada', 'name');
  await expect.poll(() => closed).toHaveBeenCalled();
  await call('ada', 'count');
  expect(connections).toHaveLength(2);
});

test('timeouts of 30 days are waited for', async () => {
  const month = 30 * 24 * 60 * 60 * 1_000;
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  const { call } = overHttp(inProcess(askingServer(new Mailbox())), {
    timeouts: { questionTimeout: month, idleTimeout: month },
  });
  const asked = await call('ada', 'name');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await call('ada', 'name', answering(asked, 'Ada'))).result).toMatchObject({ resultType: 'input_required' });
  expect((await call('ada', 'count')).result).toMatchObject({ content: [{ text: '2' }] });
  expect(warnings).toEqual([]);
});

test.each([
  ['result', false, { content: [{ text: 'Hello stranger' }] }],
  ['failure', true, { isError: true, content: [{ text: 'Gave up' }] }],
])('the %s of a call that ends while its client is asked is kept for the client', async (_, fails, expected) => {
  const { promise: done, resolve: decide } = deferred();
  const { call } = overHttp(inProcess(askingServer(new Mailbox(), { done, fails })));
  const asked = await call('ada', 'impatient');
  expect(asked.result).toMatchObject({ resultType: 'input_required' });
  decide();
  // What the server sends arrives in order.
  expect((await call('ada', 'count')).result).toMatchObject({ content: [{ text: '1' }] });
  expect((await call('ada', 'impatient', answering(asked, 'Ada'))).result).toMatchObject(expected);
  const over = { code: -32602, message: expect.stringContaining('has ended') as string };
  expect((await call('ada', 'impatient', answering(asked, 'Ada'))).error).toMatchObject(over);
});

test('of two requests that repeat a call while it runs, the last one gets the result, and the other an error', async () => {
  const { promise: done, resolve: decide } = deferred();
  const { call } = overHttp(inProcess(askingServer(new Mailbox(), { done })));
  const asked = await call('ada', 'impatient');
  const repeated = [1, 2].map(() => call('ada', 'impatient', answering(asked, 'Ada')));
  expect((await Promise.race(repeated)).error?.message).toContain('repeated');
  decide();
  const answers = await Promise.all(repeated);
  expect(answers.find(({ result }) => result !== undefined)?.result).toMatchObject({
    content: [{ text: 'Hello stranger' }],
  });
});

test('a call that ends right behind its question is answered, whether its client is asked or not', async () => {
  const { call } = overHttp(inProcess(askingServer(new Mailbox(), { done: Promise.resolve() })));
  const first = await call('ada', 'impatient');
  const last =
    first.result?.['resultType'] === 'input_required' ? await call('ada', 'impatient', answering(first, 'Ada')) : first;
  expect(last.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Hello stranger' }] });
});

test('a result that is not fetched in time is dropped', async () => {
  const { promise: done, resolve: decide } = deferred();
  const { call } = overHttp(inProcess(askingServer(new Mailbox(), { done })), {
    limits: { questionLimit: 1 },
    timeouts: { questionTimeout: 200 },
  });
  await call('ada', 'impatient');
  decide();
  await call('ada', 'count');
  await expect
    .poll(async () => (await call('ada', 'name')).result, { timeout: 10_000 })
    .toMatchObject({ resultType: 'input_required' });
});

/** A client without a session, and a server with one, both played by the test. */
async function rawStateless(serverCapabilities: object, clientCapabilities: object = CAPABILITIES) {
  const { client, server } = bridgedPeers({ revisions: ['2025-11-25'] });
  const say = (id: number, method: string, params: object = {}, progressToken?: string): void => {
    const _meta = metaWith({ capabilities: clientCapabilities, progressToken });
    client.say({ id, method, params: { ...params, _meta } });
  };
  say(0, 'server/discover');
  const serverInfo = { name: 'raw', version: '1.0.0' };
  await server.answer('initialize', { protocolVersion: '2025-11-25', capabilities: serverCapabilities, serverInfo });
  await client.answerTo(0);
  return { client, server, say };
}

test('a question that may be for another request is refused', async () => {
  const { client, server, say } = await rawStateless({ tools: {} });
  const question = (id: string): Promise<Wire> =>
    server.ask(id, 'elicitation/create', { message: 'Card?', requestedSchema: { type: 'object', properties: {} } });
  const unclear = { error: { message: expect.stringContaining('which of several running requests') as string } };
  say(1, 'tools/call', { name: 'pay', arguments: {} });
  const first = await server.take('tools/call');
  say(2, 'tools/call', { name: 'pay', arguments: {} });
  await server.take('tools/call');
  expect(await question('of both')).toMatchObject(unclear);
  client.say({ method: 'notifications/cancelled', params: { requestId: 1 } });
  expect((await server.take('notifications/cancelled')).params).toMatchObject({ requestId: first.id });
  const { id } = await server.take('ping');
  expect(await question('on its way')).toMatchObject(unclear);
  server.say({ id: id as number, result: {} });
  void question('of the only one');
  expect(await client.answerTo(2)).toMatchObject({
    result: { inputRequests: { 'question 0': { params: { message: 'Card?' } } } },
  });
});

test('a question that is open when the server answers its call is refused', async () => {
  const { client, server, say } = await rawStateless({ tools: {} });
  say(1, 'tools/call', { name: 'x', arguments: {} });
  const { id } = await server.take('tools/call');
  const asking = server.ask('q', 'elicitation/create', {
    message: 'Card?',
    requestedSchema: { type: 'object', properties: {} },
  });
  expect(await client.answerTo(1)).toMatchObject({ result: { resultType: 'input_required' } });
  server.say({ id: id as number, result: { content: [] } });
  expect(await asking).toMatchObject({ error: { message: 'The request has ended' } });
});

test('a call that becomes a task tells its progress, has pages visited first, and its questions are its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
  const capabilities = { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } };
  const extensions = { 'io.modelcontextprotocol/tasks': {} };
  const { client, server, say } = await rawStateless(capabilities, { elicitation: { form: {}, url: {} }, extensions });
  say(1, 'tools/list');
  const listed = await server.take('tools/list');
  const tool = { name: 'pay', inputSchema: { type: 'object' }, execution: { taskSupport: 'optional' } };
  server.reply(listed, { result: { tools: [tool] } });
  await client.answerTo(1);
  say(2, 'tools/call', { name: 'pay', arguments: {} }, 'two');
  const first = await server.take('tools/call');
  const { _meta: meta } = first.params as { readonly _meta: { readonly progressToken: number } };
  server.say({ method: 'notifications/progress', params: { progressToken: meta.progressToken, progress: 1 } });
  expect((await client.take('notifications/progress')).params).toMatchObject({ progressToken: 'two', progress: 1 });
  const elicitations = [{ mode: 'url', message: 'Pay', url: 'https://pay.example/', elicitationId: 'e' }];
  server.reply(first, { error: { code: -32042, message: 'Pay first', data: { elicitations } } });
  const { inputRequests, requestState } = (await client.answerTo(2)).result as {
    inputRequests: object;
    requestState: string;
  };
  expect(inputRequests).toMatchObject({ 'question 0': { params: { url: 'https://pay.example/' } } });
  const inputResponses = { 'question 0': { action: 'accept' } };
  say(3, 'tools/call', { name: 'pay', arguments: {}, inputResponses, requestState });
  const second = await server.take('tools/call');
  expect(second.params).toMatchObject({ name: 'pay', task: {} });
  const time = '2026-01-01T00:00:00Z';
  const task = { taskId: 'one', status: 'working', createdAt: time, lastUpdatedAt: time, ttl: 3_600_000 };
  server.reply(second, { result: { task } });
  const related = { 'io.modelcontextprotocol/related-task': { taskId: 'one' } };
  const asked = server.ask('q', 'elicitation/create', {
    message: 'Card?',
    requestedSchema: { type: 'object', properties: {} },
    _meta: related,
  });
  expect((await client.answerTo(3)).result).toMatchObject({ resultType: 'task', taskId: 'one' });
  say(4, 'tasks/get', { taskId: 'one' });
  const { result } = await client.answerTo(4);
  expect(result).toMatchObject({ status: 'input_required' });
  const [key] = Object.keys(result?.['inputRequests'] as object);
  say(5, 'tasks/update', { taskId: 'one', inputResponses: { [key as string]: { action: 'decline' } } });
  expect((await asked).result).toEqual({ action: 'decline' });
  await server.answer('tasks/result', { content: [] });
  await client.answerTo(5);
  // Its result is there as long as the client was told.
  await vi.advanceTimersByTimeAsync(3_000_000);
  say(6, 'tasks/get', { taskId: 'one' });
  expect((await client.answerTo(6)).result).toMatchObject({ status: 'completed' });
});

test('a server that does not say who it is stays without a name, and one that does has its own', async () => {
  const { client, server } = bridgedPeers({ revisions: [REVISION] });
  const _meta = metaWith({ capabilities: {} });
  const NAME = 'io.modelcontextprotocol/serverInfo';
  const nameIn = ({ result }: Wire): unknown =>
    (result?.['_meta'] as { readonly [name: string]: unknown } | undefined)?.[NAME];
  const discovering = client.ask(1, 'server/discover', { _meta });
  const head = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const result = { ...head, supportedVersions: [REVISION], capabilities: { tools: {} } };
  await server.answer('server/discover', result);
  expect(nameIn(await discovering)).toBeUndefined();
  const name = { name: 'late', version: '1.0.0' };
  for (const more of [{}, { _meta: {} }, { _meta: { [NAME]: name } }]) {
    const calling = client.ask(2, 'tools/call', { name: 'x', arguments: {}, _meta });
    await server.answer('tools/call', { resultType: 'complete', content: [], ...more });
    const answered = await calling;
    expect(answered).toHaveProperty('result');
    expect(nameIn(answered)).toEqual((more as { readonly _meta?: { readonly [NAME]?: object } })._meta?.[NAME]);
  }
});

test('requests about tasks are refused where the server has none', async () => {
  const { client, say } = await rawStateless({ tools: {} }, { extensions: { 'io.modelcontextprotocol/tasks': {} } });
  say(1, 'tasks/get', { taskId: 'one' });
  const { error } = await client.answerTo(1);
  expect(error).toMatchObject({ code: -32601, message: 'Method not found: tasks/get' });
});

test('callers whose capabilities are too large, or who come when the bridge closes, are refused', async () => {
  const { call, connections, close } = overHttp(inProcess(askingServer(new Mailbox())));
  const large = { experimental: { large: { text: 'x'.repeat(16_384) } } };
  expect((await call('ada', 'count', {}, large)).error).toMatchObject({
    code: -32602,
    message: 'Invalid params: clientInfo and capabilities are too large',
  });
  await close();
  expect((await call('ada', 'count')).error).toMatchObject({ code: -32603, message: 'The bridge is closing' });
  expect(connections).toEqual([]);
});

test('the calls that wait are limited, and the caller with the most loses its oldest one', async () => {
  const { call } = overHttp(inProcess(askingServer(new Mailbox())), { limits: { questionLimit: 2 } });
  // Calls with different capabilities have connections of their own, so that each question belongs to one call.
  const others = [{ roots: {} }, { sampling: {} }].map((more) => ({ ...CAPABILITIES, ...more }));
  const first = await call('ada', 'name');
  const second = await call('ada', 'name', {}, others[0]);
  expect(first.result).toMatchObject({ resultType: 'input_required' });
  const refused = await call('ada', 'name', {}, others[1]);
  expect(JSON.stringify(refused)).toContain('no caller has more than this one');
  expect((await call('bob', 'name')).result).toMatchObject({ resultType: 'input_required' });
  expect((await call('ada', 'name', answering(first, 'Ada'))).error).toMatchObject({ code: -32602 });
  const answer = await call('ada', 'name', answering(second, 'Ada'), others[0]);
  // It goes on to its next question.
  expect(JSON.stringify(answer.result)).toContain('Last name?');
});

test('callers share no session, and neither do different capabilities of one caller', async () => {
  const target = (): Transport => inProcess(askingServer(new Mailbox()))();
  const { call, connections } = overHttp(target);
  const count = async (caller: string, capabilities?: object) =>
    (await call(caller, 'count', {}, capabilities)).result?.['content'];
  expect(await count('ada')).toMatchObject([{ text: '1' }]);
  expect(await count('ada')).toMatchObject([{ text: '2' }]);
  expect(await count('bob')).toMatchObject([{ text: '1' }]);
  expect(await count('ada', {})).toMatchObject([{ text: '1' }]);
  expect(connections).toHaveLength(3);
});

test('sessions at the server are limited: one that is not used makes room, one that is used does not', async () => {
  const { call, connections } = overHttp(inProcess(askingServer(new Mailbox())), { limits: { connectionLimit: 1 } });
  expect((await call('ada', 'count')).result).toBeDefined();
  expect((await call('bob', 'name')).result).toMatchObject({ resultType: 'input_required' });
  expect(connections).toHaveLength(2);
  expect((await call('ada', 'count')).error).toMatchObject({
    message:
      'The bridge is busy: too many connections of a bridge to its server: no caller has more than this one. Try again later',
  });
});

test('what a server without sessions asks passes unchanged, and so does its state', async () => {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { revisions: [REVISION] });
  const schema = z.object({ name: z.string() });
  server.tool('name', {}, async (_input, { elicit }) => {
    const { content } = await elicit('who', { message: 'Who?', schema });
    return `Hello ${content?.name}`;
  });
  const states: unknown[] = [];
  const seeing = (): Transport => {
    const transport = inProcess(server)();
    return {
      ...transport,
      start: (receiver) =>
        transport.start({
          ...receiver,
          message: (value, info) => {
            states.push((value as Answer).result?.['requestState']);
            receiver.message(value, info);
          },
        }),
    };
  };
  const { call } = overHttp(seeing);
  const asked = await call('ada', 'name');
  expect(asked.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: {} } });
  expect(states).toContain(asked.result?.['requestState']);
  expect((await call('ada', 'name', answering(asked, 'Ada'))).result).toMatchObject({
    content: [{ text: 'Hello Ada' }],
  });
});

test.each(['2025-06-18', REVISION] as const)(
  'arguments of a client of %s are repeated in headers, as the tool of a server over HTTP wants',
  async (revision) => {
    covers('headers-params-sent', 'headers-tool-left-out', 'headers-mismatch-relisted');
    const tool = (name: string, type: string) => ({
      name,
      inputSchema: { type: 'object', properties: { place: { type, 'x-mcp-header': 'Place' } } },
    });
    const seen: string[] = [];
    const answer = (request: Request, { method, params }: { readonly method: string; readonly params: object }) => {
      const head = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      if (method === 'initialize') return undefined;
      if (method === 'server/discover') return { ...head, supportedVersions: [REVISION], capabilities: { tools: {} } };
      if (method === 'tools/list') {
        const isFirst = !('cursor' in params);
        return {
          ...head,
          tools: [isFirst ? tool('bad', 'number') : tool('map', 'string')],
          ...(isFirst && { nextCursor: '2' }),
        };
      }
      const header = request.headers.get('mcp-param-place');
      seen.push(`${method} ${header}`);
      return header === null ? undefined : { resultType: 'complete', content: [{ type: 'text', text: 'a map' }] };
    };
    const errors: string[] = [];
    const client = await throughBridge(
      () =>
        new HttpClientTransport({
          url: 'http://server.test/mcp',
          fetch: async (input, init) => {
            const request = new Request(input, init);
            const message = (await request.json()) as {
              readonly id: number;
              readonly method: string;
              readonly params: object;
            };
            const result = answer(request, message);
            const error = { code: -32020, message: 'The header is missing' };
            const { id } = message;
            return Response.json(
              { jsonrpc: '2.0', id, ...(result ? { result } : { error }) },
              { status: result ? 200 : 400 },
            );
          },
        }),
      revision,
      {},
      { onError: (error) => errors.push(String(error)) },
    );
    expect((await client.callTool('map', { place: 'Ulm' })).text).toBe('a map');
    expect((await client.tools().all()).map(({ name }) => name)).toEqual(['map']);
    expect((await client.callTool('map', { place: 'Köln' })).text).toBe('a map');
    const encoded = `=?base64?${Buffer.from('Köln').toString('base64')}?=`;
    expect(seen).toEqual(['tools/call null', 'tools/call Ulm', `tools/call ${encoded}`]);
    expect(errors[0]).toContain('Left out the tool bad');
    await expect(client.callTool('map', { place: ['Ulm'] })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('cannot mirror an argument of the tool map'),
    });
    expect(seen).toHaveLength(3);
  },
);

test('headers that repeat arguments are compared with them, once the list of tools has passed', async () => {
  covers('headers-param-validated', 'headers-param-mismatch', 'headers-param-missing', 'headers-param-absent');
  const server = new Server({ name: 'behind', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  const place = { type: 'string', 'x-mcp-header': 'Place' } as const;
  server.tool('map', { input: { type: 'object', properties: { place } } }, () => 'a map');
  const { ask } = overHttp(inProcess(server));
  await ask('ada', 'tools/list', {});
  const call = (args: object, headers: Record<string, string> = {}): ReturnType<typeof ask> =>
    ask('ada', 'tools/call', { name: 'map', arguments: args } as { name: string }, { headers });
  const refused = { status: 400, error: { code: -32020 } };
  expect(await call({ place: 'Ulm' })).toMatchObject(refused);
  expect(await call({ place: 'Ulm' }, { 'mcp-param-place': 'Bonn' })).toMatchObject(refused);
  expect(await call({ place: 'Ulm' }, { 'mcp-param-place': 'Ulm' })).toMatchObject({ status: 200, result: {} });
  expect(await call({})).toMatchObject({ status: 200, result: {} });
});

/** A server whose tool wants a page visited before it answers, so many times. */
function visitedServer(times: number): Server {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { revisions: ['2025-11-25'] });
  let calls = 0;
  server.tool('pay', {}, () => {
    if (++calls > times) return `paid at call ${calls}`;
    const url = `https://pay.example/${calls}`;
    throw new UrlElicitationRequiredError([{ message: 'Pay here', url, elicitationId: `visit ${calls}` }]);
  });
  return server;
}

const VISITING = { elicitation: { url: {} } };

test('a page that a server with sessions wants visited first is a question, and the call is made again behind it', async () => {
  const { call } = overHttp(inProcess(visitedServer(1)));
  const asked = await call('ada', 'pay', {}, VISITING);
  const params = { mode: 'url', message: 'Pay here', url: 'https://pay.example/1' };
  expect(asked.result).toMatchObject({
    resultType: 'input_required',
    inputRequests: { 'question 0': { method: 'elicitation/create', params } },
  });
  const more = { inputResponses: { 'question 0': { action: 'accept' } }, requestState: asked.result?.['requestState'] };
  expect((await call('ada', 'pay', more, VISITING)).result).toMatchObject({ content: [{ text: 'paid at call 2' }] });
});

const codes = new RevisionCodes(() => undefined);

test('a required visit is an error for clients that are not asked for visits', () => {
  const data = { elicitations: [{ mode: 'url', message: 'Pay', url: 'https://pay.example', elicitationId: '1' }] };
  const error = new JsonRpcError(-32042, 'Pay first', data);
  expect(toClientError(error, 'tools/call', '2025-11-25', '2025-06-18', codes)).toMatchObject({
    code: -32603,
    message: 'Pay first',
  });
  expect(toClientError(error, 'tools/list', '2025-11-25', REVISION, codes)).toMatchObject({
    code: -32603,
    message: 'Pay first',
  });
  expect(toClientError(error, 'tools/call', '2025-11-25', '2025-11-25', codes)).toBe(error);
});

test('a code passes unchanged if it has no meaning in the revision of its sender', () => {
  const error = new JsonRpcError(-32020, 'Mine', { retry: 5 });
  expect(toClientError(error, 'tools/call', '2025-06-18', '2024-11-05', codes)).toBe(error);
  expect(toServerError(error, 'roots/list', '2025-06-18', '2025-06-18', codes)).toBe(error);
  expect(toClientError(error, 'tools/call', REVISION, '2025-06-18', codes)).toMatchObject({
    code: -32603,
    message: 'Mine',
    data: { retry: 5 },
  });
});

const CLOSED = new ConnectionClosedError('transport-error', 'ECONNRESET 10.0.0.7');
const INVALID = new InvalidMessageError('tools/call', 'no content');

test.each<readonly [error: unknown, message: string]>([
  [
    new NotExpressibleError({ revision: REVISION, method: 'tools/call', part: 'result' }, '', 'a link', 'it has none'),
    'a link',
  ],
  [CLOSED, 'The connection to the server behind the bridge was closed'],
  [new RequestTimeoutError('tools/call', 10), 'The server behind the bridge did not answer tools/call'],
  [new HttpStatusError(418, 'http://10.0.0.7'), 'The server behind the bridge answered with the HTTP status 418'],
  [INVALID, `The bridge did not forward the message: ${INVALID.message}`],
])('errors of the connection to the server are told to the client without details: %s', (error, message) => {
  const told = toClientError(error, 'tools/call', REVISION, REVISION, codes);
  expect(told).toBeInstanceOf(JsonRpcError);
  expect(told).toMatchObject({ code: -32603, message: expect.stringContaining(message) as string });
  expect(String(told)).not.toContain('10.0.0.7');
});

test.each<readonly [error: unknown, message: string]>([
  [
    new NotExpressibleError({ revision: REVISION, method: 'roots/list', part: 'result' }, '', 'a link', 'it has none'),
    'a link',
  ],
  [CLOSED, 'The client behind the bridge has disconnected'],
  [new RequestTimeoutError('roots/list', 10), 'The client behind the bridge did not answer roots/list'],
  [INVALID, `The client behind the bridge answered roots/list with an invalid result: ${INVALID.message}`],
])('errors of the connection to the client are told to the server without details: %s', (error, message) => {
  const told = toServerError(error, 'roots/list', REVISION, REVISION, codes);
  expect(told).toBeInstanceOf(JsonRpcError);
  expect(told).toMatchObject({ code: -32603, message: expect.stringContaining(message) as string });
  expect(String(told)).not.toContain('10.0.0.7');
});

test.each<readonly [error: unknown, told: object]>([
  [new JsonRpcError(-32050, 'Not today'), { code: -32050, message: 'Not today' }],
  [
    new HttpStatusError(401, 'http://10.0.0.7'),
    {
      code: -32603,
      message:
        'The server behind the bridge answered with the HTTP status 401: it requires authentication. Start the bridge with --auth (option auth), or with --header (option headers) and credentials',
    },
  ],
])('an error of the opening that the server answered with is told to the client: %s', (error, told) => {
  expect(toOpeningError(error)).toMatchObject(told);
});

test('only the error for a missing resource gets another code for clients of older revisions', () => {
  const read = (code: number, data?: object): unknown =>
    toClientError(new JsonRpcError(code, 'Sorry', data), 'resources/read', REVISION, '2025-06-18', codes);
  expect(read(-32602, { uri: 'note://one' })).toMatchObject({ code: -32002 });
  expect(read(-32602)).toMatchObject({ code: -32602 });
  expect(read(-32603, { uri: 'note://one' })).toMatchObject({ code: -32603 });
});

test.each([
  ['accept', /^Pay here$/],
  ['decline', /the user declined/],
])(
  'a visit that was not enough, or that is not agreed to, is an error without the code of older revisions: %s',
  async (action, message) => {
    const { call } = overHttp(inProcess(visitedServer(2)));
    const asked = await call('ada', 'pay', {}, VISITING);
    const more = { inputResponses: { 'question 0': { action } }, requestState: asked.result?.['requestState'] };
    const { error } = await call('ada', 'pay', more, VISITING);
    expect(error).toMatchObject({ code: -32603, message: expect.stringMatching(message) as string });
  },
);

test('tasks of a session are not shared by clients without sessions', async () => {
  const server = withEnd(
    new Server({ name: 'behind', version: '1.0.0' }, { revisions: ['2025-11-25'], extensions: [tasks()] }),
  );
  server.tool('later', { task: 'optional' }, () => 'secret');
  const { handlers, options, close } = bridge(inProcess(server), { onError: () => undefined });
  const handler = new HttpHandler(handlers, { ...options, allowedHosts: ['bridge.test'], sessions: 'none' });
  onTestFinished(async () => {
    await handler.close();
    await close();
  });
  const ask = async (method: string, params: object): Promise<unknown> => {
    const response = await handler.fetch(
      new Request('http://bridge.test/mcp', {
        method: 'POST',
        headers: { ...POST_HEADERS, 'mcp-protocol-version': '2025-11-25' },
        body: JSON.stringify(request(1, method, params)),
      }),
    );
    return response.json();
  };
  expect(await ask('tools/call', { name: 'later', arguments: {} })).toMatchObject({ result: { content: [{}] } });
  for (const method of ['tasks/list', 'tasks/result']) {
    expect(await ask(method, { taskId: 'any' })).toMatchObject({ error: { code: -32601 } });
  }
});

test('a question that ends before its client has answered rejects with the reason', async () => {
  const nothing = (): void => undefined;
  const call = new PendingCall(undefined, {
    caller: 'one',
    holder: 'one',
    send: () => nothing,
    keep: () => 'handle',
    timeout: 60_000,
    quota: { take: () => true, give: nothing } as Partial<Quota> as Quota,
    onSettled: nothing,
    onEnd: nothing,
  });
  const controller = new AbortController();
  const asked = call.ask('elicitation/create', {}, controller.signal);
  // A server whose other questions take its place is told so.
  controller.abort(new JsonRpcError(-32050, 'Another one takes its place'));
  await expect(asked).rejects.toMatchObject({ code: -32050 });
});
