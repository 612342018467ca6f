/** A raw server over HTTP, Streamable or with SSE. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { hasSessions } from '../revisions.js';
import { fieldsOf, isObject, isRequest, type Fields } from '../wire/message.js';
import { Tokens } from './tokens.js';
import type { RawServer } from './rawServer.js';
import { BROKEN_ID, RETRY, type SeenRequest } from './script.js';
import type { Served } from './served.js';

const EVENTS = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A stream that was broken. */
interface Broken {
  readonly at: number;
  /** What it had to say yet. */
  readonly rest: readonly Fields[];
}

/** Serves clients of Streamable HTTP at `/mcp`, and of HTTP with SSE at `/sse`. */
export async function overHttp(server: RawServer, isSse: boolean): Promise<Served> {
  const requests: SeenRequest[] = [];
  const tokens = server.script.isProtected === true ? new Tokens() : undefined;
  let sessions = 0;
  let stream: ServerResponse | undefined;
  let broken: Broken | undefined;
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
    const seen = { method, url, headers, ...(broken && { sinceBreak: Date.now() - broken.at }) };
    requests.push(seen);
    if (method === 'GET') {
      listen(seen, response);
    } else if (method === 'POST') await post(seen, body, response);
    else response.writeHead(method === 'DELETE' ? 204 : 405).end();
  }

  function listen({ url, headers }: SeenRequest, response: ServerResponse): void {
    if (!isSse) {
      if (broken === undefined || headers['last-event-id'] !== BROKEN_ID) response.writeHead(405).end();
      else response.writeHead(200, EVENTS).end(broken.rest.map(eventOf).join(''));
      return;
    }
    if (url !== '/sse') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, EVENTS);
    response.write('event: endpoint\ndata: /messages?client=1\n\n');
    stream = response;
  }

  async function post(seen: SeenRequest, body: string, response: ServerResponse): Promise<void> {
    const message = fieldsOf(JSON.parse(body));
    if (tokens?.refuses(seen.headers['authorization'], message, response, origin) === true) return;
    const refusal = server.script.refuse?.({ ...seen, message });
    if (refusal !== undefined) {
      const { status, headers, body: error } = refusal;
      response.writeHead(status, { ...headers, ...(error && JSON_TYPE) }).end(error && JSON.stringify(error));
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
    const { isStream: isAlways = false, isReporting = false, isBroken = false, questions = [] } = server.script;
    const isCall = message['method'] === 'tools/call';
    const isStream = isAlways || (isCall && (isReporting || questions.length > 0));
    const isSlow = fieldsOf(message, 'params')['name'] === 'slow';
    const said: Fields[] = [];
    if (isCall && isBroken && broken === undefined) {
      await server.take(message, (each) => said.push(each));
      breakOff(response, said);
      return;
    }
    if (isStream || isSlow) response.writeHead(200, { ...EVENTS, ...session }).flushHeaders();
    await server.take(message, (each) => {
      if (isStream) response.write(eventOf(each));
      else said.push(each);
    });
    // What is never answered stays open until the client goes.
    if (isSlow) return;
    if (isStream) response.end();
    else {
      const [first] = said;
      response.writeHead(200, { ...JSON_TYPE, ...session });
      response.end(JSON.stringify(first !== undefined && server.inBatch(first) ? said : first));
    }
  }

  /** Begins a stream with an event that the client can come back to, and breaks the connection. */
  function breakOff(response: ServerResponse, rest: readonly Fields[]): void {
    const ping = { jsonrpc: '2.0', id: 'alive', method: 'ping' };
    response.writeHead(200, EVENTS).write(`id: ${BROKEN_ID}\nretry: ${RETRY}\n${eventOf(ping)}`, () => {
      broken = { at: Date.now(), rest };
      response.destroy();
    });
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
