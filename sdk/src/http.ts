/** Servers over HTTP, on Node. */

import {
  serveHttp as serveRuntime,
  type HttpService,
  type ServeHttpOptions as RuntimeOptions,
} from '@mcp-gen/runtime/http/server';
import type { Given } from './httpHandler.js';
import type { Server } from './server/server.js';

export { httpHandler, type HttpOptions } from './httpHandler.js';
export { nodeListener, type HttpHandler, type HttpService } from '@mcp-gen/runtime/http/server';

/** Options of {@link serveHttp}. */
export type ServeHttpOptions = Omit<RuntimeOptions, Given>;

/**
 * Serves any number of clients over Streamable HTTP, on a port of its own.
 *
 * @example
 * const { url } = await serveHttp(server, { port: 3000 });
 * @throws {TypeError} if options cannot work, saying what is wrong with them.
 * @throws {Error} if the port cannot be listened at.
 */
export function serveHttp(server: Server, options: ServeHttpOptions = {}): Promise<HttpService> {
  return serveRuntime(server.handlers(), { ...server.runtimeOptions(), ...options });
}
