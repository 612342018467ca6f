/** The code of an extension in a server. */

import type { HttpMiddleware } from '@mcp-gen/runtime/http/server';
import type { Awaitable } from '../awaitable.js';
import type { ExtensionAnswer, ExtensionParams } from '../extension/key.js';
import type { ConnectedClient } from './connectedClient.js';
import type { Context } from './context.js';
import type { ExtensionClient, ServedConnection } from './extensionClient.js';
import type { ExtensionServer, ListenHook } from './extensionServer.js';
import type { ServerToolHooks } from './extensionTools.js';
import type { ExtensionRoute } from './extensionRoutes.js';
import type { Middleware } from './middleware.js';
import type { ServerQuestionHooks } from './questionHooks.js';
import type { Server } from './server.js';

/** The code of an extension in a server. */
export interface ServerSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, Value> {
  /**
   * Whether the server has something to offer with the extension. If it is false, the extension is not declared, and its messages,
   * middleware, and hooks do not exist, but for `setup`. Default: true.
   */
  readonly enabled?: boolean | undefined;
  /** The settings that clients are told. Default: none. */
  readonly settings?: { readonly [name: string]: unknown } | undefined;
  /**
   * A handler for each request of clients, checked by the generated guards; `undefined` for one that this server does not answer. Its last
   * argument sends messages of the extension to the client; it is undefined if the client has not declared the extension. Default: the
   * extension has no such requests.
   */
  readonly requests?:
    | {
        readonly [Method in keyof ClientRequests]:
          | ((
              params: ExtensionParams<ClientRequests, Method>,
              context: Context,
              client: ExtensionClient<ServerRequests, ServerNotifications> | undefined,
            ) => Awaitable<ExtensionAnswer<ClientRequests, Method>>)
          | undefined;
      }
    | undefined;
  /** Handlers of notifications of clients. Their errors are reported to `onError`. Default: they are ignored. */
  readonly notifications?:
    | {
        readonly [Method in keyof ClientNotifications]?:
          | ((
              params: ExtensionParams<ClientNotifications, Method>,
              context: Context,
              client: ExtensionClient<ServerRequests, ServerNotifications> | undefined,
            ) => void | Promise<void>)
          | undefined;
      }
    | undefined;
  /**
   * Middleware around all messages of the server, in this order. By default, that of the first extension is outermost, and that of
   * `server.use` is inside of all; the option `middleware` of the server changes that. Default: none.
   */
  readonly middleware?: readonly Middleware[] | undefined;
  /**
   * Returns the capabilities of the protocol to declare in a revision, for an extension that it has as a part of the protocol. Default:
   * none.
   */
  readonly capabilities?: ((revision: string) => { readonly [name: string]: object }) | undefined;
  /** What it adds to tools. Default: nothing. */
  readonly tools?: ServerToolHooks | undefined;
  /** What it adds to questions of handlers. Default: nothing. */
  readonly questions?: ServerQuestionHooks | undefined;
  /** What it adds to streams of changes, in revisions without sessions. Default: nothing. */
  readonly listen?: ListenHook | undefined;
  /** Called once, when the server is first served, with all its initial tools. Its errors are reported. Default: none. */
  readonly onStart?: (() => void) | undefined;
  /**
   * Middleware around HTTP requests, before they are authenticated and read, in this order. What can be done in `middleware` should be: it
   * works over all transports. That of the first extension is outermost, and that of `serveHttp` and `createHandler` is inside of all; their
   * option `middleware` changes that. It runs in all revisions, since the revision of a request is not known yet. Default: none.
   */
  readonly httpMiddleware?: readonly HttpMiddleware[] | undefined;
  /**
   * Routes of a server over HTTP, by path: beneath the endpoint, `server-card`, or with a leading slash, at its origin:
   * `/.well-known/ai-catalog.json`. HTTP middleware and authentication do not apply to them. Default: none.
   */
  readonly routes?: { readonly [path: string]: ExtensionRoute } | undefined;
  /**
   * Called when the server begins to serve a client over stdio, or another transport than HTTP: adds what the handlers need to know of the
   * connection, such as an identity from the environment. What it throws ends `serve`. Default: none.
   */
  readonly onServe?: ((connection: ServedConnection) => void) | undefined;
  /** Called when a client that has declared the extension has opened a session. Its errors are reported. Default: none. */
  readonly onClient?:
    | ((
        client: ConnectedClient,
        extension: ExtensionClient<ServerRequests, ServerNotifications>,
      ) => void | Promise<void>)
    | undefined;
  /**
   * Called when the server is no longer served over stdio or HTTP. A server of other transports does not know when its last client has come:
   * there, it is not called. Its errors are reported. Default: none.
   */
  readonly onClose?: (() => void | Promise<void>) | undefined;
  /**
   * Called once, when the server is created and all extensions are checked. It may register tools, resources, prompts, and methods of the
   * protocol. Returns the value of `server.extension(definition)`. What it throws ends the creation of the server. Default: none.
   */
  readonly setup?: ((server: Server, extension: ExtensionServer<ServerNotifications>) => Value) | undefined;
}
