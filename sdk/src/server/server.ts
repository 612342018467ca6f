import {
  defineServer,
  ErrorCode,
  JsonRpcError,
  safeListener,
  serveDefined,
  type AuthInfo,
  type Capabilities,
  type Definition,
  type ErrorListener,
  type HandlerContext,
  type RunningServer,
  type DefinitionOptions as RuntimeOptions,
  type SessionContext,
  type Transport,
} from '@mcp-gen/runtime';
import type { Implementation } from '@mcp-gen/protocol/author';
import { ReturnValueError } from '../content/index.js';
import { NotExpressibleError } from '../conversions/index.js';
import { without } from '../conversions/without.js';
import { redact } from '../guard/index.js';
import { Revisions } from '../revisions.js';
import type { Schema } from '../schema/index.js';
import type { Registration } from './catalog.js';
import { Completion } from './completion.js';
import { attempt, ConnectedClient } from './connectedClient.js';
import { Context, type ContextOptions } from './context.js';
import { toProtocolError } from './errorCodes.js';
import { ToolError } from './errors.js';
import { Failures, notAnError } from './failures.js';
import type { Feature, MethodHandlers } from './feature.js';
import { checkHandler } from './given.js';
import { defined } from '../defined.js';
import { errorListener } from '../logger.js';
import { checkOptions, type OptionNames } from '../options.js';
import { Limits } from './limits.js';
import { LogLevels } from './logLevels.js';
import { METHODS, type AnsweredMethod } from './methods.js';
import { chain, targetOf, type Middleware, type Next } from './middleware.js';
import { checkInfo, checkServerOptions, type FeatureName, type ServerOptions } from './options.js';
import { Output } from './output.js';
import { Prompts, type PromptArguments, type PromptHandler, type PromptOptions } from './prompts.js';
import { Resources, type ResourceHandler, type ResourceOptions } from './resources.js';
import { parseUri } from '../uri/index.js';
import type { TemplateHandler, TemplateOptions } from './templates.js';
import type { ListChanged } from './changes.js';
import { Sessions } from './sessions.js';
import { Tools, type ToolHandler, type ToolOptions, type Unwrapped } from './tools.js';

/** What results say in the newest revision alone: that they are complete, and how long they hold. */
const NEWEST = ['resultType', 'ttlMs', 'cacheScope'];

/** What answers requests, whether or not the server offers it. */
type AllHandlers = Required<Pick<MethodHandlers, AnsweredMethod>>;

/** Options of serving one client. */
export interface ServeOptions extends Omit<
  RuntimeOptions,
  'serverInfo' | 'revisions' | 'capabilities' | 'instructions' | 'onSession' | 'onError'
> {
  /** How the client is reached. Default: standard input and output of this process. */
  readonly transport?: Transport | undefined;
  /**
   * Who the client is: for `context.auth`, and for what has `access`. Over stdio that is whoever started the server. Default: nobody in
   * particular.
   */
  readonly auth?: AuthInfo | undefined;
}

const SERVE_OPTIONS: OptionNames<ServeOptions> = {
  transport: true,
  auth: true,
  requestTimeout: true,
  handlerLimit: true,
  batchLimit: true,
  ping: true,
  progressRate: true,
  shutdownTimeout: true,
};

