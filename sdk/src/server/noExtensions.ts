/** What a server uses of its extensions, and what stands for them in a server without extensions. */

import type { AnyOptionTable } from '@mcp-gen/runtime/options';
import type { Capabilities, Handler, JsonRpcError, Revision } from '@mcp-gen/runtime';
import type { RegisteredExtension } from '../extension/declaration.js';
import type { ExtensionKey } from '../extension/key.js';
import type { ClientState } from './clientState.js';
import type { ConnectedClient } from './connectedClient.js';
import type { Context } from './context.js';
import type { ExtensionsOfClients, ServedConnection } from './extensionClient.js';
import type { ExtensionServer, ListenHook } from './extensionServer.js';
import type { ExtensionTools } from './extensionTools.js';
import type { IncomingRequest, Middleware } from './middleware.js';
import type { Responder } from './responder.js';

/** The extensions of one server: their messages, hooks, and values. */
export interface ExtensionsOfServer extends ExtensionsOfClients {
  /** All of them, in the order of registration. */
  readonly all: readonly RegisteredExtension[];
  /** The identifiers, in the order of registration. */
  readonly ids: readonly string[];
  /** What they add to streams of changes. */
  readonly listenHooks: readonly ListenHook[];
  /**
   * Returns middleware in its order, outermost first.
   *
   * @param given functions, and definitions of extensions, which stand for their middleware
   * @throws {TypeError} if an extension is not registered, or is named twice.
   */
  ordered(given: readonly (Middleware | ExtensionKey)[]): readonly Middleware[];
  /**
   * Calls the hooks for a connection other than HTTP.
   *
   * @throws {Error} what an extension throws.
   */
  serving(connection: ServedConnection): void;
  /**
   * Returns what extensions add to tools; undefined if they add nothing.
   *
   * @param usual the options of tools
   */
  tools(usual: AnyOptionTable): ExtensionTools | undefined;
  /** Called when the server is served: the first time, with all its initial tools. */
  start(): void;
  /** Adds the messages of the extensions to a revision. */
  extend(revision: Revision): Revision;
  /** Calls the setup of each extension, in their order. */
  setUp(server: object): void;
  /** @throws {TypeError} if the extension is not registered. */
  valueOf(key: ExtensionKey): unknown;
  /**
   * Checks what extensions need of the server itself, when it is first served.
   *
   * @throws {TypeError} if a server does not declare it.
   */
  checkCapabilities(hasCapability: (path: string) => boolean): void;
  /** Returns the capabilities to declare in a revision. Up to 2025-11-25, revisions have only `experimental` for extensions. */
  capabilities(revision: Pick<Revision, 'id' | 'era'>): Capabilities;
  /** Returns the handlers of all messages, for the runtime. */
  handlers(responder: Responder): { readonly [name: string]: Handler };
  /** Calls the handler of a request; undefined if it is not a request of an extension in the revision. */
  answer(request: IncomingRequest): object | Promise<object> | undefined;
  /** Called when a client has opened a session. */
  opened(client: ConnectedClient): void;
  /** Called when the server is no longer served. Resolves when all extensions have ended. Never rejects. */
  close(): Promise<void>;
}

/** What the extensions of a server use of it. */
export interface ServerExtensionsOptions {
  /** The revisions that the server supports. */
  readonly revisions: readonly string[];
  readonly report: (error: unknown) => void;
  /** Returns the connected clients. */
  readonly clients: () => Iterable<ConnectedClient>;
  /** The functions of the server for the code of extensions. */
  readonly server: Omit<ExtensionServer<never>, 'notifyAll' | 'report' | 'resultOf' | 'errorOf'>;
  readonly clientStateOf: (context: Context) => ClientState;
  /** Returns the error of the protocol for an error of a tool; undefined for any other error. */
  readonly toolError: (error: unknown, context: Context) => JsonRpcError | undefined;
  /** Sends a notification to a connected client without conversion. */
  readonly notify: (client: ConnectedClient, method: string, params: unknown) => Promise<void>;
}

/** @throws {TypeError} always. */
export function notRegistered({ id }: ExtensionKey): never {
  throw new TypeError(`The extension ${id} is not registered: new Server(info, { extensions: [...] })`);
}

const nothing = (): undefined => undefined;

/** Stands for the extensions of a server without extensions, so that it does not load their code. */
export const NO_EXTENSIONS: ExtensionsOfServer = {
  all: [],
  ids: [],
  questions: undefined,
  listenHooks: [],
  ordered: (given) => given as readonly Middleware[],
  serving: nothing,
  tools: nothing,
  start: nothing,
  extend: (revision) => revision,
  setUp: nothing,
  valueOf: notRegistered,
  checkCapabilities: nothing,
  capabilities: () => ({}),
  handlers: () => ({}),
  answer: nothing,
  opened: nothing,
  close: () => Promise.resolve(),
  of: (_client, key) => notRegistered(key),
};
