/** Requests that stand alone, over a connection such as stdio: each says everything, and nothing lasts (specification, 2026-07-28: Overview). */

import { Server } from '@mcp-gen/sdk';
import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { deferred } from '../runtime/support.js';
import { wireOf } from './support.js';
import { notification, request } from '../../support/rpc.js';
import { metaWith, openAlone, STATELESS } from '../../support/standAlone.js';

function weather(options = {}): Server {
  const server = new Server({ name: 'weather', version: '1.0.0' }, { instructions: 'Ask', ...options });
  const input = { type: 'object', properties: { text: { type: 'string' } } } as const;
  server.tool('echo', { input }, ({ text }) => text ?? '');
  server.tool('log', {}, (_, { log }) => {
    log.debug('small');
    log.error('large');
    return 'logged';
  });
  server.tool('who', {}, (_, { client, session, revision }) => {
    session.set('calls', (Number(session.get('calls')) || 0) + 1);
    return [client.name, revision, session.get('calls')].join();
  });
  server.resource('a://b', {}, 'text');
  server.resourceTemplate('x://{y}', { complete: { y: ['z'] } }, () => undefined);
  return server;
}

test('a server says what it has', async () => {
  covers('base-parts-supported', 'versioning-discovery', 'discovery-implemented', 'discovery-server-info');
  covers('transports-custom-preserved', 'tools-capability', 'resources-capability', 'logging-capability');
  const { result } = await openAlone(weather()).ask('server/discover');
  expect(result).toEqual({
    resultType: 'complete',
    supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    capabilities: {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      completions: {},
      logging: {},
    },
    instructions: 'Ask',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'weather', version: '1.0.0' } },
  });
});

test('every result is marked as complete, and names its server', async () => {
  covers('base-result-type', 'base-meta-server-info');
  const wire = openAlone(weather());
  for (const [method, params] of [
    ['tools/call', { name: 'echo' }],
    ['tools/list', {}],
    ['resources/read', { uri: 'a://b' }],
    ['completion/complete', { ref: { type: 'ref/resource', uri: 'x://{y}' }, argument: { name: 'y', value: '' } }],
  ] as const) {
    const { result } = await wire.ask(method, params);
    expect(result).toMatchObject({
      resultType: 'complete',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'weather' } },
    });
  }
});

describe('metadata', () => {
  const {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  } = metaWith() as Record<string, unknown>;

  test.each([
    ['no metadata', undefined, -32602],
    ['no revision', { 'io.modelcontextprotocol/clientCapabilities': capabilities }, -32602],
    ['a revision that is not a string', { 'io.modelcontextprotocol/protocolVersion': 5 }, -32602],
    ['no capabilities', { 'io.modelcontextprotocol/protocolVersion': version }, -32602],
    [
      'capabilities that are not an object',
      { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': [] },
      -32602,
    ],
    ['another revision', metaWith({ version: '1999-01-01' }), -32022],
    ['a revision with sessions', metaWith({ version: '2025-11-25' }), -32022],
    ['a log level that there is not', metaWith({ logLevel: 'loud' }), -32602],
  ])('with %s is refused', async (_, _meta, code) => {
    covers('base-meta-missing', 'logging-level');
    const answer = await wireOf(weather()).ask(1, 'server/discover', _meta === undefined ? {} : { _meta });
    expect(answer).toMatchObject({ id: 1, error: { code } });
  });

  test('a revision that is not served is answered with those that are', async () => {
    covers('versioning-unsupported');
    const { error } = await openAlone(weather()).ask('tools/list', {}, { version: 'v999' });
    expect(error?.data).toEqual({
      requested: 'v999',
      supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    });
  });

  test('a client need not say who it is', async () => {
    covers('base-info-no-behavior');
    const { 'io.modelcontextprotocol/clientInfo': _, ..._meta } = metaWith() as Record<string, unknown>;
    const answer = await wireOf(weather()).ask(1, 'tools/call', { name: 'who', _meta });
    expect(answer).toMatchObject({ id: 1, result: { content: [{ text: ',2026-07-28,1' }] } });
    const named = { ...metaWith(), 'io.modelcontextprotocol/clientInfo': { name: 'weather', version: '0.0.1' } };
    for (const method of ['server/discover', 'tools/list', 'resources/list']) {
      const { result } = await openAlone(weather()).ask(method, { _meta });
      expect(result).toBeDefined();
      expect((await openAlone(weather()).ask(method, { _meta: named })).result).toEqual(result);
    }
  });
});

test('nothing lasts from one request to the next', async () => {
  covers('base-context-in-request');
  const wire = openAlone(weather());
  for (let call = 0; call < 2; call++) {
    const { result } = await wire.ask('tools/call', { name: 'who' });
    expect(result?.content?.[0]?.text).toBe('alone,2026-07-28,1');
  }
  const _meta = { ...metaWith(), 'io.modelcontextprotocol/clientInfo': { name: 'another', version: '1.0.0' } };
  const { result } = await wire.ask('tools/call', { name: 'who', _meta });
  expect(result?.content?.[0]?.text).toBe('another,2026-07-28,1');
});

test.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'tasks/get'])(
  'the method %s of earlier revisions is not there',
  async (method) => {
    const params = method === 'initialize' ? { protocolVersion: STATELESS, capabilities: {} } : { uri: 'a://b' };
    expect((await openAlone(weather()).ask(method, params)).error?.code).toBe(-32601);
  },
);

