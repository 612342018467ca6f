import { ConnectionClosedError } from '../errors.js';
import { isObject, type AuthInfo } from '../codegen/v1.js';
import { encode } from '../codec/encode.js';
import type { Classified } from '../jsonrpc/classify.js';
import { ErrorCode, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import {
  isAnswer,
  errorMessage,
  isBatch,
  refusalMessage,
  type AnswerMessage,
  type Message,
  type RequestId,
  type RequestMessage,
} from '../jsonrpc/messages.js';
import { Scope, type Account } from '../ledger/index.js';
import { Method } from '../protocol.js';
import { peerInfo } from '../session/introduction.js';
import { attempt, safeListener, type ErrorListener } from '../report.js';
import type { MessageInfo, Receiver, SendOptions, Transport } from '../transports/transport.js';
import { refusal, refuse } from './answers.js';
import { EventStream, readEventId, readStored, resumeStored, type StreamOptions } from './eventStream.js';
import type { HttpEndpointOptions } from './endpointOptions.js';
import { MemoryEventStore, type EventStore } from './eventStore.js';
import type { EventSink, HttpAnswer, HttpHeaders } from './exchange.js';
import { Expiry } from './expiry.js';
import { idsIn, type Posted } from './posted.js';
import { EVENTS, Reply, type ReplyOptions } from './reply.js';
import { SessionRecorder } from './sessionRecorder.js';
import type { SessionRecord, SessionStore } from './sessionStore.js';
import { goneMessage } from './cluster/gone.js';
import { Sequence } from '../sequence.js';
import { inTime } from './storeCall.js';
import { Undelivered } from './undelivered.js';

/** The first revision whose clients know events without data, and come back to a stream that was interrupted. */
const POLLING_SINCE = '2025-11-25';

/** The answer to requests that are running when their session ends. */
const OVER = refusal(404, 'the session is over');

/** The answer to requests that run here while another process takes over their session. */
const TAKEN_OVER = refusal(503, 'another server process has taken over the session', { 'retry-after': '1' });

/** The answer to a client whose session could not be stored where the other processes find it. */
const NOT_STORED = refusal(503, 'the session could not be stored', { 'retry-after': '1' });

/** What the sessions of one server have in common. */
export interface SessionSettings {
  readonly store: EventStore | undefined;
  readonly sessionStore: SessionStore | undefined;
  readonly report: ErrorListener;
  readonly streamAfter: number;
  readonly streamAlways: boolean;
  readonly keepAlive: number;
  readonly streamLifetime: number;
  readonly retry: number;
  readonly unsentLimit: number;
}

/** What sessions take of the options of their endpoint. */
export function sessionSettings(options: HttpEndpointOptions): SessionSettings {
  const { eventStore = new MemoryEventStore() } = options;
  return {
    store: eventStore === false ? undefined : eventStore,
    sessionStore: options.sessionStore,
    report: safeListener(options.onError),
    streamAfter: options.streamAfter ?? 1_000,
    streamAlways: options.answers === 'stream',
    keepAlive: options.keepAlive ?? 15_000,
    streamLifetime: options.streamLifetime ?? 0,
    retry: options.retry ?? 1_000,
    unsentLimit: options.unsentLimit ?? 16 * 1024 * 1024,
  };
}

/**
 * One session of Streamable HTTP, seen from the server: a transport whose messages come in POSTs and leave as answers to them
 * or on the stream of a GET (specification: Transports, Streamable HTTP).
 */
export class HttpSession implements Transport {
  readonly sessionId: string;
  /** Who opened it, where callers are known. */
  readonly owner: string | undefined;
  readonly quota: Account;
  /** Whether the client has sent more than the message that opens the session. */
  isUsed = false;
  /** When the client was last active, in milliseconds of `performance.now()`. */
  lastActive: number = performance.now();
  readonly #settings: SessionSettings;
  readonly #streamOptions: StreamOptions;
  readonly #replyOptions: ReplyOptions;
  readonly #onClose: () => void;
  readonly #replies = new Map<RequestId, Reply>();
  readonly #streams = new Map<string, EventStream>();
  /** Makes the names of streams unique: no other process, and no earlier one, has given them to streams of this session. */
  readonly #salt = crypto.randomUUID().slice(0, 8);
  /** The stream of messages that belong to no request. */
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
  /** Whether another process has the session now, or may have it: nothing is written any more. */
  #released = false;
  /** Whether the session was another process's before. */
  #isRestored = false;
  /** Streams of another process are continued one at a time. */
  readonly #continuing = new Sequence();
  /** What the session holds. */
  readonly #scope: Scope;

  /** @param claim the number of the claim of this process, where several share sessions. Default: this process alone has it */
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
      headers: () => this.#headers(),
      open: (sink, unanswered) => this.#open(sink, unanswered),
      streamAfter: settings.streamAfter,
      streamAlways: settings.streamAlways,
    };
  }

  /** The revision, once it is negotiated. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Whether the client is connected: such a session is in use, however long it lasts. */
  get connected(): boolean {
    for (const { begun } of this.#replies.values()) if (!begun) return true;
    for (const { connected } of this.#streams.values()) if (connected) return true;
    return false;
  }

  /** Whether another process has the session now, or may have it. */
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

  /** The stores had lost the session: writes its record again, under another claim. */
  rewrite(claim: number): void {
    this.#claim = claim;
    this.#recorder?.rewrite(claim);
  }

  /** Leaves everything that is stored of the session to other processes. It is to be closed then. */
  release(): void {
    this.#released = true;
    this.#recorder?.release();
  }

  /** Another process has the session: nothing more is sent or stored, and handlers are stopped. */
  lose(): void {
    if (this.#released) return;
    this.release();
    for (const reply of new Set(this.#replies.values())) reply.abandon(TAKEN_OVER);
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
    // What is stored, a process that takes over the session can deliver.
    const isStored = this.#claim !== undefined && this.#standalone?.resumable === true;
    if (isStored || this.#standalone?.connected) return this.#standalone?.send(text);
    // Events get their ids when a client is there: not every client comes back with the id of the last one.
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
    this.#scope.close();
    this.#recorder?.close();
    for (const reply of new Set(this.#replies.values())) reply.abandon(this.#released ? TAKEN_OVER : OVER);
    const streams = [...this.#streams.values()];
    for (const stream of streams) {
      if (this.#released) stream.release();
      else stream.end();
    }
    this.#replies.clear();
    const { store, report } = this.#settings;
    if (store !== undefined && !this.#released) {
      // What is still on its way to the store would be kept for good.
      const settled = Promise.all(streams.map((stream) => stream.settled));
      void attempt(() => settled.then(() => inTime(store.forget(this.sessionId), 'forget', 'event')), report);
    }
    this.#onClose();
  }

  /** Tells the peer that the client has ended the session. */
  end(): void {
    this.#receiver?.closed(new ConnectionClosedError('end-of-input', 'The client ended the session'));
  }

  /** Called for each request of the client: its own stream lasts until the last credentials that it has shown expire. */
  shown(auth: AuthInfo | undefined): void {
    this.#expiry.shown(auth);
  }

  /** Handles what was posted, and sends the answer. */
  post(exchange: HttpAnswer, posted: Posted, info: MessageInfo): void {
    this.lastActive = performance.now();
    this.isUsed ||= this.#version !== undefined;
    const { value, items } = posted;
    const ids = idsIn(posted);
    const [first] = items;
    const broken = first?.kind === 'invalid' && items.length === 1 ? first : undefined;
    if (this.#version === undefined) this.#initialize = initializeIn(items) ?? this.#initialize;
    const reply = new Reply(exchange, posted, this.#replyOptions, () => (broken === undefined ? 200 : 400));
    // Also an answer that waits for the others of its batch would go astray.
    const taken = ids.find((id) => this.#replies.has(id));
    if (taken !== undefined) return this.#refuseTaken(reply, Array.isArray(value) ? null : taken);
    this.#current = reply;
    try {
      this.#receiver?.message(value, info, items);
    } finally {
      this.#current = undefined;
    }
    // A notification or a response that cannot be read has no answer that would say so.
    if (broken !== undefined && reply.waiting.size === 0) reply.refuse(invalidRequest(broken.reason));
    for (const id of reply.waiting) this.#replies.set(id, reply);
    // Only a valid initialize opens a session.
    if (this.#version === undefined && this.#initialize === undefined) queueMicrotask(() => this.end());
    // The headers of a stream leave at once, and before its opening is answered a session has no id that could be among them.
    if (this.#initialize === undefined || !reply.waiting.has(this.#initialize.id)) reply.accept();
  }

  /** Refuses what was posted, since a request in it has the id of one that is not answered yet. */
  #refuseTaken(reply: Reply, id: RequestId | null): void {
    const problem = invalidRequest('another request with this id is running');
    const refused = refusalMessage(id, problem, this.#version ?? '');
    if (id === null) reply.refuse(refused.error, refused.id);
    else void reply.answer(refused);
  }

  /** Opens the stream of what belongs to no request. A session has one of it. */
  listen(exchange: HttpAnswer): void {
    this.lastActive = performance.now();
    this.isUsed = true;
    if (this.#standalone?.connected) {
      return refuse(exchange, 409, invalidRequest('this session has a stream open for server messages already'));
    }
    const sink = exchange.stream({ ...EVENTS, ...this.#headers() });
    const { resumable, sent } = this.#standalone ?? {};
    if (resumable === true && sent !== undefined && this.#claim !== undefined) {
      // What was stored while the client was away.
      void attempt(async () => {
        if (!(await this.#standalone?.resume(() => sink, sent))) sink.destroy();
      }, this.#settings.report);
    } else if (resumable === true) this.#standalone?.connect(sink);
    else {
      this.#standalone?.end();
      this.#standalone = this.#open(sink);
    }
    this.#watchExpiry();
    this.#deliver();
  }

  /** Continues a stream whose connection broke. */
  async resume(exchange: HttpAnswer, lastEventId: string): Promise<void> {
    this.lastActive = performance.now();
    const [name, id] = readEventId(lastEventId) ?? [];
    const open = (): EventSink => exchange.stream({ ...EVENTS, ...this.#headers() });
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
        // The process that ran these requests is gone.
        for (const id of unanswered) void continued.send(encode(goneMessage(id)));
        continued.end();
      }
      return continued.resume(open, after);
    });
  }

  /** Ends the connection of the client's own stream when the client may not read it any more. It comes back with new credentials. */
  #watchExpiry(): void {
    this.#expiry.watch(() => {
      if (this.#standalone?.resumable) this.#standalone.interrupt();
      else this.#standalone?.end();
    });
  }

  /** Sends what has waited for the stream of messages that belong to no request. */
  #deliver(): void {
    const standalone = this.#standalone;
    if (standalone?.connected) for (const text of this.#undelivered.take()) void standalone.send(text);
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
    // A session that did not open has no id that the client could come back with.
    if (opening && this.#version === undefined) queueMicrotask(() => this.end());
    return taken;
  }

  /** Answers when the facts of the session are stored: otherwise the next process would not know what the client was told. */
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
    this.#recorder?.open({ owner: this.owner, revision, client: peerInfo(params, 'client'), state: {} });
  }

  /** Whether the client comes back for a stream whose connection was closed. */
  get #mayPoll(): boolean {
    const { store } = this.#settings;
    return store !== undefined && this.#version !== undefined && this.#version >= POLLING_SINCE;
  }

  #replyTo(id: RequestId): Reply | undefined {
    return this.#current?.waiting.has(id) ? this.#current : this.#replies.get(id);
  }

  #headers(): HttpHeaders {
    return this.#version === undefined ? {} : { 'mcp-session-id': this.sessionId };
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

/** Whether an answer says nothing but that the request was carried out: what it has changed must be stored then. */
function acknowledges(answer: AnswerMessage): boolean {
  return 'result' in answer && isObject(answer.result) && Object.keys(answer.result).length === 0;
}

function notStored(): JsonRpcError {
  return new JsonRpcError(ErrorCode.InternalError, 'What the request has changed could not be stored: repeat it');
}

function initializeIn([item, ...others]: readonly Classified[]): RequestMessage | undefined {
  if (others.length > 0 || item?.kind !== 'request') return undefined;
  return item.message.method === Method.Initialize ? item.message : undefined;
}

/** Whether a value can open a session: it is a single `initialize`. */
export function opensSession(value: unknown): boolean {
  return isObject(value) && value.method === Method.Initialize && value.id !== undefined;
}
