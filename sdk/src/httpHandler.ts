import { HttpHandler, type HttpServerOptions } from '@mcp-gen/runtime/http/fetch';
import { defined } from './defined.js';
import { checkOptions, type OptionNames } from './options.js';
import { definitionOf, type Server, type ServerDefinition } from './server/server.js';
import { capabilitiesWithoutSessions, handlersWithoutSessions } from './withoutSessions.js';

/**
 * Options of {@link httpHandler}: those of a server over HTTP, but for what the server itself says.
 *
 * @interface
 */
export type HttpOptions = Omit<
  HttpServerOptions,
  'serverInfo' | 'revisions' | 'capabilities' | 'instructions' | 'methods' | 'onSession' | 'onError'
>;

/** The names of {@link HttpOptions}. */
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
  authenticate: true,
  trustProxy: true,
  sessions: true,
};

/**
 * A server as a handler of HTTP requests, to be mounted in an app that serves more (specification: Transports, Streamable HTTP):
 *
 * - `nodeListener(httpHandler(server))` of `@mcp-gen/sdk/http` for `node:http`, Express and Fastify;
 * - `fetchListener(httpHandler(server))` of `@mcp-gen/sdk/fetch` for all that speak `Request` and `Response`.
 *
 * Its `close()` ends all sessions.
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
  checkOptions('httpHandler', options, HTTP_OPTIONS);
  const [handlers, given] = definitionFor(server, options);
  return new HttpHandler(handlers, given);
}

/** What the runtime serves over HTTP: without sessions, less than the server has. */
export function definitionFor<Options extends HttpOptions>(
  server: Server,
  options: Options,
): readonly [handlers: object, options: ServerDefinition['options'] & Options] {
  const { handlers, options: described } = definitionOf(server);
  const given = { ...described, ...defined(options) };
  if (options.sessions !== 'none') return [handlers, given];
  const capabilities = capabilitiesWithoutSessions(given.capabilities ?? {});
  return [handlersWithoutSessions(handlers), { ...given, capabilities }];
}
