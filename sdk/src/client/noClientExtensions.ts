/** What a client uses of its extensions, and what stands for them in a client without extensions. */

import type { Tool } from '@mcp-gen/protocol/author';
import type { Capabilities, Handler, PeerInfo, RequestEntry, RequestOptions, Revision } from '@mcp-gen/runtime';
import type { Guard } from '@mcp-gen/runtime/codegen/v1';
import type { ExtensionKey } from '../extension/key.js';
import type { ClientMiddleware, MiddlewareStack } from './clientMiddleware.js';
import type { ExtensionPeer } from './extensionPeer.js';
import type { ExtensionStreams } from './extensionStreams.js';
import type { CombinedSettings, LaunchSettings } from './launchSettings.js';
import type { ProtocolAnswers } from './protocolAnswers.js';
import { combineWrappers, type FetchWrapper } from './wrappedFetch.js';

/** What extensions know of a client. */
export interface ExtendedClient {
  readonly revision: string;
  readonly server: PeerInfo;
}

/** What extensions use of a client. */
export interface ExtensionAccess extends Omit<
  ExtensionPeer<never, never>,
  'settings' | 'request' | 'notify' | 'onNotification'
> {
  readonly request: (
    method: string,
    params: unknown,
    options: RequestOptions | undefined,
    entry: RequestEntry,
  ) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => Promise<void>;
}

/** The extensions of one client: their messages, hooks, and values. */
export interface ExtensionsOfClient {
  /** Their streams of notifications. */
  readonly streams: Pick<ExtensionStreams, keyof ExtensionStreams>;
  /** The identifiers, in the order of registration. */
  readonly ids: readonly string[];
  /** Adds the messages of the extensions to a revision. */
  extend(revision: Revision): Revision;
  /**
   * Returns middleware in its order, outermost first.
   *
   * @param given functions, and definitions of extensions, which stand for their middleware
   * @throws {TypeError} if an extension is not registered, or is named twice.
   */
  ordered(given: readonly (ClientMiddleware | ExtensionKey)[]): readonly ClientMiddleware[];
  /**
   * Returns what wraps the HTTP requests to a server; undefined if nothing does.
   *
   * @param given functions, and definitions of extensions, which stand for their wrappers
   * @throws {TypeError} if an extension is not registered, or is named twice.
   */
  wrapFetch(given: readonly (FetchWrapper | ExtensionKey)[]): FetchWrapper | undefined;
  /**
   * Returns the environment variables and arguments of the program of a server.
   *
   * @param env the variables that the application sets
   * @throws {TypeError} if a variable has different values.
   */
  launch(env: LaunchSettings['env']): CombinedSettings;
  /**
   * Checks what extensions need of the client itself.
   *
   * @throws {TypeError} if a client does not declare it.
   */
  checkCapabilities(declares: (path: string) => boolean): void;
  /**
   * Asks extensions what they add to how the client answers requests of the protocol.
   *
   * @param answered the methods that options of the client answer
   * @throws {TypeError} if two answer a request, or servers do not send it.
   */
  addTo(answered: ReadonlySet<string>): void;
  /** Wraps the answers of requests of the protocol; undefined if no extension does. */
  readonly wrap: ProtocolAnswers['answer'];
  /** Returns whether models are offered a tool. */
  offersTool(tool: Tool): boolean;
  /** Returns the capabilities to declare in a revision. */
  capabilities(revision: string): Capabilities;
  /** Returns results that extensions add to requests in a revision, by method; undefined if there are none. */
  otherResults(revision: string): { readonly [method: string]: Guard } | undefined;
  /** Returns the handlers of all messages, for the runtime. */
  handlers(middleware: MiddlewareStack): { readonly [name: string]: Handler };
  /** Calls the setup of each extension that the server has declared. */
  setUp(client: ExtendedClient, access: ExtensionAccess): void;
  /**
   * Returns the value of an extension; undefined if the server has not declared it, or it is inactive in the revision.
   *
   * @throws {TypeError} if the extension is not registered.
   */
  valueOf(key: ExtensionKey, client: ExtendedClient, access: ExtensionAccess): unknown;
  /** Called when the connection is over. */
  close(): void;
}

/** @throws {TypeError} always: the extension is not registered. */
export function notConnected({ id }: ExtensionKey): never {
  throw new TypeError(`The extension ${id} is not registered: connect(target, { extensions: [...] })`);
}

const nothing = (): undefined => undefined;

/** Stands for the extensions of a client to which none was given. What extensions need is not loaded. */
export const NO_CLIENT_EXTENSIONS: ExtensionsOfClient = {
  streams: { listen: () => Promise.resolve(), acknowledged: () => false },
  ids: [],
  extend: (revision) => revision,
  ordered: (given) => given as readonly ClientMiddleware[],
  wrapFetch: (given) => combineWrappers(given as readonly FetchWrapper[]),
  launch: (env = {}) => ({ env, args: [] }),
  checkCapabilities: nothing,
  addTo: nothing,
  wrap: undefined,
  offersTool: () => true,
  capabilities: () => ({}),
  otherResults: nothing,
  handlers: () => ({}),
  setUp: nothing,
  valueOf: notConnected,
  close: nothing,
};
