/**
 * Servers over HTTP, on a separate port or in an app (specification: Transports, Streamable HTTP). Does not load modules of Node before
 * `serveHttp` is called.
 *
 * @module
 */

import { checkOptions } from '@mcp-gen/runtime/options';
import { serveHttp as serveRuntime, type HttpService } from '@mcp-gen/runtime/http/server';
import { definitionFor, SERVE_HTTP_OPTIONS, type ServeHttpOptions } from './createHandler.js';
import type { Server } from './server/server.js';

export { createHandler, type HttpExtensionOptions, type HttpOptions, type ServeHttpOptions } from './createHandler.js';
export {
  HttpRefusalError,
  MemoryEventStore,
  MemorySessionStore,
  StaleClaimError,
  type AuthResult,
  type EventStore,
  type FallbackHandler,
  type HealthPaths,
  type HttpHandler,
  type HttpMiddleware,
  type HttpMiddlewareRequest,
  type HttpResponseHead,
  type HttpServerLimits,
  type HttpStreamOptions,
  type HttpTimeouts,
  type HttpService,
  type MemoryEventStoreOptions,
  type MemorySessionStoreOptions,
  type Route,
  type RouteAnswer,
  type RouteHandler,
  type RouteRequest,
  type ServeHttpLimits,
  type SessionRecord,
  type SessionStore,
  type SsePaths,
  type StoredEvent,
  type StoredEvents,
  type StreamKey,
} from '@mcp-gen/runtime/http/server';

/**
 * Serves any number of clients over Streamable HTTP, on a separate port.
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
 * @throws {TypeError} if an option is invalid.
 * @throws {Error} if listening on the port fails.
 */
export async function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpService> {
  checkOptions('serveHttp', options, SERVE_HTTP_OPTIONS);
  const [handlers, given, fail] = definitionFor(server, options);
  try {
    return await serveRuntime(handlers, given);
  } catch (error) {
    fail();
    throw error;
  }
}
