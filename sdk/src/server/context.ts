import {
  callerName,
  MetaKey,
  type AuthInfo,
  type HandlerContext,
  type HttpInfo,
  type PeerInfo,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isStateless } from '../era.js';
import type { ServerNotificationMethod } from '../registry.js';
import { askClient, type Asking, type AskOptions, type Questions } from './asking.js';
import { hasCapability } from './capabilities.js';
import { ClientRoots } from './clientRoots.js';
import type { ClientState } from './clientState.js';
import type { LimitName, Limits } from './limits.js';
import { clientLogger, logSender, type Logger, type SendLog } from './logging.js';
import { applicationNotify } from './applicationNotify.js';
import {
  form,
  roots,
  sample,
  url,
  type Elicited,
  type FormQuestion,
  type Question,
  type Sampled,
  type SampleRequest,
} from './questions.js';
import type { InferOutput, Schema } from '../schema/index.js';
import { RootsCache } from './rootsCache.js';
import { type AsTaskOptions, type TaskInfo, TaskReturn } from './handlerTask.js';
import type { UrlQuestion } from './urlElicitation.js';
import type { ExtensionOfClient, ExtensionsOfClients } from './extensionClient.js';
import type { UnifiedNotifications } from '../unified.js';

/** Options shared by all contexts of one server. */
export interface ContextOptions {
  readonly report: (error: unknown) => void;
  /** Redacts log data before it is sent. */
  readonly redact: (data: unknown) => unknown;
  readonly limits: Pick<Limits, 'admit' | 'admits'>;
  /** Sends a message through the middleware. Undefined while there is none. */
  through: SendThrough | undefined;
  /** The extensions of the server. */
  readonly extensions: ExtensionsOfClients;
}

/**
 * Sends a message through middleware, which may change its params. Resolves with the result of a request, in the unified types.
 *
 * @param send sends the message with these params
 */
export type SendThrough = (
  context: Context,
  kind: 'request' | 'notification',
  method: string,
  params: unknown,
  send: (params: unknown) => Promise<unknown>,
) => Promise<unknown>;

/** Asks one question under its key, or several questions at once, each under its own key. */
export interface Ask {
  /** Resolves with the answer. */
  <Answer>(key: string, question: Question<Answer>, options?: AskOptions): Promise<Answer>;
  /** Resolves with all answers, each under the key of its question. */
  <const Asked extends { readonly [key: string]: Question<unknown> }>(
    questions: Asked,
    options?: AskOptions,
  ): Promise<{ readonly [Key in keyof Asked]: Asked[Key] extends Question<infer Answer> ? Answer : never }>;
}

/**
 * The context of one request, passed to its handler. Do not keep it after the request; store per-session data in `session`. Its functions
 * are bound, so that handlers can destructure it: `(args, { progress }) => ...`.
 *
 * Questions have a key that is unique within the handler. From revision 2026-07-28 on, a server cannot send requests to the client. The
 * handler runs again with the answers and finds them by key, so its questions must be the same in each run.
 */
export class Context {
  readonly #runtime: HandlerContext;
  readonly #clientState: ClientState;
  readonly #options: ContextOptions;
  readonly #task: TaskInfo | undefined;
  /** The params before middleware, and `_meta` after it. Undefined without middleware. */
  #received: unknown;
  #meta: { readonly [key: string]: unknown } | undefined;
  #roots: ClientRoots | undefined;
  #log: Logger | undefined;

  // Static methods, not a static block: bundlers leave out a class without one where it is not used.

  /** @internal */
  static clientStateOf(context: Context): ClientState {
    return context.#clientState;
  }

  /** @internal */
  static requestOf(context: Context): HandlerContext {
    return context.#runtime;
  }

  /** @internal */
  static through(context: Context): SendThrough | undefined {
    return context.#options.through;
  }

  /** Called with params before they pass through middleware. @internal */
  static receive(context: Context, params: unknown): void {
    context.#received = params;
  }

