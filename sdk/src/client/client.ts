import { checkOptions } from '@mcp-gen/runtime/options';
import {
  ConnectionClosedError,
  ErrorCode,
  JsonRpcError,
  type ErrorListener,
  type PeerInfo,
  type RequestOptions,
} from '@mcp-gen/runtime';
import { pages } from '@mcp-gen/runtime/client';
import type {
  CallToolResult,
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  ListResourceTemplatesResult,
  LoggingLevel,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  Tool,
} from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { sanitize, sanitizeText, type Readable } from '../guard/index.js';
import type { InferOutput } from '../schema/index.js';
import {
  LIST_OPTIONS,
  requestOptions,
  REQUIRED_URLS_OPTIONS,
  type ListOptions,
  type RequiredUrlsOptions,
} from './callOptions.js';
import type { Completion, KnownArguments } from './completer.js';
import type { Connection } from './connection.js';
import type { UnifiedSession } from './unifiedSession.js';
import type { ResponseCache } from './responseCache.js';
import { sanitizeItems, sanitizePeer } from './peerSession.js';
import type { Elicitation } from './elicitation.js';
import type {
  ExtensionOptions,
  ResultSchema,
  SchemaRequestOptions,
  TableParams,
  TableRequestOptions,
  TableResult,
} from './extensions.js';
import type { ExtensionKey, ExtensionTypes } from '../extension/key.js';
import type { ExtensionInClient } from './extensionPeer.js';
import type { KnownTools } from './knownTools.js';
import { timeLeft, waitWithin } from './waitWithin.js';
import { inTurns, Listing } from './listing.js';
import { listed, type ListedTool } from './listedTool.js';
import type { ClientMethod, ClientRequestParams } from './clientMethods.js';
import { MIRRORING, type ToolCall } from './toolHeaders.js';
import type { ClientMiddleware, MiddlewareStack } from './clientMiddleware.js';
import type { ExtensionAccess, ExtensionsOfClient } from './noClientExtensions.js';
import type { NotificationListeners } from './notificationListeners.js';
import type { ServerNotificationMethod } from '../registry.js';
import type { RootInput, Roots } from './roots.js';
import type { Subscription } from './subscription.js';
import type { Subscriptions } from './clientSubscriptions.js';
import { ToolResult } from './toolResult.js';
import type { UnifiedNotifications, UnifiedRequests } from '../unified.js';

/** Methods that return a list in pages. */
type ListMethod = keyof typeof KINDS;

const KINDS = {
  [Method.toolsList]: 'tool',
  [Method.resourcesList]: 'resource',
  [Method.resourcesTemplatesList]: 'template',
  [Method.promptsList]: 'prompt',
} as const satisfies { readonly [method: string]: Readable };

/** The dependencies of a client, created by `connect`. */
export interface ClientParts {
  readonly connection: Connection;
  readonly middleware: MiddlewareStack;
  readonly tools: KnownTools;
  readonly cache: ResponseCache | undefined;
  readonly subscriptions: Subscriptions;
  readonly listeners: NotificationListeners;
  readonly roots: Roots | undefined;
  readonly elicitation: Elicitation | undefined;
  readonly trusted: boolean;
  readonly report: ErrorListener;
  /** The current log level, applied to each new session. */
  readonly settings: { level: LoggingLevel | undefined };
  readonly extensions: ExtensionsOfClient;
}

/**
 * A connection to a server, created by {@link connect}.
 *
 * Every method rejects with
 * - `TypeError` if an option is unknown;
 * - {@link JsonRpcError} if the server answers with an error, or has not declared the capability that the method needs;
 * - {@link NotExpressibleError} if the request cannot be expressed in the negotiated revision, or the revision does not have the method;
 * - {@link InvalidMessageError} if the params or the result are invalid;
 * - {@link RequestTimeoutError} if no response arrives in time, and the signal's reason if it aborts;
 * - {@link ConnectionClosedError} if the connection is lost, with the reason;
 * - `HttpStatusError` if a server over HTTP answers with an error status.
 */
export class Client implements AsyncDisposable {
  readonly #connection: Connection;
  readonly #parts: ClientParts;

  /** @internal */
  static listenersOf(client: Client): NotificationListeners {
    return client.#parts.listeners;
  }

  /** @internal */
  static setUpExtensions(client: Client): void {
    client.#parts.extensions.setUp(client, client.#access);
  }

  /** @internal */
  constructor(parts: ClientParts) {
    this.#connection = parts.connection;
    this.#parts = parts;
  }

  /** The negotiated revision. */
  get revision(): string {
    return this.#connection.latest.session.revision;
  }

