import { ConnectionClosedError } from '../../../errors.js';
import { isObject, type AuthInfo } from '../../../codegen/v1.js';
import { encode } from '../../../codec/encode.js';
import type { Classified } from '../../../jsonrpc/classify.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../../../jsonrpc/jsonRpcError.js';
import {
  isAnswer,
  errorMessage,
  isBatch,
  refusalMessage,
  type AnswerMessage,
  type Message,
  type RequestId,
  type RequestMessage,
} from '../../../jsonrpc/messages.js';
import { Scope, type Account } from '../../../ledger/index.js';
import * as Feature from '../../../registry/features.js';
import * as Header from '../../../registry/headers.js';
import * as Method from '../../../registry/methods.js';
import { holds } from '../../../definedRevisions.js';
import { peerInfo } from '../../../session/introduction.js';
import type { OptionValues } from '../../../options/kinds.js';
import { attempt } from '../../../report.js';
import type { MessageInfo, Receiver, SendOptions, Transport } from '../../../transports/transport.js';
import { refusal, refuse } from '../refusals.js';
import { EventStream, readEventId, readStored, resumeStored, type StreamOptions } from '../eventStream.js';
import type { HttpEndpointOptions } from '../endpointOptions.js';
import { MemoryEventStore, type EventStore } from '../eventStore.js';
import type { EventSink, HttpAnswer, HttpHeaders } from '../../shared/httpExchange.js';
import { Expiry } from './expiry.js';
import { idsIn, type Posted } from '../posted.js';
import { EVENTS, Reply, type ReplyOptions } from '../reply.js';
import { streamSettings, type StreamSettings } from '../streamSettings.js';
import { SessionRecorder } from './sessionRecorder.js';
import type { SessionRecord, SessionStore } from './sessionStore.js';
import { requestLostMessage } from './requestLost.js';
import { Sequence } from '../../../sequence.js';
import { inTime } from '../storeCall.js';
import { Undelivered } from './undelivered.js';

/** The response to requests that are running when their session ends. */
const OVER = refusal(404, 'the session has ended');

/** The response to requests that are running here when another process takes over their session. */
const TAKEN_OVER = refusal(503, 'another server process has taken over the session', { 'retry-after': '1' });

/** The response to a client whose session could not be stored for the other processes. */
const NOT_STORED = refusal(503, 'the session could not be stored', { 'retry-after': '1' });

/** Settings shared by the sessions of one server. */
export interface SessionSettings extends StreamSettings {
  readonly store: EventStore | undefined;
  readonly sessionStore: SessionStore | undefined;
  readonly streamLifetime: number;
  readonly answerTimeout: number;
}

/** Returns the settings of sessions from the options of their endpoint. */
export function sessionSettings(options: OptionValues<HttpEndpointOptions>): SessionSettings {
  const { eventStore = new MemoryEventStore(), streams, timeouts } = options;
  return {
    ...streamSettings(options),
    store: eventStore === false ? undefined : eventStore,
    sessionStore: options.sessionStore,
    streamLifetime: streams.streamLifetime,
    answerTimeout: timeouts.answerTimeout,
  };
}

/**
 * One session of Streamable HTTP on the server side: a transport that receives messages in POST requests, and sends messages in their
 * responses or on the stream of a GET request (specification: Transports, Streamable HTTP).
 */
