/** Functions around each HTTP request to an endpoint, before its messages are read. */

import type { AuthInfo, HttpInfo } from '../../codegen/v1.js';
import type { HttpResponseHead } from '../shared/httpExchange.js';
import { authInfo, type AuthResult } from './caller.js';
import { answerOf, type RouteAnswer } from './routes.js';
import type { ServedExchange } from './servedExchange.js';

/** A request to the endpoint, as middleware sees it. */
export interface HttpMiddlewareRequest extends HttpInfo {
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** What middleware adds for handlers of the messages of this request: `context.locals`. */
  readonly locals: Map<string, unknown>;
  /** The caller, as `context.auth` of handlers; a string is the caller's id. `authenticate` of the application replaces it, if it returns a caller. */
  get auth(): AuthInfo | undefined;
  /** Sets the caller. */
  set auth(caller: AuthResult);
}

/**
 * Runs around each HTTP request to the endpoint, before it is authenticated and its body is read. It returns an answer of its own, or the
 * result of `next()`, which passes the request on, and resolves when its response begins. Errors after that are answered inside, so that
 * `next` rejects only if the client disconnects before. An `HttpRefusalError` that it throws is the answer; any other error is reported, and
 * answered with 500 unless the request was passed on.
 */
export type HttpMiddleware = (
  request: HttpMiddlewareRequest,
  next: () => Promise<HttpResponseHead>,
) => RouteAnswer | HttpResponseHead | Promise<RouteAnswer | HttpResponseHead>;

/**
 * Runs middleware. Resolves with its answer, if it has not passed the request on.
 *
 * @param pass passes the request on. Its errors are answered inside
 * @throws what middleware throws before it has passed the request on.
 */
export async function runMiddleware(
  middleware: readonly HttpMiddleware[],
  exchange: ServedExchange,
  { pass, report }: { readonly pass: () => void; readonly report: (error: unknown) => void },
): Promise<RouteAnswer | undefined> {
  const state = { isPassed: false, isOver: false };
  const request = new MiddlewareRequest(exchange);
  /** The answers of inner middleware, by what `next` resolved with: who returns that passes on the whole answer. */
  const answers = new WeakMap<object, RouteAnswer>();
  const from = (index: number) => async (): Promise<RouteAnswer> => {
    const current = middleware[index];
    if (current !== undefined) {
      const given = answerOf('Middleware', await current(request, once(from(index + 1), answers)));
      return answers.get(given) ?? given;
    }
    if (state.isOver) throw new TypeError('Middleware must not call next after it has answered');
    state.isPassed = true;
    return beginning(exchange, pass);
  };
  try {
    const answer = await from(0)();
    return state.isPassed ? undefined : answer;
  } catch (error) {
    if (!state.isPassed) throw error;
    if (!exchange.signal.aborted) report(error);
    return undefined;
  } finally {
    state.isOver = true;
  }
}

/** Resolves when the response begins. */
function beginning(exchange: ServedExchange, pass: () => void): Promise<HttpResponseHead> {
  return new Promise((resolve, reject) => {
    exchange.onHead = resolve;
    const gone = (): void => reject(new Error('The client disconnected before its request was answered'));
    if (exchange.signal.aborted) gone();
    else exchange.signal.addEventListener('abort', gone, { once: true });
    pass();
  });
}

/** A response of middleware stands for that of `next`, whatever its type. */
function once(
  next: () => Promise<RouteAnswer>,
  answers: WeakMap<object, RouteAnswer>,
): () => Promise<HttpResponseHead> {
  let isCalled = false;
  return async () => {
    if (isCalled) throw new TypeError('Middleware must not call next twice');
    isCalled = true;
    const answer = await next();
    const { status = 200, headers = {} } = answer;
    const head = { status, headers };
    answers.set(head, answer);
    return head;
  };
}

class MiddlewareRequest implements HttpMiddlewareRequest {
  readonly #exchange: ServedExchange;

  constructor(exchange: ServedExchange) {
    this.#exchange = exchange;
  }

  get method(): string {
    return this.#exchange.method;
  }

  get url(): string {
    return this.#exchange.http.url;
  }

  get address(): string | undefined {
    return this.#exchange.http.address;
  }

  get header(): (name: string) => string | undefined {
    return this.#exchange.http.header;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  get locals(): Map<string, unknown> {
    return (this.#exchange.locals ??= new Map());
  }

  get auth(): AuthInfo | undefined {
    return this.#exchange.auth;
  }

  set auth(caller: AuthResult) {
    this.#exchange.auth = authInfo(caller);
  }
}
