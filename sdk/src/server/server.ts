import { checkOptions, describe } from '@mcp-gen/runtime/options';
import {
  declares,
  defineServer,
  safeListener,
  serveDefined,
  type Capabilities,
  type Definition,
  type ErrorListener,
  type Handler,
  type InvalidCapabilityHandler,
  type Revision,
  type RunningServer,
  type DefinitionOptions as RuntimeOptions,
  type RestoredSession,
  type SessionHandle,
} from '@mcp-gen/runtime';
import type { MirroredParams } from '@mcp-gen/runtime/http/server';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { AuthorNotifications, Implementation } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { redact } from '../guard/index.js';
import { errorListener } from '../logger.js';
import { observerOf, type Observer } from '../metrics/observer.js';
import { lossListener, lostOwnCapabilities } from '../losses.js';
import {
  isProtocolMethod,
  NOTIFICATIONS,
  REQUESTS,
  sentBy,
  type AnnouncedNotification,
  type ClientNotificationMethod,
  type ClientRequestMethod,
  type ListRequest,
} from '../registry.js';
import { revisionIds, Revisions } from '../revisions.js';
import type { RegisteredExtension } from '../extension/declaration.js';
import { engineOf } from '../extension/engineOf.js';
import type { ExtensionKey, ExtensionTypes } from '../extension/key.js';
import type { Schema } from '../schema/index.js';
import { paramAt } from '../schema/paramHeaders.js';
import { withObjectResults } from '../conversions/objectResults.js';
import { encodeIllegal, parseUri } from '../uri/index.js';
import { merged } from './capabilities.js';
import { attempt, ConnectedClient } from './connectedClient.js';
import { callerOf, Context, clientStateOf, requestOf, sendThrough, type ContextOptions } from './context.js';
import { toProtocolError } from './errorCodes.js';
import { ToolError } from './errors.js';
import {
  CustomMethods,
  type MethodHandler,
  type MethodOptions,
  type RequestTable,
  type TableHandlers,
} from './customMethods.js';
import { Failures } from './failures.js';
import { Limits } from './limits.js';
import type { Answer, Middleware } from './middleware.js';
import { Offers } from './offers.js';
import {
  checkedInfo,
  servedWith,
  SERVE_OPTIONS,
  SERVER_LIMITS,
  SERVER_OPTIONS,
  type ServeOptions,
  type ServerOptions,
} from './serverOptions.js';
import { Output } from './output.js';
import type { PromptArguments, PromptHandler, PromptOptions, PromptRegistration } from './prompts.js';
import type { ResourceContent, ResourceOptions } from './resourceEntry.js';
import type { ResourceRegistration, ResourceTemplateRegistration } from './resources.js';
import {
  callAll,
  type Handle,
  type ProtocolMethodHandler,
  type ProtocolMethodOptions,
  type ProtocolNotificationHandler,
  type ProtocolNotificationOptions,
} from './protocolMethods.js';
import { Responder } from './responder.js';
import { Clients } from './clients.js';
import { NO_EXTENSIONS, type ExtensionsOfServer, type ServerExtensionsOptions } from './noExtensions.js';
import type { ResourceTemplateHandler, ResourceTemplateOptions } from './templates.js';
import { TOOL_OPTIONS, type ToolHandler, type ToolOptions, type ToolRegistration, type Unwrapped } from './tools.js';

/** A server in the form that the runtime serves. */
export interface ServerDefinition {
  /** Handlers of the requests of all revisions, by handler name. */
  readonly handlers: object;
  /** Options for the runtime. */
  readonly options: RuntimeOptions;
  /** The parameters that HTTP headers mirror. */
  readonly mirroredParams: MirroredParams;
  /** The extensions of the server. */
  readonly extensions: readonly RegisteredExtension[];
  /** Registers one more way of serving the server. */
  readonly served: () => Serving;
}

/** One way of serving a server, which ends once. */
interface Serving {
  /** Called when it is over. Resolves when the extensions have ended, if it was the last one. */
  readonly close: () => Promise<void>;
  /** Called when it could not begin. Extensions do not end: the server may be served in another way. */
  readonly fail: () => void;
}