export class HttpSession implements Transport {
  readonly sessionId: string;
  /** The id of the caller that opened it, if callers are identified. */
  readonly owner: string | undefined;
  readonly quota: Account;
  /** Whether the client has sent messages after the one that opens the session. */
  isUsed = false;
  /** When the client was last active, in milliseconds of `performance.now()`. */
  lastActive: number = performance.now();
  readonly #settings: SessionSettings;
  readonly #streamOptions: StreamOptions;
  readonly #replyOptions: ReplyOptions;
  /** The headers of responses by the constant ones of their content. */
  readonly #allHeaders = new Map<HttpHeaders, HttpHeaders>();
  readonly #onClose: () => void;
  readonly #replies = new Map<RequestId, Reply>();
  readonly #streams = new Map<string, EventStream>();
  /** Makes the names of streams unique among all processes of this session, including earlier ones. */
  readonly #salt = crypto.randomUUID().slice(0, 8);
  /** The standalone stream, for messages without a request. */
  #standalone: EventStream | undefined;
  readonly #undelivered: Undelivered;
  readonly #expiry = new Expiry();
  readonly #recorder: SessionRecorder | undefined;
  #receiver: Receiver | undefined;
  /** The reply to the messages that are being delivered. */
  #current: Reply | undefined;
  #streamCount = 0;
  #version: string | undefined;
  /** The request that opens the session, until it is answered. */
  #initialize: RequestMessage | undefined;
  #closed = false;
  /** The number of the claim of this process, where several share sessions. */
  #claim: number | undefined;
  /** Whether another process has the session, or may have it: nothing is written then. */
  #released = false;
  /** Whether the session was opened by another process. */
  #isRestored = false;
  /** Streams of another process are continued one at a time. */
  readonly #continuing = new Sequence();
  /** Counts the memory of the session. */
  readonly #scope: Scope;

