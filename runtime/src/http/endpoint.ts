import { classify } from '../jsonrpc/classify.js';
import { ErrorCode, internalError, invalidRequest, JsonRpcError } from '../jsonrpc/errors.js';
import { ConnectionClosedError } from '../errors.js';
import { every, within, type Stop } from '../platform.js';
import type { ErrorListener } from '../report.js';
import type { RequestId } from '../jsonrpc/messages.js';
import type { MessageInfo, Transport } from '../transports/transport.js';
import { refuse } from './answers.js';
import { authInfo, RequestInfo } from './authenticate.js';
import type { HttpEndpointOptions, SsePaths } from './endpointOptions.js';
import { isPreflight, PREFLIGHT, readableByPage } from './cors.js';
import { BodyTooLargeError, IncompleteBodyError, type HttpExchange, type HttpHeaders } from './exchange.js';
import { OriginGuard } from './origins.js';
import { ProxiedExchange } from './proxied.js';
import { HttpRefusalError } from './refusalError.js';
import { EVENTS } from './reply.js';
import { accepts, acceptsAnswers, refuseMethod, sendsJson } from './requestHeaders.js';
import { HttpSession, opensSession, sessionSettings, type SessionSettings } from './session.js';
import { SseSession } from './sseSession.js';

/** One end of the conversation that a session carries. */
export interface SessionPeer {
  /** Starts the session's transport. Called at once: the first message follows. */
  start(): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
}

/** Answers what is posted, each message on its own. */
export interface StandAlone {
  /** Takes what was posted, and sees to the answer. */
  post(exchange: HttpExchange, value: unknown, info: MessageInfo): Promise<void>;
  /** Resolves when the handlers that run have ended, or been told to stop. */
  close(cause: Error): Promise<void>;
}

const MAX_ID_LENGTH = 256;

/** Milliseconds that a request that is refused has to send its id. */
const ID_PATIENCE = 500;

/** Why a request is refused. */
interface Refusal {
  readonly status: number;
  readonly error: JsonRpcError;
  readonly headers?: HttpHeaders | undefined;
}

function refusal(status: number, reason: string, headers?: HttpHeaders): Refusal {
  return { status, error: invalidRequest(reason), headers };
}

