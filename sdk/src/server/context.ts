import {
  callerName,
  MetaKey,
  type AuthInfo,
  type HandlerContext,
  type HttpInfo,
  type PeerInfo,
} from '@mcp-gen/runtime';
import type { AuthorNotifications, LoggingLevel } from '@mcp-gen/protocol/author';
import { isStateless } from '../era.js';
import { askClient, type AskOptions, type Questions } from './asking.js';
import { hasCapability } from './capabilities.js';
import { ClientRoots } from './clientRoots.js';
import type { Limited, Limits } from './limits.js';
import { clientLogger, type Logger } from './logging.js';
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
import { KeptRoots } from './keptRoots.js';
import type { Conversation } from './sessions.js';
import type { TaskInfo } from './taskInfo.js';
import { TaskReturn, type AsTaskOptions } from './taskReturn.js';
import type { UrlQuestion } from './visit.js';

/** What the contexts of one server have in common. */
export interface ContextOptions {
  readonly report: (error: unknown) => void;
  /** What becomes of log data before it is sent. */
  readonly redact: (data: unknown) => unknown;
  readonly limits: Pick<Limits, 'admit' | 'admits'>;
}

/** Asks one question under its key, or several at once, each under its own. */
export interface Ask {
  /** Resolves with the answer. */
  <Answer>(key: string, question: Question<Answer>, options?: AskOptions): Promise<Answer>;
  /** Resolves with all answers, each under the key of its question. */
  <const Asked extends { readonly [key: string]: Question<unknown> }>(
    questions: Asked,
    options?: AskOptions,
  ): Promise<{ readonly [Key in keyof Asked]: Asked[Key] extends Question<infer Answer> ? Answer : never }>;
}

/** The conversation that a context is part of: for features, which keep things in it, not for handlers. */
export let conversationOf: (context: Context) => Conversation;

/** The request as the runtime has it: for features, not for handlers. */
export let requestOf: (context: Context) => HandlerContext;

/**
 * What a handler is given beside its params. It belongs to one request: keep nothing of it for later, but what is in `session`.
 * Its functions are getters that bind, so that handlers can take it apart: `(args, { progress }) => ...`.
 *
 * Questions have a key, which names the question within this handler. From revision 2026-07-28 on a server cannot ask while it answers: the
 * handler runs again with the answers, and finds them by their keys, so its questions have to be the same in each run.
 */
export class Context {
  readonly #runtime: HandlerContext;
  readonly #conversation: Conversation;
  readonly #options: ContextOptions;
  readonly #task: TaskInfo | undefined;
  #roots: ClientRoots | undefined;
  #log: Logger | undefined;

  static {
    conversationOf = (context) => context.#conversation;
    requestOf = (context) => context.#runtime;
  }

  /** @internal */
  constructor(runtime: HandlerContext, conversation: Conversation, options: ContextOptions, task?: TaskInfo) {
    this.#runtime = runtime;
    this.#conversation = conversation;
    this.#options = options;
    this.#task = task;
  }

  /**
   * Aborted when the client cancels the request, or disconnects, and when the handler is abandoned because it has asked (see
   * {@link Context.once}).
   */
  get signal(): AbortSignal {
    return this.#runtime.signal;
  }

  /** The revision of the conversation: `2025-06-18`. */
  get revision(): string {
    return this.#runtime.revision;
  }

  /** The client's program, and the capabilities it declared. */
  get client(): PeerInfo {
    return this.#runtime.peer;
  }

  /** Who calls, where the server authenticates its callers: what `authenticate` returned over HTTP, and `auth` of `serve` elsewhere. */
  get auth(): AuthInfo | undefined {
    return this.#runtime.auth;
  }

  /** The HTTP request that the message came in; nothing over other transports. */
  get http(): HttpInfo | undefined {
    return this.#runtime.http;
  }

  /** Data of the application about this client, dropped when the session ends. Without a session, a new map for each request. */
  get session(): Map<string, unknown> {
    return this.#conversation.data;
  }

  /** The id of the session, where the transport gives it one. Anyone who knows it can send messages in the session: do not log it. */
  get sessionId(): string | undefined {
    return this.#runtime.session?.id;
  }

