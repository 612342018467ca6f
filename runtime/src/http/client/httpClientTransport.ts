import { isObject } from '../../codegen/v1.js';
import { encode } from '../../codec/encode.js';
import { ConnectionClosedError, HttpStatusError } from '../../errors.js';
import type { JsonRpcError } from '../../jsonrpc/jsonRpcError.js';
import { isAnswer, type Message, type RequestId } from '../../jsonrpc/messages.js';
import { Holding } from '../../ledger/index.js';
import * as Header from '../../registry/headers.js';
import * as Method from '../../registry/methods.js';
import { attempt, safeListener, textOf, type ErrorListener } from '../../report.js';
import { Retries } from '../../retries.js';
import { GuardedReceiver } from '../../transports/guardedReceiver.js';
import { unreadReason } from '../../transports/messageLimits.js';
import type { Receiver, SendOptions, Transport } from '../../transports/transport.js';
import { settlesWithin } from '../../timers.js';
import { contentType, errorAnswer, protocolVersion, readJson } from './answers.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import { Endpoint, errorOf, NO_SESSION, readReason, statusError } from './endpoint.js';
import { checkOptions, withDefaults } from '../../options/kinds.js';
import {
  HTTP_CLIENT_OPTIONS,
  readLimits,
  type HttpClientOptions,
  type HttpClientSettings,
  type ReadLimits,
} from './httpClientOptions.js';
import { cancelledId, isNotification, isRequestFor, requestId, mirroringHeaders } from './outgoingMessages.js';
import { isPassing, Pace } from './pacing.js';
import { readEvents, readMessage, type StreamPosition } from './readEvents.js';
import { ClientSession } from './clientSession.js';
import { openSse } from './openSse.js';
import { isOk, type ReceivedResponse } from './receivedResponse.js';

/** Statuses with which a server of the older transport answers a POST of `initialize`. */
const OLDER_STATUSES: ReadonlySet<number> = new Set([400, 404, 405]);

/** The status of requests above a limit. */
const TOO_MANY_REQUESTS = 429;

/** Statuses of requests that a server refuses with a protocol error. */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 404, TOO_MANY_REQUESTS]);

/** Estimated characters of an answer that waits to be posted, in addition to its text, since there can be many small ones. */
const ANSWER_OVERHEAD = 1_000;

/** A posted body whose responses are awaited. */
interface Posted {
  /** Its requests without a response. */
  readonly waiting: Set<RequestId>;
  /** Whether a part of the response was not JSON. */
  hasInvalidEvent: boolean;
  /** Whether it does not belong to a session. */
  readonly isAlone: boolean;
  readonly controller: AbortController;
}

/** The client transport of Streamable HTTP (specification: Transports, Streamable HTTP). */
export class HttpClientTransport implements Transport {
  readonly sendsHeaders = true;
  readonly #options: HttpClientSettings;
  readonly #limits: ReadLimits;
  readonly #report: ErrorListener;
  readonly #session: ClientSession;
  #endpoint: Endpoint;
  /** Whether the server uses the older transport, in which all responses arrive on one stream. */
  #isSse = false;
  readonly #closing = new AbortController();
  readonly #posted = new Map<RequestId, Posted>();
  /** Aborts requests in progress. Signals derived from the signal of closing would be held by it permanently, one for each request. */
  readonly #posting = new Set<AbortController>();
  #receiver: GuardedReceiver | undefined;
  /** Resolves when the server has accepted the last notification or answer, which later ones must not overtake. */
  #order: Promise<unknown> | undefined;
  /** The characters of answers that the server has not accepted yet. */
  readonly #unread: Holding;
  #closed: Promise<void> | undefined;

