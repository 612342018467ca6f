/** Messages of extensions that the bridge does not know, as they are on the wire. */

import { type BridgeOptions } from '@mcp-gen/sdk/bridge';
import { describe, expect, test } from 'vitest';
import { metaWith, STATELESS } from '../../support/standAlone.js';
import { bridgedPeers, type RawPeer, type Wire } from './bridgeSupport.js';

/** One revision of each era. */
const SESSION = '2025-11-25';
type Revision = typeof SESSION | typeof STATELESS;
const PAIRS: readonly (readonly [client: Revision, server: Revision])[] = [
  [SESSION, SESSION],
  [SESSION, STATELESS],
  [STATELESS, SESSION],
  [STATELESS, STATELESS],
];

const INFO = { name: 'raw', version: '1.0.0' };

type Params = { readonly [name: string]: unknown };

/** A client and a server that the test plays, with a bridge between them. */
interface Raw {
  readonly client: RawPeer;
  readonly server: RawPeer;
  readonly errors: string[];
  /** Sends a message of the client, with the metadata of its revision. */
  readonly say: (message: Wire) => void;
  /** Takes the answer to a request of the client. */
  readonly answer: (id: number) => Promise<Wire>;
}

const DECLARED = { extensions: { 'com.acme/chat': { rooms: 3 } } };

async function raw(
  [of, to]: readonly [client: Revision, server: Revision],
  { client = DECLARED, server = DECLARED, ...options }: BridgeOptions & { client?: object; server?: object } = {},
): Promise<Raw> {
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const { client: asking, server: asked } = bridgedPeers({ revisions: [to], onError, ...options });
  const own = metaWith({ capabilities: client });
  const say = (message: Wire): void => {
    const { params = {} } = message;
    const _meta = { ...(params['_meta'] as object | undefined), ...own };
    asking.say(of === STATELESS ? { ...message, params: { ...params, _meta } } : message);
  };
  const answer = (id: number): Promise<Wire> => asking.answerTo(id);
  if (of === STATELESS) say({ id: 1_000, method: 'server/discover' });
  else
    say({ id: 1_000, method: 'initialize', params: { protocolVersion: of, capabilities: client, clientInfo: INFO } });
  if (to === STATELESS) {
    await asked.answer('server/discover', discovery(server));
  } else {
    await asked.answer('initialize', { protocolVersion: to, capabilities: server, serverInfo: INFO });
    await asked.take('notifications/initialized');
  }
  const { result } = await answer(1_000);
  expect(result?.['capabilities']).toMatchObject(server);
  if (of === SESSION) say({ method: 'notifications/initialized' });
  return { client: asking, server: asked, errors, say, answer };
}

function discovery(capabilities: object): Params {
  return {
    resultType: 'complete',
    supportedVersions: [STATELESS],
    capabilities,
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': INFO },
  };
}

/** The result of a server of a revision. */
function resultIn(revision: Revision, result: Params): Params {
  return revision === STATELESS ? { resultType: 'complete', ...result } : result;
}

/** What the `_meta` of a message has besides that of the protocol. */
function ownMeta({ params, result }: Wire): Params {
  const meta = ((params ?? result)?.['_meta'] ?? {}) as Params;
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !key.startsWith('io.modelcontextprotocol/')));
}

