/** Requests that a server answers beyond those of the protocol. */

import { Server, ToolError, type Context } from '@mcp-gen/sdk';
import { isObject, type RequestEntry, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { z } from 'zod';
import { SESSION_IDS } from '../../support/schemas.js';
import { deferred, notification, request, type Wire } from '../runtime/support.js';
import { openClient, openWire, reportingServer } from './support.js';
import { serveUntilEnd, testClientUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };
const params = z.object({ query: z.string(), limit: z.number().default(10) });
const result = z.object({ titles: z.array(z.string()) });

/** What is answered to a request, without the envelope. */
async function ask(wire: Wire, method: string, given?: object): Promise<unknown> {
  wire.say(request(1, method, given));
  return wire.next();
}

/** A server with the method acme/search, and what it did. */
function library(): { readonly server: Server; readonly seen: unknown[]; readonly errors: unknown[] } {
  const seen: unknown[] = [];
  const { server, errors } = reportingServer();
  server.method('acme/search', { params, result, extension: 'com.acme/search' }, (given, context) => {
    seen.push(given);
    expectTypeOf(given).toEqualTypeOf<{ query: string; limit: number }>();
    if (given.query === 'wrong') return { titles: [1] } as never;
    if (given.query === 'fails') throw new ToolError('Closed');
    return { titles: [given.query, context.revision] };
  });
  return { server, seen, errors };
}

describe.each(SESSION_IDS)('a custom method in %s', (revision) => {
  test('is answered', async () => {
    const { server, seen } = library();
    const near = await openWire(server, revision);
    const answer = await ask(near, 'acme/search', { query: 'Emma', _meta: { 'com.acme/trace': '1' } });
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: { titles: ['Emma', revision] } });
    expect(seen).toEqual([{ query: 'Emma', limit: 10 }]);
  });

  test('is answered over HTTP, with and without sessions, and its extension is declared', async () => {
    covers('versioning-extension-names');
    for (const sessions of ['required', 'none'] as const) {
      const { server } = library();
      const { url } = await serveUntilEnd(server, { ...(sessions === 'none' && { sessions }) });
      const post = (body: object, session: string | null): Promise<Response> =>
        fetch(url, {
          method: 'POST',
          headers: {
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': revision,
            ...(session !== null && { 'mcp-session-id': session }),
          },
          body: JSON.stringify(body),
        });
      const opening = { protocolVersion: revision, capabilities: {}, clientInfo: info };
      const opened = await post(request(0, 'initialize', opening), null);
      expect(await opened.json()).toMatchObject({
        result: { capabilities: { extensions: { 'com.acme/search': {} }, experimental: { 'com.acme/search': {} } } },
      });
      const session = opened.headers.get('mcp-session-id');
      if (session !== null) await post(notification('notifications/initialized'), session);
      const answered = await post(request(1, 'acme/search', { query: 'Emma' }), session);
      expect(await answered.json()).toMatchObject({ id: 1, result: { titles: ['Emma', revision] } });
      const unknown = await post(request(2, 'acme/other'), session);
      expect(await unknown.json()).toMatchObject({ id: 2, error: { code: -32601 } });
    }
  });

  test('refuses invalid params before its handler, and reports an invalid result', async () => {
    const { server, seen, errors } = library();
    const wire = await openWire(server, revision);
    for (const given of [undefined, {}, { query: 5 }]) {
      expect(await ask(wire, 'acme/search', given)).toMatchObject({
        error: { code: -32602, message: expect.stringContaining('Invalid params for acme/search: /query') as string },
      });
    }
    expect({ seen, errors }).toEqual({ seen: [], errors: [] });
    expect(await ask(wire, 'acme/search', { query: 'wrong' })).toMatchObject({ error: { code: -32603 } });
    expect(String(errors)).toContain('The method acme/search returned an invalid result: /titles/0');
    expect(await ask(wire, 'acme/search', { query: 'fails' })).toMatchObject({ error: { message: 'Closed' } });
    expect(await ask(wire, 'acme/other')).toMatchObject({ error: { code: -32601 } });
  });

  test('can be cancelled, and reports progress', async () => {
    const server = new Server(info);
    const aborted = deferred();
    server.method('acme/wait', {}, async (_, { signal, progress }) => {
      progress(1, 2);
      signal.addEventListener('abort', () => aborted.resolve());
      await aborted.promise;
      return {};
    });
    const wire = await openWire(server, revision);
    expect(await wire.ask(1, 'acme/wait', { _meta: { progressToken: 'p' } })).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 1 },
    });
    wire.say(notification('notifications/cancelled', { requestId: 1 }));
    await aborted.promise;
    expect(await wire.settled()).toEqual([]);
  });
});