/**
 * A server: what it offers, for any number of clients of any revision. Nothing is made anew for each of them.
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
  readonly #limits: Limits;
  readonly #middleware: Middleware[] = [];
  readonly #tools: Tools;
  readonly #resources: Resources;
  readonly #prompts: Prompts;
  readonly #completion: Completion;
  readonly #logLevels = new LogLevels();
  readonly #contextOptions: ContextOptions;
  readonly #changed = new Set<ListChanged>();
  readonly #handlers: AllHandlers;
  readonly #answer: Next = async ({ method, params, context }) => this.#handlers[method](params as never, context);
  /** The middleware around the answer. */
  #next = this.#answer;
  #definition: Definition | undefined;
  #offered: readonly FeatureName[] | undefined;

  /**
   * @param info its name and version at least
   * @throws {TypeError} if the server has no name or version, or an option cannot work, saying why.
   * @throws {RangeError} if a page would have no entries, or a limit is no positive number.
   */
  constructor(info: Implementation, options: ServerOptions = {}) {
    checkInfo(info);
    checkServerOptions(options);
    this.info = info;
    this.#options = options;
    this.#report = safeListener(errorListener(options.onError, options.logger));
    this.#revisions = new Revisions(options.revisions);
    this.#sessions = new Sessions({
      converter: (revision) => this.#revisions.converter(revision),
      logLevel: options.logLevel ?? 'info',
      report: this.#report,
      onLoss: options.onLoss,
      changes: options.changes,
      isRefused: (href, caller, conversation) =>
        this.#resources.isRefused(href, new Context(caller, conversation, this.#contextOptions)),
    });
    this.#limits = new Limits(options.limits, this.#report);
    const host = {
      limits: this.#limits,
      output: new Output(options.output),
      failures: new Failures(options.errors ?? 'hide', this.#report),
      pageSize: options.pageSize ?? 100,
      listChanged: (method: ListChanged) => this.#listChanged(method),
    };
    const { redact: given = redact } = options;
    const redactor = given === false ? (data: unknown) => data : given;
    this.#contextOptions = { report: this.#report, redact: redactor, limits: this.#limits };
    this.#tools = new Tools(host);
    this.#resources = new Resources(host);
    this.#prompts = new Prompts(host);
    this.#completion = new Completion(this.#prompts, this.#resources, host);
    const features = [this.#tools, this.#resources, this.#prompts, this.#completion, this.#logLevels];
    this.#handlers = Object.assign({}, ...features.map(({ handlers }) => handlers)) as AllHandlers;
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
   *   if (answer.status === 404) throw new ToolError(`There is no city ${city}`);
   *   return answer.text();
   * });
   * ```
   * @param name 1 to 128 letters, digits, and the characters `_`, `.` and `-`; no other tool has it
   * @throws {TypeError} if the name is none, or taken, or the server was started without tools.
   * @throws {SchemaError} if a schema cannot be used, saying where in it.
   */
  tool<const Input extends Schema | undefined = undefined, const Output extends Schema | undefined = undefined>(
    name: string,
    options: ToolOptions<Input, Output> & Unwrapped<Input>,
    handler: ToolHandler<Input, Output>,
  ): Registration {
    this.#mayOffer('tools');
    return this.#tools.add(name, options, handler);
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
   * @throws {UriError} if the URI is none, saying where.
   * @throws {TypeError} if it is taken, or the server was started without resources.
   */
  resource(uri: string, options: ResourceOptions, handler: ResourceHandler | string | Uint8Array): Registration {
    this.#mayOffer('resources');
    return this.#resources.add(uri, options, handler);
  }

  /**
   * Offers all the resources whose URIs a template describes (RFC 6570; specification: Resources, Resource Templates):
   * `users://{id}`. The handler returns `undefined` for one that does not exist.
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
   * @throws {UriError} if the template is none, saying where.
   * @throws {TypeError} if it is taken, something is to be completed that is no variable of it, or the server was started without
   *   resources.
   */
  template<const Template extends string>(
    uriTemplate: Template,
    options: TemplateOptions<Template>,
    handler: TemplateHandler<Template>,
  ): Registration {
    this.#mayOffer('resources');
    return this.#resources.addTemplate(uriTemplate, options, handler);
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
  ): Registration {
    this.#mayOffer('prompts');
    return this.#prompts.add(name, options, handler);
  }

  /**
   * Puts something around every request; see {@link Middleware}. What is added first stands outermost.
   *
   * @throws {TypeError} if it is no function.
   */
  use(middleware: Middleware): this {
    checkHandler('middleware', middleware);
    this.#middleware.push(middleware);
    this.#next = chain(this.#middleware, this.#answer);
    return this;
  }

  /**
   * Tells the clients that have subscribed to a resource that it has changed.
   *
   * @throws {UriError} if it is no URI.
   */
  resourceUpdated(uri: string): void {
    this.#sessions.resourceUpdated(parseUri(uri).href);
  }

  /**
   * Serves one client, over standard input and output unless another transport is given. May be called for any number of them;
   * `serveHttp` of `@mcp-gen/sdk/http` serves all that call over HTTP.
   *
   * @throws {TypeError} if the server's options cannot work, saying what is wrong with them.
   */
  serve(options: ServeOptions = {}): RunningServer {
    if ('send' in options) throw new TypeError('A transport is an option of serve: server.serve({ transport })');
    checkOptions('serve', options, SERVE_OPTIONS);
    const given = { ...this.runtimeOptions(), ...defined(options) };
    this.#definition ??= defineServer(this.handlers(), given);
    return serveDefined(this.#definition, given);
  }

  /** What the runtime is told of the server: for what serves it in another way. */
  runtimeOptions(): RuntimeOptions {
    const { instructions, limits } = this.#options;
    return {
      serverInfo: this.info,
      revisions: this.#revisions.sources,
      capabilities: Object.assign({}, ...this.#features().map(({ capabilities }) => capabilities)) as Capabilities,
      onError: this.#report,
      onSession: (session) => this.#opened(session),
      ...(instructions !== undefined && { instructions }),
      ...(limits === false && { handlerLimit: Infinity }),
    };
  }

  /** What answers the requests of all revisions, for the runtime. */
  handlers(): object {
    const offered = new Set(this.#features().flatMap(({ handlers }) => Object.keys(handlers)));
    const requests = Object.entries(METHODS)
      .filter(([, method]) => offered.has(method))
      .map(([name, method]) => [
        name,
        (params: unknown, context: HandlerContext) => this.#respond(method, params, context),
      ]);
    const { onRootsChanged } = this.#options;
    return {
      ...(Object.fromEntries(requests) as object),
      rootsListChanged: (_params: unknown, context: HandlerContext) => {
        this.#sessions.rootsChanged(context);
        return onRootsChanged?.(this.#contextOf(context));
      },
    };
  }

  async #respond(method: AnsweredMethod, params: unknown, runtime: HandlerContext): Promise<unknown> {
    const { translator } = this.#sessions.of(runtime);
    const context = this.#contextOf(runtime);
    try {
      const given = translator.toAuthor(method, 'params', params);
      const result = await this.#next({ method, params: given, context });
      return translator.toRevision(method, 'result', without(result, ...NEWEST));
    } catch (error) {
      const target = targetOf(params) ?? method;
      if (error instanceof ReturnValueError) throw error.about(target);
      if (!(error instanceof Error)) throw notAnError(error, target);
      if (error instanceof ToolError) throw toProtocolError(error, context);
      if (!(error instanceof NotExpressibleError)) throw error;
      this.#report(error);
      throw new JsonRpcError(ErrorCode.InternalError, error.message);
    }
  }

  #opened(session: SessionContext): void {
    const conversation = this.#sessions.opened(session);
    const { onClient } = this.#options;
    if (onClient === undefined) return;
    const client = new ConnectedClient(session, conversation, this.#contextOptions);
    void attempt(() => onClient(client), this.#report);
  }

  #contextOf(runtime: HandlerContext): Context {
    return new Context(runtime, this.#sessions.of(runtime), this.#contextOptions);
  }

  #features(): readonly Feature[] {
    this.#offered ??= [
      ...new Set([
        ...(this.#options.features ?? []),
        ...(this.#tools.isEmpty ? [] : (['tools'] as const)),
        ...(this.#resources.isEmpty ? [] : (['resources'] as const)),
        ...(this.#prompts.isEmpty ? [] : (['prompts'] as const)),
      ]),
    ];
    const features = { tools: this.#tools, resources: this.#resources, prompts: this.#prompts };
    const completes = this.#offered.some((name) => name !== 'tools');
    return [...this.#offered.map((name) => features[name]), ...(completes ? [this.#completion] : []), this.#logLevels];
  }

  /** What a server offers at all it says when a conversation opens: later it is too late. */
  #mayOffer(name: FeatureName): void {
    if (this.#offered === undefined || this.#offered.includes(name)) return;
    throw new TypeError(
      `The server was started without ${name}. Name them among its features, so that clients know: new Server(info, { features: ['${name}'] })`,
    );
  }

  #listChanged(method: ListChanged): void {
    if (this.#changed.size === 0) {
      queueMicrotask(() => {
        for (const changed of this.#changed) this.#sessions.listChanged(changed);
        this.#changed.clear();
      });
    }
    this.#changed.add(method);
  }
}
