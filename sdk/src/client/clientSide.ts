/** The code of an extension in a client. */

import type { Tool } from '@mcp-gen/protocol/author';
import type { Awaitable } from '../awaitable.js';
import type { ExtensionAnswer, ExtensionParams } from '../extension/key.js';
import type { AnswerContext } from './answering.js';
import type { Client } from './client.js';
import type { ClientMiddleware } from './clientMiddleware.js';
import type { ExtensionPeer } from './extensionPeer.js';
import type { LaunchSettings } from './launchSettings.js';
import type { FetchWrapper } from './wrappedFetch.js';
import type { ProtocolAnswers } from './protocolAnswers.js';

/** The code of an extension in a client. */
export interface ClientSide<ClientRequests, ClientNotifications, ServerRequests, ServerNotifications, Value> {
  /** The settings that servers are told. Default: none. */
  readonly settings?: { readonly [name: string]: unknown } | undefined;
  /**
   * An answer for each request of servers, checked by the generated guards; `undefined` for one that this client does not answer. In
   * revisions without sessions, they answer the questions in results. Default: the extension has no such requests.
   */
  readonly requests?:
    | {
        readonly [Method in keyof ServerRequests]:
          | ((
              params: ExtensionParams<ServerRequests, Method>,
              context: AnswerContext,
            ) => Awaitable<ExtensionAnswer<ServerRequests, Method>>)
          | undefined;
      }
    | undefined;
  /**
   * Listeners for notifications of servers. More than 100 calls a second over time, and 1,000 at once, are dropped and reported, and so are
   * their errors. Default: they are ignored.
   */
  readonly notifications?:
    | {
        readonly [Method in keyof ServerNotifications]?:
          | ((params: ExtensionParams<ServerNotifications, Method>) => void | Promise<void>)
          | undefined;
      }
    | undefined;
  /**
   * Middleware around all messages of the client, in this order. By default, that of the first extension is outermost, and the option
   * `middleware` of the client is inside of all; that option can also name places for extensions. Default: none.
   */
  readonly middleware?: readonly ClientMiddleware[] | undefined;
  /**
   * Wraps the HTTP requests to a server with a URL; called once for each connection, before the server is known. That of the first extension
   * is outermost, and the options `auth` and `fetch` are inside of all; the option `wrapFetch` changes that. Default: none.
   */
  readonly wrapFetch?: FetchWrapper | undefined;
  /**
   * Environment variables and arguments for the program of a server with a command. Two extensions, or an extension and the option `env`,
   * must not set a variable to different values. Default: none.
   */
  readonly launch?: LaunchSettings | undefined;
  /**
   * Returns whether models are offered a tool of the server, whether it has declared the extension or not: otherwise, `host.tools()` and `toolsFor` leave
   * it out, and only the application calls it. If it throws, a host offers no tool of the server, and reports the error. Default: every tool is offered.
   */
  readonly offersTool?: ((tool: Tool) => boolean) | undefined;
  /**
   * What the extension adds to how the client answers requests of the protocol. Called once, with the methods that options of the client
   * answer. Default: nothing.
   */
  readonly protocol?: ((answered: ReadonlySet<string>) => ProtocolAnswers | undefined) | undefined;
  /** Called when the connection is over for good. Its errors are reported. Default: none. */
  readonly onClose?: (() => void | Promise<void>) | undefined;
  /**
   * Called once, when the client has connected to a server that has declared the extension. Returns the value of
   * `client.extension(definition)`. What it throws rejects `connect`. Default: the value is its argument `extension`.
   */
  readonly setup?:
    | ((client: Client, extension: ExtensionPeer<ClientRequests, ClientNotifications, ServerNotifications>) => Value)
    | undefined;
}
