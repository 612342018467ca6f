import type { Identity, NotificationEntry, RequestEntry } from '../codegen/v1.js';
import { InvalidMessageError, RequestCancelledError, type ConnectionClosedError } from '../errors.js';
import { ErrorCode, internalError, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { errorMessage } from '../jsonrpc/messages.js';
import type { AnswerMessage, NotificationMessage, RequestId, RequestMessage } from '../jsonrpc/messages.js';
import { Method } from '../protocol.js';
import type { Batch } from './batch.js';
import { Exchange } from './exchange.js';
import { findFault, invalidParams, because } from './faults.js';
import type { Link } from './link.js';
import type { Outgoing } from './outgoing.js';
import type { Handler } from './profile.js';

/** What this side receives: requests on their way through guard, handler and answer, and notifications. */
export class Incoming {
  readonly #link: Link;
  readonly #outgoing: Outgoing;
  /** Requests that are still to be answered, because their handlers have returned a promise. */
  readonly #requests = new Map<RequestId, Exchange>();
  readonly #notifications = new Set<Exchange>();
  readonly #handlerLimit: number;
  /** Handlers whose promises are not settled. Those of cancelled requests are among them, as long as they do not stop. */
  #running = 0;
  #onIdle: (() => void) | undefined;

  /** @param handlerLimit the handlers that may run at a time. */
  constructor(link: Link, outgoing: Outgoing, handlerLimit: number) {
    this.#link = link;
    this.#outgoing = outgoing;
    this.#handlerLimit = handlerLimit;
  }

  /** Answers a request, into its batch if it came in one. A handler that returns at once is answered at once. */
  request(message: RequestMessage, caller: Identity | undefined, batch?: Batch): void {
    const { id, method, params } = message;
    const { profile } = this.#link;
    const route = profile.requests.get(method);
    if (route === undefined) return this.refuse(id, profile.refuse(method), batch);
    if (this.#requests.has(id)) {
      return this.refuse(id, invalidRequest('another request with this id is running'), batch);
    }
    if (batch !== undefined && method === Method.Initialize) {
      return this.refuse(id, invalidRequest('initialize must not be part of a batch'), batch);
    }
    const { entry, handle } = route;
    // Pings are answered all the same: whoever is busy is still there.
    if (this.#isBusy && entry.lifecycle !== true) return this.refuse(id, busy(), batch);

    const exchange = new Exchange(this.#link, this.#outgoing, message, caller, batch);
    let returned: unknown;
    let isLater: boolean;
    try {
      if (!entry.params(params)) return this.#refuseParams(exchange, id, entry, params);
      returned = handle(params, exchange);
      isLater = isThenable(returned);
    } catch (error) {
      return this.#fail(exchange, id, error);
    }
    if (!isLater) return this.#succeed(exchange, id, entry, returned);
    this.#requests.set(id, exchange);
    this.#follow(
      returned,
      (result) => this.#succeed(exchange, id, entry, result),
      (error) => this.#fail(exchange, id, error),
    );
  }

  /** Answers a request with an error, without looking any further. */
  refuse(id: RequestId | null, error: JsonRpcError, batch?: Batch): void {
    this.#send(errorMessage(id, error), batch);
  }

  /** Hands a notification to its handler. Whatever becomes of it, it is not answered. */
  notification(message: NotificationMessage, caller: Identity | undefined): void {
    const { method, params } = message;
    const route = this.#link.profile.notifications.get(method);
    // A method that the revision does not know is no error: the other side may extend the protocol.
    if (route === undefined) return;
    if (!route.entry.params(params)) return this.#ignore(message, route.entry);
    if (method === Method.Cancelled) this.#cancel(params as CancelledParams);
    else if (method === Method.Progress) this.#outgoing.progressed(params);
    else if (method === Method.Initialized) this.#link.becomeReady();
    else if (route.handle !== undefined) this.#notify(message, caller, route.handle);
  }

  /** Whether no handler is running. */
  get idle(): boolean {
    return this.#requests.size === 0 && this.#notifications.size === 0;
  }

  /** Calls back once when the last running handler has ended. */
  onIdle(callback: () => void): void {
    this.#onIdle = callback;
  }

  /** Tells every running handler to stop. None of them will be answered. */
  close(cause: ConnectionClosedError): void {
    for (const exchange of [...this.#requests.values(), ...this.#notifications]) exchange.abort(cause);
    this.#requests.clear();
    this.#notifications.clear();
  }

  get #isBusy(): boolean {
    return this.#running >= this.#handlerLimit;
  }

  /** Waits for what a handler has promised. */
  #follow(promised: unknown, onResult: (result: unknown) => void, onError: (error: unknown) => void): void {
    this.#running++;
    // What is no promise of the platform may throw when it is asked, or answer twice.
    Promise.resolve(promised).then(
      (result) => {
        this.#running--;
        onResult(result);
      },
      (error: unknown) => {
        this.#running--;
        onError(error);
      },
    );
  }

  #notify(message: NotificationMessage, caller: Identity | undefined, handle: Handler): void {
    if (this.#isBusy) {
      return this.#link.report(new Error(`Ignored ${message.method}, since ${this.#running} handlers are running`));
    }
    const exchange = new Exchange(this.#link, this.#outgoing, message, caller);
    const returned = handle(message.params, exchange);
    if (!isThenable(returned)) return;
    this.#notifications.add(exchange);
    const end = (): void => {
      this.#notifications.delete(exchange);
      this.#checkIdle();
    };
    this.#follow(returned, end, (error) => {
      if (!exchange.isAbort(error)) this.#link.report(error);
      end();
    });
  }

  /** Specification: Cancellation. What is unknown, answered or not cancellable is left alone. */
  #cancel({ requestId, reason }: CancelledParams): void {
    const exchange = this.#requests.get(requestId);
    if (exchange === undefined || this.#link.profile.requests.get(exchange.method)?.entry.cancellable !== true) return;
    this.#requests.delete(requestId);
    exchange.abort(new RequestCancelledError(reason));
    exchange.batch?.leaveOut();
    this.#link.leaveUnanswered(requestId);
    this.#checkIdle();
  }

  #succeed(exchange: Exchange, id: RequestId, entry: RequestEntry, result: unknown): void {
    if (exchange.ended) return;
    const { result: guard, checkResult: check, resultType: definition } = entry;
    let fault: Promise<InvalidMessageError> | undefined;
    try {
      fault = findFault(
        { method: exchange.method, name: 'result', value: result, guard, check, definition },
        this.#link,
      );
    } catch (error) {
      return this.#fail(exchange, id, error);
    }
    if (fault === undefined) this.#finish(exchange, { jsonrpc: '2.0', id, result: result as object });
    else this.#failLater(exchange, id, fault);
  }

  #refuseParams(exchange: Exchange, id: RequestId, { paramsType }: RequestEntry, params: unknown): void {
    const explained = this.#link.explain(paramsType, params);
    this.#failLater(
      exchange,
      id,
      explained.then((issues) => invalidParams(exchange.method, issues)),
    );
  }

  /** The request counts as running until the error is known. */
  #failLater(exchange: Exchange, id: RequestId, error: Promise<Error>): void {
    this.#requests.set(id, exchange);
    void error.then((known) => this.#fail(exchange, id, known));
  }

  #ignore({ method, params }: NotificationMessage, { paramsType }: NotificationEntry): void {
    void this.#link.explain(paramsType, params).then((issues) => {
      const message = `Ignored ${method}, whose params are not valid${because(issues)}`;
      this.#link.report(new InvalidMessageError(method, message, issues));
    });
  }

  /** What a handler throws on purpose is sent; of anything else the other side learns only that it happened. */
  #fail(exchange: Exchange, id: RequestId, error: unknown): void {
    const chosen = error instanceof JsonRpcError;
    if (!chosen && !exchange.isAbort(error)) this.#link.report(error);
    if (!exchange.ended) this.#finish(exchange, errorMessage(id, chosen ? error : internalError()));
  }

  #finish(exchange: Exchange, answer: AnswerMessage): void {
    exchange.end();
    if (answer.id !== null) this.#requests.delete(answer.id);
    this.#send(answer, exchange.batch);
    this.#checkIdle();
  }

  #send(answer: AnswerMessage, batch: Batch | undefined): void {
    if (batch === undefined) this.#link.answer(answer);
    else batch.add(answer);
  }

  #checkIdle(): void {
    if (this.#onIdle !== undefined && this.idle) this.#onIdle();
  }
}

interface CancelledParams {
  readonly requestId: RequestId;
  readonly reason?: string;
}

function busy(): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, 'Too many requests are being carried out: try again later');
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
