import { isObject } from '../../codegen/v1.js';
import { encode } from '../../codec/encode.js';
import { ConnectionClosedError, HttpStatusError } from '../../errors.js';
import { isAnswer, type Message, type RequestId } from '../../jsonrpc/messages.js';
import { Method } from '../../protocol.js';
import { attempt, safeListener, textOf, type ErrorListener } from '../../report.js';
import { GuardedReceiver } from '../../transports/guardedReceiver.js';
import { MESSAGE_LIMIT, UNREAD_LIMIT, UNREAD_REASON } from '../../transports/limits.js';
import type { Receiver, Transport } from '../../transports/transport.js';
import { LONGEST_DELAY, within } from '../../platform.js';
import { readText } from '../readBody.js';
import { Endpoint, statusError, type HttpClientOptions, type SessionHeaders } from './endpoint.js';
import { readEvents, readMessage, type StreamPosition } from './readEvents.js';
import { openSse } from './sse.js';

/** What a server of the older transport answers to `initialize` where it does not expect it. */
const OLDER_STATUSES: ReadonlySet<number> = new Set([400, 404, 405]);

/** A stream that the server takes to be open still (409), and too many requests (429). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([409, 429]);

/** What an answer takes that waits to be posted, in characters, beside its text: small ones come in large numbers. */
const ANSWER_OVERHEAD = 1_000;

const INITIALIZED = encode({ jsonrpc: '2.0', method: Method.Initialized });

/** A body that was posted and whose answers are awaited. */
interface Posted {
  /** The requests in it that have no answer yet. */
  readonly waiting: Set<RequestId>;
  readonly controller: AbortController;
}

/** The client's end of Streamable HTTP (specification: Transports, Streamable HTTP). */
export class HttpClientTransport implements Transport {
  readonly #options: HttpClientOptions;
  readonly #limit: number;
  readonly #report: ErrorListener;
  readonly #session: SessionHeaders = { session: undefined, version: undefined };
  #endpoint: Endpoint;
  /** Whether the server speaks the older transport, whose answers all come on one stream. */
  #isSse = false;
  readonly #closing = new AbortController();
  readonly #posted = new Map<RequestId, Posted>();
  /** Aborts what is posted right now. A signal made of that of closing would stay with it for good, one for each request. */
  readonly #posting = new Set<AbortController>();
  #receiver: GuardedReceiver | undefined;
  /** What was sent to open the session, for the day that the server has forgotten it. */
  #opening: { readonly id: RequestId; readonly text: string } | undefined;
  #reopening: Promise<void> | undefined;
  /** Resolves when the server has taken the last notification or answer: what follows must not overtake it. */
  #order: Promise<unknown> | undefined;
  /** The characters of answers that the server has not taken yet. */
  #unread = 0;
  #closed: Promise<void> | undefined;

