/** Paths that a server answers beside its endpoint. */

import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { HttpRefusalError } from '../../../runtime/src/http/server/httpRefusalError.js';
import type { RouteHandler } from '../../../runtime/src/http/server/routes.js';
import { deferred } from './support.js';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest } from '../../support/rawHttp.js';
import { call, openSession, openSocket, head, startService } from './httpSupport.js';

const refuseAll = (): never => {
  throw new HttpRefusalError(401, 'no');
};

const ask = (url: string, path: string, headers: { readonly [name: string]: string } = {}) =>
  rawRequest(new URL(path, url).href, { method: 'GET', headers });

test('a route is answered without authentication, on node and on the web', async () => {
  const routes: { readonly [path: string]: RouteHandler } = {
    '/.well-known/about': ({ method, url, header }) => ({
      headers: { 'cache-control': 'max-age=60' },
      body: { method, url, trace: header('X-Trace') },
    }),
    '/gone': () => ({ status: 410, headers: { 'content-type': 'text/plain' }, body: 'gone' }),
    '/nothing': () => Promise.resolve({ status: 204 }),
  };
  const { url, handler } = await startService({ routes, authenticate: refuseAll });
  const about = await ask(url, '/.well-known/about?x=1', { 'x-trace': 'abc' });
  const asked = new URL('/.well-known/about?x=1', url).href;
  expect(about).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' },
    json: { method: 'GET', url: asked, trace: 'abc' },
  });
  expect(await ask(url, '/gone')).toMatchObject({
    status: 410,
    text: 'gone',
    headers: { 'content-type': 'text/plain' },
  });
  expect(await ask(url, '/nothing')).toMatchObject({ status: 204, text: '' });
  expect(await ask(url, '/mcp')).toMatchObject({ status: 401 });

  const fetched = await handler.fetch(new Request(asked, { headers: { 'x-trace': 'abc' } }));
  expect([fetched.status, fetched.headers.get('cache-control'), await fetched.json()]).toEqual([
    200,
    'max-age=60',
    { method: 'GET', url: asked, trace: 'abc' },
  ]);
});

test('pages of allowed origins can read a route, and others are refused', async () => {
  const { url } = await startService({
    routes: { '/a': () => ({ body: 'a' }) },
    allowedOrigins: ['https://a.example'],
  });
  expect(await ask(url, '/a', { origin: 'https://a.example' })).toMatchObject({
    status: 200,
    headers: { 'access-control-allow-origin': 'https://a.example' },
  });
  expect(await ask(url, '/a', { origin: 'https://b.example' })).toMatchObject({ status: 403 });
  expect(await ask(url, '/a', { host: 'b.example' })).toMatchObject({ status: 403 });
});

test.each<[string, RouteHandler, number, string | undefined]>([
  ['an error', () => Promise.reject(new Error('broken')), 500, 'broken'],
  ['a refusal', () => refuseAll(), 401, undefined],
  ['no object', () => 'text' as never, 500, 'The route /a must return an object with status, headers, and body'],
  ['a header that cannot be sent', () => ({ headers: { 'x-a': 'a\nb' } }), 500, 'header'],
  ['no status', () => ({ status: 1 }), 500, 'status'],
])('%s of a route is answered', async (_, route, status, reported) => {
  const { url, errors } = await startService({ routes: { '/a': route } });
  expect(await ask(url, '/a')).toMatchObject({ status });
  expect(errors.empty().map(String)).toEqual(reported === undefined ? [] : [expect.stringContaining(reported)]);
});

test('a route is told that its client has gone', async () => {
  const signals = new Mailbox<AbortSignal>();
  const { promise, resolve } = deferred();
  const { url } = await startService({
    routes: {
      '/slow': async ({ signal }) => {
        signal.addEventListener('abort', () => resolve());
        signals.put(signal);
        await promise;
        return {};
      },
    },
  });
  const socket = await openSocket(url);
  socket.write(head({}, 'GET /slow'));
  const signal = await signals.take();
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await promise;
  expect(signal.aborted).toBe(true);
});

test.each([
  [
    { routes: { healthz: () => ({}) } },
    'Invalid path of a route "healthz": expected a path with a leading slash and without a query',
  ],
  [{ routes: { '/a?b': () => ({}) } }, 'without a query'],
  [{ routes: { '/a': 'a' as never } }, 'The route /a must be a function'],
  [{ routes: { '/readyz': () => ({}) }, health: true }, 'The path /readyz is used twice: in routes and health'],
  [{ routes: { '/messages': () => ({}) } }, 'The path /messages is used twice: in routes, health, or sse'],
  [{ routes: { '/mcp': () => ({}) } }, 'The path /mcp of the endpoint is also that of a route or a stream'],
])('routes that cannot work are refused: %#', async (options, message) => {
  await expect(startService(options)).rejects.toThrow(message);
});

test('health is told to anyone, by any name of the server', async () => {
  const { url } = await startService({ health: true, authenticate: refuseAll });
  for (const path of ['/livez', '/readyz']) {
    expect(await ask(url, path, { host: '10.0.0.7:3000' })).toMatchObject({ status: 200, text: 'ok\n' });
  }
  const own = await startService({ health: { ready: '/health' } });
  expect(await ask(own.url, '/health')).toMatchObject({ status: 200 });
  expect(await ask(own.url, '/livez')).toMatchObject({ status: 404 });
});

test('a server is not ready from the moment on at which it begins to close, and alive until the end', async () => {
  const service = await startService({ health: true, shutdownTimeout: 60_000 });
  const session = await openSession(service.url);
  const called = rawRequest(service.url, { headers: session, body: call(1, 'wait') });
  const { answer } = await service.waiting.take();
  // A load balancer keeps its connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const statusOf = async (path: string): Promise<number | undefined> => {
    const [response] = (await once(httpRequest(new URL(path, service.url), { agent }).end(), 'response')) as [
      { statusCode?: number; resume(): void },
    ];
    response.resume();
    await once(response as never, 'end');
    return response.statusCode;
  };
  expect([service.handler.ready, await statusOf('/readyz'), await statusOf('/livez')]).toEqual([true, 200, 200]);
  const closed = service.close();
  expect([service.handler.ready, await statusOf('/readyz'), await statusOf('/livez')]).toEqual([false, 503, 200]);
  expect((await service.handler.fetch(new Request(new URL('/readyz', service.url)))).status).toBe(503);
  answer('done');
  expect(await called).toMatchObject({ status: 200 });
  await closed;
});