test('middleware sees the request as it was sent, and can change or answer it', async () => {
  const { server, seen } = library();
  const methods: string[] = [];
  server.use(async (request, next) => {
    methods.push(request.method);
    const { query } = request.params as { readonly query?: string };
    if (query === 'cached') return { titles: ['from the cache'] };
    return next({ ...request, params: { query: `${query}!` } });
  });
  const wire = await openWire(server);
  expect(await ask(wire, 'acme/search', { query: 'cached' })).toMatchObject({ result: { titles: ['from the cache'] } });
  expect(await ask(wire, 'acme/search', { query: 'Emma' })).toMatchObject({
    result: { titles: ['Emma!', '2025-11-25'] },
  });
  expect(methods).toEqual(['acme/search', 'acme/search']);
  expect(seen).toEqual([{ query: 'Emma!', limit: 10 }]);
});

test('without schemas any object passes', async () => {
  const { server, errors } = reportingServer();
  const seen: unknown[] = [];
  server
    .method('acme/note', {}, (given) => {
      expectTypeOf(given).toEqualTypeOf<{ readonly [name: string]: unknown }>();
      seen.push(given);
      return {};
    })
    .method('acme/list', {}, () => [] as object);
  const wire = await openWire(server);
  expect(await ask(wire, 'acme/note', { any: [1], _meta: {} })).toMatchObject({ result: {} });
  expect(await ask(wire, 'acme/note')).toMatchObject({ result: {} });
  expect(seen).toEqual([{ any: [1] }, {}]);
  expect(await ask(wire, 'acme/list')).toMatchObject({ error: { code: -32603 } });
  expect(String(errors)).toContain('The handler of acme/list must return an object, not an array');
});

test('plain JSON Schemas describe params and result', async () => {
  const server = new Server(info);
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' } },
    required: ['n'],
    additionalProperties: false,
  } as const;
  server.method('acme/next', { params: schema, result: schema }, async ({ n }) => {
    await Promise.resolve();
    return { n: n + 1 };
  });
  const wire = await openWire(server);
  expect(await ask(wire, 'acme/next', { n: 1, _meta: {} })).toMatchObject({ result: { n: 2 } });
  expect(await ask(wire, 'acme/next', { n: 1, m: 2 })).toMatchObject({ error: { code: -32602 } });
});

test('for a caller who may not call it, a method does not exist', async () => {
  const server = new Server(info);
  server.method('acme/admin', { access: ['admin'] }, () => ({}));
  const wire = await openWire(server);
  const [refused, missing] = [await ask(wire, 'acme/admin'), await ask(wire, 'acme/absent')];
  expect(JSON.stringify(refused).replace('admin', 'absent')).toBe(JSON.stringify(missing));
});

/** What the generator makes of an extension. */
interface Requests {
  ping: { params: object | undefined; result: object };
  'tools/call': { params: { name: string }; result: object };
  'tabs/open': { params: { url: string }; result: { opened: boolean } };
  'tabs/close': { params: { url: string }; result: { closed: boolean } };
}

const entry = (name: string, over: Partial<RequestEntry> = {}): RequestEntry => ({
  name,
  params: isObject,
  result: isObject,
  cancellable: true,
  ...over,
});

