/** What extensions add to a server over HTTP: middleware, and routes. */

import { checkOptions, describe, FUNCTION, oneOf, required, type OptionTable } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { HttpMiddleware, HttpServerOptions, Route, RouteAnswer, RouteRequest } from '@mcp-gen/runtime/http/server';
import type { RegisteredExtension } from '../extension/declaration.js';
import { extensionFailure } from '../extension/failure.js';
import type { ExtensionKey } from '../extension/key.js';
import { orderedMiddleware } from '../extension/order.js';
import { isEnabled } from '../extension/ownEntries.js';

/** A route of any extension. */
interface AnyRoute {
  readonly handle: (request: RouteRequest, serving: RouteServing) => RouteAnswer | Promise<RouteAnswer>;
  readonly origins?: 'any' | undefined;
}

interface RouteServing {
  readonly server: object;
  readonly endpoint: string;
}

/** The options of a route of an extension. */
export const EXTENSION_ROUTE: OptionTable<AnyRoute> = { handle: required(FUNCTION), origins: oneOf('any') };

/** Options of serving over HTTP that extensions add to. */
export interface ExtensibleOptions extends Pick<HttpServerOptions, 'routes' | 'health' | 'sse'> {
  readonly middleware?: readonly (HttpMiddleware | ExtensionKey)[] | undefined;
  readonly path?: string | undefined;
}

/**
 * Returns options with the middleware and the routes of extensions.
 *
 * @throws {TypeError} if a route is invalid, or conflicts with another path; or the middleware of an extension is named that is not
 *   registered. The message names the extension.
 */
export function withExtensions(
  extensions: readonly RegisteredExtension[],
  server: object,
  options: ExtensibleOptions,
): Pick<HttpServerOptions, 'middleware' | 'routes'> {
  // The option may name extensions that are not enabled.
  const own = extensions.map((extension) => {
    const { id, server: side } = extension;
    const all = (isEnabled(extension) ? (side?.httpMiddleware ?? []) : []) as readonly HttpMiddleware[];
    return { id, middleware: all.map((each) => located(id, each)) };
  });
  const middleware = orderedMiddleware<HttpMiddleware>(options.middleware ?? [], own, 'middleware', 'the HTTP server');
  return { middleware, routes: routesOf(extensions.filter(isEnabled), server, options) };
}

function routesOf(
  extensions: readonly RegisteredExtension[],
  server: object,
  { routes = {}, health, sse, path: endpoint = '/mcp' }: ExtensibleOptions,
): { readonly [path: string]: Route | NonNullable<ExtensibleOptions['routes']>[string] } {
  const all: { [path: string]: Route | NonNullable<ExtensibleOptions['routes']>[string] } = { ...routes };
  const { live, ready } = typeof health === 'object' ? health : health === true ? DEFAULT_HEALTH : {};
  const { stream, messages } = typeof sse === 'object' ? sse : {};
  const taken = new Map<string | undefined, string>([
    [live, 'a health check'],
    [ready, 'a health check'],
    [stream, 'HTTP with SSE'],
    [messages, 'HTTP with SSE'],
    ...Object.keys(routes).map((path) => [path, 'the option routes'] as const),
    [endpoint, 'the endpoint'],
  ]);
  for (const { id, server: side } of extensions) {
    for (const [name, route] of Object.entries(
      (side?.routes ?? {}) as { readonly [path: string]: AnyRoute | AnyRoute['handle'] },
    )) {
      const path = name.startsWith('/') ? name : `${endpoint.replace(/\/$/, '')}/${name}`;
      const other = taken.get(path);
      if (other !== undefined) {
        throw new TypeError(`The route ${path} of the extension ${id} is also the path of ${other}`);
      }
      taken.set(path, `the extension ${id}`);
      all[path] = locatedRoute(id, path, route, (request) => ({
        server,
        endpoint: new URL(endpoint, request.url).href,
      }));
    }
  }
  return all;
}

const DEFAULT_HEALTH = { live: '/livez', ready: '/readyz' };

function locatedRoute(
  id: string,
  path: string,
  route: AnyRoute | AnyRoute['handle'],
  serving: (request: RouteRequest) => RouteServing,
): Route {
  const given = typeof route === 'function' ? { handle: route } : route;
  checkOptions(`the route ${path} of the extension ${id}`, given, EXTENSION_ROUTE);
  return {
    ...given,
    handle: async (request) => {
      try {
        return checkedAnswer(await given.handle(request, serving(request)));
      } catch (error) {
        throw locate(error, id, `the route ${path}`);
      }
    },
  };
}

/** Returns middleware whose errors name its extension. `next` rejects only if the client is gone. */
function located(id: string, middleware: HttpMiddleware): HttpMiddleware {
  return async (request, next) => {
    try {
      return checkedAnswer(await middleware(request, next));
    } catch (error) {
      throw request.signal.aborted ? error : locate(error, id, 'httpMiddleware');
    }
  };
}

/** @throws {TypeError} if it is not an answer. */
function checkedAnswer<Answer extends object>(answer: Answer): Answer {
  if (isObject(answer)) return answer;
  throw new TypeError(`expected an object with status, headers, and body, got ${describe(answer)}`);
}

/** A refusal is an answer. Its class is in a module that servers over other transports do not load. */
function locate(cause: unknown, id: string, where: string): unknown {
  if ((cause as Error | undefined)?.name === 'HttpRefusalError') return cause;
  return extensionFailure(id, where, cause);
}