test('what does not exist is one error, whatever it is', async () => {
  covers('resources-not-found-params', 'resources-not-found-not-empty', 'base-codes-retired');
  const wire = openAlone(weather());
  expect((await wire.ask('resources/read', { uri: 'a://none' })).error).toMatchObject({
    code: -32602,
    data: { uri: 'a://none' },
  });
  expect((await wire.ask('tools/call', { name: 'none' })).error?.code).toBe(-32602);
});

describe('log messages', () => {
  test('are sent to a request that asks for them, from its level on', async () => {
    covers('transports-directions');
    const wire = openAlone(weather());
    await wire.ask('tools/call', { name: 'log' }, { logLevel: 'error' });
    expect(wire.notified).toMatchObject([
      { method: 'notifications/message', params: { level: 'error', data: 'large' } },
    ]);
  });

  test('are not sent to any other', async () => {
    covers('logging-asked-for');
    const wire = openAlone(weather({ logLevel: 'debug' }));
    await wire.ask('tools/call', { name: 'log' });
    expect(wire.notified).toEqual([]);
  });

  test('are not sent once the request is answered, and are reported', async () => {
    const onError = vi.fn();
    const server = weather({ onError });
    const { promise: answered, resolve: sent } = deferred();
    const { promise: logged, resolve: log } = deferred();
    server.tool('late', {}, (_, context) => {
      context.log.error('In time');
      void answered.then(() => {
        context.log.error('Too late');
        log();
      });
      return '';
    });
    const wire = openAlone(server);
    await wire.ask('tools/call', { name: 'late' }, { logLevel: 'error' });
    sent();
    await logged;
    await wire.ask('server/discover');
    expect(wire.notified).toMatchObject([{ params: { data: 'In time' } }]);
    const message = 'notifications/message was not sent: no response is open that it could be part of';
    expect(onError.mock.calls).toMatchObject([[{ name: 'ConnectionClosedError', message }]]);
  });
});

describe('cancelling', () => {
  test('a request is not answered, and its handler is told', async () => {
    covers('stdio-work-stopped', 'stdio-nothing-after', 'cancellation-stops-work', 'cancellation-unanswered');
    covers('transports-directions');
    const server = weather();
    let stopped: unknown;
    const { promise: running, resolve: begun } = deferred();
    server.tool('wait', {}, async (_, { signal, progress, log }) => {
      begun();
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      stopped = signal.reason;
      progress(1, 2);
      log.error('Too late');
      return 'Too late';
    });
    const wire = openAlone(server);
    const id = wire.send('tools/call', { name: 'wait' }, { progressToken: 'p', logLevel: 'debug' });
    await running;
    const answered = vi.fn();
    void wire.answerTo(id).then(answered);
    wire.notify('notifications/cancelled', { requestId: id, reason: 'enough' });
    await wire.ask('server/discover');
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toMatchObject({ message: 'The request was cancelled: enough' });
    expect(answered).not.toHaveBeenCalled();
    expect(wire.notified).toEqual([]);
  });

  test('works while the first request waits for its revision to be loaded', async () => {
    const wire = wireOf(weather());
    wire.say(request(1, 'tools/call', { name: 'echo', _meta: metaWith() }));
    wire.say(request(2, 'tools/call', { name: 'who', _meta: metaWith() }));
    wire.say(notification('notifications/cancelled', { requestId: 99 }));
    expect([await wire.next(), await wire.next()]).toMatchObject([{ id: 1 }, { id: 2 }]);
  });
});

describe('both eras on one connection', () => {
  test('a session and requests that stand alone do not disturb each other', async () => {
    covers('base-conversations-mixed');
    const wire = wireOf(weather());
    const clientInfo = { name: 'old', version: '1.0.0' };
    const opened = await wire.ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    expect(opened).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } });
    wire.say(notification('notifications/initialized'));
    wire.say(request(2, 'tools/call', { name: 'who', _meta: metaWith() }));
    wire.say(request(3, 'tools/call', { name: 'who' }));
    wire.say(request(4, 'tools/call', { name: 'who' }));
    const answers = [await wire.next(), await wire.next(), await wire.next()];
    expect(answers).toMatchObject([
      { id: 2, result: { resultType: 'complete', content: [{ text: 'alone,2026-07-28,1' }] } },
      { id: 3, result: { content: [{ text: 'old,2025-06-18,1' }] } },
      { id: 4, result: { content: [{ text: 'old,2025-06-18,2' }] } },
    ]);
    expect((answers[1] as { result: object }).result).not.toHaveProperty('resultType');
  });

  test('a request without metadata needs a session first', async () => {
    const wire = wireOf(weather());
    expect(await wire.ask(1, 'tools/list', {})).toMatchObject({ id: 1, error: { code: -32600 } });
  });
});

