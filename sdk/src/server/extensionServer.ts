/** What the code of an extension can use of its server. */

import type { HandlerContext, JsonRpcError, Revision } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import type { ExtensionParams } from '../extension/key.js';
import type { LossListener } from '../translator.js';
import type { Context, SendThrough } from './context.js';
import type { ExtensionToolCall } from './extensionTools.js';
import type { TaskInfo } from './handlerTask.js';

/** A server, for the code of one extension. */
export interface ExtensionServer<ServerNotifications> {
  /**
   * Sends a notification of the extension to all clients with a session that have declared the extension. Errors are reported. In revisions
   * without sessions, `notify` of a client sends it as part of a response.
   */
  readonly notifyAll: <Method extends keyof ServerNotifications & string>(
    method: Method,
    params: ExtensionParams<ServerNotifications, Method>,
  ) => void;
  /** Reports an error that no client receives to `onError`. */
  readonly report: (error: unknown) => void;
  /** Reports what a revision cannot express to `onLoss`. */
  readonly onLoss: LossListener;
  /** Returns the key of a caller for limits: its id, or its network address over HTTP, or else its connection. */
  readonly callerOf: (context: Context) => string;
  /** Returns a call of a tool that is not a request: access and rate limits are not checked. Undefined if there is no such tool. */
  readonly toolCall: (name: string, args: object) => ExtensionToolCall | undefined;
  /** Returns what the runtime knows of the message of a context: its id, its session, and functions to ask and notify without conversion. */
  readonly requestOf: (context: Context) => HandlerContext;
  /**
   * Creates a context for work that outlives its request, or has none. Its signal, progress, notifications, and questions are those of
   * `request`.
   *
   * @param request made by the extension. Its revision must be loaded
   */
  readonly contextOf: (request: HandlerContext, options?: OwnContextOptions) => Context;
  /** Sends a message of the protocol through the middleware, also outside of a request. `send` sends it with the params that it is given. */
  readonly through: SendThrough;
  /** Loads a revision that has not been negotiated in this process. Rejects if the server does not support it. */
  readonly load: (revision: string) => Promise<void>;
  /** Returns a loaded revision, with its validators, and without what extensions add to it. */
  readonly revision: (id: string) => Revision | undefined;
  /**
   * Returns a result of a request as its response would have it: in the revision of the context.
   *
   * @param result in the unified types
   * @param params those of the request, as far as conversions need them: `{ name }` of a tool
   * @throws {TypeError} if it is invalid in that revision.
   */
  readonly resultOf: (method: string, result: object, context: Context, params?: object) => object;
  /** Returns the error that a request would have been answered with. An error that no client receives is reported. */
  readonly errorOf: (error: unknown, context: Context | undefined) => JsonRpcError;
}

/** Options of a context that an extension creates. */
export interface OwnContextOptions {
  /** The context of the original request, with its session data. Default: none. */
  readonly from?: Context | undefined;
  /** The value of `context.task`. Default: none. */
  readonly task?: TaskInfo | undefined;
}

/** What one stream of changes follows of an extension. */
export interface FollowedByExtension {
  /** The part of the filter that the server supports, sent to the client. */
  readonly agreed: object;
  /** Begins to send notifications on the stream. Returns a function that ends that. */
  readonly follow: (notify: (method: string, params: object) => void) => () => void;
}

/**
 * Called when a client opens a stream of changes, with its filter. Returns what the stream follows of an extension; undefined if the filter
 * has nothing of it.
 */
export type ListenHook = (filter: object, context: Context) => Awaitable<FollowedByExtension> | undefined;
