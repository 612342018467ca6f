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
  SessionContext,
} from '../codegen/v1.js';
import type { NotificationMessage, RequestId, RequestMessage } from '../jsonrpc/messages.js';
import { weigh } from '../ledger/index.js';
import { Method } from '../protocol.js';
import type { MessageInfo } from '../transports/transport.js';
import type { Answers, AnswerSink, AskingExchange, MessageContext, Questions } from './context.js';
import { RateLimit } from './rateLimit.js';

type AnyQuestion = QuestionRequest<RequestTypes>;

/** Answers a request before its handler has returned. */
interface Finisher {
  finish(exchange: Exchange, result: object): void;
  fail(exchange: Exchange, error: unknown): void;
  /** The handler is left, and nobody waits for an answer. */
  leave(exchange: Exchange): void;
}

/**
 * One incoming request or notification while its handler runs, and what the handler is given of it. The functions are
 * getters that bind, so that handlers can take the context apart, and one that uses none of them pays for none.
 */
export class Exchange implements HandlerContext, AskingExchange {
  /** What the message is answered in. */
  readonly context: MessageContext;
  /** Where the answer goes. */
  readonly sink: AnswerSink;
  /** Whether it was answered before its handler has returned. */
  finished = false;
  /** Whether its handler counts as running: it has returned a promise that is not settled. */
  running = false;
  /** Called when the answer has been sent. */
  afterAnswer: (() => void) | undefined;
  /** Called when the exchange is aborted: for handlers that need no signal. */
  onAbort: ((reason: Error) => void) | undefined;
  readonly #message: RequestMessage | NotificationMessage;
  readonly #info: MessageInfo | undefined;
  readonly #finisher: Finisher;
  /** Whether only `finish` and `fail` answer the request, and not its handler. */
  #isAbandoned = false;
  #controller: AbortController | undefined;
  #abortReason: Error | undefined;
  #ended = false;
  /** What the params count as while the handler runs. */
  #weight = 0;
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

  /** The id of the request; a notification has none. */
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
   * Counts params and id as kept, once. Returns false if that is too much.
   *
   * @param isRunning whether the handler is running already, so that it is too late to refuse. Default: it is not.
   */
  hold(isRunning: boolean = false): boolean {
    if (this.#weight > 0) return true;
    const weight = weigh(this.params) + (typeof this.id === 'string' ? this.id.length : 0);
    if (isRunning) this.context.quota.charge('retained', weight);
    else if (!this.context.quota.take('retained', weight)) return false;
    this.#weight = weight;
    return true;
  }

  /** The handler has ended, and keeps the params no longer. */
  release(): void {
    if (this.#weight === 0) return;
    this.context.quota.give('retained', this.#weight);
    this.#weight = 0;
  }

  /** Whether nobody waits for the answer: answered, cancelled, or the connection is gone. */
  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
  }

  /** Ends the exchange and tells the handler to stop. */
  abort(reason: Error): void {
    this.#ended = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
    this.onAbort?.(reason);
  }

  /** Tells the handler to stop, and ignores its result: `finish` or `fail` will answer the request. */
  abandon(): void {
    if (this.finished || this.#isAbandoned) return;
    this.#isAbandoned = true;
    this.#stop();
  }

  /** Whether the outcome of the handler is no longer needed. */
  get isLeft(): boolean {
    return this.finished || this.#isAbandoned;
  }

  /** Answers the request now, if somebody still waits. The handler is told to stop, and its result is ignored. */
  finish(result: object): void {
    if (this.finished) return;
    this.resolve(result);
    this.#stop();
  }

  /** The same with an error. */
  fail(error: unknown): void {
    if (this.finished) return;
    this.reject(error);
    this.#stop();
  }

  /** Answers the request, if somebody still waits, for a handler that has returned `answerLater`. */
  resolve(result: object): void {
    if (this.finished) return;
    this.finished = true;
    if (this.#ended) this.#finisher.leave(this);
    else this.#finisher.finish(this, result);
  }

  /** The same with an error. */
  reject(error: unknown): void {
    if (this.finished) return;
    this.finished = true;
    if (this.#ended) this.#finisher.leave(this);
    else this.#finisher.fail(this, error);
  }

  #stop(): void {
    this.#abortReason ??= new Error(`${this.method} has been answered`);
    this.#controller?.abort(this.#abortReason);
  }

  /** Tells the transport what the request fails with. */
  failed(error: unknown): void {
    this.#info?.failed?.(error);
  }

  /** Whether an error of the handler only repeats that it was told to stop. */
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

  get session(): SessionContext | undefined {
    return this.context.session;
  }

  get auth(): AuthInfo | undefined {
    return this.#info?.auth;
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

  /** What a handler says that has been answered is discarded. */
  get notify(): (method: string, params?: unknown) => Promise<void> {
    return (method, params) => (this.finished ? Promise.resolve() : this.context.notify(method, params, this.id));
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

  get ask(): HandlerContext['ask'] {
    const ask = async (asked: string | Questions, question?: AnyQuestion): Promise<unknown> => {
      if (typeof asked !== 'string') return this.#ask(asked);
      return (await this.#ask({ [asked]: question as AnyQuestion }))[asked];
    };
    return ask as HandlerContext['ask'];
  }

  /** A key names one question of a handler, so that its answer is found if the handler runs again. */
  #ask(questions: Questions): Promise<Answers> {
    for (const key of Object.keys(questions)) this.#useKey(key);
    return this.context.asking.ask(questions, this);
  }

  #useKey(key: string): void {
    this.#usedKeys ??= new Set();
    if (this.#usedKeys.has(key)) {
      throw new TypeError(
        `The key ${quote(key)} has been used already: each question, and each use of once, needs its own`,
      );
    }
    this.#usedKeys.add(key);
  }

  /** Specification: Progress. Reports only grow, and stop when the request has been answered. */
  #reportProgress(report: Progress): void {
    const token = this.meta?.progressToken;
    if (this.#ended || this.id === undefined || !isProgressToken(token)) return;
    const reported = (this.#reported ??= { last: -Infinity, limit: new RateLimit(this.context.progressRate) });
    if (!(report.progress > reported.last)) return;
    // The last report says that all is done, and is worth more than those before it.
    if (!reported.limit.pass() && report.progress !== report.total) return;
    reported.last = report.progress;
    this.context.notify(Method.Progress, { progressToken: token, ...report }, this.id).catch(this.context.report);
  }
}

/** The progress that has been reported. */
interface Reported {
  last: number;
  readonly limit: RateLimit;
}

/** Characters of a progress token. A longer one would be echoed in each report. */
const TOKEN_LENGTH = 1_024;

function isProgressToken(token: unknown): token is string | number {
  return typeof token === 'number' || (typeof token === 'string' && token.length <= TOKEN_LENGTH);
}
