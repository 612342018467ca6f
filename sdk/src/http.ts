/** Servers over HTTP, on Node. */

import {
  serveHttp as serveRuntime,
  type HttpService,
  type ServeHttpOptions as RuntimeOptions,
} from '@mcp-gen/runtime/http/server';
import { HTTP_OPTIONS, type Given } from './httpHandler.js';
import { checkOptions, type OptionNames } from './server/given.js';
import type { Server } from './server/server.js';

export { httpHandler, type HttpOptions } from './httpHandler.js';
export { nodeListener, type HttpHandler, type HttpService } from '@mcp-gen/runtime/http/server';

/** Options of {@link serveHttp}. */
export type ServeHttpOptions = Omit<RuntimeOptions, Given>;

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