describe.each(PAIRS)('a client of %s, and a server of %s', (...pair) => {
  const [of, to] = pair;
  const ownTtl = { ttlMs: 'mine', cacheScope: 'also mine' };

  test('a request and its result pass unchanged, with their metadata', async () => {
    const { server, say, answer, errors } = await raw(pair);
    say({ id: 1, method: 'chat/say', params: { text: 'hi', _meta: { 'com.acme/trace': 7 } } });
    const arrived = await server.take('chat/say');
    expect(arrived.params).toMatchObject({ text: 'hi' });
    expect(ownMeta(arrived)).toEqual({ 'com.acme/trace': 7 });
    const result = { echo: ['hi'], ...ownTtl, _meta: { 'com.acme/took': 1 } };
    server.reply(arrived, { result: resultIn(to, result) });
    const answered = await answer(1);
    const { _meta, ...rest } = answered.result ?? {};
    expect(rest).toEqual(resultIn(of, { echo: ['hi'], ...ownTtl }));
    expect(ownMeta(answered)).toEqual({ 'com.acme/took': 1 });
    expect(errors).toEqual([]);
  });

  test('an error passes unchanged', async () => {
    const { server, say, answer } = await raw(pair);
    say({ id: 1, method: 'chat/say' });
    const error = { code: 4_711, message: 'Too loud', data: { decibel: 90 } };
    server.reply(await server.take('chat/say'), { error });
    expect((await answer(1)).error).toEqual(error);
  });

  test('notifications pass unchanged, with their metadata', async () => {
    const { client, server, say, answer, errors } = await raw(pair);
    say({ id: 1, method: 'chat/say' });
    const { id } = await server.take('chat/say');
    const _meta = { 'com.acme/trace': 7 };
    say({ method: 'notifications/chat/typing', params: { who: 'me', _meta } });
    const arrived = await server.take('notifications/chat/typing');
    expect(arrived.params).toMatchObject({ who: 'me' });
    expect(ownMeta(arrived)).toEqual(_meta);
    server.say({ method: 'notifications/chat/joined', params: { who: 'server', _meta } });
    const received = await client.take('notifications/chat/joined');
    expect(received.params).toEqual({ who: 'server', _meta });
    server.say({ id: id as number, result: resultIn(to, {}) });
    expect((await answer(1)).error).toBeUndefined();
    expect(errors).toEqual([]);
  });

  test('a question and its answer pass unchanged, with their metadata', async () => {
    const { client, server, say, answer, errors } = await raw(pair, {
      client: { ...DECLARED, roots: {} },
      server: { ...DECLARED, tools: {} },
    });
    const question = { question: 'Sure?', _meta: { 'com.acme/trace': 7 } };
    const given = { ok: true, _meta: { 'com.acme/took': 1 } };
    const call = { name: 'x', arguments: {} };
    say({ id: 1, method: 'tools/call', params: call });
    const { id } = await server.take('tools/call');
    const asked = { method: 'chat/confirm', params: question };
    if (to === STATELESS) {
      const result = { resultType: 'input_required', inputRequests: { sure: asked }, requestState: 'later' };
      server.say({ id: id as number, result });
    } else server.say({ id: 'question', ...asked });
    if (of === STATELESS) {
      const { result } = await answer(1);
      expect(result).toMatchObject({ resultType: 'input_required' });
      const [[key, arrived]] = Object.entries(result?.['inputRequests'] as object) as [[string, Wire]];
      expect(arrived).toEqual(asked);
      const params = { ...call, inputResponses: { [key]: given }, requestState: result?.['requestState'] };
      say({ id: 2, method: 'tools/call', params });
    } else {
      const arrived = await client.take('chat/confirm');
      expect(arrived.params).toEqual(question);
      client.reply(arrived, { result: given });
    }
    let last = id;
    if (to === STATELESS) {
      const again = await server.take('tools/call');
      expect(again.params).toMatchObject({ inputResponses: { sure: given }, requestState: 'later' });
      last = again.id;
    } else {
      const received = await server.received.take((message) => message.id === 'question');
      expect(received.result).toEqual(given);
    }
    server.say({ id: last as number, result: resultIn(to, { content: [] }) });
    expect((await answer(of === STATELESS ? 2 : 1)).result).toMatchObject({ content: [] });
    expect(errors).toEqual([]);
  });

  test.each<readonly [what: string, capabilities: object]>([
    ['nothing', {}],
    ['the extension Tasks', { extensions: { 'io.modelcontextprotocol/tasks': {} } }],
    ['what is not an extension', { experimental: { fast: {} } }],
  ])('a server that declares %s gets no such messages', async (_what, capabilities) => {
    const { server, say, answer, errors } = await raw(pair, { server: capabilities });
    say({ id: 1, method: 'chat/say' });
    expect((await answer(1)).error).toEqual({ code: -32601, message: 'Method not found: chat/say' });
    say({ method: 'notifications/chat/typing' });
    await expect.poll(() => errors).toHaveLength(1);
    expect(errors[0]).toContain('Ignored "notifications/chat/typing"');
    expect(server.received.empty()).toEqual([]);
  });

  test('an extension may be declared as experimental', async () => {
    const { server, say } = await raw(pair, { server: { experimental: { 'com.acme/chat': {} } } });
    say({ id: 1, method: 'chat/say' });
    expect(await server.take('chat/say')).toBeDefined();
  });

  test('messages of tasks are not those of an unknown extension', async () => {
    const { server, say, answer } = await raw(pair);
    say({ id: 1, method: 'tasks/update', params: { taskId: 'one', inputResponses: {} } });
    expect((await answer(1)).error).toMatchObject({ code: -32601 });
    expect(server.received.empty()).toEqual([]);
  });

  test('methods may have the names of properties of every object', async () => {
    const { server, say, answer } = await raw(pair);
    for (const [id, method] of ['constructor', '__proto__', 'toString'].entries()) {
      say({ id, method });
      const arrived = await server.take(method);
      server.reply(arrived, { result: resultIn(to, {}) });
      expect((await answer(id)).result).toBeDefined();
    }
  });
});