  /** Called with params after middleware: what it has changed in `_meta` is changed in the context. @internal */
  static pass(context: Context, params: unknown): void {
    const before = metaIn(context.#received);
    const after = metaIn(params);
    if (after === before) return;
    const kept = Object.entries(context.meta ?? {}).filter(([name]) => !(name in before) || name in after);
    const changed = Object.entries(after).filter(([name, value]) => value !== before[name]);
    context.#meta = Object.fromEntries([...kept, ...changed]);
  }

  /** @internal */
  constructor(runtime: HandlerContext, clientState: ClientState, options: ContextOptions, task?: TaskInfo) {
    this.#runtime = runtime;
    this.#clientState = clientState;
    this.#options = options;
    this.#task = task;
  }

  /**
   * Aborted when the client cancels the request or disconnects, and when the handler is abandoned because it asked a question (see
   * {@link Context.once}).
   */
  get signal(): AbortSignal {
    return this.#runtime.signal;
  }

  /** The negotiated revision: `2025-06-18`. */
  get revision(): string {
    return this.#runtime.revision;
  }

  /** The client's name and version, and the capabilities it declared. */
  get client(): PeerInfo {
    return this.#runtime.peer;
  }

  /**
   * The authenticated caller: what `authenticate` returned over HTTP, or `auth` of `serve` over other transports. Undefined without
   * authentication.
   */
  get auth(): AuthInfo | undefined {
    return this.#runtime.auth;
  }

  /**
   * What HTTP middleware has added to the request of the message, or over other transports, `serve` and extensions to the connection. It is
   * not sent.
   */
  get locals(): ReadonlyMap<string, unknown> {
    return this.#runtime.locals;
  }

  /** The HTTP request of the message; undefined over other transports. */
  get http(): HttpInfo | undefined {
    return this.#runtime.http;
  }

  /** The id of the request, as the client has sent it; undefined for a notification. Messages of a stream can name their request with it. */
  get requestId(): string | number | undefined {
    return this.#runtime.requestId;
  }

  /** Per-session data of the application, dropped when the session ends. Without a session, a new map for each request. */
  get session(): Map<string, unknown> {
    return this.#clientState.data;
  }

  /** The id of the session, if the transport has one. Anyone who has it can send messages in the session: do not log it. */
  get sessionId(): string | undefined {
    return this.#runtime.session?.id;
  }

  /** The `_meta` of the request, as middleware has passed it on. */
  get meta(): { readonly [key: string]: unknown } | undefined {
    return this.#meta ?? this.#runtime.meta;
  }

  /**
   * Sends log messages to the client (specification: Logging): `log.info('done')`. Messages below the client's level and beyond
   * `rateLimits.logs` are dropped. Without a requested level all messages are dropped: up to 2025-11-25 for clients without a session, from
   * 2026-07-28 on for requests without a level.
   *
   * @deprecated From revision 2026-07-28 on, and supported: write logs to stderr, or use OpenTelemetry.
   */
  get log(): Logger {
    return (this.#log ??= clientLogger(this.#sendLog, this.#options.report));
  }

  /**
   * Reports the progress of the request, if the client requested it (specification: Progress): `progress(3, 10, 'Three of ten')`. The first
   * number must increase with each report; total and message are optional.
   */
  get progress(): (progress: number, total?: number, message?: string) => void {
    return (progress, total, message) =>
      this.#runtime.progress({
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      });
  }

  /**
   * Returns whether the client has declared a capability and the revision supports it: `can('sampling')`, `can('elicitation.url')`. The
   * identifier of an extension is one path segment, dots included: `can('extensions.com.example/tasks')`.
   */
  get can(): (capability: string) => boolean {
    return (capability) => hasCapability(this.client.capabilities, capability, this.revision);
  }

  /**
   * Asks the client one question, or several at once. Create questions with {@link form}, {@link url}, {@link sample}, {@link roots}, and
   * {@link request}.
   *
   * @example
   * ```ts
   * import { form, sample, Server } from '@mcp-gen/sdk';
   *
   * const server = new Server({ name: 'greeter', version: '1.0.0' });
   * const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
   * server.tool('greet', {}, async (_, { ask }) => {
   *   const { person, wish } = await ask({
   *     person: form({ message: 'Who are you?', schema }),
   *     wish: sample('Write one good wish for today.'),
   *   });
   *   return person.action === 'accept' ? `${person.content.name}, ${wish.text}` : wish.text;
   * });
   * ```
   * @throws {AskError} if the client does not support the question, gives an invalid answer, or does not answer in time.
   * @throws {JsonRpcError} if sampling exceeds the limit `rateLimits.sampling` (-32603).
   * @throws {NotExpressibleError} if the question cannot be expressed in the revision of the request.
   */
  get ask(): Ask {
    const ask = async (asked: string | Questions, ...others: unknown[]): Promise<unknown> => {
      if (typeof asked !== 'string') return this.#askAll(asked, others[0] as AskOptions | undefined);
      const [question, options] = others as [Question<unknown>, AskOptions?];
      const { [asked]: answer } = await this.#askAll({ [asked]: question }, options);
      return answer;
    };
    return ask as Ask;
  }

