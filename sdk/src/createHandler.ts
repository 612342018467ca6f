import { checkOptions, LIST, omit, type OptionTable } from '@mcp-gen/runtime/options';
import type { Capabilities, Revision } from '@mcp-gen/runtime';
import {
  HTTP_SERVER_OPTIONS,
  HttpHandler,
  type HttpMiddleware,
  SERVE_HTTP_OPTIONS as RUNTIME_OPTIONS,
  type HttpServerOptions,
  type ServeHttpOptions as RuntimeOptions,
} from '@mcp-gen/runtime/http/server';
import { engineOf } from './extension/engineOf.js';
import type { ExtensionKey } from './extension/key.js';
import { without } from './properties.js';
import { DERIVED, servedWith, type DerivedOption } from './server/serverOptions.js';
import { serverDefinitionOf, type Server, type ServerDefinition } from './server/server.js';

/**
 * Options of {@link createHandler}: those of the runtime's HTTP server, except for those that follow from the server.
 *
 * @interface
 */
export type HttpOptions = Omit<HttpServerOptions, DerivedOption | 'mirroredParams' | 'onClosed' | 'middleware'> &
  HttpExtensionOptions;

/** Options about extensions, and code around HTTP requests. */
export interface HttpExtensionOptions {
  /**
   * Functions around each HTTP request to the endpoint, before `authenticate`, first one outermost. A definition of an extension stands for
   * its middleware; that of extensions that are not named is outside of all. Default: none.
   */
  readonly middleware?: readonly (HttpMiddleware | ExtensionKey)[] | undefined;
  /** The path of the endpoint, beneath which extensions have routes. Default `/mcp`. */
  readonly path?: string | undefined;
}

/** The options of the runtime that an application cannot set. */
const OWN = [...DERIVED, 'mirroredParams', 'onClosed'] as const;

/** {@link HttpOptions}. */
export const HTTP_OPTIONS: OptionTable<HttpOptions> = {
  ...omit(HTTP_SERVER_OPTIONS, OWN),
  middleware: { ...LIST, expected: 'an array of functions' },
  path: RUNTIME_OPTIONS.path,
};

/** Options of {@link serveHttp}. */
export interface ServeHttpOptions
  extends Omit<HttpOptions, 'limits'>, Pick<RuntimeOptions, 'port' | 'hostname' | 'path' | 'fallback' | 'limits'> {}

/** {@link ServeHttpOptions}. */
export const SERVE_HTTP_OPTIONS: OptionTable<ServeHttpOptions> = {
  ...omit(RUNTIME_OPTIONS, OWN),
  middleware: HTTP_OPTIONS.middleware,
};

/**
 * Creates a handler of HTTP requests, to mount in an app (specification: Transports, Streamable HTTP):
 *
 * - `handler.fetch` takes a `Request` and returns a promise of a `Response`: for Hono, Deno, Bun, and functions at the edge;
 * - `handler.node` takes a request and a response of `node:http`: for Express, Fastify, and `createServer`;
 * - `handler.close()` rejects new requests, lets running handlers finish, and ends all sessions; `handler.ready` is false from then on.
 *
 * `fetch` and `node` are bound functions. Open connections are not limited: set `maxConnections` of your server.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { Server } from '@mcp-gen/sdk';
 * import { createHandler } from '@mcp-gen/sdk/http';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * createServer(createHandler(server).node).listen(3000, '127.0.0.1');
 * ```
 * @throws {TypeError | RangeError} if an option is invalid.
 */
export function createHandler(server: Server, options: HttpOptions = {}): HttpHandler {
  checkOptions('createHandler', options, HTTP_OPTIONS);
  const [handlers, given, fail] = definitionFor(server, options);
  const { path: _, ...others } = given;
  try {
    return new HttpHandler(handlers, others);
  } catch (error) {
    fail();
    throw error;
  }
}

/**
 * Returns the runtime options for serving over HTTP: without sessions, a subset of the server's methods. The last function is to be called if
 * serving fails to begin.
 */
export function definitionFor<Options extends HttpOptions>(
  server: Server,
  options: Options,
): readonly [
  handlers: object,
  options: ServerDefinition['options'] & Omit<Options, 'middleware'> & Pick<HttpServerOptions, 'middleware'>,
  fail: () => void,
] {
  const { handlers, options: described, mirroredParams, extensions, served } = serverDefinitionOf(server);
  const engine = engineOf(extensions, options.middleware ?? [], 'the HTTP server');
  // Without extensions, middleware is a list of functions.
  const added =
    engine === undefined
      ? (options as Pick<HttpServerOptions, 'middleware'>)
      : engine.http(extensions, server, options);
  const { close, fail } = served();
  const given = { ...servedWith(described, options), ...added, mirroredParams, onClosed: close };
  if (options.sessions !== 'none') return [handlers, given, fail];
  return [handlersWithoutSessions(handlers), { ...given, capabilities: withoutSessions(given.capabilities) }, fail];
}

/** Returns the capabilities of each revision. Those of revisions without sessions are unchanged. */
function withoutSessions(given: ServerDefinition['options']['capabilities']): (revision: Revision) => Capabilities {
  return (revision) => {
    const all = typeof given === 'function' ? given(revision) : (given ?? {});
    return revision.era === 'session' ? capabilitiesWithoutSessions(all) : all;
  };
}

/** Returns handlers without those that store data for later messages. */
function handlersWithoutSessions(handlers: object): object {
  return without(handlers, 'subscribe', 'unsubscribe', 'setLevel', 'listTasks');
}

/** Returns capabilities without those that require a session: change notifications, a log level, and a list of tasks. */
function capabilitiesWithoutSessions(capabilities: Capabilities): Capabilities {
  const kept = Object.entries(without(capabilities, 'logging'));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, without(value as object, 'listChanged', 'subscribe', 'list')]),
  );
}
