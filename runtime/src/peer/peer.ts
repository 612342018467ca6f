import type { Caller, NotificationEntry, PeerInfo, RequestEntry, SessionHandle } from '../codegen/v1.js';
import { ConnectionClosedError } from '../errors.js';
import { classify, classifyAll, isAnswered, type Classified, type InvalidMessage } from '../jsonrpc/classify.js';
import { invalidRequest, JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import {
  Holding,
  LEDGER_OPTION,
  LimitError,
  processLedger,
  Scope,
  weigh,
  withAdvice,
  type Ledger,
  type Quota,
} from '../ledger/index.js';
import {
  refusalMessage,
  type AnswerMessage,
  type NotificationMessage,
  type RequestId,
  type RequestMessage,
} from '../jsonrpc/messages.js';
import { namesRevision } from '../stateless/metadata.js';
import {
  amount,
  checkValues,
  count,
  delay,
  duration,
  FUNCTION,
  group,
  partGroup,
  withDefaults,
  type OptionTable,
} from '../options/kinds.js';
import { safeListener, type ErrorListener } from '../report.js';
import { after, pause, type Stop } from '../timers.js';
import type { LineChannel, MessageInfo, Receiver, Transport } from '../transports/transport.js';
import type { Outlet } from '../stateless/statelessContext.js';
import { unexpectedRequest } from '../stateless/statelessErrors.js';
import type { Stateless } from '../stateless/stateless.js';
import { Batch, batchTooLarge } from './batch.js';
import { Closing } from './closing.js';
import type { AnswerSink, MessageContext } from './context.js';
import { SessionContext, SessionView } from './sessionContext.js';
import { Dispatcher, refuse } from './dispatcher.js';
import { takeInTurns } from './inTurns.js';
import { busy, PeerLoad, RUNNING_HANDLERS } from './load.js';
import { PING_OPTIONS, Pinger, type PingOptions } from './ping.js';
import { Link } from './link.js';
import { Outgoing, type OthersRequests } from './outgoing.js';
import type { PendingOptions, RequestOutcome } from './pendingRequest.js';
import * as Method from '../registry/methods.js';
import type { Profile } from './profile.js';

/** Limits of one side of a connection. */
export interface PeerLimits {
  /** Maximum number of messages in a received batch; a larger one is refused as a whole. Default 100. */
  readonly batchLimit?: number | undefined;
  /**
   * Maximum number of handlers that run at a time. Further requests are answered with an error, and further notifications are ignored and
   * reported. Default 10,000.
   */
  readonly handlerLimit?: number | undefined;
  /**
   * Maximum number of progress notifications of one request that are sent, or passed to `onProgress`, in a second; others are dropped.
   * Default 100.
   */
  readonly progressRate?: number | undefined;
}

/** {@link PeerLimits}. */
export const PEER_LIMITS: OptionTable<PeerLimits> = {
  batchLimit: count(100),
  handlerLimit: count(RUNNING_HANDLERS.most),
  progressRate: amount(100),
};

/** Options of one side of a connection. */
export interface PeerOptions {
  /** Called for errors that no caller receives. Default: one line each on stderr. */
  readonly onError?: ErrorListener | undefined;
  /** Milliseconds to wait for the response to a request without its own timeout; 0 for no limit. Default 60,000. */
  readonly requestTimeout?: number | undefined;
  /** Limits on messages and handlers. Default: see each limit. */
  readonly limits?: PeerLimits | undefined;
  /**
   * Pings the other side while the connection is open, and closes the connection when it stops responding. Default: no pings, since a
   * transport may detect this itself.
   */
  readonly ping?: PingOptions | undefined;
  /** Counts and limits the memory that the other side makes this process hold. Default: the ledger of the process. */
  readonly ledger?: Ledger | undefined;
  /** Milliseconds for running handlers to finish when the other side ends the connection. Default 2,000. */
  readonly shutdownTimeout?: number | undefined;
}

/** {@link PeerOptions}. */
export const PEER_OPTIONS: OptionTable<PeerOptions> = {
  onError: FUNCTION,
  requestTimeout: duration(60_000),
  limits: partGroup(PEER_LIMITS),
  ping: group(PING_OPTIONS),
  ledger: LEDGER_OPTION,
  shutdownTimeout: delay(2_000),
};

/**
 * Checks options.
 *
 * @throws {TypeError} if an option has the wrong type, and {RangeError} if a number is out of range.
 */
export function checkPeerOptions(options: PeerOptions): void {
  checkValues('the connection', options, PEER_OPTIONS);
}

/** The lines of a client, for proxies that relay some of them unchanged. */
export interface ClientLines extends LineChannel {
  /** Returns whether a request with this id is still to be answered. */
  isRunning(id: RequestId): boolean;
  /** Counts relayed requests as running: their ids are reserved, and the end of the connection waits for them. */
  countRunning(requests: ReadonlyMap<RequestId, unknown>): void;
  /** Called when no relayed request is running any longer. */
  noneRunning(): void;
  /** Answers a relayed request. */
  answer(message: AnswerMessage): void;
}

/** Maximum number of messages that are held while a session is being opened. */
const HELD_LIMIT = 1_000;

type Items = readonly Classified[];
type Held = readonly [value: unknown, info: MessageInfo | undefined, items: Items | undefined];

/**
 * One side of a JSON-RPC connection: sends and receives requests over one transport. It implements the protocol utilities of all methods
 * (cancellation, progress, timeouts, batches); everything else is in its profile.
 */
export class Peer implements Caller {
  /** Resolves when the connection is closed and all resources are released, with the reason. Never rejects. */
  readonly closed: Promise<ConnectionClosedError>;
  /** Milliseconds to wait for the response to a request without its own timeout; 0 for no limit. */
  readonly timeout: number;
  /** The session for handlers. */
  readonly session: SessionHandle;
  readonly #transport: Transport;
  readonly #link: Link;
  readonly #outgoing: Outgoing;
  readonly #dispatcher: Dispatcher;
  readonly #context: SessionContext;
  readonly #closingListeners = new Closing();
  /** Handles requests of revisions without sessions. */
  readonly #stateless: Stateless | undefined;
  /** Sends their answers. */
  readonly #outlet: Outlet;
  readonly #batchLimit: number;
  readonly #shutdownTimeout: number;
  #resolveClosed!: (cause: ConnectionClosedError) => void;
  #closing = false;
  /** Listeners for the end of the connection. */
  readonly #endListeners = new Set<(cause: ConnectionClosedError) => void>();
  #stopGrace: Stop | undefined;
  #held: Held[] | undefined;
  /** How many times messages are held. */
  #holds = 0;
  readonly #heldBytes: Holding;
  /** The account of the other side. */
  readonly #quota: Quota;
  /** Counts the memory for the lifetime of the connection. */
  readonly #scope: Scope;
  #atOnce: readonly string[] = [];
  readonly #info: MessageInfo | undefined;
  readonly #answersMalformed: boolean;
  readonly #pingOptions: PingOptions | undefined;
  #pinger: Pinger | undefined;

  /**
   * @param options also has `auth`: the other side's identity, if the transport does not provide it; `answersMalformed`: whether an invalid
   *   message without an id is answered with an error (default true; a client only reports it, since it may be a log line of a server);
   *   `stateless`: handles requests of revisions without sessions; and `firstId`: the id of the first request of this side, default 0.
   * @throws the errors of {@link checkPeerOptions}.
   */
  constructor(
    transport: Transport,
    profile: Profile,
    options: PeerOptions &
      MessageInfo & {
        readonly answersMalformed?: boolean | undefined;
        readonly others?: OthersRequests | undefined;
        readonly firstId?: number | undefined;
        readonly stateless?: Stateless | undefined;
      } = {},
  ) {
    checkPeerOptions(options);
    const { limits, ...given } = withDefaults<PeerOptions>(options, PEER_OPTIONS);
    const { batchLimit, handlerLimit, progressRate } = limits;
    this.#transport = transport;
    this.#link = new Link(transport, profile, safeListener(options.onError), progressRate);
    this.timeout = given.requestTimeout;
    this.#outgoing = new Outgoing(this.#link, this.timeout, options.others, options.firstId);
    this.#dispatcher = new Dispatcher(new PeerLoad(handlerLimit));
    this.#pingOptions = options.ping?.interval === 0 ? undefined : options.ping;
    const { auth, locals } = options;
    this.#info = auth === undefined && locals === undefined ? undefined : { auth, locals };
    this.#answersMalformed = options.answersMalformed ?? true;
    this.#batchLimit = batchLimit;
    this.#shutdownTimeout = given.shutdownTimeout;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    const quota = transport.quota ?? (options.ledger ?? processLedger()).connection('connection');
    this.#quota = quota;
    this.#scope = new Scope(quota);
    this.#heldBytes = new Holding(this.#scope, 'retained');
    this.session = new SessionView(this.closed, this.#link, this.#outgoing, this.#scope);
    const closing = this.#closingListeners;
    this.#context = new SessionContext(this.#link, this.#outgoing, this.session, quota, closing);
    this.#stateless = options.stateless;
    const { report } = this.#link;
    this.#outlet = {
      quota,
      report,
      progressRate,
      send: (message, relatesTo) => (this.#closing ? undefined : this.#link.send(message, relatesTo)),
      onClosing: (listener) => closing.add(listener),
    };
  }

  /**
   * Opens the transport.
   *
   * @throws the errors of the transport if it cannot be opened. The peer is closed then.
   */
  async start(): Promise<void> {
    try {
      await this.#transport.start(this.#receiver);
    } catch (cause) {
      await this.#end(new ConnectionClosedError('transport-error', 'The connection could not be opened', { cause }));
      throw cause;
    }
  }

  /** The current profile. */
  get profile(): Profile {
    return this.#link.profile;
  }

  /** Returns the context for a question of the other side, which another profile handles. */
  contextWith(profile: Profile, other: PeerInfo): MessageContext {
    return this.#context.questionContext(profile, other);
  }

  /**
   * Calls the listener when answers can no longer be sent. Returns a function that removes the listener.
   *
   * @param listener must not throw
   */
  onEnd(listener: (cause: ConnectionClosedError) => void): () => void {
    this.#endListeners.add(listener);
    return () => void this.#endListeners.delete(listener);
  }

  /** Switches to another profile, and sets what the other side has declared. */
  adopt(profile: Profile, other: PeerInfo): void {
    this.#link.profile = profile;
    this.#link.info = other;
    const isPinged = profile.sentRequests.get(Method.ping) !== undefined && !this.#closing;
    if (this.#pingOptions === undefined || this.#pinger !== undefined || !isPinged) return;
    this.#pinger = new Pinger(this, this.#pingOptions, this.#link.report, (message) => {
      void this.#end(new ConnectionClosedError('timeout', message));
    });
  }

  /**
   * Delays requests of this side, except pings, until the other side reports that it is ready (specification: Lifecycle, Initialization).
   */
  awaitReady(onReady: () => void): void {
    this.#link.awaitReady();
    this.#link.whenReady(onReady);
  }

  /** Whether requests can be sent. False as soon as no response can arrive. */
  get isOpen(): boolean {
    return this.#outgoing.isOpen;
  }

  request(method: string, params?: unknown, options?: PendingOptions, extension?: RequestEntry): Promise<object> {
    return this.#outgoing.request(method, params, options, undefined, extension);
  }

  /** Like `request`, for a caller that must handle the response before the next message. */
  open(method: string, params: unknown, options: PendingOptions, outcome: RequestOutcome): (error: unknown) => void {
    return this.#outgoing.open(method, params, options, outcome);
  }

  notify(method: string, params?: unknown, extension?: NotificationEntry): Promise<void> {
    return this.#outgoing.notify(method, params, undefined, extension);
  }

  /** The lines of the connection, if it has any, with the functions that a proxy needs to relay some of them. */
  get lines(): ClientLines | undefined {
    const { lines } = this.#transport;
    const dispatcher = this.#dispatcher;
    return (
      lines && {
        intercept: (take) => lines.intercept(take),
        write: (bytes, start, end) => lines.write(bytes, start, end),
        pauseUntil: (promise) => lines.pauseUntil(promise),
        isRunning: (id) => dispatcher.isRunning(id),
        countRunning: (requests) => dispatcher.countElsewhere(requests),
        noneRunning: () => dispatcher.checkIdle(),
        answer: (message) => this.#link.answer(message),
      }
    );
  }

  /** See `Session.batch`. */
  batch<Result>(act: () => Result): Result {
    return this.#link.batch(act, (id, cause) => this.#outgoing.abort(id, cause));
  }

  /**
   * Holds incoming messages until `release`.
   *
   * @param atOnce the methods of requests that are not held
   */
  hold(atOnce: readonly string[] = []): void {
    this.#held ??= [];
    this.#holds++;
    this.#atOnce = atOnce;
  }

  /** Handles the held messages in order, when each {@link Peer.hold} has been released. */
  release(): void {
    if (--this.#holds > 0) return;
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#heldBytes.close();
    for (const [value, info, items] of held) this.#receive(value, info, items);
  }

  /** Closes the connection. Pending requests are rejected, running handlers are aborted. Resolves like `closed`. */
  async close(): Promise<void> {
    // Handlers that only wait for closing are answered first.
    if (this.#closingListeners.begin(this.#link.report)) await pause(1);
    await this.#end(new ConnectionClosedError('closed', 'The connection was closed'));
  }

  /**
   * Closes the connection when the running handlers have ended and their requests are answered, at the latest after `shutdownTimeout`. The
   * caller must not deliver further messages. Resolves like `closed`.
   */
  async drain(): Promise<void> {
    if (!this.#closing) this.#finishThenEnd(new ConnectionClosedError('closed', 'The connection was closed'));
    await this.closed;
  }

  readonly #receiver: Receiver = {
    message: (value, info, items) => this.#receive(value, info ?? this.#info, items),
    malformed: (error, id) => {
      // A message that is truncated by closing is not an error.
      if (this.#closing) return;
      if (error instanceof LimitError) this.#dispatcher.reportLimit(this.#link.report, error);
      else this.#link.report(error);
      if (id !== undefined || this.#answersMalformed) this.#answerUnread(error, id);
    },
    failed: (id, cause) => this.#outgoing.abort(id, withAdvice(cause)),
    ended: (cause) => this.#finishThenEnd(cause),
    closed: (cause) => void this.#end(cause),
  };

  #receive(value: unknown, info: MessageInfo | undefined, items: Items | undefined): void {
    this.#pinger?.noteActivity();
    if (this.#held !== undefined) this.#keep(value, info, items, this.#held);
    else if (Array.isArray(value)) this.#takeBatch(value, info, items);
    else this.#take(items?.[0] ?? classify(value), info, this.#link);
  }

  /** The number of messages held for the other side is limited. */
  #keep(value: unknown, info: MessageInfo | undefined, items: Items | undefined, held: Held[]): void {
    const item = (Array.isArray(value) ? undefined : items?.[0]) ?? classify(value);
    if (item.kind === 'request' && this.#atOnce.includes(item.message.method)) this.#take(item, info, this.#link);
    else if (held.length < HELD_LIMIT && this.#heldBytes.add(weigh(value))) held.push([value, info, items]);
    else if (item.kind === 'request') refuse(this.#link, item.message.id, busy());
    // A request of this side waits for it.
    else if (isResponse(item)) this.#take(item, info, this.#link);
    else this.#link.report(new Error('Dropped a message: too many arrived while earlier ones were handled'));
  }

  #take(item: Classified, info: MessageInfo | undefined, sink: AnswerSink): void {
    if (this.#closing) return;
    try {
      this.#handle(item, info, sink);
    } catch (error) {
      this.#link.report(error);
    }
  }

  #handle(item: Classified, info: MessageInfo | undefined, sink: AnswerSink): void {
    switch (item.kind) {
      case 'request':
        if (this.#link.profile.requestMeta !== undefined) return this.#link.report(unexpectedRequest(item.message));
        if (this.#stateless?.takes(item.message) === true)
          return this.#answerAlone(item.message, info, sink, this.#stateless);
        return this.#dispatcher.request(item.message, this.#context, info, sink);
      case 'notification':
        // A cancellation names its request, and needs no metadata.
        if (
          this.#stateless !== undefined &&
          namesRevision(item.message.params) &&
          item.message.method !== Method.notificationsCancelled
        )
          return this.#takeAlone(item.message, info, this.#stateless);
        return this.#dispatcher.notification(item.message, this.#context, info);
      case 'result':
        return this.#outgoing.settle(item.message);
      case 'error':
        return this.#outgoing.fail(item.message);
      case 'invalid':
        return this.#refuse(item, sink);
    }
  }

  /** Handles a request of a revision without sessions. Later messages may cancel it, and are held until its context is available. */
  #answerAlone(message: RequestMessage, info: MessageInfo | undefined, sink: AnswerSink, stateless: Stateless): void {
    const made = stateless.tryContextOf(message, info, this.#outlet);
    const answer = (context: MessageContext | JsonRpcError): void => {
      if (context instanceof JsonRpcError) refuse(sink, message.id, context);
      else if (!this.#closing) this.#dispatcher.request(message, context, info, sink);
    };
    if (!(made instanceof Promise)) return answer(made);
    this.hold([Method.ping]);
    void made.then(answer).finally(() => this.release());
  }

  /** Handles a notification of a revision without sessions. One that is refused is reported, since notifications are never answered. */
  #takeAlone(message: NotificationMessage, info: MessageInfo | undefined, stateless: Stateless): void {
    const made = stateless.tryContextOf(message, info, this.#outlet);
    const take = (context: MessageContext | JsonRpcError): void => {
      if (context instanceof JsonRpcError) return this.#dispatcher.ignore(this.#link.report, () => context);
      if (!this.#closing) this.#dispatcher.notification(message, context, info);
    };
    if (!(made instanceof Promise)) return take(made);
    this.hold([Method.ping]);
    void made.then(take).finally(() => this.release());
  }

  #refuse({ meant, id, reason }: InvalidMessage, sink: AnswerSink): void {
    if (meant === 'response') return this.#outgoing.failUnreadable(id, reason);
    const error = invalidRequest(reason);
    if (meant === 'notification') return this.#link.report(error);
    sink.answer(refusalMessage(id, error, this.#link.profile.revision));
  }

  /** Handles a batch (specification, 2025-03-26: Overview, Batching; JSON-RPC 2.0, section 6). */
  #takeBatch(values: readonly unknown[], info: MessageInfo | undefined, classified: Items | undefined): void {
    const problem = this.#batchProblem(values);
    const items = problem === undefined ? (classified ?? classifyAll(values)) : [];
    const responses = items.filter(isResponse).length;
    if (problem !== undefined || (responses > 0 && responses < items.length)) {
      if (problem instanceof LimitError) this.#dispatcher.reportLimit(this.#link.report, problem);
      return this.#answerUnread(
        problem ?? invalidRequest('a batch must not mix responses with requests and notifications'),
        null,
      );
    }
    const batch = new Batch(items.filter(isAnswered).length, this.#link, this.#scope);
    const rest = takeInTurns(items, {
      take: (item) => this.#take(item, info, batch),
      sink: batch,
      dispatcher: this.#dispatcher,
      quota: this.#quota,
      report: this.#link.report,
    });
    if (rest === undefined) return;
    // Later messages may cancel its requests.
    this.hold([Method.ping]);
    void rest.then(() => {
      this.release();
      this.#dispatcher.checkIdle();
    });
  }

  #batchProblem(values: readonly unknown[]): JsonRpcError | undefined {
    const { batching, revision, isOpening = false } = this.#link.profile;
    if (!batching && isOpening) return invalidRequest('a batch cannot open a session: send initialize first');
    if (!batching) return invalidRequest(`revision ${revision} does not support batches`);
    if (values.length === 0) return invalidRequest('a batch must not be empty');
    return values.length > this.#batchLimit ? batchTooLarge(this.#batchLimit) : undefined;
  }

  /** Answers what cannot be read as messages. */
  #answerUnread(error: JsonRpcError, id: RequestId | null | undefined): void {
    if (!this.#closing) this.#link.answer(refusalMessage(id, error, this.#link.profile.revision));
  }

  /** Called when no response can arrive, but answers can still be sent. */
  #finishThenEnd(cause: ConnectionClosedError): void {
    this.#outgoing.stopAsking(cause);
    const end = (): void => void this.#end(cause);
    this.#closingListeners.begin(this.#link.report);
    if (this.#dispatcher.idle) return end();
    this.#dispatcher.onIdle(end);
    this.#stopGrace = after(Math.max(this.#shutdownTimeout, 1), end, { keepsAlive: true });
  }

  async #end(cause: ConnectionClosedError): Promise<void> {
    if (!this.#closing) {
      this.#closing = true;
      this.#stopGrace?.();
      this.#pinger?.stop();
      this.#outgoing.close(cause);
      this.#dispatcher.close(cause);
      for (const listener of this.#endListeners) listener(cause);
      this.#endListeners.clear();
      this.#held = undefined;
      this.#scope.close();
      try {
        await this.#transport.close();
      } catch (error) {
        this.#link.report(error);
      }
      this.#resolveClosed(cause);
    }
    await this.closed;
  }
}

function isResponse(item: Classified): boolean {
  return item.kind === 'result' || item.kind === 'error' || (item.kind === 'invalid' && item.meant === 'response');
}
