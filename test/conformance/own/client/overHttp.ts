/** A raw server over HTTP, Streamable or with SSE. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hasSessions } from '../revisions.js';
import { fieldsOf, isObject, isRequest, type Fields } from '../wire/message.js';
import { Tokens } from './tokens.js';
import type { RawServer } from './rawServer.js';
import type { SeenRequest } from './script.js';
import type { Served } from './served.js';

/** Serves clients of Streamable HTTP at `/mcp`, and of HTTP with SSE at `/sse`. */
export async function overHttp(server: RawServer, isSse: boolean): Promise<Served> {
  const requests: SeenRequest[] = [];
  const tokens = server.script.isProtected === true ? new Tokens() : undefined;
  let posts = 0;
  let sessions = 0;
  let stream: ServerResponse | undefined;
  const listener = createServer((request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const headers = request.headers as SeenRequest['headers'];
    const body = await text(request);
    if (tokens?.handle({ method, url, body, origin }, response) === true) return;
    const seen = { method, url, headers };
    requests.push(seen);
    if (method === 'GET') {
      listen(url, response);
    } else if (method === 'POST') await post(seen, body, response);
    else response.writeHead(method === 'DELETE' ? 204 : 405).end();
  }

  function listen(url: string, response: ServerResponse): void {
    if (!isSse) {
      response.writeHead(405).end();
      return;
    }
    if (url !== '/sse') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: endpoint\ndata: /messages?client=1\n\n');
    stream = response;
  }

  async function post(seen: SeenRequest, body: string, response: ServerResponse): Promise<void> {
    const message = fieldsOf(JSON.parse(body));
    if (tokens?.refuses(seen.headers['authorization'], message, response, origin) === true) return;
    const status = server.script.refuse?.({ ...seen, message }, ++posts);
    if (status !== undefined) {
      response.writeHead(status).end();
      return;
    }
    if (isSse) {
      // A client of both transports tries the newer one first.
      if (!seen.url.startsWith('/messages')) {
        response.writeHead(405).end();
        return;
      }
      response.writeHead(202).end();
      await server.take(message, (each) => stream?.write(eventOf(each)));
      return;
    }
    if (!isRequest(message)) {
      // An answer may be awaited by a request that runs.
      response.writeHead(202).end();
      await server.take(message, () => undefined);
      return;
    }
    await answer(message, response);
  }

  async function answer(message: Fields, response: ServerResponse): Promise<void> {
    const isInitialize = message['method'] === 'initialize' && hasSessions(server.revision);
    const session = isInitialize ? { 'mcp-session-id': `session-${++sessions}-of-the-raw-server` } : {};
    const isCall = message['method'] === 'tools/call';
    const isStream = server.script.isStream === true || (isCall && (server.script.questions ?? []).length > 0);
    const isSlow = fieldsOf(message, 'params')['name'] === 'slow';
    if (isStream || isSlow) response.writeHead(200, { 'content-type': 'text/event-stream', ...session }).flushHeaders();
    const said: Fields[] = [];
    await server.take(message, (each) => {
      if (isStream) response.write(eventOf(each));
      else said.push(each);
    });
    // What is never answered stays open until the client goes.
    if (isSlow) return;
    if (isStream) response.end();
    else {
      const [first] = said;
      response.writeHead(200, { 'content-type': 'application/json', ...session });
      response.end(JSON.stringify(first !== undefined && server.inBatch(first) ? said : first));
    }
  }

  return {
    url: `${origin}${isSse ? '/sse' : '/mcp'}`,
    requests,
    ...(tokens && { grants: tokens.grants }),
    async close() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  };
}

function eventOf(message: Fields): string {
  return isObject(message) ? `data: ${JSON.stringify(message)}\n\n` : '';
}