const table: TableOf<Requests, object> = {
  requests: {
    ping: entry('ping', { lifecycle: true }),
    'tools/call': entry('callTool'),
    'tabs/open': entry('openTab', {
      params: (value) => isObject(value) && typeof value['url'] === 'string',
      paramsType: 'OpenTabRequestParams',
      result: (value) => isObject(value) && typeof value['opened'] === 'boolean',
      resultType: 'OpenTabResult',
      capability: 'extensions.com.example/tabs',
    }),
    'tabs/close': entry('closeTab'),
  },
  notifications: {},
};

describe('a generated table', () => {
  test('has its methods answered that have handlers, and its guards check them', async () => {
    const { server, errors } = reportingServer();
    server.methods(table, {
      'tabs/open': ({ url }, context) => {
        expectTypeOf(url).toEqualTypeOf<string>();
        expectTypeOf(context).toEqualTypeOf<Context>();
        return url === 'a:wrong' ? ({ opened: 1 } as never) : { opened: true };
      },
    });
    const wire = await openWire(server);
    expect(await ask(wire, 'tabs/open', { url: 'a:b' })).toMatchObject({ result: { opened: true } });
    expect(await ask(wire, 'tabs/open', {})).toMatchObject({
      error: { code: -32602, message: 'Invalid params for tabs/open' },
    });
    expect(await ask(wire, 'tabs/open', { url: 'a:wrong' })).toMatchObject({ error: { code: -32603 } });
    expect(String(errors)).toContain('The result of tabs/open is invalid');
    expect(errors).toHaveLength(1);
    expect(await ask(wire, 'tabs/close', {})).toMatchObject({ error: { code: -32601 } });
  });

  test('is typed, and refuses what it does not have', () => {
    const server = new Server(info);
    // @ts-expect-error A result of another type.
    server.methods(table, { 'tabs/open': () => ({ opened: 'yes' }) });
    const open = { 'tabs/open': () => ({ opened: true }) };
    expect(() => server.methods(table, open)).toThrow('The method tabs/open is already registered');
    const call = { 'tabs/close': () => ({ closed: true }), 'tools/call': () => ({}) };
    expect(() => server.methods(table, call)).toThrow('tools/call is a method of the protocol');
    expect(() => server.methods(table, { 'tabs/move': () => ({}) } as object)).toThrow(
      'The table does not have the request tabs/move',
    );
    expect(() => server.methods(undefined as never, {})).toThrow('The table of methods does not have requests');
    expect(() => server.methods(table, undefined as never)).toThrow(
      'The handlers of a table must be an object with a function for each method',
    );
    // What was refused has registered nothing.
    server.methods(table, { 'tabs/close': () => ({ closed: true }) });
  });
});

