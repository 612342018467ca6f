import type { Identity } from '../codegen/v1.js';
import { ErrorCode, internalError, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { safeListener, type ErrorListener } from '../report.js';
import type { Transport } from '../transports/transport.js';
import { refuse } from './answers.js';
import { MemoryEventStore, type EventStore } from './eventStore.js';
import { isPreflight, PREFLIGHT, readableByPage } from './cors.js';
import { BodyTooLargeError, IncompleteBodyError, type HttpExchange } from './exchange.js';
import { OriginGuard, type OriginOptions } from './origins.js';
import { EVENTS } from './reply.js';
import { accepts, refuseMethod, sendsJson } from './requestHeaders.js';
import { HttpSession, opensSession, type SessionSettings } from './session.js';
import { SseSession } from './sseSession.js';

/** Options of an endpoint, whatever is behind it. */
export interface HttpEndpointOptions extends OriginOptions {
  /** Hears of every error that no client is told of. Default: one line each on stderr. */
  readonly onError?: ErrorListener;
  /** The bytes that one POST may have. Default 4 MiB. */
  readonly bodyLimit?: number;
  /** The sessions that may be open at a time; one more is refused with 503. Default 10,000. */
  readonly sessionLimit?: number;
  /** Milliseconds without a connection of the client after which its session is closed. Default 1,800,000: half an hour. */
  readonly sessionTimeout?: number;
  /** Milliseconds after which an answer that has not come yet becomes a stream; with 0 every answer is one. Default 1,000. */
  readonly streamAfter?: number;
  /** Milliseconds between comments that keep an idle stream open. Default 15,000. */
  readonly keepAlive?: number;
  /**
   * Milliseconds after which the connection of a stream is closed for the client to come back, from revision 2025-11-25 on.
   * Default 0: never.
   */
  readonly streamLifetime?: number;
  /** Milliseconds that a client is told to wait before it comes back. Default 1,000. */
  readonly retry?: number;
  /** Characters that may wait for a client that does not read its stream, before the connection is given up. Default 16 Mi. */
  readonly unsentLimit?: number;
  /**
   * Milliseconds in which a client has to take something of an answer that waits for it, before its connection is given up.
   * Default 30,000. It holds where the adapter can tell, which is on Node's own server.
   */
  readonly answerTimeout?: number;
  /** Keeps what was sent on streams. Default: the latest events of each session, in memory. `false` for none. */
  readonly eventStore?: EventStore | false;
  /**
   * Where clients of the older transport, HTTP with SSE, open their stream and post their messages (specification 2024-11-05:
   * Transports). Default: not at all.
   */
  readonly sse?: SsePaths | false;
  /**
   * Who calls, for handlers to see as `context.caller`; a text is the caller's id. A session belongs to whoever opened it, and
   * nobody else finds it. Asked before the body is read, which it must leave alone. If it fails the request is refused with
   * 500, and the error reported. Default: callers are not told apart.
   */
  readonly identify?: (exchange: HttpExchange) => IdentifiedCaller | Promise<IdentifiedCaller>;
}

/** Who calls, as a server made out: a text is the caller's id, and `undefined` is anybody. */
export type IdentifiedCaller = Identity | string | undefined;

/** One end of the conversation that a session carries. */
export interface SessionPeer {
  /** Starts the session's transport. Called at once: the first message follows. */
  start(): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
}

/** The paths of the older transport. */
export interface SsePaths {
  /** Where clients open their stream: `/sse`. */
  readonly stream: string;
  /** Where they post their messages: `/messages`. */
  readonly messages: string;
}

const MAX_ID_LENGTH = 256;

/**
 * The server's end of Streamable HTTP: any number of sessions, one endpoint (specification: Transports, Streamable HTTP). It runs
 * on whatever an adapter makes {@link HttpExchange exchanges} of, and gives each session to whoever opens its other end: as a
 * transport, so that a gateway can pass its messages on. {@link HttpHandler} serves them.
 */
export class HttpEndpoint {
  /** The paths of the older transport, if it is served. */
  readonly sse: SsePaths | undefined;
  /** See {@link HttpEndpointOptions.answerTimeout}: adapters see to it. */
  readonly answerTimeout: number;
  readonly #open: (session: Transport) => SessionPeer;
  readonly #options: HttpEndpointOptions;
  readonly #guard: OriginGuard;
  readonly #settings: SessionSettings;
  readonly #report: ErrorListener;
  readonly #sessions = new Map<string, { readonly session: HttpSession; readonly close: () => Promise<void> }>();
  readonly #sseSessions = new Map<string, { readonly session: SseSession; readonly close: () => Promise<void> }>();
  readonly #sweep: NodeJS.Timeout;
  #closed = false;

  /** @param open makes what takes the messages of a session that begins. */
  constructor(open: (session: Transport) => SessionPeer, options: HttpEndpointOptions = {}) {
    const { eventStore = new MemoryEventStore(), sse = false } = options;
    this.#open = open;
    this.#options = options;
    this.sse = sse === false ? undefined : sse;
    this.answerTimeout = options.answerTimeout ?? 30_000;
    this.#guard = new OriginGuard(options);
    this.#report = safeListener(options.onError);
    this.#settings = {
      store: eventStore === false ? undefined : eventStore,
      report: this.#report,
      streamAfter: options.streamAfter ?? 1_000,
      keepAlive: options.keepAlive ?? 15_000,
      streamLifetime: options.streamLifetime ?? 0,
      retry: options.retry ?? 1_000,
      unsentLimit: options.unsentLimit ?? 16 * 1024 * 1024,
    };
    const { sessionTimeout = 30 * 60_000 } = options;
    this.#sweep = setInterval(() => this.#closeIdle(sessionTimeout), Math.min(sessionTimeout, 30_000)).unref();
  }

  /** How many sessions are open. */
  get sessionCount(): number {
    return this.#sessions.size + this.#sseSessions.size;
  }

  /** Answers one HTTP request. Never throws, and never rejects. */
  async handle(received: HttpExchange): Promise<void> {
    let exchange = received;
    try {
      const problem = this.#guard.findProblem(received);
      if (problem === undefined) exchange = readableByPage(received);
      if (problem !== undefined) refuse(exchange, 403, invalidRequest(problem));
      else if (isPreflight(exchange)) exchange.respond(204, PREFLIGHT);
      else if (!this.#isClosed(exchange)) await this.#route(exchange, await this.#identify(exchange));
    } catch (error) {
      this.#answerFailure(exchange, error);
    }
  }

  #answerFailure(exchange: HttpExchange, error: unknown): void {
    const isTooLarge = error instanceof BodyTooLargeError;
    if (!isTooLarge) this.#report(error);
    try {
      if (isTooLarge) refuse(exchange, 413, invalidRequest(error.message));
      else if (error instanceof IncompleteBodyError) refuse(exchange, 400, invalidRequest(error.message));
      else refuse(exchange, 500, internalError());
    } catch (failure) {
      // It has been answered already, or cannot be.
      this.#report(failure);
    }
  }

  /** Closes all sessions. What comes after that is refused with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values(), ...this.#sseSessions.values()].map(({ close }) => close()));
  }

  #route(exchange: HttpExchange, caller: Identity | undefined): void | Promise<void> {
    const path = exchange.path.split('?', 1)[0];
    if (path === this.sse?.stream) return this.#openSse(exchange, caller);
    if (path === this.sse?.messages) return this.#postSse(exchange, caller);
    switch (exchange.method) {
      case 'POST':
        return this.#post(exchange, caller);
      case 'GET':
        return this.#get(exchange, caller);
      case 'DELETE':
        return this.#delete(exchange, caller);
      default:
        return refuseMethod(exchange, 'GET, POST, DELETE');
    }
  }

  async #identify(exchange: HttpExchange): Promise<Identity | undefined> {
    const caller = await this.#options.identify?.(exchange);
    return typeof caller === 'string' ? { id: caller } : caller;
  }

  async #post(exchange: HttpExchange, caller: Identity | undefined): Promise<void> {
    if (!accepts(exchange, 'application/json') || !accepts(exchange, 'text/event-stream')) {
      const reason = 'the client must accept both application/json and text/event-stream';
      refuse(exchange, 406, invalidRequest(reason));
      return;
    }
    if (!sendsJson(exchange)) return;
    const isNew = exchange.header('mcp-session-id') === undefined;
    if (!isNew && this.#findSession(exchange, caller) === undefined) return;
    const value = await this.#readJson(exchange);
    if (value === undefined) return;
    const opens = isNew && opensSession(value);
    // The session may have ended while the body was on its way.
    const session = opens ? this.#openSession(exchange, caller) : this.#findSession(exchange, caller);
    session?.post(exchange, value, caller);
  }

  #get(exchange: HttpExchange, caller: Identity | undefined): void | Promise<void> {
    if (!accepts(exchange, 'text/event-stream')) {
      return refuse(exchange, 406, invalidRequest('the client must accept text/event-stream'));
    }
    const session = this.#findSession(exchange, caller);
    const lastEventId = exchange.header('last-event-id');
    return lastEventId === undefined ? session?.listen(exchange) : session?.resume(exchange, lastEventId);
  }

  #delete(exchange: HttpExchange, caller: Identity | undefined): void {
    const session = this.#findSession(exchange, caller);
    if (session === undefined) return;
    session.end();
    exchange.respond(204, {});
  }

  /** What was posted. If it cannot be read the request has been refused. */
  async #readJson(exchange: HttpExchange): Promise<unknown> {
    const text = await exchange.readBody(this.#options.bodyLimit ?? 4 * 1024 * 1024);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      refuse(exchange, 400, new JsonRpcError(ErrorCode.ParseError, 'Parse error: the body is not JSON'));
      return undefined;
    }
  }

  #openSse(exchange: HttpExchange, caller: Identity | undefined): void {
    if (exchange.method !== 'GET') return refuseMethod(exchange, 'GET');
    if (this.#isClosed(exchange) || this.#isFull(exchange)) return;
    const id = crypto.randomUUID();
    const session = new SseSession(exchange.stream(EVENTS), {
      id,
      owner: caller?.id,
      endpoint: `${this.sse?.messages ?? ''}?session=${id}`,
      settings: this.#settings,
      onClose: () => this.#sseSessions.delete(id),
    });
    this.#sseSessions.set(id, { session, close: this.#start(session) });
  }

  async #postSse(exchange: HttpExchange, caller: Identity | undefined): Promise<void> {
    if (exchange.method !== 'POST') {
      refuseMethod(exchange, 'POST');
      return;
    }
    if (!sendsJson(exchange)) return;
    if (this.#findSseSession(exchange, caller) === undefined) return;
    const value = await this.#readJson(exchange);
    if (value === undefined) return;
    const session = this.#findSseSession(exchange, caller);
    if (session === undefined) return;
    exchange.respond(202, {});
    session.post(value, caller);
  }

  /** Begins a session. Returns what ends it. */
  #start(session: Transport): () => Promise<void> {
    const peer = this.#open(session);
    peer.start().catch(this.#report);
    return () => peer.close();
  }

  /** Whether the server takes nothing any more: then the request has been refused. */
  #isClosed(exchange: HttpExchange): boolean {
    if (this.#closed) refuse(exchange, 503, invalidRequest('the server is closing'));
    return this.#closed;
  }

  /** Whether no more sessions can be opened: then the request has been refused. */
  #isFull(exchange: HttpExchange): boolean {
    if (this.sessionCount < (this.#options.sessionLimit ?? 10_000)) return false;
    refuse(exchange, 503, invalidRequest('too many sessions are open'), { 'retry-after': '10' });
    return true;
  }

  /** The session that a request belongs to. If there is none the request has been refused. */
  #findSession(exchange: HttpExchange, caller: Identity | undefined): HttpSession | undefined {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) {
      refuse(exchange, 400, invalidRequest('the header Mcp-Session-Id is missing; initialize opens a session'));
      return undefined;
    }
    const session = id.length > MAX_ID_LENGTH ? undefined : this.#sessions.get(id)?.session;
    if (session === undefined || session.owner !== caller?.id) {
      refuse(exchange, 404, invalidRequest('there is no such session; initialize opens a new one'));
      return undefined;
    }
    const version = exchange.header('mcp-protocol-version');
    if (version !== undefined && session.version !== undefined && version !== session.version) {
      const reason = `the header MCP-Protocol-Version must be ${session.version}, as negotiated`;
      refuse(exchange, 400, invalidRequest(reason));
      return undefined;
    }
    return session;
  }

  /** As `#findSession`, for the older transport. */
  #findSseSession(exchange: HttpExchange, caller: Identity | undefined): SseSession | undefined {
    const id = /[?&]session=([\w-]{1,256})(&|$)/.exec(exchange.path)?.[1] ?? '';
    const session = this.#sseSessions.get(id)?.session;
    if (session !== undefined && session.owner === caller?.id) return session;
    refuse(exchange, 404, invalidRequest('there is no such session; the stream opens one'));
    return undefined;
  }

  /** Opens a session, unless none can be opened: then the request has been refused. */
  #openSession(exchange: HttpExchange, caller: Identity | undefined): HttpSession | undefined {
    if (this.#isClosed(exchange) || this.#isFull(exchange)) return undefined;
    const id = crypto.randomUUID();
    const session = new HttpSession(id, caller?.id, this.#settings, () => {
      this.#sessions.delete(id);
    });
    this.#sessions.set(id, { session, close: this.#start(session) });
    return session;
  }

  #closeIdle(timeout: number): void {
    const oldest = performance.now() - timeout;
    for (const { session, close } of this.#sessions.values()) {
      if (session.connected) session.lastHeard = performance.now();
      else if (session.lastHeard < oldest) void close();
    }
  }
}
