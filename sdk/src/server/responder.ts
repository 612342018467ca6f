import {
  ErrorCode,
  JsonRpcError,
  type Handler,
  type HandlerContext,
  type RequestEntry,
  type RequestMethods,
  type ResultConversion,
  type UnknownNotificationHandler,
  type UnknownRequestHandler,
} from '@mcp-gen/runtime';
import { ReturnValueError } from '../content/index.js';
import { NotExpressibleError, type Method } from '../conversions/index.js';
import { DropReports } from '../dropReports.js';
import { isStateless } from '../era.js';
import { withoutNewest } from '../conversions/results.js';
import { targetOf } from '../translator.js';
import { RevisionCodes } from '../revisionCodes.js';
import { factsOf, isProtocolMethod, REQUESTS, type ClientRequestMethod } from '../registry.js';
import { callerOf, Context, clientStateOf, requestOf, type ContextOptions } from './context.js';
import { requiresUrlElicitation, toProtocolError } from './errorCodes.js';
import { ToolError, UrlElicitationRequiredError } from './errors.js';
import { notAnError } from './failures.js';
import { chain, type Answer, type IncomingRequest, type Middleware, type Next } from './middleware.js';
import { url } from './questions.js';
import type { Clients } from './clients.js';

/** Handles a notification, with params in the unified types. */
type NotificationHandler = (params: unknown, context: Context) => unknown;

/** The params of a request without params. */
const NO_PARAMS = {};

/**
 * Handles requests of the runtime: translates them to the unified types, runs the middleware and the handler, and translates the result
 * back.
 */
export class Responder {
  readonly #clients: Clients;
  readonly #contextOptions: ContextOptions;
  readonly #answer: Answer;
  readonly #cacheable: (method: string, result: object) => object;
  readonly #middleware: Middleware[] = [];
  readonly #codes: RevisionCodes;
  /** Notifications above the limit. */
  readonly #drops: DropReports;
  /** The chain of middleware around requests, if there is any. */
  #next: Next | undefined;

