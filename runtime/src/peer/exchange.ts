import { isObject, quote } from '../codegen/v1.js';
import type {
  AuthInfo,
  HandlerContext,
  HttpInfo,
  PeerInfo,
  Progress,
  QuestionRequest,
  ReplayInfo,
  RequestTypes,
  SessionHandle,
} from '../codegen/v1.js';
import { ConnectionClosedError } from '../errors.js';
import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import type { NotificationMessage, RequestId, RequestMessage } from '../jsonrpc/messages.js';
import { REQUEST_BYTES, weigh } from '../ledger/index.js';
import { after } from '../timers.js';
import * as Method from '../registry/methods.js';
import type { MessageInfo } from '../transports/transport.js';
import type { Answers, AnswerSink, AskingExchange, MessageContext, Questions } from './context.js';
import type { RunningHandler } from './load.js';
import { RateLimit } from './rateLimit.js';

const NO_LOCALS: ReadonlyMap<string, unknown> = new Map();

type AnyQuestion = QuestionRequest<RequestTypes>;

/** Answers a request before its handler has returned. */
interface Finisher {
  finish(exchange: Exchange, result: object): void;
  fail(exchange: Exchange, error: unknown): void;
  /** Called when the handler is left behind and no answer is awaited. */
  leave(exchange: Exchange): void;
  /** Called when the handler was aborted for another caller, and has not answered. */
  displaced(exchange: Exchange, error: JsonRpcError): void;
}

/**
 * An incoming request or notification with its running handler, and the context that the handler receives. The functions are bound getters,
 * so that handlers can destructure the context, and unused ones cost nothing.
 */
export class Exchange implements HandlerContext, AskingExchange, RunningHandler {
  /** The context of the message. */
  readonly context: MessageContext;
  /** Receives the answer. */
  readonly sink: AnswerSink;
  /** Whether the request was answered before its handler has returned. */
  finished = false;
  /** Whether the handler counts as running: its promise has not settled. */
  running = false;
  /** Called when the answer has been sent. */
  afterAnswer: (() => void) | undefined;
  /** Called when the exchange is aborted: for handlers that do not need a signal. */
  onAbort: ((reason: Error) => void) | undefined;
  readonly #message: RequestMessage | NotificationMessage;
  readonly #info: MessageInfo | undefined;
  readonly #finisher: Finisher;
  /** Whether `finish` or `fail` answers the request, not its handler. */
  #isAbandoned = false;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #ended = false;
  /** The counted bytes of the params while the handler runs, or other work retains them. */
  #weight = 0;
  /** How much other work retains the params. */
  #retained = 0;
  #isReleased = false;
  #reported: Reported | undefined;
  #usedKeys: Set<string> | undefined;

  constructor(
    context: MessageContext,
    message: RequestMessage | NotificationMessage,
    info: MessageInfo | undefined,
    sink: AnswerSink,
    finisher: Finisher,
  ) {
    this.context = context;
    this.sink = sink;
    this.#message = message;
    this.#info = info;
    this.#finisher = finisher;
  }

  get method(): string {
    return this.#message.method;
  }

  /** The id of the request; undefined for a notification. */
  get id(): RequestId | undefined {
    const message = this.#message;
    return 'id' in message ? message.id : undefined;
  }

  get params(): { readonly _meta?: unknown } | undefined {
    return this.#message.params;
  }

  get revision(): string {
    return this.context.profile.revision;
  }