  /** The server, as it introduced itself, and the capabilities it has declared. */
  get server(): PeerInfo {
    return sanitizePeer(this.#connection.latest.session.peer);
  }

  /** The server's own instructions for using it. They are untrusted input: tell a model so. */
  get instructions(): string | undefined {
    const { instructions } = this.#connection.latest.session;
    return instructions === undefined ? undefined : sanitizeText(instructions);
  }

  /** Resolves when the connection is over for good, with the reason. Never rejects. */
  get closed(): Promise<ConnectionClosedError> {
    return this.#connection.closed;
  }

  /**
   * Calls a tool (specification: Tools). A tool that fails also returns a result, with `isError`; the promise rejects if there is no
   * result. Structured content is checked against the tool's `outputSchema`. If the tool has not been listed since the tools last changed,
   * the list is read first, within the remaining time.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-gen/sdk/client';
   *
   * await using client = await connect('npx -y @modelcontextprotocol/server-everything');
   * const onProgress = ({ progress, total }: { progress: number; total?: number }) => console.error(progress, total);
   * const { text, isError } = await client.callTool('forecast', { city: 'Oslo' }, { onProgress, timeout: 10_000 });
   * console.log(isError ? `It failed: ${text}` : text);
   * ```
   * @param args its arguments, which must match its `inputSchema`. Default: none
   *
   * @throws {InvalidMessageError} also if the structured content does not match the tool's `outputSchema`.
   */
  async callTool(
    name: string,
    args?: { readonly [name: string]: unknown },
    options?: RequestOptions,
  ): Promise<ToolResult> {
    const started = performance.now();
    const result = (await this.#call(
      args === undefined ? { name } : { name, arguments: args },
      options,
    )) as CallToolResult;
    const checked = this.#parts.tools.check(name, result, this.revision, timeLeft(options, started));
    if (checked !== undefined) await checked;
    return new ToolResult(result);
  }

  #call(call: ToolCall, options: RequestOptions | undefined): Promise<unknown> {
    const current = this.#current(Method.toolsCall, options);
    return current instanceof Promise
      ? current.then(({ mirrorsParams }) => this.#callOver(mirrorsParams, call, options))
      : this.#callOver(current.mirrorsParams, call, options);
  }

