/** Servers over HTTP. */

import {
  HttpHandler,
  serveHttp as serveRuntime,
  type HttpServerOptions,
  type HttpService,
  type ServeHttpOptions as RuntimeOptions,
} from '@mcp-gen/runtime/http/server';
import { checkOptions, type OptionNames } from './server/given.js';
import type { Server } from './server/server.js';

/** What the server itself says. */
type Given = 'serverInfo' | 'revisions' | 'capabilities' | 'instructions' | 'onSession' | 'onError';

/** Options of {@link httpHandler}. */
export type HttpOptions = Omit<HttpServerOptions, Given>;

/** Options of {@link serveHttp}. */
export type ServeHttpOptions = Omit<RuntimeOptions, Given>;

const HTTP_OPTIONS: OptionNames<HttpOptions> = {
  requestTimeout: true,
  batchLimit: true,
  ping: true,
  progressRate: true,
  shutdownTimeout: true,
  allowedHosts: true,
  allowedOrigins: true,
  bodyLimit: true,
  sessionLimit: true,
  sessionTimeout: true,
  streamAfter: true,
  keepAlive: true,
  streamLifetime: true,
  retry: true,
  unsentLimit: true,
  eventStore: true,
  sse: true,
  identify: true,
};

const SERVE_HTTP_OPTIONS: OptionNames<ServeHttpOptions> = { port: true, hostname: true, path: true, ...HTTP_OPTIONS };

/**
 * Serves any number of clients over Streamable HTTP, on a port of its own.
 *
 * @example
 * const { url } = await serveHttp(server, { port: 3000 });
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 * @throws {Error} if the port cannot be listened at.
 */
export async function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpService> {
  checkOptions('serveHttp', options, SERVE_HTTP_OPTIONS);
  return serveRuntime(server.handlers(), { ...server.runtimeOptions(), ...options });
}

/**
 * The server as a handler, to be mounted in a program that serves more: `nodeListener(httpHandler(server))` for `node:http` and
 * Express; `fetchListener(httpHandler(server))` for all that speak `Request` and `Response`.
 *
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 */
export function httpHandler(server: Server, options: HttpOptions = {}): HttpHandler {
  checkOptions('httpHandler', options, HTTP_OPTIONS);
  return new HttpHandler(server.handlers(), { ...server.runtimeOptions(), ...options });
}

export { fetchListener } from '@mcp-gen/runtime/http/fetch';
export { nodeListener, type HttpHandler, type HttpService } from '@mcp-gen/runtime/http/server';
