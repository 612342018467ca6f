import {
  answerLater,
  ErrorCode,
  JsonRpcError,
  MetaKey,
  type ErrorListener,
  type HandlerContext,
  type InvalidCapabilityHandler,
  type LaterAnswer,
  type RequestOutcome,
} from '@mcp-gen/runtime';
import type { LoggingLevel } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Method as AnyMethod } from '../conversions/index.js';
import { REQUESTS } from '../registry.js';
import { isWanted } from '../server/logging.js';
import { ChangeListeners } from './changeListeners.js';
import { holderOf } from './connections.js';
import { bridgeError, lackingError } from './bridgeErrors.js';
import type { LinkTasks } from './linkTasks.js';
import { withMeta } from './meta.js';
import type { EXTENSION_TASKS } from './forwardedMethods.js';
import { PendingCall } from './pendingCall.js';
import type { PendingCalls } from './pendingCalls.js';
import { sendBehindRequiredUrls, type RequiredUrlsRequest } from './requiredUrls.js';
import { isOfUnknownExtension } from './unknownExtensions.js';
import { levelOf, type Upstream, type UpstreamEvents } from './upstream.js';

/** Milliseconds to wait for the response to the ping after a cancellation. */
const PING_TIMEOUT = 10_000;

/** The dependencies of a connection for clients without sessions. */
export interface LinkParts {
  readonly calls: PendingCalls;
  readonly report: ErrorListener;
  /** Called with the capabilities of the server that clients do not receive. */
  readonly lostCapability: InvalidCapabilityHandler;
  /** Called when a request of the client has ended. */
  readonly onIdle: () => void;
}

/** Requests of the extension Tasks. */
type TaskRequest = (typeof EXTENSION_TASKS)[keyof typeof EXTENSION_TASKS];

/** A running request, with its progress and log level. */
interface Run {
  readonly run: HandlerContext | undefined;
  readonly level: LoggingLevel | undefined;
}

