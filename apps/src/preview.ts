/**
 * A page that shows the apps of a server, for those who write them.
 *
 * @module
 */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { checkOptions } from '@mcp-gen/runtime/options';
import { connect, type Target } from '@mcp-gen/sdk/client';
import { apps } from './index.js';
import { viewOf } from './metadata.js';
import { answered } from './preview/answers.js';
import { Modules } from './preview/modules.js';
import { PREVIEW_OPTIONS, type PreviewOptions } from './preview/previewOptions.js';
import { previewHtml, previewPolicy } from './preview/html.js';
import { createSandbox } from './sandbox.js';

export type { PreviewOptions } from './preview/previewOptions.js';

/** A preview that is served. */
export interface Preview {
  /** The URL of the page. */
  readonly url: string;
  /** Stops serving, and closes the connection with the server. */
  readonly close: () => Promise<void>;
}

/**
 * Serves a page on this machine that calls the tools of a server and shows their views, as a host does: views run in a sandbox on another
 * origin. A view is shown again when the server says that it has changed. Views call tools
 * without a question; before a view opens a page, the user is asked.
 *
 * @param target the server: a URL, a command line, or whatever else `connect` takes
 * @example
 * ```ts
 * import { servePreview } from '@mcp-gen/apps/preview';
 *
 * const { url } = await servePreview('http://127.0.0.1:3000/mcp', { arguments: { forecast: { city: 'Oslo' } } });
 * console.error(`Open ${url}`);
 * ```
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} if the server cannot be reached, or the port is in use.
 */
export async function servePreview(target: Target, options: PreviewOptions = {}): Promise<Preview> {
  checkOptions('servePreview', options, PREVIEW_OPTIONS);
  const { port = 0, arguments: args = {} } = options;
  const client = await connect(target, { name: 'mcp-gen preview', version: VERSION, extensions: [apps()] });
  const servers: Listening[] = [];
  const close = async (): Promise<void> => {
    for (const each of servers) each.close();
    await client.close();
  };
  const modules = new Modules();
  const pages = new Set<ServerResponse>();
  let sandboxUrl = '';
  let origin = '';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', origin);
    const { host, 'content-type': type = '', origin: from } = request.headers;
    // Pages of other origins must not call tools, by whatever name they reach this machine.
    if (`http://${host}` !== origin || (request.method === 'POST' && (from !== origin || type !== JSON_TYPE))) {
      response.writeHead(403).end();
    } else if (request.method === 'POST') {
      const result = await answered(client, JSON.parse(await text(request)));
      response.writeHead(200, { 'content-type': JSON_TYPE }).end(JSON.stringify(result));
    } else if (pathname === '/') {
      const nonce = randomUUID();
      const policy = previewPolicy(nonce, new URL(sandboxUrl).origin);
      const html = previewHtml(nonce, {
        sandbox: sandboxUrl,
        server: client.server.name,
        version: VERSION,
        arguments: args,
      });
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
        .end(html);
    } else if (pathname === '/changes') {
      pages.add(response);
      response.on('close', () => pages.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n');
    } else modules.answer(pathname, response);
  };
  try {
    const page = await listen(port, (request, response) => {
      answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    servers.push(page);
    origin = `http://localhost:${page.port}`;
    const sandbox = createSandbox({ hosts: [origin] });
    const frames = await listen(0, (request, response) => void passOn(sandbox, request, response));
    servers.push(frames);
    sandboxUrl = `http://127.0.0.1:${frames.port}/`;
    const changed = (uri: string): void => pages.forEach((each) => each.write(`data: ${JSON.stringify(uri)}\n\n`));
    const tools = await client.tools().all();
    for (const uri of new Set(tools.flatMap((tool) => viewOf(tool) ?? []))) {
      // Servers without subscriptions refuse it: their views do not change.
      follow(client.subscribe(uri), changed).catch(() => undefined);
    }
    return { url: `${origin}/`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The version of this package. */
const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const JSON_TYPE = 'application/json';

async function follow(updates: AsyncIterable<{ readonly uri: string }>, changed: (uri: string) => void): Promise<void> {
  for await (const { uri } of updates) changed(uri);
}

/** A server on this machine. */
interface Listening {
  readonly port: number;
  readonly close: () => void;
}

/** Only this machine reaches it. */
async function listen(port: number, listener: RequestListener): Promise<Listening> {
  const server: Server = createServer(listener).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

async function passOn(
  answer: (request: Request) => Promise<Response>,
  { url = '/', method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answered = await answer(new Request(new URL(url, `http://${headers.host ?? '127.0.0.1'}`), { method }));
  response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
}