  /**
   * Counts the memory of the request with its params and id, once. Returns false if the limit does not allow it.
   *
   * @param isRunning whether the handler is already running, so that the request can no longer be refused. Default false.
   */
  hold(isRunning: boolean = false): boolean {
    if (this.#weight > 0) return true;
    const { running, runningOverHttp } = REQUEST_BYTES;
    const own = this.#info?.http === undefined ? running : runningOverHttp;
    const weight = own + weigh(this.params) + (typeof this.id === 'string' ? this.id.length : 0);
    if (isRunning) this.context.quota.charge('retained', weight);
    else if (!this.context.quota.take('retained', weight)) return false;
    this.#weight = weight;
    return true;
  }

  /** Called when the handler has ended and no longer holds the params. */
  release(): void {
    this.#isReleased = true;
    this.#giveBack();
  }

  #giveBack(): void {
    if (this.#weight === 0 || this.#retained > 0 || !this.#isReleased) return;
    this.context.quota.give('retained', this.#weight);
    this.#weight = 0;
  }

  /** Whether the answer is no longer awaited: the request was answered or cancelled, or the connection is closed. */
  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
  }

  /** Ends the exchange, and aborts the handler. */
  abort(reason: Error): void {
    this.#ended = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
    this.onAbort?.(reason);
  }

  displace(error: JsonRpcError): void {
    if (this.#ended || this.isLeft) return;
    this.#abortReason = error;
    this.#controller?.abort(error);
    this.onAbort?.(error);
    // A stream of changes ends properly, so that its client opens another one.
    after(1, () => {
      if (!this.#ended && !this.isLeft) this.#finisher.displaced(this, error);
    });
  }

  /** Aborts the handler, and ignores its result: `finish` or `fail` answers the request. */
  abandon(): void {
    if (this.finished || this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#stop({});
  }

  /** Whether the result of the handler is no longer needed. */
  get isLeft(): boolean {
    return this.finished || this.#isAbandoned;
  }

  /** Answers the request now, if the answer is still awaited. Aborts the handler, and ignores its result. */
  finish(result: object): void {
    if (this.finished) return;
    this.resolve(result);
    this.#stop(result);
  }

  /** Like `finish`, with an error. */
  fail(error: unknown): void {
    if (this.finished) return;
    this.reject(error);
    this.#stop();
  }

  /** Answers the request, if the answer is still awaited, for a handler that has returned `answerLater`. */
  resolve(result: object): void {
    if (this.finished) return;
    this.finished = true;
    if (this.#ended) this.#finisher.leave(this);
    else this.#finisher.finish(this, result);
  }

  /** Like `resolve`, with an error. */
  reject(error: unknown): void {
    if (this.finished) return;
    this.finished = true;
    if (this.#ended) this.#finisher.leave(this);
    else this.#finisher.fail(this, error);
  }

  /** @param result with which the request is answered: the reason has it */
  #stop(result?: object): void {
    this.#abortReason ??= Object.assign(new Error(`${this.method} has already been answered`), { result });
    this.#controller?.abort(this.#abortReason);
  }

  /** Tells the transport the error of the request. */
  failed(error: unknown): void {
    this.#info?.failed?.(error);
  }

  /** Returns whether an error of the handler only results from its abort. */
  isAbort(error: unknown): boolean {
    if (this.#abortReason === undefined) return false;
    return error === this.#abortReason || (error instanceof Error && error.name === 'AbortError');
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get requestId(): RequestId | undefined {
    return this.id;
  }

  get peer(): PeerInfo {
    return this.context.peer;
  }

  get session(): SessionHandle | undefined {
    return this.context.session;
  }

  get auth(): AuthInfo | undefined {
    return this.#info?.auth;
  }

  get locals(): ReadonlyMap<string, unknown> {
    return this.#info?.locals ?? NO_LOCALS;
  }

  get http(): HttpInfo | undefined {
    return this.#info?.http;
  }

  get meta(): { readonly [key: string]: unknown } | undefined {
    const meta = this.params?._meta;
    return isObject(meta) ? meta : undefined;
  }

  get progress(): (report: Progress) => void {
    return (report) => this.#reportProgress(report);
  }

  /**
   * Sends a notification. It is dropped once `finish` or `fail` has answered the request. Without sessions it can only be part of an answer
   * (specification, 2026-07-28: stdio, Receiving Messages): one that comes later is dropped and reported, and one of a request that was
   * cancelled, or whose connection is closed, is dropped.
   */
  get notify(): (method: string, params?: unknown) => Promise<void> {
    return (method, params) => {
      const isPart = this.context.session !== undefined || (this.id !== undefined && !this.#ended);
      if (isPart && !this.finished) return this.context.notify(method, params, this.id);
      if (!isPart && this.#abortReason === undefined) this.context.report(notSent(method));
      return Promise.resolve();
    };
  }

  get replay(): ReplayInfo | undefined {
    return this.context.asking.replay;
  }

  get onClosing(): (listener: () => void) => () => void {
    return (listener) => this.context.onClosing(listener);
  }

  get once(): HandlerContext['once'] {
    return async <Value>(key: string, act: () => Value | Promise<Value>) => {
      this.#useKey(key);
      return (await this.context.asking.once(key, act)) as Value;
    };
  }

  get closeStream(): () => void {
    return () => {
      if (this.id !== undefined && !this.#ended) this.context.closeStream(this.id);
    };
  }

  get retain(): HandlerContext['retain'] {
    return (until) => {
      this.#retained++;
      this.hold(true);
      const end = (): void => {
        this.#retained--;
        this.#giveBack();
      };
      until.then(end, end);
    };
  }

  get ask(): HandlerContext['ask'] {
    const ask = async (asked: string | Questions, question?: AnyQuestion): Promise<unknown> => {
      if (typeof asked !== 'string') return this.#ask(asked);
      return (await this.#ask({ [asked]: question as AnyQuestion }))[asked];
    };
    return ask as HandlerContext['ask'];
  }

  /** A key identifies one question of a handler, so that its answer is found when the handler runs again. */
  #ask(questions: Questions): Promise<Answers> {
    for (const key of Object.keys(questions)) this.#useKey(key);
    return this.context.asking.ask(questions, this);
  }

  #useKey(key: string): void {
    this.#usedKeys ??= new Set();
    if (this.#usedKeys.has(key)) {
      throw new TypeError(
        `The key ${quote(key)} is already in use: each question and each call of once needs a unique key`,
      );
    }
    this.#usedKeys.add(key);
  }

  /** Sends a progress notification (specification: Progress). Progress must increase, and ends when the request has been answered. */
  #reportProgress(report: Progress): void {
    const token = this.meta?.progressToken;
    if (this.#ended || this.id === undefined || !isProgressToken(token)) return;
    const reported = (this.#reported ??= { last: -Infinity, limit: new RateLimit(this.context.progressRate) });
    if (!(report.progress > reported.last)) return;
    // The final report is sent even over the rate limit.
    if (!reported.limit.pass() && report.progress !== report.total) return;
    reported.last = report.progress;
    this.context
      .notify(Method.notificationsProgress, { progressToken: token, ...report }, this.id)
      .catch(this.context.report);
  }
}

/** Returns the error to report for a notification that can only be part of an answer, when none is awaited. */
function notSent(method: string): ConnectionClosedError {
  return new ConnectionClosedError('closed', `${method} was not sent: no response is open that it could be part of`);
}

/** The reported progress. */
interface Reported {
  last: number;
  readonly limit: RateLimit;
}

/** Maximum characters of a progress token, which each notification repeats. */
const TOKEN_LENGTH = 1_024;

function isProgressToken(token: unknown): token is string | number {
  return typeof token === 'number' || (typeof token === 'string' && token.length <= TOKEN_LENGTH);
}