  /**
   * Runs a function once, even if the handler runs several times: `const order = await once('order', () => placeOrder(cart))`. From revision
   * 2026-07-28 on, a handler that asks a question is abandoned, and runs again from the start with the answer. Side effects before the
   * question would be repeated. A function passed to `once` is not repeated, and its value is returned. `catch` and `finally` do not run in
   * an abandoned handler: clean up when `signal` aborts.
   *
   * The key is unique within the handler, also among the keys of questions; a duplicate key is a `TypeError`. The value must be
   * JSON-serializable, and is returned after a JSON round trip. It is sent through the client, encrypted, and counts towards
   * `requestState.sizeLimit`.
   */
  get once(): <Value>(key: string, act: () => Value | Promise<Value>) => Promise<Value> {
    return (key, act) => this.#runtime.once(key, act);
  }

  /**
   * Asks the user to fill in a form (specification: Elicitation): `const { action, content } = await elicit('name', { message, schema })`.
   *
   * @throws {SchemaError} if the schema is not a valid form.
   * @throws the errors of {@link Context.ask}.
   */
  get elicit(): <const Form extends Schema>(
    key: string,
    question: FormQuestion<Form>,
    options?: AskOptions,
  ) => Promise<Elicited<InferOutput<Form>>> {
    return (key, question, options) => this.ask(key, form(question), options);
  }

  /**
   * Asks the user to visit a web page (specification, from 2025-11-25 on: Elicitation). Resolves with the user's answer, not when the visit
   * is complete.
   *
   * @throws {TypeError} for an unsafe URL.
   * @throws the errors of {@link Context.ask}.
   */
  get elicitUrl(): (key: string, question: UrlQuestion, options?: AskOptions) => Promise<Elicited<undefined>> {
    return (key, question, options) => this.ask(key, url(question), options);
  }

  /**
   * Notifies the client that a visit is complete: `elicitationCompleted(elicitationId)`.
   *
   * @throws {NotExpressibleError} in revisions other than 2025-11-25, which do not have the notification.
   */
  get elicitationCompleted(): (elicitationId: string) => Promise<void> {
    return (elicitationId) => this.#notify(Method.notificationsElicitationComplete, { elicitationId });
  }

  /**
   * Sends the client any notification of the protocol, in the unified types: also one that this package has no function of its own for.
   * Resolves when the transport has accepted it. Without a session, it is part of the response to the request: over HTTP, one that is sent
   * after the response is dropped, and reported to `onError`. Log messages are filtered and redacted, as with {@link Context.log}.
   *
   * @throws {TypeError} if the server sends the notification itself, or only to clients that have subscribed: see {@link Server.listChanged}
   *   and {@link Server.resourceUpdated}.
   * @throws {NotExpressibleError} if the revision does not have the notification.
   * @throws {Error} if the server has not declared the capability of the notification; see the option `capabilities`.
   */
  get notify(): <Method extends ServerNotificationMethod>(
    method: Method,
    params: UnifiedNotifications[Method]['params'],
  ) => Promise<void> {
    return applicationNotify(this.#clientState, this.revision, this.#sendLog, (method, params) =>
      this.#notify(method, params),
    );
  }

  /**
   * Asks the client's model (specification: Sampling): `const { text } = await sample('summary', 'Sum this up: ...')`.
   *
   * @deprecated From revision 2026-07-28 on, and supported: call the API of a model's provider instead.
   * @throws {TypeError} for uses of tools without results, and for results among other content.
   * @throws the errors of {@link Context.ask}.
   */
  get sample(): (key: string, request: string | SampleRequest, options?: AskOptions) => Promise<Sampled> {
    return (key, request, options) => this.ask(key, sample(request), options);
  }

  /**
   * Returns a value with which a tool continues as a task: `return asTask(async ({ progress }) => { ... })`. Code before it runs within the
   * request, and may ask the client. The function receives its own context: its signal belongs to the task, its progress becomes the status
   * of the task, and its questions wait until the client answers them. It runs once, and returns the result of the tool. If the client does
   * not support tasks, the function runs within the request, with the context of the request.
   *
   * @throws {TypeError} when the tool returns it, if the server was created without the extension `tasks()`.
   */
  get asTask(): <Value>(
    run: (context: Context) => Value | Promise<Value>,
    options?: AsTaskOptions,
  ) => TaskReturn<Awaited<Value>> {
    return (run, options = {}) => new TaskReturn(run, options) as TaskReturn<never>;
  }

  /**
   * The task of the handler; undefined within a request. A tool with the option `task: { resume: true }` saves its state here: `await
   * task?.save({ page })`. When another process resumes the task, `task?.checkpoint` has the state.
   */
  get task(): TaskInfo | undefined {
    return this.#task;
  }

