import { describe } from '@mcp-gen/runtime/options';
import type { ErrorListener, PeerInfo, RequestOptions } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { observerOf } from '../metrics/observer.js';

/** A request or notification that a client sends or receives. */
export interface ClientMessage {
  /** `out` if the client sends it, `in` if the server does. */
  readonly direction: 'out' | 'in';
  /** Whether a result is expected. */
  readonly kind: 'request' | 'notification';
  /** Its method: `tools/call`, `elicitation/create`, `notifications/message`. */
  readonly method: string;
  /** Its params, in the unified types of all revisions. Those of methods that the revision does not have are unchanged, and unvalidated. */
  readonly params: unknown;
  /**
   * The options of an outgoing request; undefined for others, and if it has none. `next` sends the request with those of its message, and with
   * its `headers`.
   */
  readonly options?: RequestOptions | undefined;
  /** Aborted when the request is cancelled. Undefined for outgoing notifications, and for outgoing requests without a signal. */
  readonly signal: AbortSignal | undefined;
  /** The server, as it introduced itself. */
  readonly server: PeerInfo;
  /** The negotiated revision. */
  readonly revision: string;
  /** The id of the session, if the transport has one. Anyone who has it may be able to use the session: do not log it. */
  readonly sessionId: string | undefined;
  /**
   * Headers of the HTTP request that carries an outgoing request, in addition to those of the transport; a function of `wrapFetch` sees them.
   * Other transports ignore them. Undefined for all other messages.
   */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * Bypasses the cache of the client: an outgoing request is sent even if a fresh result is cached, and its result is not cached. For
   * middleware with a cache of its own, or whose metadata changes the result: the cache ignores `_meta`. Default: false.
   */
  readonly uncached?: boolean | undefined;
}

/** Handles a message: resolves with the result of a request, in the unified types, and with `undefined` for a notification. */
export type ClientNext = (message: ClientMessage) => Promise<object | undefined>;

/**
 * Wraps every request and notification of a client, sent or received. It may inspect the message, change its params, answer a request
 * itself, drop a notification, or throw. `next` continues with the message.
 *
 * An error thrown for an outgoing message rejects the call. For an incoming request, a `JsonRpcError` is sent as it is, and any other error
 * is reported and answered with an internal error. For an incoming notification, the error is reported.
 *
 * Notifications that the revision does not have pass through middleware, too. One that reaches the end of the chain is ignored, and
 * reported to `onError`. So do requests that nothing handles, with unvalidated params: `next` throws the error -32601 for them, and they are
 * refused with it whatever middleware returns.
 *
 * Messages of the connection itself do not pass through middleware: `initialize`, the first `server/discover`, automatic pings, progress,
 * and cancellation. A request for a stream of changes (`subscriptions/listen`) lasts as long as the stream.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * const client = await connect('npx -y @modelcontextprotocol/server-everything');
 * client.use(async (message, next) => {
 *   const started = performance.now();
 *   try {
 *     return await next(message);
 *   } finally {
 *     console.error(message.direction, message.method, performance.now() - started);
 *   }
 * });
 * ```
 */
export type ClientMiddleware = (message: ClientMessage, next: ClientNext) => Promise<object | undefined>;

/** The middleware of one client, in the order in which it was added. The first is outermost. */
export class MiddlewareStack {
  #all: readonly ClientMiddleware[] = [];
  readonly #report: ErrorListener;

  /** @throws {TypeError} if one is not a function. */
  constructor(report: ErrorListener, middleware: readonly ClientMiddleware[] = []) {
    this.#report = report;
    for (const each of middleware) this.add(each);
  }

  /** Whether the list of middleware is empty, so that messages need not be described. */
  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** @throws {TypeError} if it is not a function. */
  add(middleware: ClientMiddleware): void {
    if (typeof middleware !== 'function') {
      throw new TypeError(`Invalid middleware: expected a function, got ${describe(middleware)}`);
    }
    this.#all = [...this.#all, middleware];
    observerOf(middleware)?.attached(this.#report);
  }

  /** Called when a session has opened. */
  opened(revision: string, closed: Promise<unknown>): void {
    for (const middleware of this.#all) observerOf(middleware)?.opened?.(revision, closed);
  }

  /**
   * Passes a message through all middleware.
   *
   * @param handle sends the message, or passes it to its handler
   * @throws {TypeError} if middleware returns no result for a request.
   */
  run(message: ClientMessage, handle: ClientNext): Promise<object | undefined> {
    const all = this.#all;
    const from =
      (index: number): ClientNext =>
      async (current) => {
        const middleware = all[index];
        if (middleware === undefined) return handle(current);
        return checkResult(current, await middleware(current, from(index + 1)));
      };
    return from(0)(message);
  }
}

function checkResult({ kind, method }: ClientMessage, result: unknown): object | undefined {
  if (kind === 'notification') return undefined;
  if (isObject(result)) return result;
  throw new TypeError(
    `Middleware returned ${describe(result)} for ${method}: it must return a result, such as that of next(message)`,
  );
}
