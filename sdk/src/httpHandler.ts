import { HttpHandler, type HttpServerOptions } from '@mcp-gen/runtime/http/fetch';
import { checkOptions, type OptionNames } from './server/given.js';
import type { Server } from './server/server.js';

/** What the server itself says. */
export type Given = 'serverInfo' | 'revisions' | 'capabilities' | 'instructions' | 'onSession' | 'onError';

/** Options of {@link httpHandler}. */
export type HttpOptions = Omit<HttpServerOptions, Given>;

export const HTTP_OPTIONS: OptionNames<HttpOptions> = {
  requestTimeout: true,
  handlerLimit: true,
  batchLimit: true,
  ping: true,
  progressRate: true,
  shutdownTimeout: true,
  allowedHosts: true,
  allowedOrigins: true,
  bodyLimit: true,
  answerTimeout: true,
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

/**
 * A server as a handler of HTTP requests, to be mounted in an app that serves more (specification: Transports, Streamable HTTP):
 *
 * - `nodeListener(httpHandler(server))` of `@mcp-gen/sdk/http` for `node:http`, Express and Fastify;
 * - `fetchListener(httpHandler(server))` of `@mcp-gen/sdk/fetch` for all that speak `Request` and `Response`.
 *
 * Its `close()` ends all sessions.
 *
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 */
export function httpHandler(server: Server, options: HttpOptions = {}): HttpHandler {
  checkOptions('httpHandler', options, HTTP_OPTIONS);
  return new HttpHandler(server.handlers(), { ...server.runtimeOptions(), ...options });
}