  /** @throws {TypeError} if the URL is none. */
  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#limit = options.messageLimit ?? MESSAGE_LIMIT;
    this.#report = safeListener(options.onError);
    this.#endpoint = new Endpoint(new URL(options.url), options, this.#session);
  }

  /** The session that the server has opened, if it keeps sessions. */
  get sessionId(): string | undefined {
    return this.#session.session;
  }

  start(receiver: Receiver): void {
    if (this.#receiver !== undefined) throw new Error('This transport has been started already');
    this.#receiver = new GuardedReceiver(receiver);
  }

  send(message: Message | readonly Message[]): void | Promise<void> {
    const text = encode(message);
    if (this.#closed !== undefined) return;
    if (isAnswer(message) && this.#unread > UNREAD_LIMIT) {
      this.#receiver?.closed(new ConnectionClosedError('transport-error', UNREAD_REASON));
      return;
    }
    const messages = Array.isArray(message) ? (message as readonly Message[]) : [message as Message];
    const ids = messages.flatMap(requestId);
    const [first] = messages;
    if (isRequestFor(first, Method.Initialize) && ids[0] !== undefined) this.#opening = { id: ids[0], text };
    const before = this.#order;
    const sent = before === undefined ? this.#post(text, ids) : before.then(() => this.#post(text, ids));
    if (ids.length > 0) return;
    const taken = sent.then(() => this.#delivered(messages));
    const size = isAnswer(message) ? text.length + ANSWER_OVERHEAD : 0;
    this.#unread += size;
    const settled = taken
      .catch(() => undefined)
      .finally(() => {
        this.#unread -= size;
        if (this.#order === settled) this.#order = undefined;
      });
    this.#order = settled;
    for (const id of messages.flatMap(cancelledId)) void this.#letGo(id, settled);
    return taken;
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  get #shutdownTimeout(): number {
    return this.#options.shutdownTimeout ?? 2_000;
  }

  async #close(): Promise<void> {
    this.#receiver?.silence();
    if (this.#order !== undefined) await within(this.#shutdownTimeout, this.#order);
    this.#closing.abort();
    for (const controller of this.#posting) controller.abort();
    const { session } = this.#session;
    if (session === undefined) return;
    const controller = new AbortController();
    // A server may refuse to end sessions (405); it will forget this one in time.
    const deleted = this.#endpoint.delete(controller.signal).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
    if (!(await within(this.#shutdownTimeout, deleted))) controller.abort();
  }

  #delivered(messages: readonly Message[]): void {
    for (const message of messages) {
      if (isNotification(message, Method.Initialized) && !this.#isSse) void this.#listen();
    }
  }

  /** Nobody waits for a request any more: its connection is closed when the server knows, or will not be told. */
  async #letGo(id: RequestId, told: Promise<unknown>): Promise<void> {
    const posted = this.#posted.get(id);
    if (posted === undefined) return;
    await within(this.#shutdownTimeout, told);
    posted.controller.abort();
  }

  /** Posts messages, and takes their answers. Rejects only where nobody waits for an answer. */
  async #post(text: string, ids: readonly RequestId[]): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const posted: Posted = { waiting: new Set(ids), controller: new AbortController() };
    for (const id of ids) this.#posted.set(id, posted);
    const { signal } = posted.controller;
    this.#posting.add(posted.controller);
    try {
      const response = await this.#postInSession(text, signal);
      if (ids.length === 0 || this.#isSse) await response.body?.cancel();
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

  /** A server that has forgotten the session says 404, and is asked for a new one (specification: Session Management). */
  async #postInSession(text: string, signal: AbortSignal): Promise<Response> {
    // What is asked while a session is being opened belongs into that one.
    if (this.#reopening !== undefined) await this.#reopening.catch(() => undefined);
    const { session } = this.#session;
    const response = await this.#endpoint.post(text, signal);
    if (response.ok) return response;
    if (session === undefined && text === this.#opening?.text) return this.#postOverSse(text, response, signal);
    if (response.status !== 404 || session === undefined) throw await statusError(response);
    await response.body?.cancel();
    await this.#renew(session);
    const again = await this.#endpoint.post(text, signal);
    if (!again.ok) throw await statusError(again);
    return again;
  }

  /** An older server knows no POST where its stream is (specification: Transports, Backwards Compatibility). */
  async #postOverSse(text: string, refused: Response, signal: AbortSignal): Promise<Response> {
    const reason = await statusError(refused);
    if (!OLDER_STATUSES.has(refused.status) || this.#isSse || this.#receiver === undefined) throw reason;
    const url = await openSse(this.#endpoint, this.#receiver, this.#limit, this.#closing.signal).catch(
      (cause: unknown) => {
        reason.cause = cause;
        throw reason;
      },
    );
    this.#endpoint = new Endpoint(url, this.#options, this.#session);
    this.#isSse = true;
    const response = await this.#endpoint.post(text, signal);
    if (!response.ok) throw await statusError(response);
    return response;
  }

  async #takeAnswers(response: Response, posted: Posted, signal: AbortSignal): Promise<void> {
    if (isInitial(posted, this.#opening?.id))
      this.#session.session = response.headers.get('mcp-session-id') ?? undefined;
    const type = contentType(response);
    if (type === 'application/json') {
      this.#take(await readJson(response, this.#limit), posted);
    } else if (type === 'text/event-stream') {
      await this.#follow(response, posted, signal);
    } else {
      await response.body?.cancel();
      throw new HttpStatusError(
        response.status,
        `HTTP ${response.status}: expected JSON or events, got ${type ?? 'nothing'}`,
      );
    }
    if (posted.waiting.size > 0)
      throw new ConnectionClosedError('end-of-input', 'The server ended its answer before it was complete');
  }

  /** Reads the stream of an answer to its end, over as many connections as that takes. */
  async #follow(first: Response, posted: Posted, signal: AbortSignal): Promise<void> {
    const position: StreamPosition = { lastEventId: undefined, retry: undefined };
    let response: Response | undefined = first;
    for (let failures = 0; ; failures++) {
      const before = position.lastEventId;
      try {
        response ??= await this.#resume(position, signal);
        await readEvents(response, position, this.#limit, ({ data }) => {
          if (data !== '') this.#take(JSON.parse(data), posted);
          return posted.waiting.size === 0;
        });
      } catch (error) {
        if (signal.aborted || !isPassing(error) || position.lastEventId === undefined) throw error;
        if (failures >= this.#retryLimit) throw error;
      }
      if (posted.waiting.size === 0 || position.lastEventId === undefined) return;
      if (position.lastEventId !== before) failures = 0;
      if (failures >= this.#retryLimit) return;
      response = undefined;
      await pause(this.#delay(position, failures), signal);
    }
  }

  /** Listens to what the server says on its own, as long as the session lasts. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    const { session } = this.#session;
    const isOver = (): boolean => signal.aborted || this.#session.session !== session;
    const position: StreamPosition = { lastEventId: undefined, retry: undefined };
    let heard = false;
    for (let failures = 0; failures <= this.#retryLimit && !isOver(); failures++) {
      try {
        const response = await this.#endpoint.listen(position.lastEventId, signal);
        if (response.status === 405 || response.status === 404) {
          await response.body?.cancel();
          // A server that had such a stream has forgotten the session; one that has none has nothing to say on its own.
          if (heard && response.status === 404 && session !== undefined) await this.#renew(session);
          return;
        }
        if (!response.ok) throw await statusError(response);
        failures = 0;
        heard = true;
        await readEvents(response, position, this.#limit, ({ data }) => {
          const value = readMessage(data, receiver);
          if (value !== undefined) receiver.message(value);
        });
      } catch (error) {
        if (isOver()) return;
        const isLost = failures === this.#retryLimit || !isPassing(error);
        if (isLost) {
          this.#report(error);
          return;
        }
      }
      await pause(this.#delay(position, failures), signal).catch(() => undefined);
    }
  }

  async #resume({ lastEventId }: StreamPosition, signal: AbortSignal): Promise<Response> {
    const response = await this.#endpoint.listen(lastEventId, signal);
    if (response.ok && contentType(response) === 'text/event-stream') return response;
    throw await statusError(response);
  }

  /** Opens a new session in the place of one that is over: once, however many find that out. */
  #renew(session: string): Promise<void> {
    if (this.#reopening === undefined && this.#session.session !== session) return Promise.resolve();
    this.#reopening ??= this.#reopen().finally(() => (this.#reopening = undefined));
    return this.#reopening;
  }

  /**
   * Opens a new session as the first one was opened. The peer goes on as if nothing had happened. If it fails the session stays
   * the forgotten one, so that the next request tries again.
   */
  async #reopen(): Promise<void> {
    const opening = this.#opening;
    if (opening === undefined) throw new Error('The server has forgotten a session that this client has not opened');
    const { session: forgotten, version } = this.#session;
    this.#session.session = undefined;
    this.#session.version = undefined;
    try {
      this.#session.session = await this.#openAnew(opening.text, version);
    } catch (error) {
      this.#session.session = forgotten;
      throw error;
    } finally {
      this.#session.version = version;
    }
    const initialized = await this.#endpoint.post(INITIALIZED, this.#closing.signal);
    if (!initialized.ok) throw await statusError(initialized);
    await initialized.body?.cancel();
    void this.#listen();
    void attempt(() => this.#options.onReopen?.(), this.#report);
  }

  /** Posts what opens a session. Resolves with the id of the new one. */
  async #openAnew(text: string, version: string | undefined): Promise<string | undefined> {
    const response = await this.#endpoint.post(text, this.#closing.signal);
    if (!response.ok) throw await statusError(response);
    const answer = await readOnlyAnswer(response, this.#limit);
    if (protocolVersion(answer) === version) return response.headers.get('mcp-session-id') ?? undefined;
    throw new ConnectionClosedError('transport-error', `The server's new session is not of revision ${version}`);
  }

  #take(value: unknown, posted: Posted): void {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (!isObject(item) || item.method !== undefined) continue;
      const { id } = item as { readonly id?: RequestId };
      if (id === undefined || !posted.waiting.delete(id)) continue;
      if (id === this.#opening?.id && this.#session.version === undefined)
        this.#session.version = protocolVersion(item);
    }
    this.#receiver?.message(value);
  }

  get #retryLimit(): number {
    return this.#options.retryLimit ?? 5;
  }

  #delay({ retry }: StreamPosition, failures: number): number {
    return Math.min(retry ?? (this.#options.retryDelay ?? 1_000) * 2 ** failures, LONGEST_DELAY);
  }
}

/** The answer to a single request, as JSON or as an event. */
async function readOnlyAnswer(response: Response, limit: number): Promise<unknown> {
  if (contentType(response) === 'application/json') return readJson(response, limit);
  let answer: unknown;
  await readEvents(response, { lastEventId: undefined, retry: undefined }, limit, ({ data }) => {
    const value = readMessage(data);
    if (isObject(value) && value.method === undefined) answer = value;
    return answer !== undefined;
  });
  return answer;
}

async function readJson(response: Response, limit: number): Promise<unknown> {
  return JSON.parse(await readText(response, limit));
}

function protocolVersion(answer: unknown): string | undefined {
  if (!isObject(answer) || !isObject(answer.result)) return undefined;
  const version = answer.result.protocolVersion;
  return typeof version === 'string' ? version : undefined;
}

function contentType(response: Response): string | undefined {
  return response.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}

/** Whether trying again may help: the connection broke, or the server is in trouble. */
function isPassing(error: unknown): boolean {
  if (error instanceof HttpStatusError) return error.status >= 500 || PASSING_STATUSES.has(error.status);
  return !(error instanceof RangeError || error instanceof SyntaxError);
}

function isInitial({ waiting }: Posted, opening: RequestId | undefined): boolean {
  return opening !== undefined && waiting.has(opening);
}

function requestId(message: Message): readonly RequestId[] {
  return 'method' in message && 'id' in message ? [message.id] : [];
}

function isRequestFor(message: Message | undefined, method: string): boolean {
  return message !== undefined && 'method' in message && message.method === method;
}

function cancelledId(message: Message): readonly RequestId[] {
  if (!isNotification(message, Method.Cancelled)) return [];
  const { requestId: id } = (message.params ?? {}) as { readonly requestId?: RequestId };
  return id === undefined ? [] : [id];
}

function isNotification(message: Message, method: string): message is Message & { readonly params?: object } {
  return 'method' in message && !('id' in message) && message.method === method;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
