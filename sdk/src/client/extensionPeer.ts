/** The other side of an extension, for its code in a client. */

import type { RequestOptions } from '@mcp-gen/runtime';
import type { GivenParams } from '@mcp-gen/runtime/codegen/v1';
import type { ExtensionParams, ExtensionResultOf, ExtensionTypes } from '../extension/key.js';

/** The type of an extension in a client: what its `setup` returns, or the server. */
export type ExtensionInClient<Types extends ExtensionTypes> = unknown extends Types['client']
  ? ExtensionPeer<Types['clientRequests'], Types['clientNotifications'], Types['serverNotifications']>
  : Types['client'];

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
}