  /**
   * Calls a listener when the server starts to close. A handler that lasts as long as its client listens returns then. Returns a function
   * that removes the listener.
   */
  get onClosing(): (listener: () => void) => () => void {
    return (listener) => this.#runtime.onClosing(listener);
  }

  /**
   * Closes the connection of the response while a slow operation runs: the client reconnects for the result. Does nothing if clients would
   * not reconnect: they do from revision 2025-11-25 on, over Streamable HTTP with an event store.
   */
  get closeStream(): () => void {
    return () => this.#runtime.closeStream();
  }

  /**
   * Returns an extension of the client, to send it messages: `extension(search)?.notify('notifications/search/indexed', { count })`.
   * Undefined if the client has not declared the extension, or it is inactive in the revision.
   *
   * @throws {TypeError} if the server was created without the extension.
   */
  get extension(): ExtensionOfClient {
    return (key) => this.#options.extensions.of(this, key);
  }

  /**
   * The folders and files that the client offers to work on (specification: Roots): `await roots.resolve('notes.txt')`.
   *
   * @deprecated From revision 2026-07-28 on, and supported: take paths as arguments of tools or as URIs of resources.
   */
  get roots(): ClientRoots {
    // A client that does not notify of changes could withdraw a folder unnoticed, so its roots are cached for one request only.
    const keep = (): RootsCache => (this.can('roots.listChanged') ? this.#clientState.roots : new RootsCache());
    return (this.#roots ??= new ClientRoots(keep(), (attempt) => this.ask(`context.roots ${attempt}`, roots())));
  }

  /** Returns a function for the minimum level of log messages that the client wants now. */
  get #logLevel(): () => LoggingLevel | undefined {
    const { session, meta } = this.#runtime;
    // A session without a level has not declared logging.
    if (session !== undefined) return () => this.#clientState.logLevel;
    const level = isStateless(this.revision) ? meta?.[MetaKey.LogLevel] : undefined;
    return () => level as LoggingLevel | undefined;
  }

  get #sendLog(): SendLog {
    return logSender(this.#options, this.#logLevel, callerOf(this), (method, params) => this.#notify(method, params));
  }

  #askAll(questions: Questions, options?: AskOptions): Promise<{ readonly [key: string]: unknown }> {
    const { translator } = this.#clientState;
    const admit = (limited: 'sampling'): void | Promise<void> => this.#options.limits.admit(limited, callerOf(this));
    const { ask, session, replay, signal } = this.#runtime;
    const isKnown = session !== undefined || isStateless(this.revision);
    const isAnswered = (key: string): boolean => replay?.has(key) === true;
    const isTask = this.#task !== undefined;
    const { through: all } = this.#options;
    const through: Asking['through'] = all && ((method, params, send) => all(this, 'request', method, params, send));
    const { questions: extensions } = this.#options.extensions;
    const asking = { translator, admit, ask, isKnown, isAnswered, signal, isTask, extensions, through };
    return askClient(questions, this, asking, options);
  }

  async #notify<Method extends keyof UnifiedNotifications>(
    method: Method,
    params: UnifiedNotifications[Method]['params'],
  ): Promise<void> {
    await sendThrough(this, 'notification', method, params, (given) =>
      this.#runtime.notify(method, this.#clientState.translator.toRevision(method, 'params', given)),
    );
  }
}

const NO_META: { readonly [key: string]: unknown } = {};

function metaIn(params: unknown): { readonly [key: string]: unknown } {
  const meta = isObject(params) ? params._meta : undefined;
  return isObject(meta) ? meta : NO_META;
}

/** Returns the client state of a context. For features, not for handlers. */
export function clientStateOf(context: Context): ClientState {
  return Context.clientStateOf(context);
}

/** Returns the request of the runtime. For features, not for handlers. */
export function requestOf(context: Context): HandlerContext {
  return Context.requestOf(context);
}

/** Sends a message through the middleware, if there is any. For features, not for handlers. */
export const sendThrough: SendThrough = (context, kind, method, params, send) => {
  const through = Context.through(context);
  return through === undefined ? send(params) : through(context, kind, method, params, send);
};

/** Applies the rate limit to a request, or throws. A request that is repeated with answers has already been counted. */
export function admitRequest(limits: Limits, name: LimitName, context: Context): void | Promise<void> {
  return requestOf(context).replay?.isNew === true ? undefined : limits.admit(name, callerOf(context));
}

/**
 * Returns the key of a caller for limits: its id, or its network address over HTTP, or else its connection. A new session does not reset
 * the limits of a caller over HTTP.
 */
export function callerOf(context: Context): string {
  return callerName(context.auth, context.http, clientStateOf(context).key);
}