describe('results of extensions', () => {
  const found = { resultType: 'com.acme/offer', offer: [1] };

  async function call(of: Revision, client: object): Promise<Wire> {
    const { server, say, answer } = await raw([of, STATELESS], { client, server: { ...DECLARED, tools: {} } });
    say({ id: 1, method: 'tools/call', params: { name: 'x' } });
    await server.answer('tools/call', found);
    return answer(1);
  }

  test('a request of the protocol is answered with one', async () => {
    expect((await call(STATELESS, DECLARED)).result).toMatchObject(found);
  });

  test('it is refused for a client that has declared no extension, or cannot express it', async () => {
    const refused = 'The server behind the bridge answered tools/call with the resultType "com.acme/offer", but ';
    expect((await call(STATELESS, {})).error).toMatchObject({
      code: -32603,
      message: `${refused}the client has declared no extension`,
    });
    expect((await call(SESSION, DECLARED)).error).toMatchObject({
      code: -32603,
      message: `${refused}revision 2025-11-25 of the client cannot express it`,
    });
  });

  test('a request of an extension may have any', async () => {
    for (const of of [SESSION, STATELESS] as const) {
      const { server, say, answer } = await raw([of, STATELESS]);
      say({ id: 1, method: 'chat/say' });
      await server.answer('chat/say', found);
      expect((await answer(1)).result).toMatchObject(found);
    }
  });
});

