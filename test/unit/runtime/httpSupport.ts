/** A server over HTTP in this process, with a tool for each thing that a server may do before it answers. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { HandlerContext } from '../../../runtime/src/codegen/v1.js';
import { serveHttp, type HttpService, type ServeHttpOptions } from '../../../runtime/src/http/server/serveHttp.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { rawRequest, type RawAnswer } from '../../support/rawHttp.js';
import { notification, request } from '../../support/rpc.js';

export const NEWEST = '2025-11-25';

/** What a call of the tool `wait` waits for. */
export interface Waiting {
  readonly context: HandlerContext;
  answer(text: string): void;
}

export interface TestService extends HttpService {
  /** The calls of `wait`, as they begin. */
  readonly waiting: Mailbox<Waiting>;
  readonly errors: Mailbox<unknown>;
}

const said = (text: string): object => ({ content: [{ type: 'text', text }] });

/** Serves the session revisions on a free port until the test is over. */
export async function startService(options: Partial<ServeHttpOptions> = {}): Promise<TestService> {
  const waiting = new Mailbox<Waiting>();
  const errors = new Mailbox<unknown>();
  const tools: { readonly [name: string]: (given: { text?: string }, context: HandlerContext) => unknown } = {
    echo: ({ text = '' }) => said(text),
    unsayable: () => ({ content: [], structuredContent: { size: 1n } }),
    async tell({ text = '' }, context) {
      await context.notify('notifications/message', { level: 'info', data: text });
      return said('told');
    },
    async later({ text = '' }) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return said(text);
    },
    async ask(_, context) {
      const { roots } = (await context.ask('roots', { method: 'roots/list', params: undefined })) as {
        roots: { uri: string }[];
      };
      return said(roots.map(({ uri }) => uri).join());
    },
    wait: (_, context) =>
      new Promise((resolve, reject) => {
        context.signal.addEventListener('abort', () => {
          reject(context.signal.reason as Error);
        });
        waiting.put({
          context,
          answer: (text) => {
            resolve(said(text));
          },
        });
      }),
  };
  const handlers = {
    listTools: () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
    callTool: ({ name, arguments: given = {} }: { name: string; arguments?: object }, context: HandlerContext) =>
      tools[name]?.(given, context),
    setLevel: () => ({}),
  };
  const service = await serveHttp(handlers, {
    serverInfo: { name: 'test', version: '1.0.0' },
    revisions: [GENERATED['2024-11-05'], GENERATED['2025-03-26'], GENERATED['2025-06-18'], GENERATED[NEWEST]].map(
      ({ revision }) => revision,
    ),
    onError: errors.put,
    port: 0,
    shutdownTimeout: 50,
    ...options,
  });
  onTestFinished(() => service.close());
  return { ...service, waiting, errors };
}

/** Listens on a free port until the test is over. Returns the address of the endpoint. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A connection on which a test writes what it likes. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

/** The head of a request, for a connection that a test writes itself. */
export function head(headers: { readonly [name: string]: string | number }, target = 'POST /mcp'): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

export const initialize = (version: string = NEWEST, id: unknown = 'first'): object =>
  request(id, 'initialize', {
    protocolVersion: version,
    capabilities: { roots: {} },
    clientInfo: { name: 'raw', version: '1.0.0' },
  });

export const call = (id: unknown, name: string, text?: string): object =>
  request(id, 'tools/call', { name, arguments: { text } });

/** Opens a session. Resolves with the headers that its requests carry. */
export async function openSession(
  url: string,
  version: string = NEWEST,
): Promise<{ 'mcp-session-id': string; 'mcp-protocol-version': string }> {
  const { headers } = await rawRequest(url, { body: initialize(version) });
  const session = { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': version };
  await rawRequest(url, { headers: session, body: notification('notifications/initialized') });
  return session;
}

/** The text that a tool said, out of an answer. */
export function textOf({ json }: Pick<RawAnswer, 'json'>): string | undefined {
  return (json as { result?: { content: { text: string }[] } }).result?.content[0]?.text;
}
