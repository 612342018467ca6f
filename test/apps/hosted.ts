/** A host's page, its sandbox, a server with apps, and one that must not be reached, for tests with a browser. */

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { apps, type AppOptions, type AppTable } from '@mcp-gen/apps';
import { createSandbox } from '@mcp-gen/apps/sandbox';
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';
import { ChromiumPage, type ChromiumFrames } from '../support/chromium.js';
import { extAppsPath } from '../support/extApps.js';
import { Mailbox } from '../support/mailbox.js';
import { bundlePackages } from './bundlePackages.js';

/** Starts a server on a free port, until the test is over. */
async function start(listener: RequestListener): Promise<{ readonly server: HttpServer; readonly port: number }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Serves a page until the test is over. Returns its URL. */
export async function servePage(html: string): Promise<string> {
  const { port } = await start((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  return `http://127.0.0.1:${port}/`;
}

/** Starts a server that must not be reached, in any way. Returns its origin, and how it was reached: URLs, connections, and packets. */
async function unreachable(): Promise<{ readonly origin: string; readonly reached: string[] }> {
  const reached: string[] = [];
  const { server, port } = await start(({ url }, response) => {
    reached.push(url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  });
  server.on('connection', () => reached.push('a connection'));
  const packets = createSocket('udp4', () => reached.push('a packet')).bind(port, '127.0.0.1');
  await once(packets, 'listening');
  onTestFinished(() => void packets.close());
  return { origin: `http://127.0.0.1:${port}`, reached };
}

const listenerOf = (fetch: (request: Request) => Response | Promise<Response>): RequestListener => {
  const listener = getRequestListener(fetch, { overrideGlobalObjects: false });
  return (request, response) => void listener(request, response);
};

/** Returns a program for a page: one of `pages`, or with a path. */
export async function bundled(name: string, define: { readonly [name: string]: string } = {}): Promise<string> {
  const path = name.includes('/') ? name : `pages/${name}.ts`;
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(path, import.meta.url))],
    // React is installed beside the official package.
    nodePaths: [extAppsPath('')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    define,
    plugins: [bundlePackages],
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the HTML of a view with a program. */
export function htmlOf(program: string): string {
  return `<!doctype html><html lang="en"><title>View</title><body><script type="module">${program.replaceAll('</script', '<\\/script')}</script></body></html>`;
}

/** A page that is a host, in a browser. */
export interface HostPage {
  readonly page: ChromiumPage;
  /** The frames of views. */
  readonly frames: ChromiumFrames;
  readonly origin: string;
  /** The URL of the sandbox. */
  readonly sandbox: string;
}

/** What a page of a host is made of. */
export interface HostPageOptions {
  /** Its program. Default: that of a host of ours. */
  readonly program?: string | undefined;
  /** Answers requests beneath `/mcp`. Default: none. */
  readonly serve?: (request: Request) => Response | Promise<Response>;
  /** Flags of the browser. Default: none. */
  readonly flags?: readonly string[];
}

/** Opens the page of a host in a browser, with a sandbox of ours. Resolves when it is ready. */
export async function openHostPage({ program, serve, flags }: HostPageOptions = {}): Promise<HostPage> {
  const script = program ?? (await bundled('host'));
  const { port } = await start(
    listenerOf((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/mcp' && serve !== undefined) return serve(request);
      const isProgram = pathname === '/host.js';
      const text = isProgram
        ? script
        : '<!doctype html><html lang="en"><body><main></main><script type="module" src="/host.js"></script></body></html>';
      return new Response(text, { headers: { 'content-type': isProgram ? 'text/javascript' : 'text/html' } });
    }),
  );
  const origin = `http://localhost:${port}`;
  const sandbox = await start(listenerOf(createSandbox({ hosts: [origin] })));
  const page = await ChromiumPage.open(flags);
  const frames = await page.watchFrames();
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}/`;
  await page.goTo(new URL(`${origin}/?sandbox=${encodeURIComponent(sandboxUrl)}`));
  await page.until(`document.title === 'ready'`);
  return { page, frames, origin, sandbox: sandboxUrl };
}

/** Views by the names of their tools: the HTML of each, or its options. */
export type Views = { readonly [name: string]: string | AppOptions };

/** A server with apps, and what their views do with it. */
export interface ReportingServer {
  readonly server: Server;
  /** What views have told the tool `report`. */
  readonly reports: Mailbox<{ readonly [name: string]: unknown }>;
  /** Calls of tools. */
  readonly calls: string[];
}

/**
 * Creates a server that has a tool for each app, with the name of the app, beside `report`, which only views may call, and `secret`, which they may not.
 *
 * @param views the HTML of each view, or its options
 */
export function reportingServer(views: Views): ReportingServer {
  const reports = new Mailbox<{ readonly [name: string]: unknown }>();
  const calls: string[] = [];
  const all: AppTable = Object.fromEntries(
    Object.entries(views).map(([name, view]) => [
      name,
      { permissions: ['geolocation'], ...(typeof view === 'string' ? { html: view } : view) },
    ]),
  );
  const server = new Server({ name: 'apps', version: '1.0.0' }, { extensions: [apps(all)] });
  const place = { type: 'object', properties: { city: { type: 'string' } } } as const;
  for (const name of Object.keys(all)) server.tool(name, { app: name, input: place }, ({ city }) => ({ city }));
  server.tool('secret', { app: { visibility: ['model'] } }, () => {
    calls.push('secret');
    return 'secret';
  });
  const input = { type: 'object' } as const;
  server.tool('report', { input, app: { visibility: ['app'] } }, (report) => {
    calls.push('report');
    reports.put(report);
    return 'thanks';
  });
  return { server, reports, calls };
}

/** What the page `view` reports once it has the result, in a host that is dark. */
export const SEEN = {
  result: { city: 'Vienna' },
  input: { city: 'Vienna' },
  theme: 'dark',
  color: 'rgb(1, 2, 3)',
  opened: true,
  host: 'test',
};

export interface Hosted extends HostPage, Omit<ReportingServer, 'server'> {
  /** How the server was reached that must not be. */
  readonly reached: string[];
}

/**
 * Opens the page of a host in a browser, with a {@link reportingServer}.
 *
 * @param views makes the HTML of each view; `evil` is the origin that must not be reached
 * @param page the program of the page, and flags of the browser. Default: a host of ours
 */
export async function openHost(
  views: (evil: string) => Promise<Views>,
  page: Pick<HostPageOptions, 'program' | 'flags'> = {},
): Promise<Hosted> {
  const evil = await unreachable();
  const { server, reports, calls } = reportingServer(await views(evil.origin));
  const handler = createHandler(server);
  onTestFinished(() => handler.close());
  const hosted = await openHostPage({ ...page, serve: (request) => handler.fetch(request) });
  return { ...hosted, reports, calls, reached: evil.reached };
}
