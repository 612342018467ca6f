/** What a server answers beside its endpoint: its health, and paths of the application's own. */

import type { HttpInfo } from '../codegen/v1.js';
import { JSON_BODY } from './answers.js';
import type { HttpHeaders } from './exchange.js';
import type { ServedExchange } from './servedExchange.js';

/** A request to a route. */
export interface RouteRequest extends HttpInfo {
  /** The HTTP method, in capitals: `GET`. */
  readonly method: string;
  /** Aborted when the client is gone before the answer is complete. */
  readonly signal: AbortSignal;
}

/** What a route answers. */
export interface RouteAnswer {
  /** The HTTP status. Default 200. */
  readonly status?: number | undefined;
  /** Headers, their names in lower case. Default: none, or the type of JSON. */
  readonly headers?: HttpHeaders | undefined;
  /** A string as it is, or an object, which is sent as JSON. Default: no body. */
  readonly body?: string | object | undefined;
}

/** Answers the requests to a path. */
export type RouteHandler = (request: RouteRequest) => RouteAnswer | Promise<RouteAnswer>;

/** The paths at which a server says how it is. */
export interface HealthPaths {
  /** Answers 200 as long as the process can: `/livez`. Default: no path. */
  readonly live?: string | undefined;
  /** Answers 200, and 503 from the moment on at which the server begins to close: `/readyz`. Default: no path. */
  readonly ready?: string | undefined;
}

/** What a server answers beside its endpoint. */
export interface RouteOptions {
  /**
   * Answers for paths beside the endpoint: `{ '/.well-known/security.txt': () => ({ body: '...' }) }`. Paths are compared as they are, without
   * the query. A route is answered before `authenticate` is asked, and while the server closes; hosts and origins are checked. An error
   * that it throws is reported, and answered with 500; an `HttpRefusalError` is the answer. Default: none.
   */
  readonly routes?: { readonly [path: string]: RouteHandler } | undefined;
  /**
   * Where the server says whether it is alive and ready, for what restarts it or sends it requests. Anyone may ask, by any name of
   * the server. `true` stands for `/livez` and `/readyz`. Default: nowhere.
   */
  readonly health?: boolean | HealthPaths | undefined;
}

const HEALTH_PATHS: HealthPaths = { live: '/livez', ready: '/readyz' };

const HEALTH_HEADERS: HttpHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

/** The routes of one endpoint, prepared. */
export class Routes {
  readonly #routes: ReadonlyMap<string, RouteHandler>;
  readonly #health: ReadonlyMap<string, () => boolean>;

  /**
   * @param isReady whether the server takes requests
   * @throws {TypeError} if a path or a handler cannot work, naming it.
   */
  constructor({ routes = {}, health = false }: RouteOptions, isReady: () => boolean) {
    const { live, ready } = typeof health === 'object' ? health : health ? HEALTH_PATHS : {};
    const checks = [[live, () => true] as const, [ready, isReady] as const];
    this.#health = new Map(checks.flatMap(([path, check]) => (path === undefined ? [] : [[path, check]])));
    this.#routes = new Map(Object.entries(routes));
    for (const path of this.paths) checkPath(path);
    for (const [path, handler] of this.#routes) {
      if (typeof handler !== 'function') throw new TypeError(`The route ${path} must be a function`);
      if (this.#health.has(path)) throw new TypeError(`The path ${path} stands in routes and in health`);
    }
  }

  get paths(): readonly string[] {
    return [...this.#routes.keys(), ...this.#health.keys()];
  }

  /** Answers if it is the server's health that is asked for. Returns whether it is. */
  answerHealth(exchange: ServedExchange): boolean {
    const check = this.#health.size === 0 ? undefined : this.#health.get(exchange.path);
    if (check === undefined) return false;
    if (check()) exchange.respond(200, HEALTH_HEADERS, 'ok\n');
    else exchange.respond(503, HEALTH_HEADERS, 'closing\n');
    return true;
  }

  /** What answers the requests to a path, if anything does. */
  get(path: string): ((exchange: ServedExchange) => Promise<void>) | undefined {
    const handler = this.#routes.size === 0 ? undefined : this.#routes.get(path);
    return handler && ((exchange) => answer(exchange, handler));
  }
}

async function answer(exchange: ServedExchange, handler: RouteHandler): Promise<void> {
  const given: unknown = await handler(requestTo(exchange));
  if (typeof given !== 'object' || given === null) {
    throw new TypeError(`The route ${exchange.path} must return an object with status, headers, and body`);
  }
  const { status = 200, headers, body } = given as RouteAnswer;
  if (typeof body !== 'object') exchange.respond(status, headers ?? {}, body);
  else exchange.respond(status, { ...JSON_BODY, ...headers }, JSON.stringify(body));
}

function requestTo({ method, http, signal }: ServedExchange): RouteRequest {
  const { url, address, header } = http;
  return { method, url, address, header, signal };
}

function checkPath(path: string): void {
  if (!path.startsWith('/') || /[?#]/.test(path)) {
    throw new TypeError(
      `The path of a route must begin with a slash and have no query, not be ${JSON.stringify(path)}`,
    );
  }
}