  /**
   * @param answer calls the handler of a request
   * @param cacheable adds cache hints to a result
   */
  constructor(
    clients: Clients,
    contextOptions: ContextOptions,
    answer: Answer,
    cacheable: (method: string, result: object) => object,
  ) {
    this.#clients = clients;
    this.#cacheable = cacheable;
    this.#contextOptions = contextOptions;
    this.#answer = answer;
    this.#codes = new RevisionCodes(contextOptions.report);
    this.#drops = new DropReports(
      'Clients send notifications',
      contextOptions.report,
      'rateLimits.notifications of the server',
    );
  }

  /** Adds middleware. The first one added is outermost. */
  use(middleware: Middleware): void {
    const all = this.#middleware;
    all.push(middleware);
    this.#next = chain(all, (message) => {
      Context.pass(message.context, message.params);
      return untilLeft(message.context, this.#answer(message));
    });
    this.#contextOptions.through = async (context, kind, method, params, send) => {
      // An earlier run of the handler has sent it.
      if (kind === 'notification' && requestOf(context).replay?.isReplaying === true) return undefined;
      const message = { direction: 'out', kind, method, params, context } as const;
      if (kind === 'notification' || !mayBeLeft(context)) {
        return chain(all, async (sent) => (await send(sent.params)) as object | undefined)(message);
      }
      const left = new Promise<never>((_resolve, reject) =>
        onLeft(context, () => reject(requestOf(context).signal.reason as Error)),
      );
      // Middleware may wait before it sends the question.
      left.catch(() => undefined);
      const run = chain(all, async (sent) => (await Promise.race([send(sent.params), left])) as object | undefined);
      const ended = await run(message).then(
        (result) => () => result,
        (error: unknown) => () => {
          throw error;
        },
      );
      // The middleware has ended, but not the handler: it is left where it asks.
      return isLeft(context) ? new Promise(() => undefined) : ended();
    };
  }

  /** Creates the context of a request or a notification. */
  contextOf(runtime: HandlerContext): Context {
    return new Context(runtime, this.#clients.of(runtime), this.#contextOptions);
  }

  /**
   * Handles a notification of a client: runs the middleware, then the handler, if there is one, with params in the unified types. Returns a
   * promise unless both are synchronous.
   */
  notified(method: string, params: unknown, runtime: HandlerContext, handle: NotificationHandler | undefined): unknown {
    if (handle !== undefined || this.#next !== undefined) {
      return this.#admit(runtime, (context) =>
        this.#notify(method, this.#translated(method, params, context), context, handle),
      );
    }
    this.#clients.of(runtime).translator.note(method);
    return undefined;
  }

  /** Passes a notification that the revision does not have through the middleware. Its params are unchanged. */
  readonly unknownNotification: UnknownNotificationHandler = (method, params, runtime, ignore) =>
    this.#next === undefined
      ? ignore()
      : this.#admit(runtime, (context) => this.#notify(method, params, context, ignore));

  /** Passes a request that nothing handles through the middleware, and refuses it. Its params are unchanged. */
  readonly unknownRequest: UnknownRequestHandler = (method, refusal) => {
    if (this.#next === undefined || factsOf(method)?.lifecycle === true) return undefined;
    const run = chain(this.#middleware, () => {
      throw refusal;
    });
    return (params, runtime) => {
      const request = { method, params, context: this.contextOf(runtime) };
      return run({ direction: 'in', kind: 'request', ...request }).catch((error: unknown) =>
        this.#fail(error, request),
      );
    };
  };

  /** Calls a function unless the caller sends notifications above the limit. */
  #admit(runtime: HandlerContext, act: (context: Context) => unknown): unknown {
    const context = this.contextOf(runtime);
    const take = (isAdmitted: boolean): unknown => (isAdmitted ? act(context) : this.#drops.add());
    const admitted = this.#contextOptions.limits.admits('notifications', callerOf(context));
    return admitted instanceof Promise ? admitted.then(take) : take(admitted);
  }

  #notify(method: string, params: unknown, context: Context, handle: NotificationHandler | undefined): unknown {
    if (this.#next === undefined) return handle?.(params, context);
    Context.receive(context, params);
    const run = chain(this.#middleware, async (message) => {
      Context.pass(message.context, message.params);
      await handle?.(message.params, message.context);
      return undefined;
    });
    return run({ direction: 'in', kind: 'notification', method, params, context });
  }

  /**
   * Returns the handlers for the runtime, by handler name.
   *
   * @param ofApplication returns whether the application handles a method, and no feature
   */
  handlers(methods: ReadonlySet<string>, ofApplication: (method: string) => boolean): object {
    const handlers: { [name: string]: Handler } = {};
    for (const method of methods) {
      const facts = REQUESTS[method];
      // What is deprecated is noted where it is converted.
      const reads = ofApplication(method) || facts?.deprecated !== undefined;
      handlers[facts?.name ?? method] = (params, context) =>
        this.#respond(method as ClientRequestMethod, params, context, reads);
    }
    return handlers;
  }

  /** Returns the custom methods for the runtime. They are the same in every revision. */
  customMethods(entries: { readonly [method: string]: RequestEntry }): RequestMethods {
    return Object.fromEntries(
      Object.entries(entries).map(([method, entry]) => [
        method,
        {
          entry,
          handle: (params: unknown, context: HandlerContext) => this.respondUnconverted(method, params, context),
        },
      ]),
    );
  }

  /** Converts a result that is invalid in the revision. */
  readonly convertResult: ResultConversion = (method, result, runtime, params) => {
    try {
      return this.#clients.of(runtime).translator.toRevision(method as ClientRequestMethod, 'result', result, params);
    } catch (error) {
      throw this.#failure(error, method, this.contextOf(runtime));
    }
  };

  /** @param reads whether the handler is one of the application, which may read all params */
  #respond(
    method: ClientRequestMethod,
    params: unknown,
    runtime: HandlerContext,
    reads: boolean,
  ): object | Promise<object> {
    const context = this.contextOf(runtime);
    // Without middleware, translation is skipped: it only adds `_meta`, which features do not read from the params.
    const isRaw = this.#next === undefined && !reads;
    const given = isRaw ? (params ?? NO_PARAMS) : this.#requested(method, params, context);
    const answered = this.#call({ method, params: given, context });
    if (isStateless(runtime.revision)) {
      return answered instanceof Promise
        ? answered.then((result) => this.#cacheable(method, result))
        : this.#cacheable(method, answered);
    }
    return answered instanceof Promise ? answered.then(withoutNewest) : withoutNewest(answered);
  }

  /** Handles a request of an extension, or a custom one: its params and result are not converted. */
  respondUnconverted(method: string, params: unknown, runtime: HandlerContext): object | Promise<object> {
    return this.#call({ method, params, context: this.contextOf(runtime) });
  }

  /** Params of methods that the protocol does not define are unchanged. */
  #translated(method: string, params: unknown, context: Context): unknown {
    return clientStateOf(context).translator.toAuthor(method as Method, 'params', params);
  }

  /** @throws {JsonRpcError} if params of a request cannot be expressed in the unified types (-32602). */
  #requested(method: string, params: unknown, context: Context): unknown {
    try {
      return this.#translated(method, params, context);
    } catch (error) {
      if (error instanceof NotExpressibleError) throw new JsonRpcError(ErrorCode.InvalidParams, error.message);
      throw error;
    }
  }

  /** Runs the middleware and the handler. */
  #call(request: IncomingRequest): object | Promise<object> {
    if (this.#next !== undefined) Context.receive(request.context, request.params);
    try {
      const answered =
        this.#next === undefined
          ? this.#answer(request)
          : (this.#next({ direction: 'in', kind: 'request', ...request }) as Promise<object>);
      return answered instanceof Promise ? answered.catch((error: unknown) => this.#fail(error, request)) : answered;
    } catch (error) {
      return this.#fail(error, request);
    }
  }

  #fail(error: unknown, { method, params, context }: IncomingRequest): never | Promise<never> {
    if (
      error instanceof UrlElicitationRequiredError &&
      isStateless(context.revision) &&
      requiresUrlElicitation(error, context)
    ) {
      return elicitRequired(error, context);
    }
    // The target of a custom method is not known here.
    const target = isProtocolMethod(method) ? targetOf(params) : undefined;
    throw this.#failure(error, target ?? method, context);
  }

  /** Returns the error to answer with, or the one to report if the client receives a generic error. */
  #failure(error: unknown, target: string, context: Context): Error {
    if (error instanceof ReturnValueError) return error.about(target);
    if (!(error instanceof Error)) return notAnError(error, target);
    if (error instanceof ToolError) return toProtocolError(error, context);
    if (error instanceof JsonRpcError) return this.#codes.replace(error, context.revision);
    if (!(error instanceof NotExpressibleError)) return error;
    this.#contextOptions.report(error);
    return new JsonRpcError(ErrorCode.InternalError, error.message);
  }
}