describe('questions that are not forwarded', () => {
  const CALL = { id: 1, method: 'tools/call', params: { name: 'x' } };
  const question = { method: 'chat/confirm', params: {} };
  const tools = { ...DECLARED, tools: {} };

  test.each([SESSION, STATELESS] as const)('a client of %s that has declared no extension is not asked', async (of) => {
    const inSession = await raw([of, SESSION], { client: {}, server: tools });
    inSession.say(CALL);
    await inSession.server.take('tools/call');
    expect((await inSession.server.ask('question', 'chat/confirm')).error).toEqual({
      code: -32601,
      message: 'Method not found: chat/confirm',
    });
    const alone = await raw([of, STATELESS], { client: {}, server: tools });
    alone.say(CALL);
    const { id } = await alone.server.take('tools/call');
    alone.server.say({
      id: id as number,
      result: { resultType: 'input_required', inputRequests: { sure: question }, requestState: 'later' },
    });
    expect((await alone.answer(1)).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('chat/confirm') as string,
    });
  });

  test('a client without a session is asked only during a request, and only if that is the only one', async () => {
    const { server, say } = await raw([STATELESS, SESSION]);
    expect((await server.ask('alone', 'chat/confirm')).error?.message).toContain(
      'accepts chat/confirm only during one of its own requests',
    );
    say({ id: 1, method: 'chat/say' });
    say({ id: 2, method: 'chat/say' });
    await server.take('chat/say');
    await server.take('chat/say');
    expect((await server.ask('several', 'chat/confirm')).error?.message).toContain(
      'cannot tell which of several running requests chat/confirm belongs to',
    );
  });

  test('an error of the client reaches the server as it is', async () => {
    const { client, server, say } = await raw([SESSION, SESSION]);
    say({ id: 1, method: 'chat/say' });
    await server.take('chat/say');
    const asked = server.ask('question', 'chat/confirm');
    const { id } = await client.take('chat/confirm');
    const error = { code: 4_711, message: 'Not now', data: { busy: true } };
    client.say({ id: id as number, error });
    expect((await asked).error).toEqual(error);
  });

  test('an answer that is not an object is refused', async () => {
    const { say, server, answer } = await raw([STATELESS, SESSION]);
    say({ id: 1, method: 'chat/say' });
    await server.take('chat/say');
    server.say({ id: 'question', ...question });
    const { result } = await answer(1);
    const [key] = Object.keys(result?.['inputRequests'] as object) as [string];
    const again = { inputResponses: { [key]: 'yes' }, requestState: result?.['requestState'] };
    say({ id: 2, method: 'chat/say', params: again });
    expect((await answer(2)).error).toMatchObject({ code: -32602 });
  });

  test('at most 100 questions of a result are asked', async () => {
    const { client, server, say, answer } = await raw([SESSION, STATELESS]);
    say({ id: 1, method: 'chat/say' });
    const inputRequests = Object.fromEntries(Array.from({ length: 1_000 }, (_, key) => [key, question]));
    await server.answer('chat/say', { resultType: 'input_required', inputRequests });
    expect((await answer(1)).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('The server asked 1000 questions at once') as string,
    });
    expect(client.received.empty()).toEqual([]);
  });
});

describe('limits', () => {
  test.each(PAIRS)('notifications of a client of %s to a server of %s have the rate of all others', async (...pair) => {
    const { server, say, errors } = await raw(pair, { rateLimits: { notifications: { perSecond: 0.001, burst: 2 } } });
    for (let step = 0; step < 5; step++) say({ method: 'notifications/chat/typing', params: { step } });
    expect((await server.take('notifications/chat/typing')).params).toMatchObject({ step: 0 });
    expect((await server.take('notifications/chat/typing')).params).toMatchObject({ step: 1 });
    await expect.poll(() => errors[0]).toContain('Clients send notifications faster than the rate limit');
    expect(server.received.empty()).toEqual([]);
  });

  test('notifications of a server without a request that they could belong to are reported for 100 methods', async () => {
    const { server, say, answer, errors } = await raw([STATELESS, SESSION]);
    for (let method = 0; method < 1_000; method++) {
      for (let time = 0; time < 2; time++) server.say({ method: `notifications/chat/${method}` });
    }
    say({ id: 1, method: 'chat/say' });
    await server.answer('chat/say', {});
    await answer(1);
    expect(errors).toHaveLength(100);
    expect(errors[0]).toBe(
      'Error: The bridge does not forward notifications/chat/0: no request of the client is running that it could belong to',
    );
  });

  test('ids of both sides are those of the bridge, and equal ones are not confused', async () => {
    const { client, server, say, answer } = await raw([SESSION, SESSION]);
    for (const id of [7, '7', 2_000_000_000]) say({ id, method: 'chat/say', params: { of: id } });
    const arrived = [await server.take('chat/say'), await server.take('chat/say'), await server.take('chat/say')];
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(3);
    for (const { id, params } of arrived.reverse()) server.say({ id: id as number, result: { of: params?.['of'] } });
    expect((await answer(7)).result).toEqual({ of: 7 });
    expect((await client.received.take(({ id }) => id === '7')).result).toEqual({ of: '7' });
    expect((await answer(2_000_000_000)).result).toEqual({ of: 2_000_000_000 });
  });
});

