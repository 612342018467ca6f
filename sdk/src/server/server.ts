import {
  defineServer,
  safeListener,
  serveDefined,
  type Capabilities,
  type Definition,
  type ErrorListener,
  type HandlerContext,
  type Revision,
  type RunningServer,
  type DefinitionOptions as RuntimeOptions,
  type RestoredSession,
  type SessionContext,
} from '@mcp-gen/runtime';
import type { MirroredParams } from '@mcp-gen/runtime/http/server';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Implementation } from '@mcp-gen/protocol/author';
import { describe } from '../content/errors.js';
import { defined } from '../defined.js';
import { redact } from '../guard/index.js';
import { errorListener } from '../logger.js';
import { checkServing } from '../options.js';
import { Revisions } from '../revisions.js';
import type { Schema } from '../schema/index.js';
import { paramAt } from '../schema/paramHeaders.js';
import { parseUri } from '../uri/index.js';
import { attempt, ConnectedClient } from './connectedClient.js';
import { Context, conversationOf, type ContextOptions } from './context.js';
import {
  CustomMethods,
  type MethodHandler,
  type MethodOptions,
  type RequestTable,
  type TableHandlers,
} from './customMethods.js';
import { Failures } from './failures.js';
import { checkHandler } from './given.js';
import { Limits } from './limits.js';
import { isAnswered } from './methods.js';
import type { Answer, Middleware, MiddlewareRequest } from './middleware.js';
import { Offers } from './offers.js';
import { checkInfo, checkServerOptions, SERVE_OPTIONS, type ServeOptions, type ServerOptions } from './options.js';
import { Output } from './output.js';
import type { PromptArguments, PromptHandler, PromptOptions, PromptRegistration } from './prompts.js';
import type { ResourceContent, ResourceOptions, ResourceRegistration, TemplateRegistration } from './resources.js';
import { Responder } from './responder.js';
import { Sessions } from './sessions.js';
import type { ServerTasks } from './taskSupport.js';
import type { TemplateHandler, TemplateOptions } from './templates.js';
import type { ToolHandler, ToolOptions, ToolRegistration, Unwrapped } from './tools.js';

/** A server, as the runtime serves it. */
export interface ServerDefinition {
  /** What answers the requests of all revisions, by the names of the runtime's handlers. */
  readonly handlers: object;
  /** What the runtime is told of the server. */
  readonly options: RuntimeOptions;
  /** What HTTP headers repeat of requests. */
  readonly mirroredParams: MirroredParams;
  /** Says that the server is served in one more way. Returns what ends that. */
  readonly served: () => () => Promise<void>;
}

/** Returns what the runtime needs to serve a server: for this package, which serves it over several transports. */
export let definitionOf: (server: Server) => ServerDefinition;

