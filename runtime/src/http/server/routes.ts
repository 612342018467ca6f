/** Paths in addition to the endpoint: health, and routes of the application. */

import type { HttpInfo } from '../../codegen/v1.js';
import {
  anyOf,
  checkOptions,
  FLAG,
  FUNCTION,
  group,
  matching,
  oneOf,
  required,
  type OptionKind,
  type OptionTable,
} from '../../options/kinds.js';
import { JSON_BODY } from './refusals.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import type { ServedExchange } from './servedExchange.js';

/** A request to a route. */
export interface RouteRequest extends HttpInfo {
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /**
   * Reads the body, once. What is larger than `limits.bodyLimit`, or not UTF-8, is refused if the handler does not catch the error.
   *
   * @throws {BodyTooLargeError | UndecodableBodyError | IncompleteBodyError} if the body cannot be read.
   */
  text(): Promise<string>;
}

/** The response of a route. */
export interface RouteAnswer {
  /** The HTTP status. Default 200. */
  readonly status?: number | undefined;
  /** Headers with lower-case names. Default: `content-type` if the body is an object, else none. */
  readonly headers?: HttpHeaders | undefined;
  /** A string, bytes, or any other object, which is sent as JSON. Default: no body. */
  readonly body?: string | Uint8Array | object | undefined;
}

/** Handles the requests to a path. */
export type RouteHandler = (request: RouteRequest) => RouteAnswer | Promise<RouteAnswer>;

/** A route with options. */
export interface Route {
  /** Handles the requests. */
  readonly handle: RouteHandler;
  /**
   * `any`: pages of any origin may send requests. The handler then answers preflight requests, too (method `OPTIONS`), and its headers say
   * who may read the response: `access-control-allow-origin`. Default: only pages of allowed origins; preflight requests do not reach the
   * handler, and the headers are added.
   */
  readonly origins?: 'any' | undefined;
}

/** {@link Route}. */
export const ROUTE: OptionTable<Route> = { handle: required(FUNCTION), origins: oneOf('any') };

/** The paths of the health checks. */
export interface HealthPaths {
  /** Always answers 200: `/livez`. Default: no path. */
  readonly live?: string | undefined;
  /** Answers 200, and 503 as soon as the server begins to close: `/readyz`. Default: no path. */
  readonly ready?: string | undefined;
}

/** Options for paths in addition to the endpoint. */
export interface RouteOptions {
  /**
   * Handlers for other paths: `{ '/.well-known/security.txt': () => ({ body: '...' }) }`. Paths are compared exactly, without the query.
   * Hosts and origins are checked, middleware and `authenticate` are not called, and routes also work while the server is closing. An
   * `HttpRefusalError` that a handler throws is the answer; any other error is reported and answered with 500. Default: none.
   */
  readonly routes?: { readonly [path: string]: RouteHandler | Route } | undefined;
  /**
   * Health checks for process managers and load balancers. Neither host nor caller is checked. `true` means `/livez` and `/readyz`.
   * Default: none.
   */
  readonly health?: boolean | HealthPaths | undefined;
}

/** A path, as requests have it. */
export const PATH: OptionKind = matching('a path with a leading slash and without a query', /^\/[^?#]*$/);

/** {@link HealthPaths}. */
export const HEALTH_OPTIONS: OptionTable<HealthPaths> = { live: PATH, ready: PATH };

/** The option `health`. */
export const HEALTH: OptionKind = anyOf(FLAG, group(HEALTH_OPTIONS));

const HEALTH_PATHS: HealthPaths = { live: '/livez', ready: '/readyz' };

const HEALTH_HEADERS: HttpHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };

/** The routes of one endpoint, prepared. */
export class Routes {
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #bodyLimit: number;
  readonly #health: ReadonlyMap<string, () => boolean>;

  /**
   * @param isReady whether the server accepts requests
   * @throws {TypeError} if a path or a handler is invalid.
   */
  constructor({ routes = {}, health = false }: RouteOptions, isReady: () => boolean, bodyLimit: number) {
    this.#bodyLimit = bodyLimit;
    const { live, ready } = typeof health === 'object' ? health : health ? HEALTH_PATHS : {};
    const checks = [[live, () => true] as const, [ready, isReady] as const];
    this.#health = new Map(checks.flatMap(([path, check]) => (path === undefined ? [] : [[path, check]])));
    this.#routes = new Map(Object.entries(routes).map(([path, route]) => [path, routeOf(path, route)]));
    for (const path of this.paths) checkPath(path);
    for (const path of this.#routes.keys()) {
      if (this.#health.has(path)) throw new TypeError(`The path ${path} is used twice: in routes and health`);
    }
  }

  get paths(): readonly string[] {
    return [...this.#routes.keys(), ...this.#health.keys()];
  }

  /** Answers a health check. Returns false for any other path. */
  answerHealth(exchange: ServedExchange): boolean {
    const check = this.#health.size === 0 ? undefined : this.#health.get(exchange.path);
    if (check === undefined) return false;
    if (check()) exchange.respond(200, HEALTH_HEADERS, 'ok\n');
    else exchange.respond(503, HEALTH_HEADERS, 'closing\n');
    return true;
  }

  /** Returns the route of a path. */
  get(path: string): Route | undefined {
    return this.#routes.size === 0 ? undefined : this.#routes.get(path);
  }

  /** Answers a request to a route. */
  async answer(exchange: ServedExchange, { handle }: Route): Promise<void> {
    const { method, url, address, header } = exchange.http;
    const { signal } = exchange;
    const text = (): Promise<string> => readText(exchange, this.#bodyLimit);
    respondWith(
      exchange,
      answerOf(`The route ${exchange.path}`, await handle({ method, url, address, header, signal, text })),
    );
  }
}

/** @throws {TypeError} if it is not an answer. */
export function answerOf(what: string, given: unknown): RouteAnswer {
  if (typeof given === 'object' && given !== null) return given;
  throw new TypeError(`${what} must return an object with status, headers, and body`);
}

/** Sends an answer. */
export function respondWith(exchange: ServedExchange, { status = 200, headers, body }: RouteAnswer): void {
  if (typeof body !== 'object' || body instanceof Uint8Array) exchange.respond(status, headers ?? {}, body);
  else exchange.respond(status, { ...JSON_BODY, ...headers }, JSON.stringify(body));
}

async function readText({ body, account }: ServedExchange, limit: number): Promise<string> {
  return 'value' in body ? JSON.stringify(body.value) : body.readText(limit, account);
}

function routeOf(path: string, given: RouteHandler | Route): Route {
  if (typeof given === 'function') return { handle: given };
  if (typeof given !== 'object') throw new TypeError(`The route ${path} must be a function, or an object with handle`);
  checkOptions(`the route ${path}`, given, ROUTE);
  return given;
}

function checkPath(path: string): void {
  if (PATH.accepts(path)) return;
  throw new TypeError(`Invalid path of a route ${JSON.stringify(path)}: expected ${PATH.expected}`);
}
