/** The other side of an extension, for its code in a server. */

import type { AuthInfo } from '@mcp-gen/runtime';
import type { GivenParams } from '@mcp-gen/runtime/codegen/v1';
import type { ExtensionKey, ExtensionParams, ExtensionResultOf, ExtensionTypes } from '../extension/key.js';
import type { AskOptions } from './asking.js';
import type { ExtensionQuestions } from './extensionQuestions.js';

/** A connection other than HTTP, such as stdio, before its first message. */
export interface ServedConnection {
  /** What is added for handlers of all messages: `context.locals`. */
  readonly locals: Map<string, unknown>;
  /** The client, as `context.auth` of handlers. Default: what the application has passed to `serve`. */
  auth: AuthInfo | undefined;
}

/** Finds the extensions of clients. */
export interface ExtensionsOfClients {
  /** What extensions add to questions. Undefined: nothing. */
  readonly questions: ExtensionQuestions | undefined;
  /**
   * Returns an extension of the client of a context, or of a connected client; undefined if the client has not declared it, or the revision
   * does not have it.
   *
   * @throws {TypeError} if the server was created without the extension.
   */
  of(client: object, key: ExtensionKey): ExtensionClient<never, never> | undefined;
}

/** Returns an extension of a client; undefined if the client has not declared it, or it is inactive in the revision. */
export type ExtensionOfClient = <Types extends ExtensionTypes>(
  key: ExtensionKey<Types>,
) => ExtensionClient<Types['serverRequests'], Types['serverNotifications']> | undefined;

/** The client of a message or a session that has declared an extension. Its functions are bound. */
export interface ExtensionClient<ServerRequests, ServerNotifications> {
  /** The settings that the client has declared with the extension. */
  readonly settings: { readonly [name: string]: unknown };
  /**
   * Sends a request of the extension to the client: over its session, or in a result, after which the handler runs again with the answer
   * (see `once` of the context). Only in a handler of a request.
   *
   * @param key unique among the questions of the handler
   * @throws {AskError} if the client does not answer, or answers with an error.
   * @throws {InvalidMessageError} if the params are invalid.
   */
  readonly ask: <Method extends keyof ServerRequests & string>(
    key: string,
    method: Method,
    params: GivenParams<ExtensionParams<ServerRequests, Method>>,
    options?: AskOptions,
  ) => Promise<ExtensionResultOf<ServerRequests, Method>>;
  /**
   * Sends a notification of the extension. Resolves when the transport has accepted it.
   *
   * @throws {InvalidMessageError} if the params are invalid.
   */
  readonly notify: <Method extends keyof ServerNotifications & string>(
    method: Method,
    params: ExtensionParams<ServerNotifications, Method>,
  ) => Promise<void>;
}
