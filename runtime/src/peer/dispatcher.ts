import type { NotificationEntry, RequestEntry } from '../codegen/v1.js';
import { InvalidMessageError, RequestCancelledError } from '../errors.js';
import { internalError, invalidRequest, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { errorMessage } from '../jsonrpc/messages.js';
import type { AnswerMessage, NotificationMessage, RequestId, RequestMessage } from '../jsonrpc/messages.js';
import { adviceToRaise, LimitError, OverBudgetError } from '../ledger/index.js';
import * as Method from '../registry/methods.js';
import type { ErrorListener } from '../report.js';
import type { MessageInfo } from '../transports/transport.js';
import { Batch } from './batch.js';
import type { AnswerSink, MessageContext } from './context.js';
import { Exchange } from './exchange.js';
import { because, findFault, findSendingFault, invalidParams } from './faults.js';
import type { Load } from './load.js';
import { explain, type Handler, type Profile, type RequestMethod } from './profile.js';

/**
 * Dispatches requests and notifications, each with its own context: validates the params, calls the handler, validates the result, and
 * answers. It tracks running requests for cancellation and limits, and is independent of connections.
 */
export class Dispatcher {
  /** Requests that are not answered yet because their handlers have returned a promise. */
  readonly #requests = new Map<RequestId, Exchange>();
  readonly #notifications = new Set<Exchange>();
  readonly #load: Load;
  #onIdle: (() => void) | undefined;
  /** Requests that a proxy answers without this dispatcher. */
  #elsewhere: ReadonlyMap<RequestId, unknown> | undefined;
  /** How many batches have messages that are not handled yet. */
  #unhandled = 0;
  #closed = false;

  /** @param load counts and limits the running handlers: several dispatchers may share one */
  constructor(load: Load) {
    this.#load = load;
  }

  /** Handles a request. If the handler returns synchronously, the request is answered synchronously. */
  request(message: RequestMessage, context: MessageContext, info: MessageInfo | undefined, sink: AnswerSink): void {
    const { id, method, params } = message;
    const { profile } = context;
    const known = profile.requests.get(method);
    const route = known ?? unknownRoute(profile, method);
    if (route === undefined) return refuse(sink, id, profile.refuse(method));
    if (this.isRunning(id)) return refuse(sink, id, invalidRequest('another request with this id is running'));
    if (method === Method.initialize && sink instanceof Batch) {
      return refuse(sink, id, invalidRequest('initialize must not be part of a batch'));
    }
    const { entry, handle } = route;
    // Pings are answered even over the limit: a busy process is alive.
    const problem = entry.lifecycle === true ? undefined : this.#load.findProblem();
    if (problem !== undefined) {
      if (known === undefined) return refuse(sink, id, profile.refuse(method));
      return this.#refuse(sink, id, problem, context);
    }

    const exchange = new Exchange(context, message, info, sink, this);
    // Large params are counted before the handler runs, others only if it returns a promise.
    if (isLarge(info) ? !exchange.hold() : context.quota.isFull('retained'))
      return this.#refuse(sink, id, new OverBudgetError('retained'), context);
    let returned: unknown;
    let isLater = false;
    try {
      if (!entry.params(params)) return this.#refuseParams(exchange, id, entry, params);
      returned = handle(params, exchange);
      isLater = returned === exchange ? !exchange.finished : isThenable(returned);
    } catch (error) {
      return exchange.finished ? undefined : this.#fail(exchange, id, error);
    } finally {
      if (!isLater) exchange.release();
    }
    if (!isLater) return exchange.finished ? undefined : this.#succeed(exchange, id, entry, returned);
    exchange.hold(true);
    if (!exchange.finished) {
      this.#requests.set(id, exchange);
      this.#began(exchange);
    }
    // The handler answers with callbacks.
    if (returned === exchange) return;
    // A thenable that is not a native promise may throw from `then`, or settle twice.
    Promise.resolve(returned).then(
      (result) => {
        if (result === exchange) return;
        this.#ended(exchange);
        if (!exchange.isLeft) this.#succeed(exchange, id, entry, result);
      },
      (error: unknown) => {
        this.#ended(exchange);
        if (!exchange.isLeft) this.#fail(exchange, id, error);
      },
    );
  }

  /** Answers a request before its handler has returned. The handler need not end, and no longer counts as running. */
  finish(exchange: Exchange, result: object): void {
    const { id, method, context } = exchange;
    const entry = context.profile.requests.get(method)?.entry;
    this.#ended(exchange);
    if (id !== undefined && entry !== undefined) this.#succeed(exchange, id, entry, result);
  }

  /** Like `finish`, with an error. */
  fail(exchange: Exchange, error: unknown): void {
    this.#ended(exchange);
    if (exchange.id !== undefined) this.#fail(exchange, exchange.id, error);
  }

  /** Answers the request of a handler that had to make room. The handler counts as running until it ends. */
  displaced(exchange: Exchange, error: JsonRpcError): void {
    if (exchange.id !== undefined) this.#fail(exchange, exchange.id, error);
  }

  /** Stops counting a handler whose request was cancelled before it was answered. */
  leave(exchange: Exchange): void {
    this.#ended(exchange);
  }

  /** Calls the handler of a notification. Notifications are never answered. */
  notification(message: NotificationMessage, context: MessageContext, info: MessageInfo | undefined): void {
    const { method, params } = message;
    const route = context.profile.notifications.get(method);
    if (route === undefined) return this.#unknown(message, context, info);
    if (!route.entry.params(params)) return this.#ignore(message, route.entry, context);
    if (context.handleLifecycle(method, params)) return;
    if (method === Method.notificationsCancelled) this.#cancel(params as CancelledParams);
    else if (route.handle !== undefined) {
      this.#notify(message, context, info, route.handle);
    }
  }

  /** Reports a notification that is ignored, within a rate. */
  ignore(report: ErrorListener, explained: () => Error): void {
    this.#load.ignored.report(report, explained);
  }

  /** Counts the requests that a proxy answers without this dispatcher as running. The proxy calls `checkIdle` when none is left. */
  countElsewhere(requests: ReadonlyMap<RequestId, unknown>): void {
    this.#elsewhere = requests;
  }

  /** Returns whether a request with this id is still to be answered. */
  isRunning(id: RequestId): boolean {
    return this.#requests.has(id) || this.#elsewhere?.has(id) === true;
  }

  /** Whether no handler is running, and none will be started for messages that have arrived. */
  get idle(): boolean {
    const running = this.#requests.size + this.#notifications.size + (this.#elsewhere?.size ?? 0);
    return running === 0 && this.#unhandled === 0;
  }

  /** Whether requests are no longer answered. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Is not idle until a promise resolves, which must not reject. */
  async whileBusy(handled: Promise<void>): Promise<void> {
    this.#unhandled++;
    await handled;
    this.#unhandled--;
  }

  /** Calls the callback once, when the last running handler has ended. */
  onIdle(callback: () => void): void {
    this.#onIdle = callback;
  }

  /** Aborts all running handlers. None of their requests is answered. */
  close(cause: Error): void {
    this.#closed = true;
    for (const exchange of [...this.#requests.values(), ...this.#notifications]) exchange.abort(cause);
    this.#requests.clear();
    this.#notifications.clear();
  }

  #began(exchange: Exchange): void {
    exchange.running = true;
    this.#load.begin(exchange);
  }

  /** Called when a promise of a handler has settled. Until then the handler counts as running, even if its request has ended. */
  #ended(exchange: Exchange): void {
    if (exchange.running) this.#load.end(exchange);
    exchange.running = false;
    exchange.release();
  }

  /** Handles a notification that the revision does not have: the other side may support extensions. */
  #unknown(message: NotificationMessage, context: MessageContext, info: MessageInfo | undefined): void {
    const { unknownNotification: handle, ignored } = context.profile;
    const { method } = message;
    const ignore = (): void => this.ignore(context.report, () => ignored(method));
    if (handle === undefined) return ignore();
    this.#notify(message, context, info, (params, exchange) => handle(method, params, exchange, ignore));
  }

  #notify(message: NotificationMessage, context: MessageContext, info: MessageInfo | undefined, handle: Handler): void {
    if (this.#load.findProblem() !== undefined) {
      const { ignored, running } = this.#load;
      return ignored.report(
        context.report,
        () =>
          new Error(
            `Ignored ${message.method}, since ${running} handlers are running. ${adviceToRaise('limits.handlerLimit')}`,
          ),
      );
    }
    const exchange = new Exchange(context, message, info, NO_ANSWER, this);
    const isRefused = isLarge(info) ? !exchange.hold() : context.quota.isFull('retained');
    if (isRefused) return this.#load.ignored.report(context.report, () => new OverBudgetError('retained'));
    let returned: unknown;
    let isLater = false;
    try {
      returned = handle(message.params, exchange);
      isLater = isThenable(returned);
    } catch (error) {
      return context.report(error);
    } finally {
      if (!isLater) exchange.release();
    }
    if (!isLater) return;
    exchange.hold(true);
    this.#notifications.add(exchange);
    this.#began(exchange);
    const report = (error: unknown): void => {
      if (!exchange.isAbort(error)) context.report(error);
    };
    void Promise.resolve(returned)
      .catch(report)
      .then(() => {
        this.#ended(exchange);
        this.#notifications.delete(exchange);
        this.checkIdle();
      });
  }

  #ignore(
    { method, params }: NotificationMessage,
    { paramsType }: NotificationEntry,
    { profile, report }: MessageContext,
  ): void {
    this.#load.ignored.report(report, async () => {
      const issues = await explain(profile, paramsType, params, report);
      return new InvalidMessageError(method, `Ignored ${method} with invalid params${because(issues)}`, issues);
    });
  }

  /** Handles cancellation (specification: Cancellation). Ignores requests that are unknown, answered, or not cancellable. */
  #cancel({ requestId, reason }: CancelledParams): void {
    const exchange = this.#requests.get(requestId);
    if (exchange === undefined) return;
    if (exchange.context.profile.requests.get(exchange.method)?.entry.cancellable === false) return;
    this.#requests.delete(requestId);
    exchange.abort(new RequestCancelledError(reason));
    exchange.sink.leaveUnanswered(requestId);
    this.checkIdle();
  }

  #succeed(exchange: Exchange, id: RequestId, entry: RequestEntry, result: unknown): void {
    if (exchange.ended) return;
    const { result: guard, checkResult: check, resultType: definition } = entry;
    let value = result;
    let fault: Promise<InvalidMessageError> | undefined;
    try {
      const { method, context } = exchange;
      const { convertResult, completeResult } = context.profile;
      if (completeResult !== undefined) value = completeResult(value);
      const isAccepted = guard(value);
      if (!isAccepted) value = convertResult?.(method, value, exchange, exchange.params) ?? value;
      const part = { method, name: 'result', value, guard, check, definition } as const;
      fault = isAccepted ? findSendingFault(part, context) : findFault(part, context);
    } catch (error) {
      return this.#fail(exchange, id, error);
    }
    if (fault === undefined) this.#finish(exchange, { jsonrpc: '2.0', id, result: value as object });
    else this.#failLater(exchange, id, fault);
  }

  #refuseParams(exchange: Exchange, id: RequestId, { paramsType }: RequestEntry, params: unknown): void {
    const { method, context } = exchange;
    const explained = explain(context.profile, paramsType, params, context.report);
    this.#failLater(
      exchange,
      id,
      explained.then((issues) => invalidParams(method, issues)),
    );
  }

  /** The request counts as running until the error is available. */
  #failLater(exchange: Exchange, id: RequestId, error: Promise<Error>): void {
    this.#requests.set(id, exchange);
    void error.then((known) => this.#fail(exchange, id, known));
  }

  /** Reports a message that a limit refuses, with the option that raises the limit. */
  reportLimit(report: ErrorListener, error: LimitError): void {
    this.#load.refused.report(report, error);
  }

  #refuse(sink: AnswerSink, id: RequestId, error: JsonRpcError, { report }: MessageContext): void {
    if (error instanceof LimitError) this.reportLimit(report, error);
    refuse(sink, id, error);
  }

  /** A `JsonRpcError` is sent. For any other error, the other side receives a generic error. */
  #fail(exchange: Exchange, id: RequestId, error: unknown): void {
    const chosen = error instanceof JsonRpcError;
    if (error instanceof LimitError) this.reportLimit(exchange.context.report, error);
    if (!chosen && !exchange.isAbort(error)) exchange.context.report(error);
    if (exchange.ended) return;
    exchange.failed(error);
    this.#finish(exchange, errorMessage(id, chosen ? error : internalError()));
  }

  #finish(exchange: Exchange, answer: AnswerMessage): void {
    exchange.end();
    if (exchange.id !== undefined) this.#requests.delete(exchange.id);
    exchange.sink.answer(answer);
    exchange.afterAnswer?.();
    this.checkIdle();
  }

  /** Calls the idle callback if no handler is running. */
  checkIdle(): void {
    if (this.#onIdle !== undefined && this.idle) this.#onIdle();
  }
}