  /**
   * @throws {TypeError} if the URL is invalid.
   * @throws {TypeError | RangeError} if a limit is not a number, or less than 1.
   */
  constructor(options: HttpClientOptions) {
    checkOptions('HttpClientTransport', options, HTTP_CLIENT_OPTIONS);
    const settings = withDefaults<HttpClientOptions>(options, HTTP_CLIENT_OPTIONS);
    this.#options = settings;
    this.#limits = readLimits(settings);
    this.#unread = new Holding(this.#limits.quota, 'output');
    this.#report = safeListener(options.onError);
    this.#endpoint = new Endpoint(new URL(options.url), settings);
    this.#session = new ClientSession({
      endpoint: () => this.#endpoint,
      limits: this.#limits,
      signal: this.#closing.signal,
      onReopened: () => {
        void this.#listen();
        void attempt(() => options.onReopen?.(), this.#report);
      },
    });
  }

  /** The id of the session, if the server has sessions. */
  get sessionId(): string | undefined {
    return this.#session.id;
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('The transport has already been started');
    this.#receiver = new GuardedReceiver(receiver);
  }

  send(message: Message | readonly Message[], options: SendOptions = {}): void | Promise<void> {
    const text = encode(message);
    if (this.#closed !== undefined) return;
    const alone = Array.isArray(message) ? undefined : this.#sendAlone(message as Message, text, options);
    if (alone !== undefined) return alone.taken;
    const size = isAnswer(message) ? text.length + ANSWER_OVERHEAD : 0;
    const held = this.#unread.add(size) ? size : 0;
    // A single pending message may have any size, since it is already in memory.
    if (held < size && this.#order !== undefined) {
      this.#receiver?.closed(new ConnectionClosedError('transport-error', unreadReason('server')));
      return;
    }
    const messages = Array.isArray(message) ? (message as readonly Message[]) : [message as Message];
    const ids = messages.flatMap(requestId);
    const [first] = messages;
    if (isRequestFor(first, Method.initialize) && ids[0] !== undefined) this.#session.opening = { id: ids[0], text };
    const before = this.#order;
    const { headers } = options;
    const sent =
      before === undefined ? this.#post(text, ids, { headers }) : before.then(() => this.#post(text, ids, { headers }));
    if (ids.length > 0) return;
    const taken = sent.then(() => this.#delivered(messages));
    const settled = taken
      .catch(() => undefined)
      .finally(() => {
        this.#unread.add(-held);
        if (this.#order === settled) this.#order = undefined;
      });
    this.#order = settled;
    for (const id of messages.flatMap(cancelledId)) void this.#release(id, settled);
    return taken;
  }

  /**
   * Sends a message without a session. Such a request is cancelled by closing its connection. Returns `taken`, a promise for when the server has
   * accepted a notification: what is sent afterwards does not overtake it. Undefined if the message belongs to a session.
   */
  #sendAlone(
    message: Message,
    text: string,
    { headers }: SendOptions,
  ): { readonly taken: void | Promise<void> } | undefined {
    const [cancelled] = cancelledId(message);
    const running = cancelled === undefined ? undefined : this.#posted.get(cancelled);
    if (running?.isAlone === true) {
      running.controller.abort();
      return { taken: undefined };
    }
    const alone = mirroringHeaders(message, headers);
    if (alone === undefined) return undefined;
    const ids = requestId(message);
    const posted = this.#post(text, ids, { headers: alone, isAlone: true });
    if (ids.length === 0) return { taken: posted };
    void posted.catch(this.#report);
    return { taken: undefined };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  get #shutdownTimeout(): number {
    return this.#options.shutdownTimeout;
  }

  async #close(): Promise<void> {
    this.#receiver?.silence();
    if (this.#order !== undefined) await settlesWithin(this.#shutdownTimeout, this.#order);
    this.#closing.abort();
    for (const controller of this.#posting) controller.abort();
    if (this.#session.id === undefined) return;
    const controller = new AbortController();
    // A server may refuse to end sessions (405); the session then expires.
    const deleted = this.#endpoint.delete(controller.signal, { busy: undefined, headers: this.#session.headers }).then(
      (response) => response.cancel(),
      () => undefined,
    );
    if (!(await settlesWithin(this.#shutdownTimeout, deleted))) controller.abort();
  }

  #delivered(messages: readonly Message[]): void {
    for (const message of messages) {
      if (isNotification(message, Method.notificationsInitialized) && !this.#isSse) void this.#listen();
    }
  }

  /** Closes the connection of a request that is no longer awaited, after the server has been notified or the notification has failed. */
  async #release(id: RequestId, notified: Promise<unknown>): Promise<void> {
    const posted = this.#posted.get(id);
    if (posted === undefined) return;
    await settlesWithin(this.#shutdownTimeout, notified);
    posted.controller.abort();
  }

  /** Posts messages, and handles their responses. Rejects only if no response is awaited. */
  async #post(
    text: string,
    ids: readonly RequestId[],
    { headers, isAlone = false }: { readonly headers: HttpHeaders | undefined; readonly isAlone?: boolean },
  ): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const posted: Posted = {
      waiting: new Set(ids),
      hasInvalidEvent: false,
      isAlone,
      controller: new AbortController(),
    };
    for (const id of ids) this.#posted.set(id, posted);
    const { signal } = posted.controller;
    this.#posting.add(posted.controller);
    try {
      const response = await (isAlone
        ? this.#postAlone(text, signal, headers, posted)
        : this.#postInSession(text, signal, headers, posted));
      if (response === undefined) return;
      if (ids.length === 0 || this.#isSse) await response.cancel();
      else await this.#takeAnswers(response, posted, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (ids.length === 0) throw error;
      for (const id of posted.waiting)
        this.#receiver?.failed(id, error instanceof Error ? error : new Error(textOf(error)));
    } finally {
      this.#posting.delete(posted.controller);
      for (const id of ids) if (this.#posted.get(id) === posted) this.#posted.delete(id);
    }
  }

  /**
   * A server that has lost the session answers with 404; a new session is then opened (specification: Session Management). Returns undefined
   * if a limit of the server has refused the request with a protocol error.
   */
  async #postInSession(
    text: string,
    signal: AbortSignal,
    headers: HttpHeaders | undefined,
    posted: Posted,
  ): Promise<ReceivedResponse | undefined> {
    // Requests made while a session is being opened belong to that session.
    const { response, session } = await this.#endpoint.post(text, signal, this.#session, headers);
    if (isOk(response)) return response;
    if (session === undefined && text === this.#session.opening?.text) return this.#postOverSse(text, response, signal);
    if (response.status === TOO_MANY_REQUESTS) return this.#takeRefusal(response, posted);
    if (response.status !== 404 || session === undefined) throw await statusError(response);
    await response.cancel();
    await this.#session.renew(session);
    return this.#postAgain(text, signal, headers);
  }

  /** Returns undefined if the server has refused the request with a protocol error, which is passed on as its response. */
  async #postAlone(
    text: string,
    signal: AbortSignal,
    headers: HttpHeaders | undefined,
    posted: Posted,
  ): Promise<ReceivedResponse | undefined> {
    const { response } = await this.#endpoint.post(text, signal, NO_SESSION, headers);
    return isOk(response) ? response : this.#takeRefusal(response, posted);
  }

  /** @throws {HttpStatusError} if the answer is not a protocol error for the request. */
  async #takeRefusal(response: ReceivedResponse, posted: Posted): Promise<undefined> {
    const body = await readReason(response);
    const refusal = REFUSAL_STATUSES.has(response.status) ? errorAnswer(body) : undefined;
    const id = refusal?.id;
    if (refusal === undefined || id === undefined || id === null || !posted.waiting.has(id)) {
      throw errorOf(response, body);
    }
    this.#take(refusal, posted);
    return undefined;
  }

  async #postAgain(text: string, signal: AbortSignal, headers?: HttpHeaders): Promise<ReceivedResponse> {
    const { response } = await this.#endpoint.post(text, signal, this.#session, headers);
    if (!isOk(response)) throw await statusError(response);
    return response;
  }

  /** An older server does not support POST at the URL of its stream (specification: Transports, Backwards Compatibility). */
  async #postOverSse(text: string, refused: ReceivedResponse, signal: AbortSignal): Promise<ReceivedResponse> {
    const reason = await statusError(refused);
    if (!OLDER_STATUSES.has(refused.status) || this.#isSse || this.#receiver === undefined) throw reason;
    const url = await openSse(this.#endpoint, this.#session, this.#receiver, this.#limits, this.#closing.signal).catch(
      (cause: unknown) => {
        reason.cause = cause;
        throw reason;
      },
    );
    this.#endpoint = new Endpoint(url, this.#options);
    this.#isSse = true;
    return this.#postAgain(text, signal);
  }

  async #takeAnswers(response: ReceivedResponse, posted: Posted, signal: AbortSignal): Promise<void> {
    const { opening } = this.#session;
    if (opening !== undefined && posted.waiting.has(opening.id)) this.#session.id = response.header(Header.sessionId);
    const type = contentType(response);
    if (type === 'application/json') {
      this.#take(await readJson(response, this.#limits), posted);
    } else if (type === 'text/event-stream') {
      await this.#follow(response, posted, signal);
    } else {
      await response.cancel();
      throw new HttpStatusError(
        response.status,
        `HTTP ${response.status}: expected JSON or events, got ${type ?? 'nothing'}`,
      );
    }
    if (posted.waiting.size > 0) throw incomplete(posted);
  }

  /** Reads the stream of a response to its end, possibly over several connections. Without a session, streams cannot be resumed. */
  async #follow(first: ReceivedResponse, posted: Posted, signal: AbortSignal): Promise<void> {
    const position: StreamPosition = { lastEventId: undefined, retry: undefined };
    const isResumable = (): boolean => !posted.isAlone && position.lastEventId !== undefined;
    const pace = new Pace(this.#options.retry);
    const malformed = (error: JsonRpcError): void => {
      posted.hasInvalidEvent = true;
      this.#receiver?.malformed(error);
    };
    let response: ReceivedResponse | undefined = first;
    const retries = new Retries(this.#retryLimit, (...failed) => pace.delay(position.retry, ...failed));
    const read = async (): Promise<void> => {
      const before = position.lastEventId;
      pace.begin();
      response ??= await this.#resume(position, signal);
      const reading = readEvents(response, position, this.#limits, (event) => {
        const value = readMessage(event, this.#limits.values, { malformed });
        if (value !== undefined) {
          pace.received();
          this.#take(value, posted);
        }
        return posted.waiting.size === 0;
      });
      response = undefined;
      await reading.finally(() => {
        if (position.lastEventId !== before) retries.reset();
      });
      if (posted.waiting.size > 0) throw incomplete(posted);
    };
    await retries.run(read, { signal, mayPass: (error) => isResumable() && isPassing(error) });
  }

  /** Receives the server's own messages for the lifetime of the session. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    const { headers } = this.#session;
    const isOver = (): boolean => signal.aborted || this.#session.id !== headers.id;
    const pace = new Pace(this.#options.retry);
    const position: StreamPosition = { lastEventId: undefined, retry: undefined };
    const retries = new Retries(this.#retryLimit, (...failed) => pace.delay(position.retry, ...failed));
    const ended = new ConnectionClosedError('end-of-input', 'The server ended its own stream');
    let heard = false;
    const hear = async (): Promise<void> => {
      if (isOver()) return;
      pace.begin();
      const response = await this.#endpoint.listen(position.lastEventId, signal, { busy: undefined, headers });
      if (response.status === 405 || response.status === 404) {
        await response.cancel();
        // A server that had such a stream has lost the session; a server without one does not send messages of its own.
        if (heard && response.status === 404 && headers.id !== undefined) await this.#session.renew(headers.id);
        return;
      }
      if (!isOk(response)) throw await statusError(response);
      retries.reset();
      heard = true;
      await readEvents(response, position, this.#limits, (event) => {
        const value = readMessage(event, this.#limits.values, receiver);
        if (value === undefined) return;
        pace.received();
        receiver.message(value);
      });
      throw ended;
    };
    await retries.run(hear, { signal, mayPass: (error) => !isOver() && isPassing(error) }).catch((error: unknown) => {
      if (!isOver() && error !== ended) this.#report(error);
    });
  }

  async #resume({ lastEventId }: StreamPosition, signal: AbortSignal): Promise<ReceivedResponse> {
    const response = await this.#endpoint.listen(lastEventId, signal, this.#session);
    if (isOk(response) && contentType(response) === 'text/event-stream') return response;
    throw await statusError(response);
  }

  #take(value: unknown, posted: Posted): void {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isObject(item) || item.method !== undefined) continue;
      const { id } = item as { readonly id?: RequestId };
      if (id === undefined || !posted.waiting.delete(id)) continue;
      if (id === this.#session.opening?.id && this.#session.version === undefined)
        this.#session.version = protocolVersion(item);
    }
    this.#receiver?.message(value);
  }

  get #retryLimit(): number {
    return this.#options.retry.retryLimit;
  }
}

function incomplete({ hasInvalidEvent }: Posted): ConnectionClosedError {
  const invalidEvent = hasInvalidEvent ? '. An event in it was not JSON' : '';
  return new ConnectionClosedError(
    'end-of-input',
    `The server ended its response before it was complete${invalidEvent}`,
  );
}
