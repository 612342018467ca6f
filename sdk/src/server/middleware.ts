import { describe } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';

/** A request or notification that a server receives or sends. */
export interface ServerMessage {
  /** `in` if the client sends it, `out` if the server does. */
  readonly direction: 'in' | 'out';
  /** Whether a result is expected. */
  readonly kind: 'request' | 'notification';
  /** Its method: `tools/call`, `elicitation/create`, `notifications/message`. */
  readonly method: string;
  /** Its params, in the unified types of all revisions. Those of methods that the revision does not define are unchanged. */
  readonly params: unknown;
  /**
   * The context of the request, or of the task, that the message belongs to. For other messages, such as list changes in a session: a
   * context without a request, in which the client cannot be asked.
   */
  readonly context: Context;
}

/** An incoming request. */
export type IncomingRequest = Pick<ServerMessage, 'method' | 'params' | 'context'>;

/** Handles a request, and returns its result in the unified types: synchronously if possible. */
export type Answer = (request: IncomingRequest) => object | Promise<object>;

/** Handles a message: resolves with the result of a request, in the unified types, and with `undefined` for a notification. */
export type Next = (message: ServerMessage) => Promise<object | undefined>;

/**
 * Wraps every request and notification of a server, received or sent. It may inspect the message, change its params, answer a request
 * itself, drop a notification, or throw. `next` continues with the message.
 *
 * An error thrown for an incoming request is sent to the client as the error of a handler is. For a question to the client, it rejects the
 * question in the handler. For a notification, it rejects the promise of the caller; if there is none, it is reported to `onError`.
 *
 * From revision 2026-07-28 on, a handler that asks a question is abandoned, and runs again with the answer (see {@link Context.once}). Its
 * middleware sees the request and the question again. Without an answer, `next` of the request resolves with the result that asks the
 * question (`resultType: 'input_required'`), which has been sent already; `next` of the question rejects. The question must be the same in
 * each run: do not add a time or a random id to its params.
 *
 * Notifications that the revision does not have pass through middleware, too. One that reaches the end of the chain is ignored, and
 * reported to `onError`. So do requests that nothing handles, with unvalidated params: `next` throws the error -32601 for them, and they are
 * refused with it whatever middleware returns.
 *
 * Messages of the connection itself do not pass through middleware: `initialize`, `server/discover`, `ping`, progress, cancellation, and
 * requests for the state of a question that the client answers as a task. Messages that middleware sends pass through it, too.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.use(async (message, next) => {
 *   const started = performance.now();
 *   try {
 *     return await next(message);
 *   } finally {
 *     console.error(message.direction, message.method, performance.now() - started);
 *   }
 * });
 * ```
 */
export type Middleware = (message: ServerMessage, next: Next) => Promise<object | undefined>;

/**
 * Combines middleware into one function. The first one added is outermost.
 *
 * The function throws a `TypeError` if middleware does not return a result for a request.
 *
 * @param handle sends the message, or passes it to its handler
 */
export function chain(
  middleware: readonly Middleware[],
  handle: (message: ServerMessage) => object | undefined | Promise<object | undefined>,
): Next {
  return middleware.reduceRight<Next>(
    (next, current) => async (message) => {
      const result: unknown = await current(message, next);
      if (message.kind === 'notification') return undefined;
      if (isObject(result)) return result;
      throw new TypeError(
        `Middleware returned ${describe(result)} for ${message.method}: it must return a result, such as that of next(message)`,
      );
    },
    async (message) => handle(message),
  );
}