/**
 * A server: what it offers, for any number of clients of any revision. All clients share one definition.
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
  /** How the server introduces itself. */
  readonly info: Implementation;
  readonly #options: ServerOptions;
  readonly #revisions: Revisions;
  readonly #sessions: Sessions;
  readonly #report: ErrorListener;
  readonly #contextOptions: ContextOptions;
  readonly #offers: Offers;
  readonly #methods = new CustomMethods();
  readonly #responder: Responder;
  readonly #tasks: ServerTasks | undefined;
  #definition: Definition | undefined;
  #isRestored = false;
  /** The ways it is served in: its tasks end when the last of them is closed. */
  #ways = 0;

  static {
    definitionOf = (server: unknown) => {
      if (typeof server === 'object' && server !== null && #options in server) return server.#describe();
      throw new TypeError(
        `Expected a Server of @mcp-gen/sdk, got ${describe(server)}. If it is one, the package is installed more than once`,
      );
    };
  }

  /**
   * @param info its name and version at least
   * @throws {TypeError} if the server has no name or version, or an option cannot work, saying why.
   * @throws {RangeError} if a number is out of range, naming the option.
   */
  constructor(info: Implementation, options: ServerOptions = {}) {
    checkInfo(info);
    checkServerOptions(options);
    this.info = info;
    this.#options = options;
    this.#report = safeListener(errorListener(options.onError, options.logger));
    this.#tasks = options.tasks?.attach({
      report: this.#report,
      contextOf: (runtime, task, from) => {
        const conversation = from === undefined ? this.#sessions.of(runtime) : conversationOf(from);
        return new Context(runtime, conversation, this.#contextOptions, task);
      },
      load: (revision) => this.#revisions.load(revision),
    });
    const tasks = this.#tasks;
    this.#revisions = new Revisions(options.revisions, tasks && ((revision) => tasks.extend(revision)));
    this.#sessions = new Sessions({
      converter: (revision) => this.#revisions.converter(revision),
      logLevel: options.logLevel ?? 'info',
      report: this.#report,
      onLoss: options.onLoss,
      changes: options.changes,
      declares: (method) => this.#offers.declares(method),
      isRefused: (href, caller, conversation) =>
        this.#offers.resources.isRefused(href, new Context(caller, conversation, this.#contextOptions)),
    });
    const limits = new Limits(options.limits, this.#report);
    const { redact: given = redact } = options;
    const redactor = given === false ? (data: unknown) => data : given;
    this.#contextOptions = { report: this.#report, redact: redactor, limits };
    this.#offers = new Offers({
      limits,
      output: new Output(options.output),
      failures: new Failures(options.errors ?? 'hide', this.#report),
      pageSize: options.pageSize ?? 100,
      features: options.features ?? [],
      onListChanged: (method) => this.#sessions.listChanged(method),
      listen: (listener) => this.#sessions.listen(listener),
      report: this.#report,
      cache: options.cache ?? {},
      tasks,
    });
    const { handlers } = this.#offers;
    const answer: Answer = (request) =>
      isAnswered(request.method)
        ? handlers[request.method](request.params as never, request.context)
        : (this.#answerOfTask(request) ?? this.#methods.answer(request));
    const cacheable = (method: string, result: object): object => this.#offers.cacheable(method, result);
    this.#responder = new Responder(this.#sessions, this.#contextOptions, answer, cacheable);
  }

  /**
   * Offers a tool (specification: Tools). The handler returns a text, content, or any other JSON value as structured content; it
   * throws a {@link ToolError} to tell the model what went wrong. Of any other error the model learns only that the tool failed;
   * `onError` is given a {@link HandlerError}. Arguments that do not fit `input` never reach it: up to 2025-06-18
   * they are the error -32602, from 2025-11-25 on a result with `isError` that the model can correct.
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
   * @param name 1 to 128 letters, digits, and the characters `_`, `.` and `-`; no other tool has it
   * @throws {TypeError} if the name is invalid or taken, an option is invalid, or the server was started without tools.
   * @throws {SchemaError} if a schema cannot be used, saying where in it.
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
   * Offers a resource (specification: Resources): what it is at the moment, or a function that reads it. The function throws a
   * {@link NotFoundError} for what is no longer there.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   *
   * const server = new Server({ name: 'clock', version: '1.0.0' });
   * server.resource('clock://now', { mimeType: 'text/plain' }, () => new Date().toISOString());
   * setInterval(() => server.resourceUpdated('clock://now'), 1_000);
   * ```
   * @throws {UriError} if the URI is invalid, saying where.
   * @throws {TypeError} if it is taken, or the server was started without resources.
   */
  resource(uri: string, options: ResourceOptions, content: ResourceContent): ResourceRegistration {
    this.#offers.check('resources');
    return this.#offers.resources.add(uri, options, content);
  }

  /**
   * Offers all the resources whose URIs a template describes (RFC 6570; specification: Resources, Resource Templates):
   * `users://{id}`. The handler returns `undefined` for one that does not exist. Of several templates that match a URI, the most specific
   * one decides: the one with more literal text, or else with fewer variables, or else the one that was registered first.
   *
   * @example
   * ```ts
   * import { Server } from '@mcp-gen/sdk';
   *
   * const users = new Map([['ada', { born: 1815 }]]);
   * const server = new Server({ name: 'users', version: '1.0.0' });
   * server.template('users://{id}', { mimeType: 'application/json', complete: { id: [...users.keys()] } }, ({ id }) => {
   *   const user = users.get(id);
   *   return user && JSON.stringify(user);
   * });
   * ```
   * @throws {UriError} if the template is invalid, saying where.
   * @throws {TypeError} if it is taken, `complete` names an unknown variable, or the server was started without resources.
   */
  template<const Template extends string>(
    uriTemplate: Template,
    options: TemplateOptions<Template>,
    handler: TemplateHandler<Template>,
  ): TemplateRegistration<Template> {
    this.#offers.check('resources');
    return this.#offers.resources.addTemplate(uriTemplate, options, handler);
  }

  /**
   * Offers a prompt (specification: Prompts). The handler returns a text, which the user says, or messages. A call without an
   * argument that is required never reaches it: it is answered with the error -32602.
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
   * @throws {TypeError} if the name is taken, or the server was started without prompts.
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
   * Answers requests of a method that the protocol does not have, in every revision. Invalid params are the error -32602, and never reach
   * the handler; an invalid result is reported, and the client gets an internal error. Middleware, cancellation, and progress work as for
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
   * @throws {TypeError} if the name is invalid, taken, or a method of the protocol, or the server was started.
   * @throws {SchemaError} if a schema cannot be used, saying where in it.
   */
  method<const Params extends Schema | undefined = undefined, const Result extends Schema | undefined = undefined>(
    name: string,
    options: MethodOptions<Params, Result>,
    handler: MethodHandler<Params, Result>,
  ): this {
    this.#methods.add(name, options, handler);
    return this;
  }

  /**
   * Answers requests of an extension whose table was generated: `mcp-gen generate 2025-11-25 --extension search.ts`. The table's own guards
   * check params and results, and its capability is declared. Methods of the table without a handler are not answered.
   *
   * @param table `server` of the generated revision
   * @param handlers by method: `{ 'acme/search': ({ query }, context) => ({ titles: [query] }) }`
   * @throws {TypeError} if a method is taken, not in the table, or one of the protocol, or the server was started.
   */
  methods<Requests>(table: RequestTable<Requests>, handlers: TableHandlers<Requests>): this {
    this.#methods.addTable(table, handlers);
    return this;
  }

  /**
   * Adds middleware around every request; see {@link Middleware}. What is added first is outermost.
   *
   * @throws {TypeError} if it is not a function.
   */
  use(middleware: Middleware): this {
    checkHandler('middleware', middleware);
    this.#responder.use(middleware);
    return this;
  }

  /**
   * Tells the clients that have subscribed to a resource that it has changed.
   *
   * @throws {UriError} if it is not a URI.
   */
  resourceUpdated(uri: string): void {
    this.#sessions.resourceUpdated(parseUri(uri).href);
  }

  /**
   * Serves one client, over standard input and output unless another transport is given. May be called for any number of them;
   * `serveHttp` of `@mcp-gen/sdk/http` serves all that call over HTTP.
   *
   * @throws {TypeError} if the server's options cannot work, saying what is wrong with them.
   * @throws {RangeError} if a number is out of range, naming the option.
   */
  serve(options: ServeOptions = {}): RunningServer {
    if ('send' in options) throw new TypeError('A transport is an option of serve: server.serve({ transport })');
    checkServing('serve', options, SERVE_OPTIONS);
    const { handlers, options: described } = this.#describe();
    const given = { ...described, ...defined(options) };
    this.#definition ??= defineServer(handlers, given);
    const running = serveDefined(this.#definition, given);
    // Over another transport the next client may come back for a task.
    if (options.transport !== undefined) return running;
    const close = this.#served();
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

  /** The server is served in one more way. Returns what ends that. */
  #served(): () => Promise<void> {
    this.#ways++;
    let isOpen = true;
    return async () => {
      if (!isOpen) return;
      isOpen = false;
      this.#ways--;
      if (this.#ways === 0) await this.#tasks?.close();
    };
  }

  /** The answer to a request about tasks; nothing for any other request. */
  #answerOfTask({ method, params, context }: MiddlewareRequest): object | Promise<object> | undefined {
    const methods = this.#tasks === undefined ? [] : Object.values(this.#tasks.methods);
    return methods.find((each) => each.method === method)?.answer(params as never, context);
  }

  #describe(): ServerDefinition {
    this.#restoreTasks();
    const { instructions, limits, cache, rehearse, onRootsChanged } = this.#options;
    const rootsListChanged = (_params: unknown, context: HandlerContext): void | Promise<void> => {
      this.#sessions.rootsChanged(context);
      return onRootsChanged?.(this.#responder.contextOf(context));
    };
    return {
      handlers: {
        ...this.#responder.handlers(this.#offers.methods),
        ...(this.#tasks && this.#responder.taskHandlers(this.#tasks.methods)),
        rootsListChanged,
      },
      options: {
        serverInfo: this.info,
        revisions: this.#revisions.sources,
        capabilities: (revision) => this.#capabilities(revision),
        methods: this.#responder.customMethods(this.#methods.entries),
        convertResult: this.#responder.convertResult,
        onError: this.#report,
        onSession: (session, restored) => this.#opened(session, restored),
        ...(cache?.discovery !== undefined && { discovery: cache.discovery }),
        ...(rehearse === true && { rehearsal: { report: this.#report, watch } }),
        ...(instructions !== undefined && { instructions }),
        ...(limits === false && { handlerLimit: Infinity }),
      },
      mirroredParams: (method, params) => this.#mirroredParams(method, params),
      served: () => this.#served(),
    };
  }

  /** When the server is served first, with all tools that it begins with. */
  #restoreTasks(): void {
    if (this.#isRestored) return;
    this.#isRestored = true;
    this.#tasks?.restore((tool, args) => this.#offers.tools.resumed(tool, args));
  }

  #capabilities({ era, id }: Revision): Capabilities {
    const { resources, ...others } = this.#offers.capabilities as { readonly [name: string]: object };
    // In revisions with sessions, the methods for subscriptions declare them.
    const subscribe = era === 'stateless' && { subscribe: true };
    return {
      ...others,
      ...(resources !== undefined && { resources: { ...resources, ...subscribe } }),
      ...this.#methods.capabilities,
      ...this.#tasks?.capabilities(id),
    };
  }

  /** The parameters of a request that HTTP headers repeat. */
  #mirroredParams(method: string, params: unknown): ReturnType<MirroredParams> {
    if (method !== 'tools/call' || !isObject(params) || typeof params.name !== 'string') return [];
    return this.#offers.tools
      .paramHeaders(params.name)
      .map(({ header, path }) => ({ header, value: paramAt(params.arguments, path) }));
  }

  #opened(session: SessionContext, restored: RestoredSession | undefined): void {
    const conversation = this.#sessions.opened(session, restored);
    const { onClient } = this.#options;
    if (onClient === undefined) return;
    const client = new ConnectedClient(session, conversation, this.#contextOptions);
    void attempt(() => onClient(client), this.#report);
  }
}

/** Loaded when it is needed: it imports a module of Node. */
async function watch(run: () => Promise<void>): Promise<readonly string[]> {
  const { watchEffects } = await import('./effects.js');
  return watchEffects(run);
}