  /** The `_meta` of the request, as it came. */
  get meta(): { readonly [key: string]: unknown } | undefined {
    return this.#runtime.meta;
  }

  /**
   * Writes log messages for the client (specification: Logging): `log.info('done')`. Left out are those below the level that the
   * client wants, those beyond what `limits.logs` allows, and all of them for clients that have not asked for any: up to 2025-11-25
   * those without a session, and from 2026-07-28 on those whose request names no level.
   * Deprecated from revision 2026-07-28 on, and supported: write logs to stderr, or use OpenTelemetry.
   */
  get log(): Logger {
    return (this.#log ??= clientLogger(this.#options, { logLevel: this.#logLevel }, callerOf(this), (method, params) =>
      this.#notify(method, params),
    ));
  }

  /**
   * Says how far the request has come, if the client asked to know (specification: Progress): `progress(3, 10, 'Three of ten')`.
   * The first number has to grow from report to report; what it grows towards and the words for people may be left out.
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
   * Returns whether the client has declared a capability, in a revision that has it: `can('sampling')`, `can('elicitation.url')`. The
   * identifier of an extension is one name, dots included: `can('extensions.com.example/tasks')`.
   */
  get can(): (capability: string) => boolean {
    return (capability) => hasCapability(this.client.capabilities, capability, this.revision);
  }

  /**
   * Asks the client one question, or several at once, which {@link form}, {@link url}, {@link sample} and {@link roots} make.
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
   * @throws {AskError} if the client cannot be asked such a thing, does not give what it was asked for, or takes too long.
   * @throws {JsonRpcError} if it would be asked for sampling more often than `limits.sampling` allows (-32603).
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
   * Does something once, however often the handler runs: `const order = await once('order', () => placeOrder(cart))`. From revision
   * 2026-07-28 on, a handler that asks something is abandoned, and run again with the answer, from its beginning. What it does before it
   * asks, it would do again; what is done by `once` is not, and its value is returned. `catch` and `finally` do not run where a handler is
   * abandoned: clean up when `signal` aborts.
   *
   * The key names it within the handler, as the key of a question does; a key that was used before is a `TypeError`. The value must have a
   * JSON form, and is returned as JSON has it. It travels through the client, which can neither read nor change it, and counts towards
   * `requestState.sizeLimit`.
   */
  get once(): <Value>(key: string, act: () => Value | Promise<Value>) => Promise<Value> {
    return (key, act) => this.#runtime.once(key, act);
  }

  /**
   * Asks a person to fill in a form (specification: Elicitation): `const { action, content } = await elicit('name', { message,
   * schema })`.
   *
   * @throws {SchemaError} if the schema cannot be a form.
   * @throws what {@link Context.ask} throws.
   */
  get elicit(): <const Form extends Schema>(
    key: string,
    question: FormQuestion<Form>,
    options?: AskOptions,
  ) => Promise<Elicited<InferOutput<Form>>> {
    return (key, question, options) => this.ask(key, form(question), options);
  }

  /**
   * Sends a person to a page of the web (specification, from 2025-11-25 on: Elicitation), and resolves when the client has asked
   * them.
   *
   * @throws {TypeError} for a URL that a person should not be sent to.
   * @throws what {@link Context.ask} throws.
   */
  get elicitUrl(): (key: string, question: UrlQuestion, options?: AskOptions) => Promise<Elicited<undefined>> {
    return (key, question, options) => this.ask(key, url(question), options);
  }

  /**
   * Tells the client that what was to be done on a page is done: `elicitationCompleted(elicitationId)`.
   *
   * @throws {NotExpressibleError} in revisions other than 2025-11-25, which do not have the notification.
   */
  get elicitationCompleted(): (elicitationId: string) => Promise<void> {
    return (elicitationId) => this.#notify('notifications/elicitation/complete', { elicitationId });
  }

  /**
   * Asks the client's model (specification: Sampling): `const { text } = await sample('summary', 'Sum this up: ...')`.
   * Deprecated from revision 2026-07-28 on, and supported: call the API of a model's provider instead.
   *
   * @throws {TypeError} for uses of tools without results, and for results among other content.
   * @throws what {@link Context.ask} throws.
   */
  get sample(): (key: string, request: string | SampleRequest, options?: AskOptions) => Promise<Sampled> {
    return (key, request, options) => this.ask(key, sample(request), options);
  }

  /**
   * Makes what a tool returns to go on as a task: `return asTask(async ({ progress }) => { ... })`. What the tool does before is done within
   * the request, and may ask its client. The function is given a context of its own: its signal belongs to the task, its progress is told
   * to those who ask how the task is, and its questions wait until the client answers them. It runs once, and what it returns is the
   * result of the tool. Where the client takes no tasks, it runs within the request, with the context of the request.
   *
   * @throws {TypeError} when the tool returns it, if the server was made without the option `tasks`.
   */
  get asTask(): <Value>(
    run: (context: Context) => Value | Promise<Value>,
    options?: AsTaskOptions,
  ) => TaskReturn<Awaited<Value>> {
    return (run, options = {}) => new TaskReturn(run, options) as TaskReturn<never>;
  }

  /**
   * The task that the handler runs as; undefined within a request. A tool with the option `task: { resume: true }` saves here how far it is:
   * `await task?.save({ page })`. In the next process it finds that in `task?.checkpoint`.
   */
  get task(): TaskInfo | undefined {
    return this.#task;
  }

  /**
   * Lets go of the connection that the answer would go out on, while something takes long: the client comes back for it. Does nothing
   * where it would not: it does from revision 2025-11-25 on, over Streamable HTTP with an event store.
   */
  get closeStream(): () => void {
    return () => this.#runtime.closeStream();
  }

  /**
   * The folders and files that the client offers to work on (specification: Roots): `await roots.resolve('notes.txt')`.
   * Deprecated from revision 2026-07-28 on, and supported: take paths as arguments of tools or as URIs of resources instead.
   */
  get roots(): ClientRoots {
    // A client that does not notify of changes could withdraw a folder unnoticed, so its roots are kept for one request only.
    const keep = (): KeptRoots => (this.can('roots.listChanged') ? this.#conversation.roots : new KeptRoots());
    return (this.#roots ??= new ClientRoots(keep(), (attempt) => this.ask(`context.roots ${attempt}`, roots())));
  }

  /** The lowest level of log messages that the client wants now. */
  get #logLevel(): () => LoggingLevel | undefined {
    const { session, meta } = this.#runtime;
    // Where a session has no level, logging is not declared.
    if (session !== undefined) return () => this.#conversation.logLevel;
    const level = isStateless(this.revision) ? meta?.[MetaKey.LogLevel] : undefined;
    return () => level as LoggingLevel | undefined;
  }

  #askAll(questions: Questions, options?: AskOptions): Promise<{ readonly [key: string]: unknown }> {
    const { translator } = this.#conversation;
    const admit = (limited: 'sampling'): void | Promise<void> => this.#options.limits.admit(limited, callerOf(this));
    const { ask, session, replay, signal } = this.#runtime;
    const isKnown = session !== undefined || isStateless(this.revision);
    const isAnswered = (key: string): boolean => replay?.has(key) === true;
    const isTask = this.#task !== undefined;
    return askClient(questions, this, { translator, admit, ask, isKnown, isAnswered, signal, isTask }, options);
  }

  async #notify<Method extends keyof AuthorNotifications>(
    method: Method,
    params: AuthorNotifications[Method]['params'],
  ): Promise<void> {
    await this.#runtime.notify(method, this.#conversation.translator.toRevision(method, 'params', params));
  }
}

/** Admits a request, or throws. One that comes again with answers has been admitted before. */
export function admitRequest(limits: Limits, name: Limited, context: Context): void | Promise<void> {
  return requestOf(context).replay?.isNew === true ? undefined : limits.admit(name, callerOf(context));
}

/**
 * Tells callers apart, for limits: by id, or over HTTP by network address, or else by conversation. A new session does not reset the
 * limits of a caller over HTTP.
 */
export function callerOf(context: Context): string {
  return callerName(context.auth, context.http, conversationOf(context).key);
}