const CLOSING: Refusal = refusal(503, 'the server is closing', { 'retry-after': '1' });

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
  #stopSweep: Stop | undefined;
  readonly #standAlone: StandAlone | undefined;
  #closed = false;

  /**
   * @param open makes what takes the messages of a session that begins.
   * @param standAlone answers each message on its own: then there are no sessions.
   */
  constructor(open: (session: Transport) => SessionPeer, options: HttpEndpointOptions = {}, standAlone?: StandAlone) {
    const { sse = false } = options;
    this.#open = open;
    this.#options = options;
    this.sse = sse === false ? undefined : sse;
    this.answerTimeout = options.answerTimeout ?? 30_000;
    this.#guard = new OriginGuard(options);
    this.#settings = sessionSettings(options);
    this.#report = this.#settings.report;
    this.#standAlone = standAlone;
  }

  get #bodyLimit(): number {
    return this.#options.bodyLimit ?? 4 * 1024 * 1024;
  }

  /** How many sessions are open. */
  get sessionCount(): number {
    return this.#sessions.size + this.#sseSessions.size;
  }

  /** Answers one HTTP request. Never throws, and never rejects. */
  async handle(arrived: HttpExchange): Promise<void> {
    const proxies = Number(this.#options.trustProxy ?? 0);
    const received = proxies > 0 ? new ProxiedExchange(arrived, proxies) : arrived;
    let exchange = received;
    try {
      const problem = this.#guard.findProblem(received);
      if (problem === undefined) exchange = readableByPage(received);
      if (problem !== undefined) refuse(exchange, 403, invalidRequest(problem));
      else if (isPreflight(exchange)) exchange.respond(204, PREFLIGHT);
      else if (this.#closed) refuse(exchange, CLOSING.status, CLOSING.error, CLOSING.headers);
      else {
        const info = this.#authenticate(exchange);
        await this.#route(exchange, info instanceof Promise ? await info : info);
      }
    } catch (error) {
      this.#answerFailure(exchange, error);
    }
  }

  #answerFailure(exchange: HttpExchange, error: unknown): void {
    const isTooLarge = error instanceof BodyTooLargeError;
    const isRefusal = error instanceof HttpRefusalError;
    if (!isTooLarge && !isRefusal) this.#report(error);
    try {
      if (isRefusal) refuse(exchange, error.status, invalidRequest(error.message), error.headers);
      else if (isTooLarge) refuse(exchange, 413, invalidRequest(error.message));
      else if (error instanceof IncompleteBodyError) refuse(exchange, 400, invalidRequest(error.message));
      else refuse(exchange, 500, internalError());
    } catch (failure) {
      // It has been answered already, or cannot be.
      this.#report(failure);
    }
  }

  /** Closes all sessions when their handlers have ended, at the latest after `shutdownTimeout`. What comes after that is refused with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSweep?.();
    const cause = new ConnectionClosedError('closed', 'The server was closed');
    const sessions = [...this.#sessions.values(), ...this.#sseSessions.values()];
    await Promise.all([this.#standAlone?.close(cause), ...sessions.map(({ close }) => close())]);
  }

  #route(exchange: HttpExchange, info: MessageInfo): void | Promise<void> {
    const path = exchange.path.split('?', 1)[0];
    if (path === this.sse?.stream) return this.#openSse(exchange, info);
    if (path === this.sse?.messages) return this.#postSse(exchange, info);
    if (this.#standAlone !== undefined) return this.#postAlone(exchange, info, this.#standAlone);
    switch (exchange.method) {
      case 'POST':
        return this.#post(exchange, info);
      case 'GET':
        return this.#get(exchange, info);
      case 'DELETE':
        return this.#delete(exchange, info);
      default:
        return refuseMethod(exchange, 'GET, POST, DELETE');
    }
  }

  #authenticate(exchange: HttpExchange): MessageInfo | Promise<MessageInfo> {
    const { authenticate } = this.#options;
    const http = new RequestInfo(exchange);
    return authenticate === undefined ? { http } : identify(http, authenticate);
  }

  async #postAlone(exchange: HttpExchange, info: MessageInfo, standAlone: StandAlone): Promise<void> {
    if (exchange.method !== 'POST') {
      refuseMethod(exchange, 'POST');
      return;
    }
    if (!acceptsAnswers(exchange) || !sendsJson(exchange)) return;
    const value = await this.#readJson(exchange);
    if (value === undefined) return;
    // The server may have been closed while the body was on its way.
    if (this.#closed) refuse(exchange, CLOSING.status, CLOSING.error, CLOSING.headers, idOf(value));
    else await standAlone.post(exchange, value, info);
  }

  async #post(exchange: HttpExchange, info: MessageInfo): Promise<void> {
    if (!acceptsAnswers(exchange) || !sendsJson(exchange)) return;
    const isNew = exchange.header('mcp-session-id') === undefined;
    const found = isNew ? undefined : this.#lookUp(exchange, info);
    if (found !== undefined && !(found instanceof HttpSession)) return this.#refusePosted(exchange, found);
    const value = await this.#readJson(exchange);
    if (value === undefined) return;
    // The session may have ended while the body was on its way.
    const opens = isNew && opensSession(value);
    const session = opens ? this.#openSession(info) : this.#lookUp(exchange, info);
    if (!(session instanceof HttpSession))
      refuse(exchange, session.status, session.error, session.headers, idOf(value));
    else session.post(exchange, value, info);
  }

  /** Refuses what is posted. The refusal of a request carries its id, if that is there soon. */
  async #refusePosted(exchange: HttpExchange, { status, error }: Refusal): Promise<void> {
    let id: RequestId | undefined;
    const read = exchange.readBody(this.#bodyLimit).then((text) => {
      id = idOf(JSON.parse(text));
    });
    await within(
      ID_PATIENCE,
      read.catch(() => undefined),
    );
    refuse(exchange, status, error, {}, id);
  }

  #get(exchange: HttpExchange, info: MessageInfo): void | Promise<void> {
    if (!accepts(exchange, 'text/event-stream')) {
      return refuse(exchange, 406, invalidRequest('the client must accept text/event-stream'));
    }
    const session = this.#findSession(exchange, info);
    const lastEventId = exchange.header('last-event-id');
    return lastEventId === undefined ? session?.listen(exchange) : session?.resume(exchange, lastEventId);
  }

  #delete(exchange: HttpExchange, info: MessageInfo): void {
    const session = this.#findSession(exchange, info);
    if (session === undefined) return;
    session.end();
    exchange.respond(204, {});
  }

  /** What was posted. If it cannot be read the request has been refused. */
  async #readJson(exchange: HttpExchange): Promise<unknown> {
    const text = await exchange.readBody(this.#bodyLimit);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      refuse(exchange, 400, new JsonRpcError(ErrorCode.ParseError, 'Parse error: the body is not JSON'));
      return undefined;
    }
  }

  #openSse(exchange: HttpExchange, info: MessageInfo): void {
    if (exchange.method !== 'GET') return refuseMethod(exchange, 'GET');
    const problem = this.#closedOrFull();
    if (problem !== undefined) return refuse(exchange, problem.status, problem.error, problem.headers);
    const id = crypto.randomUUID();
    const session = new SseSession(exchange.stream(EVENTS), {
      id,
      owner: info.auth?.id,
      endpoint: `${this.sse?.messages ?? ''}?session=${id}`,
      settings: this.#settings,
      onClose: () => this.#sseSessions.delete(id),
    });
    this.#sseSessions.set(id, { session, close: this.#start(session) });
  }

  async #postSse(exchange: HttpExchange, info: MessageInfo): Promise<void> {
    if (exchange.method !== 'POST') {
      refuseMethod(exchange, 'POST');
      return;
    }
    if (!sendsJson(exchange)) return;
    if (this.#findSseSession(exchange, info) === undefined) return;
    const value = await this.#readJson(exchange);
    if (value === undefined) return;
    const session = this.#findSseSession(exchange, info);
    if (session === undefined) return;
    exchange.respond(202, {});
    session.post(value, info);
  }

  /** Begins a session. Returns what ends it. */
  #start(session: Transport): () => Promise<void> {
    // Not before: where handlers are made, some platforms allow no timers yet.
    const { sessionTimeout = 30 * 60_000 } = this.#options;
    this.#stopSweep ??= every(Math.min(sessionTimeout, 30_000), () => this.#closeIdle(sessionTimeout));
    const peer = this.#open(session);
    peer.start().catch(this.#report);
    return () => peer.close();
  }

  /** Why no session can be opened, if none can. */
  #closedOrFull(): Refusal | undefined {
    if (this.#closed) return CLOSING;
    if (this.sessionCount < (this.#options.sessionLimit ?? 10_000)) return undefined;
    return refusal(503, 'too many sessions are open', { 'retry-after': '10' });
  }

  /** The session that a request belongs to. If there is none the request has been refused. */
  #findSession(exchange: HttpExchange, info: MessageInfo): HttpSession | undefined {
    const found = this.#lookUp(exchange, info);
    if (found instanceof HttpSession) return found;
    refuse(exchange, found.status, found.error);
    return undefined;
  }

  /** The session that a request belongs to, or why it belongs to none. */
  #lookUp(exchange: HttpExchange, info: MessageInfo): HttpSession | Refusal {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) {
      return refusal(400, 'the header Mcp-Session-Id is missing; initialize opens a session');
    }
    const session = id.length > MAX_ID_LENGTH ? undefined : this.#sessions.get(id)?.session;
    if (session === undefined || session.owner !== info.auth?.id) {
      return refusal(404, 'there is no such session; initialize opens a new one');
    }
    const version = exchange.header('mcp-protocol-version');
    if (version !== undefined && session.version !== undefined && version !== session.version) {
      return refusal(400, `the header MCP-Protocol-Version must be ${session.version}, as negotiated`);
    }
    return session;
  }

  /** As `#findSession`, for the older transport. */
  #findSseSession(exchange: HttpExchange, info: MessageInfo): SseSession | undefined {
    const id = /[?&]session=([\w-]{1,256})(&|$)/.exec(exchange.path)?.[1] ?? '';
    const session = this.#sseSessions.get(id)?.session;
    if (session !== undefined && session.owner === info.auth?.id) return session;
    refuse(exchange, 404, invalidRequest('there is no such session; the stream opens one'));
    return undefined;
  }

  /** Opens a session, or says why none can be opened. */
  #openSession(info: MessageInfo): HttpSession | Refusal {
    const problem = this.#closedOrFull();
    if (problem !== undefined) return problem;
    const id = crypto.randomUUID();
    const session = new HttpSession(id, info.auth?.id, this.#settings, () => {
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

async function identify(
  http: RequestInfo,
  authenticate: NonNullable<HttpEndpointOptions['authenticate']>,
): Promise<MessageInfo> {
  return { http, auth: authInfo(await authenticate(http)) };
}

/** The id of the request that was posted; nothing for a notification, a response, a batch, or what cannot be read. */
function idOf(posted: unknown): RequestId | undefined {
  const item = classify(posted);
  return item.kind === 'request' ? item.message.id : undefined;
}