describe('a method is refused', () => {
  const given = (...args: unknown[]) =>
    (new Server(info) as unknown as { method: (...args: unknown[]) => unknown }).method(...args);
  const handler = (): object => ({});

  test.each<[string, unknown[], string]>([
    [
      'of the protocol: tools/call',
      ['tools/call', {}, handler],
      'tools/call is a method of the protocol and cannot be replaced: register tools with server.tool(',
    ],
    [
      'of the protocol: resources/read',
      ['resources/read', {}, handler],
      'resources/read is a method of the protocol and cannot be replaced: register resources with server.resource(',
    ],
    [
      'of the protocol: prompts/list',
      ['prompts/list', {}, handler],
      'prompts/list is a method of the protocol and cannot be replaced: register prompts with server.prompt(',
    ],
    [
      'of the protocol: completion/complete',
      ['completion/complete', {}, handler],
      'completion/complete is a method of the protocol and cannot be replaced: pass the option complete',
    ],
    [
      'of the protocol: logging/setLevel',
      ['logging/setLevel', {}, handler],
      'logging/setLevel is a method of the protocol and cannot be replaced: the server answers it itself',
    ],
    [
      'of the protocol: subscriptions/listen',
      ['subscriptions/listen', {}, handler],
      'subscriptions/listen is a method of the protocol and cannot be replaced: the server answers it itself',
    ],
    [
      'of the protocol: server/discover',
      ['server/discover', {}, handler],
      'server/discover is a method of the protocol and cannot be replaced: the server answers it itself',
    ],
    [
      'of the lifecycle',
      ['initialize', {}, handler],
      '"initialize" is not a request that clients send to applications: the connection exchanges it itself',
    ],
    [
      'of the client',
      ['sampling/createMessage', {}, handler],
      'is not a request that clients send to applications: servers send it with context.ask',
    ],
    ['without a name', ['', {}, handler], 'Invalid method name ""'],
    ['with a name that JSON-RPC reserves', ['rpc.discover', {}, handler], 'Invalid method name "rpc.discover"'],
    ['with the name of a notification', ['notifications/x', {}, handler], 'Invalid method name "notifications/x"'],
    ['with a long name', ['a'.repeat(101), {}, handler], 'Invalid method name "aaa'],
    ['with a space in it', ['a b', {}, handler], 'Invalid method name "a b": expected a name such as acme/search'],
    ['without a handler', ['acme/x', {}], 'Invalid handler for the method acme/x: expected a function'],
    [
      'without options',
      ['acme/x', handler],
      'Missing options for the method acme/x: it is not a method of the protocol: no revision has it. Servers handle methods of extensions with server.methods(table, handlers) or server.method(name, options, handler)',
    ],
    ['with an unknown option', ['acme/x', { input: {} }, handler], 'Unknown option "input" for the method acme/x'],
    ['with params that are not objects', ['acme/x', { params: { type: 'string' } }, handler], 'the params of acme/x'],
    [
      'with a result that is not an object',
      ['acme/x', { result: z.array(z.string()) }, handler],
      'the result of acme/x',
    ],
    ['with an extension without prefix', ['acme/x', { extension: 'tabs' }, handler], 'Invalid extension "tabs"'],
    ['with settings of no extension', ['acme/x', { settings: {} }, handler], 'with the option "extension"'],
    ['with a flag as settings', ['acme/x', { extension: 'a.b/c', settings: true }, handler], 'expected an object'],
    [
      'with a role as access',
      ['acme/x', { access: 'admin' }, handler],
      'Invalid option "access" for the method acme/x',
    ],
  ])('%s', (_what, args, message) => {
    expect(() => given(...args)).toThrow(message);
  });

  test('twice, and when the server was started', async () => {
    const { server } = library();
    expect(() => server.method('acme/search', {}, handler)).toThrow('The method acme/search is already registered');
    await openWire(server);
    expect(() => server.method('acme/late', {}, handler)).toThrow('was registered after the server was started');
  });
});

test.each(['2025-11-25', '2026-07-28'] as const)(
  'settings of one extension are declared together in %s',
  async (revision) => {
    const server = new Server(info);
    const extension = 'com.acme/search';
    server.method('acme/plain', {}, () => ({}));
    server.method('acme/search', { extension, settings: { fuzzy: true } }, () => ({}));
    server.method('acme/count', { extension }, () => ({}));
    server.method('acme/suggest', { extension, settings: { languages: ['en'] } }, () => ({}));
    const client = await testClientUntilEnd(server, { revision });
    const declared = { [extension]: { fuzzy: true, languages: ['en'] } };
    const { extensions, experimental } = client.server.capabilities;
    expect({ extensions, experimental }).toEqual({ extensions: declared, experimental: declared });
  },
);

test('a handler and the server can ask for the extensions of a client, by identifiers with dots', async () => {
  const declared = { extensions: { 'com.example/tasks': {} }, experimental: { 'com.example/old': {} } };
  const asked = [
    'extensions.com.example/tasks',
    'experimental.com.example/old',
    'extensions',
    'extensions.com.example/other',
    'extensions.com',
  ];
  const seen = deferred<readonly boolean[]>();
  const server = new Server(info, { onClient: ({ can }) => seen.resolve(asked.map(can)) });
  server.tool('ask', {}, (_, { can }) => ({ can: asked.map(can) }));
  const client = await openClient(server, { capabilities: declared });
  const { structuredContent } = (await client.request('tools/call', { name: 'ask' })) as { structuredContent: unknown };
  expect(structuredContent).toEqual({ can: [true, true, true, false, false] });
  expect(await seen.promise).toEqual([true, true, true, false, false]);
});