/** Returns whether the handler of a context is left when it asks: without a session, its questions answer the request. */
function mayBeLeft(context: Context): boolean {
  return isStateless(context.revision) && context.task === undefined;
}

/** The result with which a request was answered while its handler was running; undefined if it was not. */
function earlyResult(context: Context): object | undefined {
  return (requestOf(context).signal.reason as { readonly result?: object } | undefined)?.result;
}

function isLeft(context: Context): boolean {
  return earlyResult(context) !== undefined;
}

/** Calls a listener when the handler of a context is left. */
function onLeft(context: Context, listener: () => void): void {
  const { signal } = requestOf(context);
  const check = (): void => {
    if (isLeft(context)) listener();
  };
  if (signal.aborted) check();
  else signal.addEventListener('abort', check, { once: true });
}

/** Lets middleware end when the handler is left: with the result that asks the questions, which has been sent. */
function untilLeft(context: Context, answer: object | Promise<object>): object | Promise<object> {
  if (!(answer instanceof Promise) || !mayBeLeft(context)) return answer;
  const left = new Promise<object>((resolve) => onLeft(context, () => resolve(earlyResult(context) as object)));
  return Promise.race([answer, left]);
}

/** Asks for the visits that a request requires. The client retries the request when they are complete. */
async function elicitRequired(error: UrlElicitationRequiredError, context: Context): Promise<never> {
  const { elicitations, message } = error;
  await context.ask(Object.fromEntries(elicitations.map((page, at) => [`visit ${at + 1}`, url(page)])));
  // They were requested before, and were not sufficient.
  throw new JsonRpcError(ErrorCode.InternalError, message);
}
