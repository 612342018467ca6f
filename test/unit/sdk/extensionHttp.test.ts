/** What extensions add to servers over HTTP: middleware, routes, and context for handlers; and to those over stdio. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions } from '@mcp-gen/sdk';
import { type Client } from '@mcp-gen/sdk/client';
import { defineExtension, type Extension, type ServerSide } from '@mcp-gen/sdk/extension';
import {
  createHandler,
  HttpRefusalError,
  serveHttp,
  type HttpMiddleware,
  type ServeHttpOptions,
} from '@mcp-gen/sdk/http';
import { memoryPair } from '@mcp-gen/runtime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { request } from '../runtime/support.js';
import { headersOf, metaWith } from '../../support/standAlone.js';
import { connectUntilEnd, serveUntilEnd, untilEnd } from '../../support/untilEnd.js';
import { aborted } from '../../support/aborted.js';

type Side = ServerSide<unknown, unknown, unknown, unknown, unknown>;

const extension = (name: string, server: Side): (() => Extension) & { readonly id: string } =>
  defineExtension({ id: `com.acme/${name}` }, () => ({ server }));

interface Served {
  readonly server: Server;
  readonly url: string;
  readonly errors: unknown[];
  readonly open: (revision?: '2025-11-25' | '2026-07-28') => Promise<Client>;
}

async function served(
  extensions: readonly Extension[],
  options: ServeHttpOptions = {},
  serverOptions: ServerOptions = {},
): Promise<Served> {
  const errors: unknown[] = [];
  const server = new Server(
    { name: 'routed', version: '1.2.3' },
    { extensions, onError: (error) => void errors.push(error), ...serverOptions },
  );
  server.tool('who', {}, (_, { auth, locals }) => JSON.stringify([auth?.id, ...locals]));
  const { url } = await serveUntilEnd(server, options);
  const open = (revision: '2025-11-25' | '2026-07-28' = '2026-07-28'): Promise<Client> =>
    connectUntilEnd(url, { revisions: [revision] });
  return { server, url, errors, open };
}

describe('HTTP middleware', () => {
  test('answers a request itself, with any status, headers, and body, before the body is read', async () => {
    const closed: HttpMiddleware = (request, next) =>
      request.header('x-open') === undefined
        ? { status: 418, headers: { 'x-kind': 'teapot' }, body: new Uint8Array([104, 105]) }
        : next();
    const { url, errors } = await served([extension('tea', { httpMiddleware: [closed] })()]);
    const response = await fetch(url, { method: 'POST', body: '{ not JSON' });
    expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([418, 'teapot', 'hi']);
    const passed = await fetch(url, { method: 'POST', body: '{}', headers: { 'x-open': '1' } });
    expect(passed.status).toBe(415);
    expect(errors).toEqual([]);
  });

  test('reads the operation from headers, and refuses it', async () => {
    const guard: HttpMiddleware = (request, next) => {
      const [method, name] = ['mcp-method', 'mcp-name'].map((header) => request.header(header));
      if (method !== 'tools/call' || name !== 'who') return next();
      throw new HttpRefusalError(403, 'more scopes', { headers: { 'www-authenticate': 'Bearer scope="call"' } });
    };
    const { open } = await served([extension('guard', { httpMiddleware: [guard] })()]);
    const client = await open();
    expect((await client.tools().all()).map(({ name }) => name)).toEqual(['who']);
    await expect(client.callTool('who')).rejects.toThrow('more scopes');
  });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'passes context to handlers and middleware in %s',
    async (revision) => {
      const seen: unknown[] = [];
      const identity = extension('identity', {
        httpMiddleware: [
          async (request, next) => {
            request.locals.set('tenant', { id: 7 });
            request.auth = 'ada';
            return next();
          },
        ],
        middleware: [
          async (message, next) => {
            seen.push(message.context.locals.get('tenant'));
            return next(message);
          },
        ],
      });
      const { open } = await served([identity()]);
      const client = await open(revision);
      expect((await client.callTool('who')).text).toBe('["ada",["tenant",{"id":7}]]');
      expect(seen).toContainEqual({ id: 7 });
    },
  );

  test('is ordered by registration, or by the program, and sees the beginning of responses in reverse', async () => {
    const trace: string[] = [];
    const tracing =
      (name: string): HttpMiddleware =>
      async (_, next) => {
        trace.push(name);
        const { status } = await next();
        trace.push(`${name} ${status}`);
        return { status };
      };
    const [a, b] = [
      extension('a', { httpMiddleware: [tracing('a1'), tracing('a2')] }),
      extension('b', { httpMiddleware: [tracing('b')] }),
    ];
    const first = await served([a(), b()], { middleware: [tracing('own')] });
    await fetch(first.url, { method: 'POST' });
    expect(trace).toEqual(['a1', 'a2', 'b', 'own', 'own 415', 'b 415', 'a2 415', 'a1 415']);
    trace.length = 0;
    const second = await served([a(), b()], { middleware: [b, tracing('own'), a] });
    await fetch(second.url, { method: 'POST' });
    expect(trace.slice(0, 4)).toEqual(['b', 'own', 'a1', 'a2']);
    await expect(served([a()], { middleware: [b] })).rejects.toThrow('names the extension com.acme/b, which is not');
  });

  test('passes on the whole answer of middleware inside', async () => {
    const heads: unknown[] = [];
    const watching: HttpMiddleware = async (_, next) => {
      const head = await next();
      heads.push(head);
      return head;
    };
    const closed: HttpMiddleware = () => ({ status: 401, headers: { 'x-kind': 'closed' }, body: { error: 'no' } });
    const { url } = await served([], { middleware: [watching, watching, closed] });
    const response = await fetch(url, { method: 'POST' });
    expect([response.status, response.headers.get('x-kind')]).toEqual([401, 'closed']);
    expect(await response.json()).toEqual({ error: 'no' });
    expect(heads).toEqual(Array.from({ length: 2 }, () => ({ status: 401, headers: { 'x-kind': 'closed' } })));
  });

  test('cannot pass on a request that it has answered', async () => {
    let later: (() => Promise<unknown>) | undefined;
    const { url, errors } = await served([], {
      middleware: [
        (_, next) => {
          later = next;
          return { status: 401 };
        },
      ],
    });
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    await expect(later?.()).rejects.toThrow('must not call next after it has answered');
    expect(errors).toEqual([]);
  });

  test('does not buffer streams: next resolves when the response begins', async () => {
    const trace: string[] = [];
    const watching = extension('watch', {
      httpMiddleware: [
        async (_, next) => {
          const head = await next();
          trace.push(String(head.headers['content-type']));
          return head;
        },
      ],
    });
    let finish = (): void => undefined;
    const { server, open } = await served([watching()]);
    server.tool('wait', {}, async (_, { progress }) => {
      progress(1);
      await new Promise<void>((resolve) => (finish = resolve));
      return 'done';
    });
    const client = await open();
    const called = client.callTool('wait', {}, { onProgress: () => trace.push('progress') });
    await expect.poll(() => trace.slice(-2)).toEqual(['text/event-stream', 'progress']);
    finish();
    expect((await called).text).toBe('done');
  });

  test('that throws, answers with nothing, or calls next twice, names its extension, and the server lives', async () => {
    let act: HttpMiddleware = () => {
      throw new RangeError('broken');
    };
    const { url, errors, open } = await served([
      extension('broken', { httpMiddleware: [(...given) => act(...given)] })(),
    ]);
    expect((await fetch(url, { method: 'POST' })).status).toBe(500);
    act = () => undefined as never;
    expect((await fetch(url, { method: 'POST' })).status).toBe(500);
    act = async (_, next) => {
      await next();
      return next();
    };
    expect((await fetch(url, { method: 'POST' })).status).toBe(415);
    act = (_, next) => next();
    expect((await (await open()).callTool('who')).text).toBe('[null]');
    const named = 'The extension com.acme/broken failed in httpMiddleware';
    expect(errors.map((error) => (error as Error).message)).toEqual([
      `${named}: broken`,
      `${named}: expected an object with status, headers, and body, got nothing`,
      `${named}: Middleware must not call next twice`,
    ]);
  });

  test('that waits ends when the client disconnects', async () => {
    const ended: string[] = [];
    const { server, url, errors } = await served([
      extension('watch', {
        httpMiddleware: [
          async (_, next) => {
            try {
              return await next();
            } finally {
              ended.push('ended');
            }
          },
        ],
      })(),
    ]);
    server.tool('hang', {}, (_, { signal }) => aborted(signal));
    const stop = new AbortController();
    const params = { name: 'hang', _meta: metaWith() };
    const headers = headersOf('tools/call', params);
    const body = JSON.stringify(request(1, 'tools/call', params));
    const sent = fetch(url, { method: 'POST', body, headers, signal: stop.signal }).catch(() => undefined);
    setTimeout(() => stop.abort(), 200);
    await sent;
    await expect.poll(() => ended).toEqual(['ended']);
    expect(errors).toEqual([]);
  });

  test('counts the requests that it refuses for their caller', async () => {
    const { Ledger } = await import('@mcp-gen/runtime');
    const refusing = extension('no', { httpMiddleware: [() => ({ status: 401 })] });
    const { url } = await served([refusing()], { ledger: new Ledger({ requestRate: 1, requestBurst: 2 }) });
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent++) statuses.push((await fetch(url, { method: 'POST' })).status);
    expect(statuses).toEqual([401, 401, 429, 429]);
  });
});

describe('routes', () => {
  const card = extension('card', {
    routes: {
      'server-card': {
        origins: 'any',
        handle: ({ method }, { server, endpoint }) => ({
          status: method === 'OPTIONS' ? 204 : 200,
          headers: { 'access-control-allow-origin': '*', 'x-method': method },
          ...(method === 'GET' && { body: { endpoint, version: server.info.version, revisions: server.revisions } }),
        }),
      },
      '/.well-known/acme': () => ({ body: 'acme' }),
      '/upload': async (request) => ({ status: 201, body: (await request.text()).toUpperCase() }),
    },
  });
  const closed = extension('closed', { httpMiddleware: [() => ({ status: 401 })] });

  test('are beneath the endpoint and at the origin, and reachable without middleware and authentication', async () => {
    const { url } = await served([card(), closed()], {
      authenticate: () => {
        throw new HttpRefusalError(401, 'no');
      },
    });
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    const response = await fetch(`${url}/server-card`);
    expect(await response.json()).toEqual({
      endpoint: url,
      version: '1.2.3',
      revisions: expect.arrayContaining(['2026-07-28']),
    });
    expect(await (await fetch(new URL('/.well-known/acme', url))).text()).toBe('acme');
    const uploaded = await fetch(new URL('/upload', url), { method: 'PUT', body: 'text' });
    expect([uploaded.status, await uploaded.text()]).toEqual([201, 'TEXT']);
  });

  test('can be read by pages of any origin, and answer their preflight requests', async () => {
    const { url } = await served([card()]);
    const origin = 'https://elsewhere.example';
    const preflight = { origin, 'access-control-request-method': 'PUT' };
    const answer = await fetch(`${url}/server-card`, { method: 'OPTIONS', headers: preflight });
    const allowed = ['access-control-allow-origin', 'x-method'].map((name) => answer.headers.get(name));
    expect([answer.status, ...allowed]).toEqual([204, '*', 'OPTIONS']);
    expect((await fetch(`${url}/server-card`, { headers: { origin } })).status).toBe(200);
    expect((await fetch(new URL('/.well-known/acme', url), { headers: { origin } })).status).toBe(403);
  });

  test('of a mounted handler are beneath its path', async () => {
    const server = new Server({ name: 'mounted', version: '1.2.3' }, { extensions: [card()] });
    const handler = createHandler(server, { path: '/api/mcp' });
    expect(handler.paths.has('/api/mcp/server-card')).toBe(true);
    const app = createServer(handler.node).listen(0, '127.0.0.1');
    onTestFinished(() => handler.close().then(() => void app.close()));
    await new Promise((resolve) => app.once('listening', resolve));
    const { port } = app.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/mcp/server-card`);
    expect(await response.json()).toMatchObject({ endpoint: `http://127.0.0.1:${port}/api/mcp` });
  });

  test.each<[string, Side, ServeHttpOptions, string]>([
    ['the endpoint', { routes: { '/mcp': () => ({}) } }, {}, 'the endpoint'],
    ['a route of the program', { routes: { '/x': () => ({}) } }, { routes: { '/x': () => ({}) } }, 'the option routes'],
    ['a health check', { routes: { '/livez': () => ({}) } }, { health: true }, 'a health check'],
    ['another extension', { routes: { 'server-card': () => ({}) } }, {}, 'the extension com.acme/card'],
  ])('that conflict with %s are refused, and nothing is served', async (_what, side, options, other) => {
    const path = Object.keys(side.routes ?? {})[0]?.replace(/^(?!\/)/, '/mcp/');
    await expect(served([card(), extension('other', side)()], options)).rejects.toThrow(
      `The route ${path} of the extension com.acme/other is also the path of ${other}`,
    );
  });

  test('that are invalid, throw, or answer with nothing, name their extension', async () => {
    const wrong = extension('wrong', { routes: { '/x': { handel: () => ({}) } as never } });
    await expect(served([wrong()])).rejects.toThrow('"handel" for the route /x of the extension com.acme/wrong');
    const broken = extension('broken', {
      routes: {
        '/throws': () => {
          throw new RangeError('broken');
        },
        '/nothing': () => undefined as never,
      },
    });
    const { url, errors, open } = await served([broken()]);
    expect((await fetch(new URL('/throws', url))).status).toBe(500);
    expect((await fetch(new URL('/nothing', url))).status).toBe(500);
    expect(errors.map((error) => (error as Error).message)).toEqual([
      'The extension com.acme/broken failed in the route /throws: broken',
      'The extension com.acme/broken failed in the route /nothing: expected an object with status, headers, and body, got nothing',
    ]);
    expect((await (await open()).callTool('who')).text).toBe('[null]');
  });
});

test('an extension without anything to offer adds no middleware, no routes, and nothing to connections', async () => {
  const calls: string[] = [];
  const off = extension('off', {
    enabled: false,
    onStart: () => void calls.push('onStart'),
    onServe: () => void calls.push('onServe'),
    onClose: () => void calls.push('onClose'),
    httpMiddleware: [
      (_, next) => {
        calls.push('httpMiddleware');
        return next();
      },
    ],
    routes: { '/off': () => ({ body: 'off' }) },
  });
  const server = new Server({ name: 'routed', version: '1.2.3' }, { extensions: [off()] });
  const { url, close } = await serveHttp(server, { port: 0, middleware: [off] });
  expect((await fetch(new URL('/off', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(415);
  await server.serve({ transport: memoryPair()[0] }).close();
  await close();
  expect(calls).toEqual([]);
});

test('an extension ends when the server is no longer served, also if it could not be served in another way', async () => {
  const closed: string[] = [];
  const ending = extension('ending', { onClose: () => void closed.push('closed') });
  const server = new Server({ name: 'routed', version: '1.2.3' }, { extensions: [ending()] });
  const other = untilEnd(createServer().listen(0, '127.0.0.1'));
  await new Promise((resolve) => other.once('listening', resolve));
  await expect(serveHttp(server, { port: (other.address() as AddressInfo).port })).rejects.toThrow('is already in use');
  expect(() => createHandler(server, { routes: { invalid: () => ({}) } })).toThrow('Invalid path of a route');
  expect(closed).toEqual([]);
  const handler = createHandler(server);
  await Promise.all([handler.close(), handler.close()]);
  expect(closed).toEqual(['closed']);
});

describe('other transports', () => {
  test('extensions add context to a connection', async () => {
    const identity = extension('identity', {
      onServe: (connection) => {
        connection.locals.set('user', 'ada');
        connection.auth ??= { id: 'ada' };
      },
    });
    const server = new Server({ name: 'local', version: '1.0.0' }, { extensions: [identity()] });
    server.tool('who', {}, (_, { auth, locals }) => JSON.stringify([auth?.id, ...locals]));
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const [one, other] = memoryPair();
      untilEnd(server.serve({ transport: one, locals: new Map([['shift', 'night']]) }));
      const client = await connectUntilEnd(other, { revisions: [revision] });
      expect((await client.callTool('who')).text).toBe('["ada",["shift","night"],["user","ada"]]');
    }
  });

  test('an extension that throws is named, and nothing is served', () => {
    const broken = extension('broken', {
      onServe: () => {
        throw new RangeError('broken');
      },
    });
    const server = new Server({ name: 'local', version: '1.0.0' }, { extensions: [broken()] });
    expect(() => server.serve({ transport: memoryPair()[0] })).toThrow(
      'The extension com.acme/broken failed in onServe: broken',
    );
  });
});

test.each(['2025-11-25', '2026-07-28'] as const)(
  'middleware and handlers refuse a request with an HTTP status and headers in %s',
  async (revision) => {
    const stepUp = extension('step-up', {
      middleware: [
        async (message, next) => {
          if (message.method !== 'tools/call') return next(message);
          throw new HttpRefusalError(403, 'more scopes', { headers: { 'www-authenticate': 'Bearer scope="call"' } });
        },
      ],
    });
    const { url } = await served([stepUp()]);
    const seen: unknown[] = [];
    const client = await connectUntilEnd(url, {
      revisions: [revision],
      wrapFetch: [
        ({ fetch }) =>
          async (input, init) => {
            const response = await fetch(input, init);
            seen.push(`${response.status} ${response.headers.get('www-authenticate')}`);
            return response;
          },
      ],
    });
    await expect(client.callTool('who')).rejects.toThrow('more scopes');
    expect(seen).toContain('403 Bearer scope="call"');
  },
);