describe('a server without sessions', () => {
  test('answers initialize with the revisions that it has', async () => {
    covers('versioning-initialize-refused');
    const wire = wireOf(weather({ revisions: [STATELESS] }));
    expect(await wire.ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} })).toMatchObject({
      id: 1,
      error: { code: -32022, message: expect.stringContaining(STATELESS) as string, data: { supported: [STATELESS] } },
    });
  });

  test('refuses requests without metadata', async () => {
    const wire = wireOf(weather({ revisions: [STATELESS] }));
    expect(await wire.ask(1, 'tools/list', {})).toMatchObject({ id: 1, error: { code: -32602 } });
  });
});

describe('how long lists hold', () => {
  const cache = {
    tools: { ttlMs: 5_000, cacheScope: 'public' },
    discovery: { ttlMs: 9_000, cacheScope: 'public' },
  } as const;

  test('is what the author says', async () => {
    covers('caching-hints');
    const wire = openAlone(weather({ cache }));
    expect((await wire.ask('tools/list')).result).toMatchObject({ ttlMs: 5_000, cacheScope: 'public' });
    expect((await wire.ask('server/discover')).result).toMatchObject({ ttlMs: 9_000, cacheScope: 'public' });
    expect((await wire.ask('resources/list')).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('a list that depends on its caller is never public', async () => {
    covers('caching-public-shared', 'caching-scope-not-alone');
    const server = weather({ cache });
    server.tool('secret', { access: () => true }, () => 'x');
    server.tool('hidden', { access: () => false }, () => 'x');
    const wire = openAlone(server);
    const { result } = await wire.ask('tools/list');
    expect(result).toMatchObject({ ttlMs: 5_000, cacheScope: 'private' });
    // A caller who has seen the list of another one gets no further.
    expect(JSON.stringify(result)).not.toContain('hidden');
    expect((await wire.ask('tools/call', { name: 'hidden' })).error?.code).toBe(-32602);
  });

  test('middleware can shorten the time and make a list private, and not the reverse', async () => {
    const hints = async (added: object): Promise<object | undefined> => {
      const server = weather({ cache });
      server.use(async (message, next) => ({ ...(await next(message)), ...added }));
      const { ttlMs, cacheScope } = (await openAlone(server).ask('tools/list')).result as { [name: string]: unknown };
      return { ttlMs, cacheScope };
    };
    expect(await hints({ ttlMs: 1_000 })).toEqual({ ttlMs: 1_000, cacheScope: 'public' });
    expect(await hints({ ttlMs: 7_000, cacheScope: 'private' })).toEqual({ ttlMs: 5_000, cacheScope: 'private' });
    const server = weather({ cache: { tools: { ttlMs: 5_000 } } });
    server.use(async (message, next) => ({ ...(await next(message)), cacheScope: 'public' }));
    expect((await openAlone(server).ask('tools/list')).result).toMatchObject({ cacheScope: 'private' });
  });

  test('an option that is undefined is left out', async () => {
    const wire = openAlone(weather({ cache: { discovery: undefined, tools: { ttlMs: 7 } } }));
    expect((await wire.ask('tools/list')).result).toMatchObject({ ttlMs: 7, cacheScope: 'private' });
    expect((await wire.ask('server/discover')).result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('what a resource says of itself wins', async () => {
    const server = weather();
    server.resource('c://d', {}, () => ({ contents: ['x'], ttlMs: 7, cacheScope: 'public' }));
    const { result } = await openAlone(server).ask('resources/read', { uri: 'c://d' });
    expect(result).toMatchObject({ ttlMs: 7, cacheScope: 'public' });
  });

  test.each([
    [{ tools: { ttlMs: -1 } }, /ttlMs/],
    [{ tools: { cacheScope: 'all' } }, /cacheScope/],
    [{ tool: {} }, /Did you mean "tools"/],
  ])('an option is refused: %j', (wrong, message) => {
    covers('caching-not-negative');
    expect(() => weather({ cache: wrong })).toThrow(message);
  });

  test('a time that is negative is not sent, from a handler or from middleware', async () => {
    covers('caching-not-negative');
    const server = weather({ cache, onError: () => {} });
    server.resource('c://d', {}, () => ({ contents: ['x'], ttlMs: -1 }));
    server.use(async (message, next) => ({
      ...(await next(message)),
      ...(message.method === 'tools/list' && { ttlMs: -1 }),
    }));
    const wire = openAlone(server);
    expect((await wire.ask('resources/read', { uri: 'c://d' })).error?.code).toBe(-32603);
    expect((await wire.ask('tools/list')).error?.code).toBe(-32603);
  });
});