/** Returns a server in the form that the runtime serves. Internal to this package, which serves over several transports. */
export let serverDefinitionOf: (server: Server) => ServerDefinition;

/**
 * A server for any number of clients of any revision. All clients share its tools, resources, and prompts.
 *
 * @example
 * ```ts
 * import { Server } from '@mcp-gen/sdk';
 * import { z } from 'zod';
 *
 * const server = new Server({ name: 'weather', version: '1.0.0' });
 * server.tool('forecast', { input: z.object({ city: z.string() }) }, ({ city }) => `Sunny in ${city}`);
 * server.serve();
 * ```
 */
export class Server {
  /** The name, version, and other info that the server sends to clients. */
  readonly info: Implementation;
  readonly #options: ServerOptions;
  readonly #revisions: Revisions;
  readonly #clients: Clients;
  readonly #report: ErrorListener;
  readonly #contextOptions: ContextOptions;
  readonly #offers: Offers;
  readonly #methods = new CustomMethods();
  readonly #responder: Responder;
  readonly #extensions: ExtensionsOfServer;
  /** The clients with an open session, if there are extensions. */
  readonly #connected = new Set<ConnectedClient>();
  readonly #observers: Observer[] = [];
  readonly #invalidCapability: InvalidCapabilityHandler;
  #definition: Definition | undefined;
  /** The number of active ways of serving: extensions end when the last of them is closed. */
  #activeCount = 0;

