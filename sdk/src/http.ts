/**
 * Servers over HTTP (specification: Transports, Streamable HTTP).
 *
 * @module
 */

import {
  HttpHandler,
  serveHttp as serveRuntime,
  type HttpServerOptions,
  type HttpService,
  type ServeHttpOptions as RuntimeOptions,
} from '@mcp-gen/runtime/http/server';
import type { Server } from './server/server.js';

/**
 * Options of {@link httpHandler}.
 *
 * @interface
 */
export type HttpOptions = Omit<
  HttpServerOptions,
  'serverInfo' | 'revisions' | 'capabilities' | 'instructions' | 'onSession' | 'onError'
>;

/** Options of {@link serveHttp}. */
export interface ServeHttpOptions extends HttpOptions, Pick<RuntimeOptions, 'port' | 'hostname' | 'path'> {}

/**
 * Serves any number of clients over Streamable HTTP, on a port of its own.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { serveHttp } from '@mcp-gen/sdk/http';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * const { url, close } = await serveHttp(server, { port: 3000 });
 * console.error(`Listening at ${url}`);
 * process.once('SIGTERM', () => void close());
 * ```
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 * @throws {Error} if the port cannot be listened at.
 */
export function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpService> {
  return serveRuntime(server.handlers(), { ...server.runtimeOptions(), ...options });
}

/**
 * The server as a handler, to be mounted in a program that serves more: `nodeListener(httpHandler(server))` for `node:http` and
 * Express; `fetchListener` of `@mcp-gen/runtime/http/fetch` for all that speak `Request` and `Response`.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { Server } from '@mcp-gen/sdk';
 * import { httpHandler, nodeListener } from '@mcp-gen/sdk/http';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * createServer(nodeListener(httpHandler(server))).listen(3000, '127.0.0.1');
 * ```
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 */
export function httpHandler(server: Server, options: HttpOptions = {}): HttpHandler {
  return new HttpHandler(server.handlers(), { ...server.runtimeOptions(), ...options });
}

export { nodeListener, type HttpHandler, type HttpService } from '@mcp-gen/runtime/http/server';
