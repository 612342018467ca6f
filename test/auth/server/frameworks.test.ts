/** A guarded server in an app of its own: the endpoint, and the metadata beside it. */

import { createServer, type RequestListener } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { jwt, protect, type ProtectedResource } from '@mcp-gen/auth/server';
import { Server } from '@mcp-gen/sdk';
import { createHandler, type HttpHandler } from '@mcp-gen/sdk/http';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { fetchOnNode } from '../../support/fetchServer.js';
import { rawRequest } from '../../support/rawHttp.js';
import { initialize } from '../../unit/runtime/httpSupport.js';
import { bearer, challengeOf, METADATA } from './guarded.js';
import { RESOURCE, startIssuer } from './issuer.js';

/** Answers the endpoint and the metadata, and `/other` itself. */
type Mount = (handler: HttpHandler, paths: readonly string[]) => RequestListener | Promise<RequestListener>;

const APPS: { readonly [name: string]: Mount } = {
  Express: (handler, paths) => {
    const app = express();
    app.use(express.json());
    app.all([...paths], handler.node);
    return app as RequestListener;
  },
  Fastify: async (handler, paths) => {
    const app = fastify();
    for (const path of paths) {
      app.all(path, (request, reply) => {
        reply.hijack();
        handler.node(Object.assign(request.raw, { body: request.body }), reply.raw);
      });
    }
    await app.ready();
    return (request, response) => app.routing(request, response);
  },
  Hono: (handler, paths) => {
    const app = new Hono();
    for (const path of paths) app.all(path, (context) => handler.fetch(context.req.raw));
    const [listener] = createAdaptorServer({ fetch: app.fetch }).listeners('request');
    return listener as RequestListener;
  },
  'a fetch handler': (handler) => fetchOnNode(handler),
  'node:http': (handler) => handler.node,
};

async function start(mount: Mount, guard: ProtectedResource): Promise<string> {
  const server = new Server({ name: 'notes', version: '1.0.0' });
  server.tool('whoami', {}, (_, { auth }) => auth?.id ?? 'nobody');
  const handler = createHandler(server, { ...guard });
  const listener = await mount(handler, ['/mcp', ...Object.keys(guard.routes)]);
  const listening = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onTestFinished(async () => {
    await handler.close();
    listening.closeAllConnections();
    listening.close();
  });
  const address = listening.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
}

test.each(Object.entries(APPS))('%s', async (_, mount) => {
  covers('authorization-resource-metadata', 'authorization-challenge-header', 'authorization-metadata-found');
  const { issuer, sign } = await startIssuer();
  const guard = protect({ resource: RESOURCE, verify: jwt({ issuer, allowHttp: true }), scopes: ['notes:read'] });
  const url = await start(mount, guard);
  const refused = await rawRequest(url, { body: initialize() });
  expect(refused.status).toBe(401);
  expect(challengeOf(refused)).toMatchObject({ resource_metadata: METADATA, scope: 'notes:read' });
  for (const path of Object.keys(guard.routes)) {
    const { json } = await rawRequest(url.replace('/mcp', path), { method: 'GET' });
    expect(json).toMatchObject({ resource: RESOURCE, authorization_servers: [issuer] });
  }
  expect((await rawRequest(url, { headers: bearer(await sign()), body: initialize() })).status).toBe(200);
  const twice = { authorization: `Bearer a, Bearer b` };
  expect((await rawRequest(url, { headers: twice, body: initialize() })).status).toBe(400);
});