  #callOver(mirrorsParams: boolean, call: ToolCall, options: RequestOptions | undefined): Promise<unknown> {
    if (MIRRORING === undefined || !mirrorsParams) return this.#ask(Method.toolsCall, call, options);
    const { tools, cache } = this.#parts;
    const send = (sent: ToolCall, given: RequestOptions): Promise<unknown> => this.#ask(Method.toolsCall, sent, given);
    const relist = (given: RequestOptions): Promise<unknown> => {
      cache?.dropPages(Method.toolsList);
      return this.tools(given).all();
    };
    return MIRRORING.call(call, options, { tools, send, relist });
  }

  /** Lists the tools of the server (specification: Tools). */
  tools(options: ListOptions = {}): Listing<ListedTool> {
    const { tools: known, trusted, report } = this.#parts;
    const begin = ({ session, mirrorsParams }: UnifiedSession): TakeItems<ListedTool> => {
      const learn = known.reading(session.revision);
      return (tools) => {
        const usable = mirrorsParams ? tools.filter((tool) => MIRRORING?.isValid(tool, report) === true) : tools;
        learn(usable);
        return usable.map((tool) => listed(tool, trusted));
      };
    };
    return this.#list(Method.toolsList, options, ({ tools }) => tools, begin);
  }

  /**
   * Returns whether extensions let a model have a tool of the server. `toolsFor` and hosts leave out the others, which applications may still call: MCP Apps
   * has tools that only views call.
   */
  offersTool(tool: Tool): boolean {
    return this.#parts.extensions.offersTool(tool);
  }

  /** Lists the resources of the server that have a fixed URI (specification: Resources). */
  resources(options: ListOptions = {}): Listing<Resource> {
    return this.#list(Method.resourcesList, options, ({ resources }) => resources);
  }

  /**
   * Lists the resource templates of the server, whose URIs have variables (specification: Resources, Resource Templates). The list of a
   * server that has resources, and does not know the method, is empty.
   */
  resourceTemplates(options: ListOptions = {}): Listing<ResourceTemplate> {
    const items = ({ resourceTemplates }: ListResourceTemplatesResult): readonly ResourceTemplate[] =>
      resourceTemplates;
    return this.#list(Method.resourcesTemplatesList, options, items, undefined, isWithoutTemplates);
  }

  /** Lists the prompts of the server (specification: Prompts). */
  prompts(options: ListOptions = {}): Listing<Prompt> {
    return this.#list(Method.promptsList, options, ({ prompts }) => prompts);
  }

  /** Reads a resource. */
  async readResource(uri: string, options?: RequestOptions): Promise<ReadResourceResult> {
    return (await this.#ask(Method.resourcesRead, { uri }, options)) as ReadResourceResult;
  }

  /** Gets a prompt with its arguments filled in. */
  async getPrompt(
    name: string,
    args?: { readonly [name: string]: string },
    options?: RequestOptions,
  ): Promise<GetPromptResult> {
    // Many servers expect the object, though the specification allows it to be absent.
    return (await this.#ask(Method.promptsGet, { name, arguments: args ?? {} }, options)) as GetPromptResult;
  }

  /**
   * Requests suggestions for an argument that is being typed (specification: Completion). {@link createCompleter} debounces the requests.
   *
   * @param ref the prompt or the template that the argument belongs to
   * @param argument its name
   * @param value what has been typed so far; may be empty
   * @param known the other arguments that already have a value. Default: none
   */
  async complete(
    ref: CompleteRequestParams['ref'],
    argument: string,
    value: string,
    known: KnownArguments = {},
    options?: RequestOptions,
  ): Promise<Completion> {
    const context = Object.keys(known).length === 0 ? {} : { context: { arguments: known } };
    const params = { ref, argument: { name: argument, value }, ...context };
    const { completion } = (await this.#ask(Method.completionComplete, params, options)) as CompleteResult;
    // A suggestion is sent back unchanged, so those with invisible characters are dropped.
    return { ...completion, values: completion.values.filter((value) => sanitize(value) === value) };
  }

  /** Subscribes to the updates of a resource (specification: Resources, Subscriptions). */
  subscribe(uri: string): Subscription {
    return this.#parts.subscriptions.open(uri);
  }

  /**
   * Sets the minimum level of the log messages that the server sends (specification: Logging).
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers write logs to stderr, or they use OpenTelemetry.
   */
  async setLogLevel(level: LoggingLevel, options?: RequestOptions): Promise<void> {
    const { isStateless } = await this.#current(Method.loggingSetLevel, options);
    if (isStateless) {
      // In this era, each request carries the level, also to servers that have not declared logging: some send messages nevertheless.
      if (options !== undefined) requestOptions(Method.loggingSetLevel, options);
    } else await this.#ask(Method.loggingSetLevel, { level }, options);
    this.#parts.settings.level = level;
  }

  /** Checks that the server still responds (specification: Ping; from 2026-07-28 on by `server/discover`). */
  async ping(options?: RequestOptions): Promise<void> {
    const { isStateless } = await this.#current(Method.ping, options);
    await this.#ask(isStateless ? Method.serverDiscover : Method.ping, isStateless ? {} : undefined, options);
  }

  /**
   * Replaces the roots that the server can request (specification: Roots), and notifies it.
   *
   * @deprecated From revision 2026-07-28 on, and supported: servers take paths as arguments of tools or as URIs of resources.
   * @throws {TypeError} if one is neither a path nor a `file:` URL, or the client was created without the option `roots`.
   */
  setRoots(roots: readonly RootInput[]): void {
    if (this.#parts.roots === undefined) {
      throw new TypeError(
        'The client has not declared roots: set the option roots of connect, to an empty array if there are none yet',
      );
    }
    this.#parts.roots.replace(roots);
  }

  /**
   * Asks the user, through `elicitation.url`, to visit the pages that the server requires before it can answer a request. The pages are
   * those of the error that the request was rejected with (specification: URL Elicitation Required Error). Waits until the user has
   * completed the visits.
   *
   * @example
   * ```ts
   * import type { Client, ToolResult } from '@mcp-gen/sdk/client';
   *
   * export async function pay(client: Client): Promise<ToolResult> {
   *   try {
   *     return await client.callTool('pay');
   *   } catch (error) {
   *     if (await client.elicitRequiredUrls(error)) return client.callTool('pay');
   *     throw error;
   *   }
   * }
   * ```
   * @returns whether to retry the request: false for any other error, and if the user declines. Rejects with the signal's reason.
   */
  async elicitRequiredUrls(error: unknown, options: RequiredUrlsOptions = {}): Promise<boolean> {
    checkOptions('elicitRequiredUrls', options, REQUIRED_URLS_OPTIONS);
    const { done, signal = new AbortController().signal } = options;
    const { elicitation } = this.#parts;
    if (elicitation === undefined) return false;
    return elicitation.elicitRequired(error, { server: this.server, revision: this.revision, signal }, done);
  }

  /** Sends any request of the protocol, in the unified types: `request('tools/list', {})`. */
  async request<Method extends ClientMethod>(
    method: Method,
    params: ClientRequestParams<UnifiedRequests[Method]['params']>,
    options?: RequestOptions,
  ): Promise<UnifiedRequests[Method]['result']>;
  /**
   * Sends a request of an extension, whose result is checked and typed by a schema. Params and result are not converted to or from the
   * unified types.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-gen/sdk/client';
   *
   * const client = await connect('node server.js', { capabilities: { extensions: { 'com.example/search': {} } } });
   * const result = { type: 'object', properties: { hits: { type: 'integer' } }, required: ['hits'] } as const;
   * const { hits } = await client.request('com.example/search', { query: 'weather' }, { result });
   * console.log(hits + 1);
   * ```
   * @throws {InvalidMessageError} if the result does not match the schema.
   */
  async request<const Result extends ResultSchema>(
    method: string,
    params: object | undefined,
    options: SchemaRequestOptions<Result>,
  ): Promise<InferOutput<Result>>;
  /**
   * Sends a request of an extension that a generated table describes: `server` of `dispatch.ts`, as `mcp-gen generate --extension`
   * writes it. The server must have declared the capability that the table names.
   *
   * @throws {InvalidMessageError} if the params or the result are not valid.
   */
  async request<Requests, Notifications, Method extends keyof Requests & string>(
    method: Method,
    params: TableParams<Requests, Method>,
    options: TableRequestOptions<Requests, Notifications>,
  ): Promise<TableResult<Requests, Method>>;
  async request(method: string, params: unknown, options?: ExtensionOptions): Promise<unknown> {
    if (options?.result === undefined && options?.table === undefined) {
      if (method === Method.toolsCall) return this.#call(params as ToolCall, options);
      return this.#ask(method as ClientMethod, params, options);
    }
    // Loaded on demand: most clients send requests of the protocol only.
    const { EXTENSION_OPTIONS, extensionOf } = await import('./extensions.js');
    const { result, table, ...rest } = requestOptions(method, options, EXTENSION_OPTIONS);
    const extension = await extensionOf(method, { result, table });
    const unifiedSession = await this.#current(method, rest);
    return unifiedSession.requestExtension(method, params, rest, extension);
  }

  /**
   * Returns what an extension adds to this client: the value that its `setup` has returned, otherwise the server, to send it the messages of
   * the extension. Undefined if the server has not declared the extension, or it is inactive in the revision.
   *
   * @throws {TypeError} if the client was connected without the extension.
   */
  extension<Types extends ExtensionTypes>(key: ExtensionKey<Types>): ExtensionInClient<Types> | undefined {
    return this.#parts.extensions.valueOf(key, this, this.#access) as ExtensionInClient<Types> | undefined;
  }

  /** The identifiers of the extensions of the client, in the order of registration. */
  get extensions(): readonly string[] {
    return this.#parts.extensions.ids;
  }

  /**
   * Sends any notification of the protocol, in the unified types: `notify('notifications/roots/list_changed', {})`. Resolves when the
   * transport has accepted it.
   */
  async notify<Method extends keyof UnifiedNotifications>(
    method: Method,
    params: UnifiedNotifications[Method]['params'],
  ): Promise<void> {
    const unifiedSession = await this.#connection.current;
    await unifiedSession.notify(method, params);
  }

  /**
   * Adds a listener for any notification of the protocol that the server sends, in the unified types: also for those that this package has
   * no interface of its own for. The params are untrusted. More than 100 calls a second over time, and 1,000 at once, are dropped and
   * reported to `onError`, and so are errors of the listener.
   *
   * A server without sessions announces changes of lists on request only. The first listener for such a change requests it, and when the last
   * one has been removed, the request ends.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-gen/sdk/client';
   *
   * const client = await connect('npx -y @modelcontextprotocol/server-everything');
   * client.onNotification('notifications/resources/updated', ({ uri }) => console.log(`${uri} has changed`));
   * ```
   * @returns a function that removes the listener
   * @throws {TypeError} if servers do not send such a notification, or the listener is not a function.
   * @throws {ConnectionClosedError} if the client is closed.
   */
  onNotification<Method extends ServerNotificationMethod>(
    method: Method,
    listener: (params: UnifiedNotifications[Method]['params']) => void | Promise<void>,
  ): () => void {
    const { isClosed } = this.#connection;
    if (isClosed) throw new ConnectionClosedError('closed', `The client is closed and receives no ${method}`);
    return this.#parts.listeners.add(method, listener);
  }

  /**
   * Adds middleware around every request and notification, sent or received; see {@link ClientMiddleware}. The first one added is
   * outermost, inside that of the option `middleware`.
   *
   * @throws {TypeError} if it is not a function.
   */
  use(middleware: ClientMiddleware): this {
    this.#parts.middleware.add(middleware);
    return this;
  }

  /** Closes the connection, and terminates the server process if `connect` started it. */
  async close(): Promise<void> {
    await this.#connection.close();
  }

  /** Like {@link Client.close}, for `await using client = await connect(...)`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** What extensions use of this client. */
  get #access(): ExtensionAccess {
    const { extensions, tools } = this.#parts;
    return {
      request: async (method, params, given, entry) => {
        const options = given === undefined ? {} : requestOptions(method, given);
        const unifiedSession = await this.#current(method, options);
        return unifiedSession.requestExtension(method, params, options, { entry, read: (result) => result });
      },
      notify: async (method, params) => {
        const unifiedSession = await this.#connection.current;
        await unifiedSession.notify(method as keyof UnifiedNotifications, params);
      },
      listen: async (filter, options) => extensions.streams.listen(await this.#connection.current, filter, options),
      answer: async (questions, signal) => {
        const { session } = await this.#connection.current;
        return (await session.answer?.(questions, signal)) ?? {};
      },
      read: async (method, result) => (await this.#connection.current).read(method, result),
      tool: async (name, options) => tools.find(name, timeLeft(options, performance.now())),
      toolResult: async (name, result, options) => {
        await tools.check(name, result, this.revision, timeLeft(options, performance.now()));
        return new ToolResult(result);
      },
    };
  }

  /** Returns the session for a request. While it is being opened again, the signal and the timeouts of the request apply to that, too. */
  #current(method: string, options: RequestOptions | undefined): UnifiedSession | Promise<UnifiedSession> {
    const { current } = this.#connection;
    return current instanceof Promise ? waitWithin(current, timeLeft(options, performance.now()), method) : current;
  }

  #ask(method: keyof UnifiedRequests, params: unknown, options?: RequestOptions): Promise<unknown> {
    const checked = options && requestOptions(method, options);
    const current = this.#current(method, options);
    return current instanceof Promise
      ? current.then((unifiedSession) => unifiedSession.request(method, params, checked))
      : current.request(method, params, checked);
  }

  /**
   * Cursors belong to a session, so all pages of a list are read in one session.
   *
   * @param begin called before each page is requested. Returns what takes its items. Default: all are taken as they are
   * @param isEmpty returns whether an error of the server means that the list is empty. Default: none does
   */
  #list<Method extends ListMethod, Item extends { readonly name: string }>(
    method: Method,
    given: ListOptions,
    itemsOf: (result: UnifiedRequests[Method]['result']) => readonly Item[],
    begin: (unifiedSession: UnifiedSession) => TakeItems<Item> = () => (items) => items,
    isEmpty: (error: unknown, unifiedSession: UnifiedSession) => boolean = () => false,
  ): Listing<Item> {
    const { limit, itemLimit, sizeLimit, listTimeout, ...options } = requestOptions(method, given, LIST_OPTIONS);
    const connection = this.#connection;
    const { report } = this.#parts;
    return new Listing(async function* () {
      const unifiedSession = await connection.current;
      let take!: TakeItems<Item>;
      const read = (params: object): Promise<UnifiedRequests[Method]['result']> => {
        take = begin(unifiedSession);
        return unifiedSession.request(method, params, options) as Promise<UnifiedRequests[Method]['result']>;
      };
      try {
        for await (const page of pages(read, {}, { limit, itemLimit, sizeLimit, listTimeout })) {
          const items: Item[] = [];
          for await (const part of inTurns(itemsOf(page)))
            items.push(...sanitizeItems(KINDS[method], take(part), report));
          yield items;
        }
      } catch (error) {
        if (!isEmpty(error, unifiedSession)) throw error;
      }
    });
  }
}

/** Servers with resources need not have templates, and no capability says whether they do. */
function isWithoutTemplates(error: unknown, { session }: UnifiedSession): boolean {
  const isUnknown = error instanceof JsonRpcError && error.code === ErrorCode.MethodNotFound;
  return isUnknown && session.peer.capabilities['resources'] !== undefined;
}

/** Returns the usable items of a part of a page. */
type TakeItems<Item> = (part: readonly Item[]) => readonly Item[];
