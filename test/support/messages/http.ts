/** HTTP: options of servers, stores, and what clients receive. */

import { revision } from '@mcp-gen/protocol/2026-07-28';
import { Ledger } from '@mcp-gen/runtime';
import { MemorySessionRouter } from '@mcp-gen/runtime/cluster';
import {
  BodyTooLargeError,
  HttpHandler,
  IncompleteBodyError,
  MemoryEventStore,
  MemorySessionStore,
  UndecodableBodyError,
} from '@mcp-gen/runtime/http/server';
import { Server } from '@mcp-gen/sdk';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { createHandler, HttpRefusalError, serveHttp } from '@mcp-gen/sdk/http';
import { onTestFinished } from 'vitest';
import { info, type Cases } from './cases.js';

const URL_OF_SERVER = 'https://mcp.example.com/mcp';

function handlerOf(options: object): ReturnType<typeof createHandler> {
  const server = new Server(info, { onError: () => undefined });
  server.tool('forecast', {}, () => 'Sunny '.repeat(2_000));
  const handler = createHandler(server, {
    allowedHosts: ['mcp.example.com'],
    ...options,
  });
  onTestFinished(() => handler.close());
  return handler;
}

/** Connects to a server with HTTP options, without a socket. */
async function through(options: object, clientOptions: object = {}): Promise<Client> {
  const { fetch } = handlerOf(options);
  const client = await connect(URL_OF_SERVER, {
    fetch: (input, init) => fetch(new Request(input, init)),
    onError: () => undefined,
    ...clientOptions,
  });
  onTestFinished(() => client.close());
  return client;
}

/** Connects to a server that answers everything with one response. */
const answered = (status: number, body = '', headers: { readonly [name: string]: string } = {}): Promise<Client> =>
  connect(URL_OF_SERVER, { fetch: () => Promise.resolve(new Response(body, { status, headers })) });

/** Returns the error in the response to a POST. */
async function posted(body: string | Uint8Array, options: object = {}, headers: object = {}): Promise<Error> {
  const response = await handlerOf(options).fetch(
    new Request(URL_OF_SERVER, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    }),
  );
  const { error } = (await response.json()) as { readonly error: { readonly message: string } };
  return new Error(`HTTP ${response.status}: ${error.message}`);
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

export const HTTP: Cases = {
  'an unknown option': () => handlerOf({ allowedHost: 'mcp.example.com' }),
  'a limit of 0': () => handlerOf({ limits: { sessionLimit: 0 } }),
  'a store without its methods': () => handlerOf({ eventStore: {} }),
  'a router without stores': () => handlerOf({ sessionRouter: new MemorySessionRouter() }),
  'a router without its relay': () => handlerOf({ sessionRouter: { join: () => undefined } }),
  'an invalid route': () => handlerOf({ routes: { health: () => ({}) } }),
  'an invalid number of proxies': () => handlerOf({ trustProxy: 'yes' }),
  'SSE without sessions': () => handlerOf({ sessions: 'none', sse: { stream: '/sse', messages: '/messages' } }),
  'SSE of a revision without sessions': () =>
    new HttpHandler({}, { serverInfo: info, revisions: [revision], sse: { stream: '/sse', messages: '/messages' } }),
  'something that is not a server': () => createHandler({} as never),
  'an invalid port': () => serveHttp(new Server(info), { port: 70_000 }),
  'a port in use': async () => {
    const { url, close } = await serveHttp(new Server(info), { port: 0 });
    onTestFinished(close);
    return serveHttp(new Server(info), { port: Number(new URL(url).port) });
  },
  'a status that is not an error': () => new HttpRefusalError(200, 'No token'),
  'a header with a line break': () =>
    new HttpRefusalError(401, 'No token', { headers: { 'www-authenticate': 'a\nb' } }),

  'a server that requires authentication': () => answered(401, '', { 'www-authenticate': 'Bearer' }),
  'a server that denies access': () => answered(403, 'Forbidden'),
  'a path without a server': () => answered(404, 'Not found'),
  'a server that fails': () => answered(500, '<h1>Internal Server Error</h1>'),
  'a response of another type': () => answered(200, '<h1>Welcome</h1>', { 'content-type': 'text/html' }),
  'a redirect to another origin': () => answered(307, '', { location: 'https://other.example.com/mcp' }),
  'a server that is unreachable': () =>
    connect(URL_OF_SERVER, {
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    }),
  'a rejection by the server': async () =>
    through({
      authenticate: () => {
        throw new HttpRefusalError(401, 'The token has expired', { headers: { 'www-authenticate': 'Bearer' } });
      },
    }),
  'a response above the budget': async () => {
    const ledger = new Ledger({ reading: { caller: 10_000, total: 10_000 } });
    return (await through({ streams: { responses: 'stream' } }, { ledger })).callTool('forecast');
  },

  'a body above the limit': () => posted(PING, { limits: { bodyLimit: 10 } }),
  'a body above the limit, in an adapter': () => new BodyTooLargeError(4_194_304),
  'a body that is not UTF-8': () => posted(new Uint8Array([0xff, 0xfe])),
  'a body that is not UTF-8, in an adapter': () => new UndecodableBodyError(),
  'a body that is not complete, in an adapter': () => new IncompleteBodyError(),
  'a body that is not JSON': () => posted('{'),
  'a body of another type': () => posted(PING, {}, { 'content-type': 'text/plain' }),
  'a client that does not accept events': () => posted(PING, {}, { accept: 'application/json' }),
  'a host that is not allowed': () => posted(PING, { allowedHosts: ['other.example.com'] }),
  'an origin that is not allowed': () => posted(PING, {}, { origin: 'https://evil.example' }),
  'a message without a session': () => posted(PING),
  'a session that does not exist': () => posted(PING, {}, { 'mcp-session-id': 'unknown' }),
  'a session of another process': () => {
    const store = new MemorySessionStore();
    const record = { id: 's', revision: '2025-06-18', peer: { name: 'c', version: '1', capabilities: {} }, state: {} };
    store.set('s', record as never, 2);
    store.set('s', record as never, 1);
  },
  'an event of another process': () => {
    const store = new MemoryEventStore();
    store.append({ session: 's', stream: 'a', claim: 2 }, '{}');
    return store.append({ session: 's', stream: 'a', claim: 1 }, '{}');
  },
};