  static {
    serverDefinitionOf = (server: unknown) => {
      if (typeof server === 'object' && server !== null && #options in server) return server.#describe();
      throw new TypeError(
        `Expected a Server of @mcp-gen/sdk, got ${describe(server)}. If it is a Server, the package is installed more than once`,
      );
    };
  }

  /**
   * @param info at least name and version
   * @throws {TypeError} if the server has no name or version, or an option is invalid.
   * @throws {RangeError} if a number is out of range.
   */
  constructor(info: Implementation, options: ServerOptions = {}) {
    checkOptions('the server', options, SERVER_OPTIONS);
    this.info = checkedInfo(info);
    this.#options = options;
    this.#report = safeListener(errorListener(options.onError, options.logger));
    const onLoss = lossListener(options.onLoss, options.logger);
    const { extensions = [], middleware = [] } = options;
    const engine = engineOf(extensions, middleware, 'the server');
    const access: ServerExtensionsOptions = {
      revisions: revisionIds(options.revisions),
      report: this.#report,
      clients: () => this.#connected,
      server: {
        onLoss: (...given) => onLoss(...given),
        toolCall: (name, args) => this.#offers.tools.callOf(name, args),
        contextOf: (request, { from, task } = {}) => {
          const clientState = from === undefined ? this.#clients.of(request) : clientStateOf(from);
          return new Context(request, clientState, this.#contextOptions, task);
        },
        load: (revision) => this.#revisions.load(revision),
        revision: (id) => this.#revisions.loaded(id),
        callerOf,
        requestOf,
        through: sendThrough,
      },
      clientStateOf,
      toolError: (error, context) => (error instanceof ToolError ? toProtocolError(error, context) : undefined),
      notify: (client, method, params) => ConnectedClient.notifyUnconverted(client, method, params),
    };
    this.#extensions = engine?.server(extensions, access) ?? NO_EXTENSIONS;
    this.#revisions = new Revisions(options.revisions, (revision) =>
      this.#extensions.extend(withObjectResults(revision)),
    );
    this.#invalidCapability = lostOwnCapabilities('server', options, this.#report);
    const limits = new Limits(options.rateLimits, this.#report);
    const { redact: given = redact } = options;
    const redactor = given === false ? (data: unknown) => data : given;
    this.#contextOptions = {
      report: this.#report,
      redact: redactor,
      limits,
      through: undefined,
      extensions: this.#extensions,
    };
    this.#clients = new Clients({
      converter: (revision) => this.#revisions.converter(revision),
      logLevel: options.logLevel ?? 'info',
      report: this.#report,
      onLoss,
      onDeprecated: options.onDeprecated,
      changes: options.changes,
      declares: (method) => this.#offers.declares(method),
      isRefused: (href, context) => this.#offers.resources.isRefused(href, context),
      context: this.#contextOptions,
    });
    this.#offers = new Offers({
      limits,
      output: new Output(options.output),
      failures: new Failures(options.errors ?? 'hide', this.#report),
      pageSize: options.pageSize ?? SERVER_OPTIONS.pageSize.default,
      listLimit: options.limits?.listLimit ?? SERVER_LIMITS.listLimit.default,
      features: options.features ?? [],
      announce: (method, params) => this.#clients.announce(method, params),
      declared: options.capabilities,
      listen: (listener) => this.#clients.listen(listener),
      report: this.#report,
      onLoss,
      cache: options.cache ?? {},
      extensionTools: this.#extensions.tools(TOOL_OPTIONS),
      listenHooks: this.#extensions.listenHooks,
    });
    const { handlers } = this.#offers;
    const { others } = this.#offers;
    const answer: Answer = (request) => {
      const { method, params, context } = request;
      const handle = handlers[method as ClientRequestMethod];
      if (handle !== undefined) return handle(params as never, context);
      // An extension may have a method that another revision has as a part of the protocol.
      const answered = this.#extensions.answer(request);
      if (answered !== undefined) return answered;
      return others.has(method) ? others.answer(method, params, context) : this.#methods.answer(request);
    };
    const cacheable = (method: string, result: object): object => this.#offers.cacheable(method, result);
    this.#responder = new Responder(this.#clients, this.#contextOptions, answer, cacheable);
    for (const each of this.#extensions.ordered(middleware)) this.use(each);
    this.#extensions.setUp(this);
  }

  /**
   * Registers a tool (specification: Tools). The handler returns a string, content blocks, or any other JSON value as structured content.
   * It throws a {@link ToolError} to report a failure to the model. For any other error the model receives a generic message, and `onError`
   * a {@link HandlerError}. Arguments that do not match `input` do not reach the handler: up to 2025-06-18 they are the error -32602, from
   * 2025-11-25 on a result with `isError` that the model can correct.
   *
   * @example
   * ```ts
   * import { Server, ToolError } from '@mcp-gen/sdk';
   *
   * const server = new Server({ name: 'weather', version: '1.0.0' });
   * const input = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
   * server.tool('forecast', { description: 'The weather of tomorrow', input }, async ({ city }, { progress, signal }) => {
   *   progress(1, 2, 'Asking the weather service');
   *   const answer = await fetch(`https://weather.example/${encodeURIComponent(city)}`, { signal });
   *   if (answer.status === 404) throw new ToolError(`Unknown city ${city}`);
   *   return answer.text();
   * });
   * ```
   * @param name not empty, and unique among the tools. Names of other than 1 to 128 ASCII letters, digits, and the characters `_`, `.`, and `-`
   *   may be refused by clients and models: the first one is reported to `onError`.
   * @throws {TypeError} if the name is invalid or taken, an option is invalid, or the server was started without tools.
   * @throws {SchemaError} if a schema is invalid. The message names the place.
   */
  tool<const Input extends Schema | undefined = undefined, const Output extends Schema | undefined = undefined>(
    name: string,
    options: ToolOptions<Input, Output> & Unwrapped<Input>,
    handler: ToolHandler<Input, Output>,
  ): ToolRegistration<Input, Output> {
    this.#offers.check('tools');
    return this.#offers.tools.add(name, options, handler);
  }

  /**
   * Registers a resource (specification: Resources): its content, or a function that reads it. The function throws a {@link NotFoundError}
   * if the resource no longer exists.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   *
   * const server = new Server({ name: 'clock', version: '1.0.0' });
   * server.resource('clock://now', { mimeType: 'text/plain' }, () => new Date().toISOString());
   * setInterval(() => server.resourceUpdated('clock://now'), 1_000);
   * ```
   * @param uri characters that a URI must not have are encoded, as in links to it
   * @throws {UriError} if the URI is invalid. The message names the place.
   * @throws {TypeError} if it has variables, is already registered, or the server was started without resources.
   */
  resource(uri: string, options: ResourceOptions, content: ResourceContent): ResourceRegistration {
    this.#offers.check('resources');
    return this.#offers.resources.add(uri, options, content);
  }

  /**
   * Registers a template for resources (RFC 6570; specification: Resources, Resource Templates): `users://{id}`. The handler returns
   * `undefined` for a resource that does not exist. If several templates match a URI, the most specific one is used: the one with more
   * literal text, then with fewer variables, then the one that was registered first. The option `list` lists its resources, page by page.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   *
   * const users = new Map([['ada', { born: 1815 }]]);
   * const server = new Server({ name: 'users', version: '1.0.0' });
   * server.resourceTemplate('users://{id}', { mimeType: 'application/json', complete: { id: [...users.keys()] } }, ({ id }) => {
   *   const user = users.get(id);
   *   return user && JSON.stringify(user);
   * });
   * ```
   * @throws {UriError} if the template is invalid. The message names the place.
   * @throws {TypeError} if it is already registered, `complete` names an unknown variable, or the server was started without resources.
   */
  resourceTemplate<const Template extends string>(
    uriTemplate: Template,
    options: ResourceTemplateOptions<Template>,
    handler: ResourceTemplateHandler<Template>,
  ): ResourceTemplateRegistration<Template> {
    this.#offers.check('resources');
    return this.#offers.resources.addTemplate(uriTemplate, options, handler);
  }

  /**
   * Registers a prompt (specification: Prompts). The handler returns a string, which becomes a message of the user, or messages. A request
   * without a required argument does not reach the handler: it is answered with the error -32602.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   *
   * const server = new Server({ name: 'writing', version: '1.0.0' });
   * server.prompt('review', { arguments: { text: { required: true }, tone: { complete: ['kind', 'strict'] } } }, ({ text, tone }) => [
   *   { role: 'assistant', content: 'What shall I read?' },
   *   `Review this in a ${tone ?? 'kind'} tone: ${text}`,
   * ]);
   * ```
   * @throws {TypeError} if the name is already registered, or the server was started without prompts.
   */
  prompt<const Arguments extends PromptArguments>(
    name: string,
    options: PromptOptions<Arguments>,
    handler: PromptHandler<Arguments>,
  ): PromptRegistration<Arguments> {
    this.#offers.check('prompts');
    return this.#offers.prompts.add(name, options, handler);
  }

  /**
   * Registers the handler of a request of the protocol that this package has no interface of its own for: `completion/complete` has one, a
   * method of a new revision may not. Params and result are in the unified types, and checked by the generated validators. The method is
   * available in the revisions that have it. Its capability is declared, and so is the one for its change notification, if it is a list:
   * see {@link Server.listChanged}. If it is the capability of tools, resources, or prompts, these are offered, too; their lists may be
   * empty. The server adds `resultType`, and what the handler omits of `ttlMs` and `cacheScope`: 0 and `private`.
   *
   * @throws {TypeError} if another interface handles the method, clients do not send it, it is already registered, or the server was started.
   */
  method<Method extends ClientRequestMethod>(name: Method, handler: ProtocolMethodHandler<Method>): this;
  /** The same with options. */
  method<Method extends ClientRequestMethod>(
    name: Method,
    options: ProtocolMethodOptions,
    handler: ProtocolMethodHandler<Method>,
  ): this;
  /**
   * Registers a custom method, available in every revision. Invalid params are answered with the error -32602, and do not reach the
   * handler. An invalid result is reported, and the client receives an internal error. Middleware, cancellation, and progress work as for
   * other requests.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   * import { z } from 'zod';
   *
   * const server = new Server({ name: 'library', version: '1.0.0' });
   * const params = z.object({ query: z.string() });
   * const result = z.object({ titles: z.array(z.string()) });
   * server.method('acme/search', { params, result, extension: 'com.acme/search' }, ({ query }) => ({ titles: [query] }));
   * ```
   * @throws {TypeError} if the name is invalid, already registered, or a method of the protocol, or the server was started.
   * @throws {SchemaError} if a schema is invalid. The message names the place.
   */
  method<const Params extends Schema | undefined = undefined, const Result extends Schema | undefined = undefined>(
    name: string,
    options: MethodOptions<Params, Result>,
    handler: MethodHandler<Params, Result>,
  ): this;
  method(name: string, ...given: readonly unknown[]): this {
    const [options, handler] = given.length > 1 || typeof given[0] !== 'function' ? given : [{}, given[0]];
    if (isProtocolMethod(name)) {
      this.#methods.checkOpen(name);
      this.#offers.others.add(name, options as ProtocolMethodOptions, handler as never);
    } else {
      const [own, handle] = given as [MethodOptions<undefined, undefined>, MethodHandler<undefined, undefined>];
      this.#methods.add(name, own, handle);
    }
    return this;
  }

  /**
   * Registers a handler of a notification of the protocol, in the unified types: also of those that this package has no interface of its own
   * for. Several handlers are called in the order of registration, without waiting for one another. Their errors are reported to `onError`.
   *
   * @throws {TypeError} if clients do not send such a notification, an option is invalid, or the server was started.
   */
  onNotification<Method extends ClientNotificationMethod>(
    method: Method,
    handler: ProtocolNotificationHandler<Method>,
  ): this;
  /** The same with options. */
  onNotification<Method extends ClientNotificationMethod>(
    method: Method,
    options: ProtocolNotificationOptions,
    handler: ProtocolNotificationHandler<Method>,
  ): this;
  onNotification(method: string, ...given: readonly unknown[]): this {
    this.#methods.checkOpen(method);
    const [options, handler] = given.length > 1 ? given : [{}, given[0]];
    this.#offers.others.addNotification(method, options as ProtocolNotificationOptions, handler as Handle);
    return this;
  }

  /**
   * Registers handlers for an extension with a generated table: `mcp-gen generate 2025-11-25 --extension search.ts`. The validators of the
   * table check params and results, and its capability is declared. Methods of the table without a handler are not supported.
   *
   * @param table `server` of the generated revision
   * @param handlers by method: `{ 'acme/search': ({ query }, context) => ({ titles: [query] }) }`
   * @throws {TypeError} if a method is already registered, not in the table, or one of the protocol, or the server was started.
   */
  methods<Requests>(table: RequestTable<Requests>, handlers: TableHandlers<Requests>): this {
    this.#methods.addTable(table, handlers);
    return this;
  }

  /**
   * Returns what an extension adds to this server: the value that its `setup` has returned.
   *
   * @throws {TypeError} if the server was created without the extension.
   */
  extension<Types extends ExtensionTypes>(key: ExtensionKey<Types>): Types['server'] {
    return this.#extensions.valueOf(key);
  }

  /** The revisions that the server supports. */
  get revisions(): readonly string[] {
    return this.#revisions.sources.map(({ id }) => id);
  }

  /** The identifiers of the extensions of the server, in the order of registration. */
  get extensions(): readonly string[] {
    return this.#extensions.ids;
  }

  /**
   * Adds middleware around every message, received or sent; see {@link Middleware}. The first one added is outermost, inside that of the
   * option `middleware`, and of extensions.
   *
   * @throws {TypeError} if it is not a function.
   */
  use(middleware: Middleware): this {
    if (typeof middleware !== 'function') {
      throw new TypeError(`Invalid middleware: expected a function, got ${describe(middleware)}`);
    }
    this.#responder.use(middleware);
    const observer = observerOf(middleware);
    if (observer === undefined) return this;
    this.#observers.push(observer);
    observer.attached(this.#report, (method, name) => this.#isKnown(method, name));
    return this;
  }

  /**
   * Notifies all clients that a list has changed: `listChanged('tools/list')`. Several changes in one turn of the event loop are announced
   * once. Tools, resources, and prompts do this by themselves. Clients without a session are notified if a property of the subscription
   * filter selects the notification; `notify` of the context reaches them otherwise.
   *
   * @throws {TypeError} if it is not a list whose changes servers announce, or the server was started without it.
   */
  listChanged(list: ListRequest): void {
    this.#offers.changed(list);
  }

  /**
   * Sends a notification to all clients that follow it: to those with a session, and to those without that have requested it. One that
   * a list has changed, without params, is sent as by {@link Server.listChanged}.
   *
   * @throws {TypeError} if clients cannot follow it, or the server has not declared its capability; see the option `capabilities`.
   */
  notify<Method extends AnnouncedNotification>(method: Method, params: AuthorNotifications[Method]['params']): void {
    this.#offers.notify(method, params ?? {});
  }

  /**
   * Notifies the clients that have subscribed to a resource that it has changed.
   *
   * @throws {UriError} if it is not a URI.
   */
  resourceUpdated(uri: string): void {
    this.#clients.resourceUpdated(parseUri(encodeIllegal(uri)).href);
  }

  /**
   * Serves one client, over standard input and output or another transport. Can be called for any number of clients; `serveHttp` of
   * `@mcp-gen/sdk/http` serves clients over HTTP.
   *
   * @throws {TypeError} if an option is invalid.
   * @throws {RangeError} if a number is out of range.
   */
  serve(options: ServeOptions = {}): RunningServer {
    if ('send' in options) throw new TypeError('Pass the transport as an option: server.serve({ transport })');
    checkOptions('serve', options, SERVE_OPTIONS);
    const { handlers, options: described } = this.#describe();
    const given = servedWith(described, options);
    this.#definition ??= defineServer(handlers, given);
    const running = serveDefined(this.#definition, { ...given, ...this.#connection(options) });
    // Over other transports, another client may fetch the tasks later.
    if (options.transport !== undefined) return running;
    const { close } = this.#served();
    const closed = running.closed.then(async (reason) => {
      await close();
      return reason;
    });
    return {
      closed,
      close: async () => {
        await running.close();
        await closed;
      },
    };
  }

  /** Returns what extensions add to a connection. */
  #connection({ auth, locals }: ServeOptions): Pick<ServeOptions, 'auth' | 'locals'> {
    if (this.#extensions.ids.length === 0) return {};
    const connection = { auth, locals: new Map(locals) };
    this.#extensions.serving(connection);
    return connection;
  }

  /** Counts one more way of serving. */
  #served(): Serving {
    this.#activeCount++;
    let isOpen = true;
    const end = (): boolean => {
      const wasOpen = isOpen;
      if (wasOpen) this.#activeCount--;
      isOpen = false;
      return wasOpen;
    };
    return {
      close: async () => {
        if (end() && this.#activeCount === 0) await this.#extensions.close();
      },
      fail: () => void end(),
    };
  }

  #describe(): ServerDefinition {
    this.#extensions.checkCapabilities((path) => this.#declares(path));
    this.#extensions.start();
    const { instructions, rateLimits, cache, rehearse } = this.#options;
    return {
      handlers: {
        ...this.#responder.handlers(this.#offers.methods, (method) => this.#offers.others.has(method)),
        ...this.#extensions.handlers(this.#responder),
        ...this.#notificationHandlers(),
      },
      options: {
        serverInfo: this.info,
        revisions: this.#revisions.sources,
        capabilities: (revision) => this.#capabilities(revision),
        invalidCapability: this.#invalidCapability,
        notifies: ({ id }) => this.#offers.others.notificationsIn(id),
        methods: this.#responder.customMethods(this.#methods.entries),
        convertResult: this.#responder.convertResult,
        unknownNotification: this.#responder.unknownNotification,
        unknownRequest: this.#responder.unknownRequest,
        onError: this.#report,
        onSession: (session, restored) => this.#opened(session, restored),
        ...(cache?.discovery !== undefined && { discovery: cache.discovery }),
        ...(rehearse === true && { rehearsal: { report: this.#report, watch } }),
        ...(instructions !== undefined && { instructions }),
        ...(rateLimits === false && { limits: { handlerLimit: Infinity } }),
      },
      mirroredParams: (method, params) => this.#mirroredParams(method, params),
      extensions: this.#extensions.all,
      served: () => this.#served(),
    };
  }

  /** Returns the handlers of all notifications that clients send, for the runtime. */
  #notificationHandlers(): object {
    const { others } = this.#offers;
    const { onRootsChanged } = this.#options;
    const handlers: { [name: string]: Handler } = {};
    for (const [method, { name }] of sentBy('client', NOTIFICATIONS)) {
      const isRoots = method === Method.notificationsRootsListChanged;
      const own: readonly Handle[] =
        isRoots && onRootsChanged !== undefined ? [(_params, context) => onRootsChanged(context)] : [];
      const all = [...own, ...others.notificationHandlers(method)];
      const handle =
        all.length === 0
          ? undefined
          : (params: unknown, context: Context) => callAll(all, params, context, this.#report);
      handlers[name] = (params, runtime) => {
        // Before the middleware, which may delay or drop the message: the client may have withdrawn a folder.
        if (isRoots) this.#clients.rootsChanged(runtime);
        return this.#responder.notified(method, params, runtime, handle);
      };
    }
    return handlers;
  }

  #capabilities({ era, id }: Revision): Capabilities {
    const { resources, ...others } = this.#offers.capabilities as { readonly [name: string]: object };
    // In revisions with sessions, the handlers of the subscription methods declare this.
    const subscribe = era === 'stateless' && { subscribe: true };
    const own = {
      ...others,
      ...(resources !== undefined && { resources: { ...resources, ...subscribe } }),
      ...this.#methods.capabilities,
    };
    return merged(merged(own, this.#extensions.capabilities({ id, era })), this.#options.capabilities);
  }

  /** Returns whether the server declares a capability, or a method declares it. */
  #declares(path: string): boolean {
    const { methods, capabilities } = this.#offers;
    if (declares(merged(capabilities, this.#options.capabilities), path)) return true;
    return [...methods].some((method) => {
      const declared = REQUESTS[method]?.capability;
      return declared === path || declared?.startsWith(`${path}.`) === true;
    });
  }

  /** Returns the parameters of a request that HTTP headers mirror. */
  #mirroredParams(method: string, params: unknown): ReturnType<MirroredParams> {
    if (method !== Method.toolsCall || !isObject(params) || typeof params.name !== 'string') return [];
    return this.#offers.tools
      .paramHeaders(params.name)
      .map(({ header, path }) => ({ header, value: paramAt(params.arguments, path) }));
  }

  /** Returns whether a method, or the tool or prompt that its params name, is registered. */
  #isKnown(method: string, name: string | undefined): boolean {
    if (name === undefined) return Object.hasOwn(this.#methods.entries, method);
    return (method === Method.toolsCall ? this.#offers.tools : this.#offers.prompts).has(name);
  }

  #opened(session: SessionHandle, restored: RestoredSession | undefined): void {
    const clientState = this.#clients.opened(session, restored);
    for (const { opened } of this.#observers) opened?.(session.revision, session.closed);
    const { onClient } = this.#options;
    const hasExtensions = this.#extensions.ids.length > 0;
    if (onClient === undefined && !hasExtensions) return;
    const client = new ConnectedClient(session, clientState, this.#contextOptions, (method, params) =>
      this.#clients.notify(session, clientState, method, params),
    );
    if (hasExtensions) {
      this.#connected.add(client);
      void session.closed.then(() => this.#connected.delete(client));
      this.#extensions.opened(client);
    }
    if (onClient !== undefined) void attempt(() => onClient(client), this.#report);
  }
}

/** Loaded on demand: it imports a module of Node. */
async function watch(run: () => Promise<void>): Promise<readonly string[]> {
  const { watchEffects } = await import('./effects.js');
  return watchEffects(run);
}