  /** @param claim the claim number of this process, if several share sessions. Default: only this process has it */
  constructor(
    id: string,
    owner: string | undefined,
    account: Account,
    settings: SessionSettings,
    onClose: () => void,
    claim?: number,
  ) {
    this.sessionId = id;
    this.#claim = claim;
    this.owner = owner;
    this.quota = account;
    const scope = (this.#scope = new Scope(account));
    this.#settings = settings;
    this.#onClose = onClose;
    this.#undelivered = new Undelivered(settings.unsentLimit, scope);
    const { sessionStore, report } = settings;
    this.#recorder = sessionStore && new SessionRecorder(sessionStore, id, report, claim);
    this.#streamOptions = {
      session: id,
      holder: account.name,
      ...(claim !== undefined && { claim: () => this.#claim, onStale: () => this.lose() }),
      quota: scope,
      store: settings.store,
      report: settings.report,
      keepAlive: settings.keepAlive,
      lifetime: settings.streamLifetime,
      retry: settings.retry,
      unsentLimit: settings.unsentLimit,
      polls: () => this.#mayPoll,
    };
    this.#replyOptions = {
      headers: (content) => this.#headers(content),
      open: (sink, unanswered) => this.#open(sink, unanswered),
      streamAfter: settings.streamAfter,
      streamAlways: settings.streamAlways,
    };
  }

  /** The negotiated revision, once it is known. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Whether the client is connected: the session is then in use. */
  get connected(): boolean {
    for (const { begun } of this.#replies.values()) if (!begun) return true;
    for (const { connected } of this.#streams.values()) if (connected) return true;
    return false;
  }

  /** Whether another process has the session, or may have it. */
  get isReleased(): boolean {
    return this.#released;
  }

  /** Continues a session of another process. */
  resumeFrom(record: SessionRecord): void {
    this.#version = record.revision;
    this.#isRestored = true;
    this.isUsed = true;
    this.#recorder?.resume(record);
  }

  /** Called when the stores have lost the session: writes its record again, under a new claim. */
  rewrite(claim: number): void {
    this.#claim = claim;
    this.#recorder?.rewrite(claim);
  }

  /** Leaves the stored data of the session to other processes. Close it afterwards. */
  release(): void {
    this.#released = true;
    this.#recorder?.release();
  }

  /** Called when another process has the session: nothing more is sent or stored, and handlers are aborted. */
  lose(): void {
    if (this.#released) return;
    this.release();
    for (const reply of new Set(this.#replies.values())) reply.abandon(TAKEN_OVER, true);
    for (const stream of [...this.#streams.values()]) stream.release();
    this.#receiver?.closed(new ConnectionClosedError('transport-error', 'Another process has taken over the session'));
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('The transport has already been started');
    this.#receiver = receiver;
  }

  send(message: Message | readonly Message[], { relatesTo }: SendOptions = {}): void | Promise<void> {
    if (this.#closed) return;
    if (isAnswer(message)) return this.#answer(message);
    const reply = relatesTo === undefined ? undefined : this.#replyTo(relatesTo);
    if (reply !== undefined) return reply.send(message);
    const text = encode(message);
    // A process that takes over the session can deliver stored messages.
    const isStored = this.#claim !== undefined && this.#standalone?.resumable === true;
    if (isStored || this.#standalone?.connected === true) return this.#standalone?.send(text);
    // Events get their ids when a client is connected, since not every client reconnects with the last id.
    this.#undelivered.keep(text);
  }

  unanswered(id: RequestId): void {
    this.#replyTo(id)?.leaveOut(id);
    this.#replies.delete(id);
  }

  closeStream(id: RequestId): void {
    if (this.#mayPoll) this.#replyTo(id)?.interrupt();
  }

  keep(state: { readonly [name: string]: unknown }): void {
    this.#recorder?.keep(state);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#expiry.stop();
    this.#recorder?.close();
    for (const reply of new Set(this.#replies.values()))
      reply.abandon(this.#released ? TAKEN_OVER : OVER, this.#released);
    const streams = [...this.#streams.values()];
    for (const stream of streams) {
      if (this.#released) stream.release();
      else stream.end();
    }
    this.#replies.clear();
    this.#scope.close();
    const { store, report } = this.#settings;
    if (store !== undefined && !this.#released) {
      // Pending writes to the store would otherwise remain stored permanently.
      const settled = Promise.all(streams.map((stream) => stream.settled));
      void attempt(() => settled.then(() => inTime(store.forget(this.sessionId), 'forget', 'event')), report);
    }
    this.#onClose();
  }

  /** Tells the peer that the client has ended the session. */
  end(): void {
    this.#receiver?.closed(new ConnectionClosedError('end-of-input', 'The client ended the session'));
  }

  /** Called for each request of the client: its stream lasts until its latest credentials expire. */
  authenticated(auth: AuthInfo | undefined): void {
    this.#expiry.extend(auth);
  }

  /** Handles a POST request, and sends the response. */
  post(exchange: HttpAnswer, posted: Posted, info: MessageInfo): void {
    this.lastActive = performance.now();
    this.isUsed ||= this.#version !== undefined;
    const { value, items } = posted;
    const ids = idsIn(posted);
    const [first] = items;
    const broken = first?.kind === 'invalid' && items.length === 1 ? first : undefined;
    if (this.#version === undefined) this.#initialize = initializeIn(items) ?? this.#initialize;
    const reply = new Reply(exchange, posted, this.#replyOptions, () => (broken === undefined ? 200 : 400));
    // This includes requests whose answers wait for the others of their batch.
    const taken = ids.find((id) => this.#replies.has(id));
    if (taken !== undefined) return this.#refuseTaken(reply, Array.isArray(value) ? null : taken);
    this.#current = reply;
    try {
      this.#receiver?.message(value, info, items);
    } finally {
      this.#current = undefined;
    }
    // Otherwise, an invalid notification or response would not be answered.
    if (broken !== undefined && reply.waiting.size === 0) reply.refuse(invalidRequest(broken.reason));
    for (const id of reply.waiting) this.#replies.set(id, reply);
    // Only a valid initialize opens a session.
    if (this.#version === undefined && this.#initialize === undefined) queueMicrotask(() => this.end());
    // The headers of a stream are sent at once, and a session has no id before its opening is answered.
    if (this.#initialize === undefined || !reply.waiting.has(this.#initialize.id)) reply.accept();
  }

  /** Refuses a POST, since a request in it has the id of a pending request. */
  #refuseTaken(reply: Reply, id: RequestId | null): void {
    const problem = invalidRequest('another request with this id is running');
    const refused = refusalMessage(id, problem, this.#version ?? '');
    if (id === null) reply.refuse(refused.error, refused.id);
    else void reply.answer(refused);
  }

  /**
   * Opens the standalone stream, of which a session has one: over the newest connection, since a client often notices a broken connection
   * before the server. An older connection is closed.
   */
  listen(exchange: HttpAnswer): void {
    this.lastActive = performance.now();
    this.isUsed = true;
    const sink = exchange.stream(this.#headers(EVENTS));
    const standalone = this.#standalone;
    const { sent } = standalone ?? {};
    if (standalone?.resumable === true && sent !== undefined && this.#claim !== undefined) {
      // Events that were stored while the client was disconnected.
      void attempt(() => continueOver(sink, standalone, sent), this.#settings.report);
    } else if (standalone?.resumable === true) standalone.connect(sink);
    else {
      standalone?.end();
      this.#standalone = this.#open(sink);
    }
    this.#watchExpiry();
    this.#deliver();
  }

  /** Continues a stream whose connection broke. */
  async resume(exchange: HttpAnswer, lastEventId: string): Promise<void> {
    this.lastActive = performance.now();
    const [name, id] = readEventId(lastEventId) ?? [];
    const open = (): EventSink => exchange.stream(this.#headers(EVENTS));
    const stream = name === undefined ? undefined : this.#streams.get(name);
    let resumed = false;
    if (stream !== undefined && id !== undefined) resumed = await stream.resume(open, id);
    else if (name !== undefined && id !== undefined) resumed = await this.#resumeElsewhere(name, open, id);
    if (!resumed) refuse(exchange, 400, invalidRequest('events after this Last-Event-ID are no longer available'));
    else if (name === this.#standalone?.name) {
      this.#watchExpiry();
      this.#deliver();
    }
  }

  /** Resumes a stream that is not open here: another process has written it, or it has ended. */
  #resumeElsewhere(name: string, open: () => EventSink, after: string): boolean | Promise<boolean> {
    if (!this.#isRestored) return resumeStored(name, this.#streamOptions, open, after);
    return this.#continuing.run(async () => {
      const known = this.#streams.get(name);
      if (known !== undefined) return known.resume(open, after);
      const stored = await readStored(name, this.#streamOptions, after);
      if (stored === undefined || stored.ended) return resumeStored(name, this.#streamOptions, open, after);
      const { unanswered } = stored;
      const continued = this.#add(name);
      if (unanswered === undefined) {
        this.#standalone?.end();
        this.#standalone = continued;
      } else {
        // The process that ran these requests has stopped.
        for (const id of unanswered) void continued.send(encode(requestLostMessage(id)));
        continued.end();
      }
      return continued.resume(open, after);
    });
  }

  /** Closes the connection of the standalone stream when the client's credentials expire. The client reconnects with new ones. */
  #watchExpiry(): void {
    this.#expiry.watch(() => {
      if (this.#standalone?.resumable === true) this.#standalone.interrupt();
      else this.#standalone?.end();
    });
  }

  /** Sends messages that were waiting for the standalone stream. */
  #deliver(): void {
    const standalone = this.#standalone;
    if (standalone?.connected === true) for (const text of this.#undelivered.take()) void standalone.send(text);
  }

  #answer(answers: AnswerMessage | readonly AnswerMessage[]): void | Promise<void> {
    const all = isBatch(answers) ? answers : [answers];
    const ids = all.flatMap(({ id }) => (id === null || id === undefined ? [] : [id]));
    const [id] = ids;
    if (id === undefined) {
      if (isBatch(answers)) return this.#current?.answer(answers);
      if ('error' in answers) this.#current?.refuse(answers.error, answers.id);
      return;
    }
    const reply = this.#replyTo(id);
    const opening = id === this.#initialize?.id;
    if (opening) this.#opened(all[0]);
    const recorder = this.#claim === undefined ? undefined : this.#recorder;
    if (
      recorder?.isWriting === true &&
      reply !== undefined &&
      !isBatch(answers) &&
      (opening || acknowledges(answers))
    ) {
      return this.#answerStored(answers, reply, recorder, opening);
    }
    const taken = reply?.answer(answers);
    for (const answered of ids) if (this.#replies.get(answered) === reply) this.#replies.delete(answered);
    // A session that was not opened has no id with which the client could continue.
    if (opening && this.#version === undefined) queueMicrotask(() => this.end());
    return taken;
  }

  /** Answers after the facts of the session are stored: otherwise the next process would not have them. */
  async #answerStored(answer: AnswerMessage, reply: Reply, recorder: SessionRecorder, opening: boolean): Promise<void> {
    this.#replies.set(answer.id as RequestId, reply);
    const isStored = await recorder.written;
    this.#replies.delete(answer.id as RequestId);
    if (isStored) return reply.answer(answer);
    if (!opening) return reply.answer(errorMessage(answer.id, notStored()));
    reply.abandon(NOT_STORED);
    this.end();
  }

  #opened(answer: AnswerMessage | undefined): void {
    if (answer === undefined || !('result' in answer)) return;
    const { protocolVersion: revision } = answer.result as { readonly protocolVersion?: string };
    const params = this.#initialize?.params;
    this.#initialize = undefined;
    this.#version = revision;
    if (revision === undefined || params === undefined) return;
    const { owner } = this;
    const holder = owner === undefined ? this.quota.name : undefined;
    this.#recorder?.open({ owner, holder, revision, client: peerInfo(params, 'client'), state: {} });
  }

  /** Whether the client supports events without data, and reconnects to a stream whose connection was closed. */
  get #mayPoll(): boolean {
    const { store } = this.#settings;
    return store !== undefined && this.#version !== undefined && holds(Feature.streamPolling, this.#version);
  }

  #replyTo(id: RequestId): Reply | undefined {
    return this.#current?.waiting.has(id) === true ? this.#current : this.#replies.get(id);
  }

  /** Adds the id of the session to the headers of a response. */
  #headers(content: HttpHeaders): HttpHeaders {
    if (this.#version === undefined) return content;
    const known = this.#allHeaders.get(content);
    if (known !== undefined) return known;
    const all = { ...content, [Header.sessionId]: this.sessionId };
    this.#allHeaders.set(content, all);
    return all;
  }

  #open(sink: EventSink, unanswered?: ReadonlySet<RequestId>): EventStream {
    const stream = this.#add(`${this.#salt}.${++this.#streamCount}`, unanswered);
    stream.connect(sink);
    return stream;
  }

  #add(name: string, unanswered?: ReadonlySet<RequestId>): EventStream {
    const stream = new EventStream(name, this.#streamOptions, () => this.#streams.delete(name), unanswered);
    this.#streams.set(name, stream);
    return stream;
  }
}

/** Sends what was stored after an event. The connection is broken if that is not possible, so that the client connects again. */
async function continueOver(sink: EventSink, stream: EventStream, after: string): Promise<void> {
  let isResumed = false;
  try {
    isResumed = await stream.resume(() => sink, after);
  } finally {
    if (!isResumed) sink.destroy();
  }
}

/** Returns whether a result is empty: the changes of its request must then be stored before it is sent. */
function acknowledges(answer: AnswerMessage): boolean {
  return 'result' in answer && isObject(answer.result) && Object.keys(answer.result).length === 0;
}

function notStored(): JsonRpcError {
  return new JsonRpcError(
    ErrorCode.InternalError,
    'The changes of the request could not be stored: repeat the request',
  );
}

function initializeIn([item, ...others]: readonly Classified[]): RequestMessage | undefined {
  if (others.length > 0 || item?.kind !== 'request') return undefined;
  return item.message.method === Method.initialize ? item.message : undefined;
}

/** Returns whether a value can open a session: it is a single `initialize` request. */
export function opensSession(value: unknown): boolean {
  return isObject(value) && value.method === Method.initialize && value.id !== undefined;
}