/** A connection to the server, for the requests of one client without a session. */
export class StatelessLink implements UpstreamEvents {
  readonly #parts: LinkParts;
  #upstream!: Upstream;
  #listeners!: ChangeListeners;
  readonly #running = new Set<Run>();
  readonly #calls = new Set<PendingCall>();
  /** The number of cancelled requests for which a question may still arrive. */
  #withdrawing = 0;
  #loading: Promise<LinkTasks> | undefined;
  #tasks: LinkTasks | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get upstream(): Upstream {
    return this.#upstream;
  }

  set upstream(upstream: Upstream) {
    this.#upstream = upstream;
    this.#listeners = new ChangeListeners(upstream, this.#parts.report);
  }

  /** Called with the capabilities of the server that clients do not receive. */
  get lostCapability(): InvalidCapabilityHandler {
    return this.#parts.lostCapability;
  }

  /** Whether the client has no running request. */
  get isIdle(): boolean {
    const isBusy = this.#running.size > 0 || this.#calls.size > 0 || this.#tasks?.isRunning === true;
    return !isBusy && this.#listeners.isEmpty;
  }

  /** Whether there are tasks that the client may request. */
  get keepsTasks(): boolean {
    return this.#tasks?.isKept === true;
  }

  /** Returns the result of `server/discover`, except for the revisions and the capabilities. */
  discover(): object {
    const { instructions } = this.#upstream.session;
    return this.#withInfo(instructions === undefined ? {} : { instructions });
  }

  async listen(params: unknown, context: HandlerContext): Promise<object> {
    try {
      return await this.#listeners.listen(params as never, context);
    } finally {
      this.#parts.onIdle();
    }
  }

  /**
   * Forwards a request about tasks of the extension.
   *
   * @throws {JsonRpcError} if the server does not have the extension.
   */
  async task(method: TaskRequest, params: object, { signal }: HandlerContext): Promise<object> {
    try {
      if (this.#upstream.runsTasks) return (await this.#loadedTasks()).answer(method, params);
      if (!this.#upstream.hasTasks) throw new JsonRpcError(ErrorCode.MethodNotFound, `Method not found: ${method}`);
      return await this.#upstream.session.request(method, params, { signal, timeout: 0 });
    } catch (error) {
      throw this.#upstream.clientError(error, method);
    } finally {
      this.#parts.onIdle();
    }
  }

  /** Returns the tasks of a server that has tasks of 2025-11-25. Loaded with the first task. */
  #loadedTasks(): Promise<LinkTasks> {
    return (this.#loading ??= import('./linkTasks.js').then(({ LinkTasks }) => {
      this.#tasks = new LinkTasks(this.#upstream, this.#parts.calls.quota, this.#parts.onIdle);
      return this.#tasks;
    }));
  }

  /** Forwards a notification of the client. */
  notify(method: AnyMethod, params: unknown): Promise<void> {
    return this.#upstream.notify(method, params);
  }

  /**
   * Forwards a request.
   *
   * @throws {JsonRpcError} if the revision of the server does not have it.
   */
  forward(method: AnyMethod, params: unknown, context: HandlerContext, caller: string): unknown {
    if (!this.#upstream.has(method)) throw lackingError(method, 'server', this.#upstream.session.revision);
    if (method === Method.toolsCall && context.http !== undefined) this.#upstream.checkHeaders(params, context.http);
    const level = levelOf(context.meta);
    const run: Run = { run: context, level };
    this.#running.add(run);
    // In its own revision, only the result of such a request can ask the client.
    const isAsking = !this.#upstream.isStateless && (REQUESTS[method]?.asks ?? isOfUnknownExtension(method));
    const isTask = method === Method.toolsCall && this.#upstream.takesTask(params, context.peer);
    const send = (tasks?: LinkTasks): unknown =>
      isAsking ? this.#call(method, params, run, context, caller, tasks) : this.#send(method, params, run, context);
    const leveled = level === undefined ? undefined : this.#upstream.ensureLevel(this.#levels());
    const tasks = isTask ? this.#loadedTasks() : undefined;
    if (leveled === undefined && tasks === undefined) return send();
    return Promise.all([tasks, leveled]).then(([loaded]) => {
      const { signal } = context;
      if (!signal.aborted) return send(loaded);
      this.#done(run);
      throw signal.reason as Error;
    });
  }

  #send(method: AnyMethod, params: unknown, run: Run, context: HandlerContext): LaterAnswer {
    const answer = answerLater(context);
    answer.onAbort = this.#forward(method, params, context, {
      resolve: (result) => {
        this.#done(run);
        answer.resolve(result);
      },
      reject: (error) => {
        this.#done(run);
        answer.reject(this.#upstream.clientError(error, method));
      },
    });
    return answer;
  }

  /** Sends a request to the server. Returns a function that cancels it. */
  #forward(
    method: AnyMethod,
    params: unknown,
    context: Pick<HandlerContext, 'meta' | 'progress'>,
    { resolve, reject }: RequestOutcome,
    tasks?: LinkTasks,
  ): (reason: unknown) => void {
    const outcome = { resolve: (result: object) => resolve(this.#withInfo(result)), reject };
    try {
      if (tasks !== undefined) return tasks.open(params, context, outcome);
      return this.#upstream.forward(method, params, context, outcome);
    } catch (error) {
      reject(error);
      return () => undefined;
    }
  }

  /** Called when a running request has ended. */
  #done(run: Run): void {
    this.#running.delete(run);
    this.#parts.onIdle();
  }

  /** The log levels of the running requests. */
  #levels(): readonly LoggingLevel[] {
    return [...this.#running, ...this.#calls].flatMap(({ level }) => level ?? []);
  }

  /**
   * Returns the request that a question of a server with sessions belongs to.
   *
   * @param tasks the tasks of the client
   */
  #call(
    method: AnyMethod,
    given: unknown,
    run: Run,
    context: HandlerContext,
    caller: string,
    tasks: LinkTasks | undefined,
  ): LaterAnswer | Promise<LaterAnswer> {
    const { calls } = this.#parts;
    if (context.replay !== undefined) return this.#resume(method, run, context, caller);
    const { requestState, inputResponses } = given as { readonly [name: string]: unknown };
    if (requestState !== undefined || inputResponses !== undefined) {
      this.#done(run);
      throw new JsonRpcError(
        ErrorCode.InvalidParams,
        'Invalid params: the requestState is not accepted: it was changed, has expired, or belongs to another request',
      );
    }
    const call: PendingCall = new PendingCall(run.level, {
      caller,
      holder: holderOf(context),
      send: ({ resolve, reject }) => {
        // When progress is reported, the client may wait for a later run than this one.
        const progress: HandlerContext['progress'] = (report) => call.run?.progress(report);
        const request: RequiredUrlsRequest = {
          send: (outcome) => this.#forward(method, given, { meta: context.meta, progress }, outcome, tasks),
          ask: (page, signal) => this.#ask(call, Method.elicitationCreate, page, signal),
        };
        return sendBehindRequiredUrls(request, {
          resolve,
          reject: (error) => reject(this.#upstream.clientError(error, method)),
        });
      },
      keep: (kept) => calls.keep(kept),
      timeout: calls.timeout,
      quota: calls.quota,
      onSettled: (isAnswered) => {
        this.#calls.delete(call);
        if (!isAnswered) this.#awaitLateQuestions();
        this.#parts.onIdle();
      },
      onEnd: () => calls.delete(call),
    });
    this.#calls.add(call);
    this.#running.delete(run);
    return call.start(context);
  }

  /** Waits until questions that the server sent for a cancelled request, before it learned of the cancellation, can no longer arrive. */
  #awaitLateQuestions(): void {
    this.#withdrawing++;
    const over = (): void => void this.#withdrawing--;
    // The cancellation is sent first.
    queueMicrotask(() => {
      try {
        this.#upstream.session.open(Method.ping, undefined, { timeout: PING_TIMEOUT }, { resolve: over, reject: over });
      } catch {
        over();
      }
    });
  }

  /** Continues a request that is repeated with answers. */
  async #resume(method: AnyMethod, run: Run, context: HandlerContext, caller: string): Promise<LaterAnswer> {
    try {
      return this.#parts.calls.find(await PendingCall.handleOf(context), caller).resume(context);
    } catch (error) {
      throw this.#upstream.clientError(error, method);
    } finally {
      this.#done(run);
    }
  }

  notified(method: AnyMethod, given: unknown): void {
    if (method === Method.notificationsTasksStatus && this.#tasks?.clientError(given) === true) return;
    if (!this.#upstream.canNotify(method)) return;
    try {
      const params = this.#upstream.converter.toClient(method, 'params', given);
      if (this.#listeners.notified(method, params)) return;
      const isLog = method === Method.notificationsMessage;
      const run = this.#latest(isLog ? (params as { level: LoggingLevel }).level : undefined);
      if (run !== undefined) run.notify(method, params).catch(this.#parts.report);
      // Clients request log messages with each request: without one, they want none.
      else if (!isLog)
        this.#upstream.notForwarded(method, 'no request of the client is running that it could belong to');
    } catch (error) {
      this.#parts.report(error);
    }
  }

  async asked(method: AnyMethod, params: unknown, { signal }: HandlerContext): Promise<unknown> {
    const answered = this.#tasks?.ask(method, params);
    if (answered !== undefined) {
      return answered.catch((error: unknown) => {
        throw this.#upstream.serverError(error, method);
      });
    }
    const [call, ...others] = this.#calls;
    if (call === undefined) {
      throw bridgeError(`The client behind the bridge accepts ${method} only during one of its own requests`);
    }
    // Callers behind one address may be different people: a question must not reach the wrong person.
    if (others.length > 0 || this.#withdrawing > 0) {
      throw bridgeError(
        `The bridge cannot tell which of several running requests ${method} belongs to: try again later`,
      );
    }
    try {
      return await this.#ask(call, method, params, signal);
    } catch (error) {
      throw this.#upstream.serverError(error, method);
    }
  }

  async #ask(call: PendingCall, method: AnyMethod, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { converter } = this.#upstream;
    const answer = await call.ask(method, converter.toClient(method, 'params', params), signal);
    return converter.toServer(method, 'result', answer);
  }

  /** Returns the most recent request; for log messages, the most recent one that wants them. */
  #latest(level: LoggingLevel | undefined): HandlerContext | undefined {
    let latest: HandlerContext | undefined;
    for (const { run, level: lowest } of [...this.#running, ...this.#calls]) {
      const isMeant = level === undefined || (lowest !== undefined && isWanted(level, lowest));
      if (run !== undefined && isMeant) latest = run;
    }
    return latest;
  }

  /** Adds the server's info, since the results are those of the server, not of the bridge. */
  #withInfo(result: object): object {
    const { info, isStateless } = this.#upstream;
    const { _meta: meta } = result as { readonly _meta?: { readonly [name: string]: unknown } };
    if (isStateless && meta?.[MetaKey.ServerInfo] !== undefined) return result;
    // A server of 2026-07-28 need not identify itself. Without this, the runtime would add the info of the bridge.
    return withMeta(result, { [MetaKey.ServerInfo]: info.name === '' ? undefined : info });
  }
}
