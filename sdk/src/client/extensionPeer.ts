/** The other side of an extension, for its code in a client. */

import type { RequestOptions } from '@mcp-gen/runtime';
import type { GivenParams } from '@mcp-gen/runtime/codegen/v1';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import type { ExtensionParams, ExtensionResultOf, ExtensionTypes } from '../extension/key.js';
import type { ExtensionFilter, ExtensionStreamOptions } from './extensionStreams.js';
import type { ToolFacts } from './knownTools.js';
import type { ToolResult } from './toolResult.js';

/** The type of an extension in a client: what its `setup` returns, or the server. */
export type ExtensionInClient<Types extends ExtensionTypes> = unknown extends Types['client']
  ? ExtensionPeer<Types['clientRequests'], Types['clientNotifications'], Types['serverNotifications']>
  : Types['client'];

/** A question of a server. */
export interface ExtensionQuestion {
  /** Its method: `elicitation/create`. */
  readonly method: string;
  /** Its params. Default: none. */
  readonly params?: unknown;
}

/** Questions of a server, by key. */
export interface ExtensionQuestions {
  readonly [key: string]: ExtensionQuestion;
}

/** A server that has declared an extension. Its functions are bound. */
export interface ExtensionPeer<ClientRequests, ClientNotifications, ServerNotifications = unknown> {
  /** The settings that the server has declared with the extension. They are untrusted. */
  readonly settings: { readonly [name: string]: unknown };
  /**
   * Sends a request of the extension.
   *
   * @throws {InvalidMessageError} if the params or the result are invalid.
   * @throws the errors of the methods of a client.
   */
  readonly request: <Method extends keyof ClientRequests & string>(
    method: Method,
    params: GivenParams<ExtensionParams<ClientRequests, Method>>,
    options?: RequestOptions,
  ) => Promise<ExtensionResultOf<ClientRequests, Method>>;
  /**
   * Sends a notification of the extension. Resolves when the transport has accepted it.
   *
   * @throws {InvalidMessageError} if the params are invalid.
   */
  readonly notify: <Method extends keyof ClientNotifications & string>(
    method: Method,
    params: ExtensionParams<ClientNotifications, Method>,
  ) => Promise<void>;
  /**
   * Adds a listener for a notification of this server, beside that of the extension for all servers: see its `notifications`, whose limits
   * apply. Returns a function that removes the listener.
   *
   * @throws {TypeError} if the extension has no such notification.
   */
  readonly onNotification: <Method extends keyof ServerNotifications & string>(
    method: Method,
    listener: (params: ExtensionParams<ServerNotifications, Method>) => void | Promise<void>,
  ) => () => void;
  /**
   * Requests notifications from a server without sessions, on a stream of its own, which takes a connection (specification: Subscriptions).
   * Resolves when the server has ended the stream.
   *
   * @param filter the notifications
   * @throws the errors of the methods of a client.
   */
  readonly listen: (filter: ExtensionFilter, options: ExtensionStreamOptions) => Promise<void>;
  /**
   * Answers questions of a server without sessions that a message of the extension has, as the client answers those in results. Resolves with
   * the answers by key.
   *
   * @param signal aborts when no answer is needed any longer
   * @throws {InvalidMessageError} if the client does not answer such questions, or their params are invalid.
   * @throws what an answer throws.
   */
  readonly answer: (questions: ExtensionQuestions, signal: AbortSignal) => Promise<{ readonly [key: string]: unknown }>;
  /**
   * Reads the result of a request of the protocol that a message of the extension has. Resolves with the result in the unified types;
   * undefined if it is invalid in the revision.
   *
   * @param method the request: `tools/call`
   */
  readonly read: (method: string, result: unknown) => Promise<object | undefined>;
  /**
   * Returns what the server has listed about a tool; undefined if it has not. Reads the list of tools first if the tool is not known.
   *
   * @param options those of the request that needs it: its signal and its timeouts apply
   */
  readonly tool: (name: string, options?: RequestOptions) => Promise<ToolFacts | undefined>;
  /**
   * Checks the result of a tool like `client.callTool`, and returns it.
   *
   * @param options those of the call: its signal and its timeouts apply to reading the list of tools
   * @throws {InvalidMessageError} if the structured content does not match the tool's `outputSchema`.
   */
  readonly toolResult: (name: string, result: CallToolResult, options?: RequestOptions) => Promise<ToolResult>;
}