/** The entry of requests that nothing handles: they have no result. */
const UNKNOWN_REQUEST: RequestEntry = { name: '', params: () => true, result: () => false };

/** Returns the route of a request that nothing handles, if somebody wants to see it. */
function unknownRoute({ unknownRequest, refuse: refusalOf }: Profile, method: string): RequestMethod | undefined {
  if (unknownRequest === undefined) return undefined;
  const refusal = refusalOf(method);
  const see = unknownRequest(method, refusal);
  if (see === undefined) return undefined;
  const handle: Handler = async (params, context) => {
    await see(params, context);
    throw refusal;
  };
  return { entry: UNKNOWN_REQUEST, handle };
}

/** Answers a request with an error. */
export function refuse(sink: AnswerSink, id: RequestId, error: JsonRpcError): void {
  sink.answer(errorMessage(id, error));
}

/** Characters from which on a message counts as large: smaller ones cannot hold much memory. */
const LARGE = 16_384;

function isLarge(info: MessageInfo | undefined): boolean {
  return info?.size !== undefined && info.size > LARGE;
}

/** The answer sink of a notification. */
const NO_ANSWER: AnswerSink = { answer: () => undefined, leaveUnanswered: () => undefined };

interface CancelledParams {
  readonly requestId: RequestId;
  readonly reason?: string;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