describe('streams of notifications', () => {
  const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
  const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
  const LISTEN = 'subscriptions/listen';
  const filter = { 'com.acme/rooms': ['one', 'two'] };
  const related = (id: Wire['id'], params: object = {}): Params => ({ ...params, _meta: { [SUBSCRIPTION]: id } });

  test('a filter of an extension reaches a server without sessions, and its notifications the stream of the client', async () => {
    const { client, server, say, errors } = await raw([STATELESS, STATELESS]);
    say({ id: 1, method: LISTEN, params: { notifications: { ...filter, taskIds: ['one'] } } });
    const { id, params } = await server.take(LISTEN);
    expect(params?.['notifications']).toEqual(filter);
    const agreed = { 'com.acme/rooms': ['one'] };
    server.say({ method: 'notifications/chat/joined', params: related(id, { who: 'too early' }) });
    server.say({ method: ACKNOWLEDGED, params: related(id, { notifications: { ...agreed, toolsListChanged: true } }) });
    server.say({ method: 'notifications/chat/joined', params: related(id, { who: 'Ada' }) });
    const first = await client.received.take();
    expect(first).toMatchObject({ method: ACKNOWLEDGED, params: related(1, { notifications: agreed }) });
    expect((await client.take('notifications/chat/joined')).params).toEqual(related(1, { who: 'Ada' }));
    say({ method: 'notifications/cancelled', params: { requestId: 1 } });
    expect((await server.take('notifications/cancelled')).params).toMatchObject({ requestId: id });
    server.say({ method: 'notifications/chat/joined', params: related(id, { who: 'too late' }) });
    await expect.poll(() => errors).toHaveLength(1);
    expect(client.received.empty()).toEqual([]);
  });

  test('each stream of a client has its own', async () => {
    const { client, server, say } = await raw([STATELESS, STATELESS]);
    const ids: Wire['id'][] = [];
    for (const own of [1, 2]) {
      say({ id: own, method: LISTEN, params: { notifications: filter } });
      const { id } = await server.take(LISTEN);
      server.say({ method: ACKNOWLEDGED, params: related(id, { notifications: filter }) });
      await client.take(ACKNOWLEDGED);
      ids.push(id);
    }
    for (const [index, id] of ids.entries()) {
      server.say({ method: 'notifications/chat/joined', params: related(id, { index }) });
      const { params } = await client.take('notifications/chat/joined');
      expect(params).toEqual(related(index + 1, { index }));
    }
  });

  test('a server that refuses costs the client nothing but the filter', async () => {
    const { client, server, say, errors } = await raw([STATELESS, STATELESS]);
    say({ id: 1, method: LISTEN, params: { notifications: filter } });
    const { id } = await server.take(LISTEN);
    server.say({ id: id as number, error: { code: -32602, message: 'No such room' } });
    expect((await client.take(ACKNOWLEDGED)).params).toEqual(related(1, { notifications: {} }));
    expect(errors).toEqual(['JsonRpcError: No such room']);
  });

  test.each<readonly [what: string, server: Revision, declared: object]>([
    ['with sessions', SESSION, DECLARED],
    ['without extensions', STATELESS, {}],
  ])('a server %s gets no such filter', async (_what, to, declared) => {
    const { client, server, say } = await raw([STATELESS, to], { server: declared });
    say({ id: 1, method: LISTEN, params: { notifications: filter } });
    expect((await client.take(ACKNOWLEDGED)).params).toEqual(related(1, { notifications: {} }));
    expect(server.received.empty()).toEqual([]);
  });
});
