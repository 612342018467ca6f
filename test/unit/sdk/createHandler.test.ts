/** A server as a handler, in an app of its own. */

import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { createHandler, HttpRefusalError, serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { POST_HEADERS, rawRequest } from '../../support/rawHttp.js';
import { call, listen, openSession } from '../runtime/httpSupport.js';
import { openClient } from './support.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

/** A server whose middleware lets nobody call a tool without a token. */
function guarded(): Server {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('greet', {}, () => 'Hello');
  server.tool('scoped', {}, () => {
    throw new HttpRefusalError(403, 'a scope is missing');
  });
  server.use(async (request, next) => {
    const isOpen = request.method !== 'tools/call' || request.context.http?.header('authorization') === 'Bearer 1';
    if (isOpen) return next(request);
    throw new HttpRefusalError(401, 'a token is missing', { headers: { 'www-authenticate': 'Bearer' } });
  });
  return server;
}

test('one handler serves node and the web, and closes both', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('greet', {}, () => 'Hello');
  const handler = createHandler(server, { health: true });
  const { fetch: answer, node } = handler;
  const url = await listen(node);
  onTestFinished(() => handler.close());
  const revisions = [NEWEST_SESSION] as const;
  const overNode = await connect(url, { revisions });
  const overFetch = await connect(url, { revisions, fetch: (to, init) => answer(new Request(to, init)) });
  expect((await overNode.callTool('greet')).text).toBe('Hello');
  expect((await overFetch.callTool('greet')).text).toBe('Hello');
  expect([handler.sessionCount, handler.ready]).toEqual([2, true]);
  await overNode.close();
  await overFetch.close();
  await handler.close();
  expect([handler.sessionCount, handler.ready]).toEqual([0, false]);
  const late = new Request(url, { method: 'POST', headers: POST_HEADERS, body: '{}' });
  expect((await answer(late)).status).toBe(503);
  expect((await rawRequest(new URL('/readyz', url).href, { method: 'GET' })).status).toBe(503);
});

test('a client that asks in a revision without sessions opens none', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('greet', {}, () => 'Hello');
  const handler = untilEnd(createHandler(server));
  const client = await connectUntilEnd(await listen(handler.node), { revisions: ['2026-07-28'] });
  expect((await client.callTool('greet')).text).toBe('Hello');
  expect(handler.sessionCount).toBe(0);
});

test('middleware and handlers refuse with a status and headers', async () => {
  const handler = untilEnd(createHandler(guarded()));
  const url = await listen(handler.node);
  const session = await openSession(url);
  expect(await rawRequest(url, { headers: session, body: call(1, 'greet') })).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
    json: { id: 1, error: { code: -32600, message: 'a token is missing' } },
  });
  const headers = { ...session, authorization: 'Bearer 1' };
  expect(await rawRequest(url, { headers, body: call(2, 'greet') })).toMatchObject({ status: 200 });
  expect(await rawRequest(url, { headers, body: call(3, 'scoped') })).toMatchObject({ status: 403, json: { id: 3 } });
});

test('over other transports a refusal is an error of JSON-RPC', async () => {
  const client = await openClient(guarded());
  await expect(client.request('tools/call', { name: 'greet' })).rejects.toMatchObject({
    code: -32600,
    message: 'a token is missing',
  });
});

test('routes and health are options', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const handler = untilEnd(createHandler(server, { routes: { '/about': ({ method }) => ({ body: { method } }) } }));
  const about = await handler.fetch(new Request('http://localhost/about'));
  expect(await about.json()).toEqual({ method: 'GET' });
});

test.each([{}, undefined, { info: { name: 'a', version: '1' } }])(
  'what is not a server is refused: %j',
  async (server) => {
    expect(() => createHandler(server as never)).toThrow(
      /^Expected a Server of @mcp-gen\/sdk, got .+ installed more than once$/,
    );
    await expect(serveHttp(server as never)).rejects.toThrow('Expected a Server of @mcp-gen/sdk');
  },
);
