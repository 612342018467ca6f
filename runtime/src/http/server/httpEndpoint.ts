import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { internalError, invalidRequest, parseError } from '../../jsonrpc/jsonRpcError.js';
import { ConnectionClosedError } from '../../errors.js';
import {
  Holding,
  LimitError,
  LimitReports,
  OverBudgetError,
  processLedger,
  REQUEST_BYTES,
  type Account,
} from '../../ledger/index.js';
import { withDefaults } from '../../options/kinds.js';
import { pause } from '../../timers.js';
import * as Header from '../../registry/headers.js';
import { attempt, safeListener, type ErrorListener } from '../../report.js';
import type { Transport } from '../../transports/transport.js';
import type { ClusterHost } from '../../cluster/sessionRouter.js';
import type { RestoredSession } from '../../session/serve.js';
import { SERVER_CLOSING, refusal, refuse, refuseWith } from './refusals.js';
import { authInfo, callerName } from './caller.js';
import { isPreflight, preflightHeaders, readableBy } from './cors.js';
import { checkEndpointOptions, ENDPOINT_OPTIONS, proxiesIn, type HttpEndpointOptions } from './endpointOptions.js';
import { BodyTooLargeError, IncompleteBodyError, type HttpExchange } from '../shared/httpExchange.js';
import { FetchExchange } from './fetch.js';
import { runMiddleware, type HttpMiddleware } from './httpMiddleware.js';
import { NodeExchange } from './node.js';
import { OriginGuard } from './origins.js';
import { inPipeline, type PipelineSettings } from './pipeline.js';
import { idOf, readPosted, refuseUnread } from './posted.js';
import { UndecodableBodyError } from '../shared/readBody.js';
import { HttpRefusalError } from './httpRefusalError.js';
import { acceptProblem, refuseMethod, sendsJson } from './requestHeaders.js';
import { respondWith, Routes, type RouteAnswer } from './routes.js';
import { ServedExchange, type ExchangeSettings } from './servedExchange.js';
import { SessionHttp } from './sessions/sessionHttp.js';
import type { SessionPeer } from './sessions/sessions.js';
import type { StatelessHttp } from './stateless/statelessHttp.js';
import type { WithoutSessions } from './stateless/withoutSessions.js';

/** Milliseconds by which responses to a caller with too many requests are delayed. */
const REJECTION_DELAY = 500;

/** Handlers for POST requests that do not belong to a session. */
export interface PostHandlers {
  /**
   * Handles those of revisions with sessions, of which none is opened then.
   *
   * @internal
   */
  readonly withoutSessions?: WithoutSessions | undefined;
  /**
   * Handles those of revisions without sessions.
   *
   * @internal
   */
  readonly stateless?: StatelessHttp | undefined;
}

/**
 * The server's side of Streamable HTTP: one endpoint, any number of sessions (specification: Transports, Streamable HTTP). It supports web
 * `Request` objects, `node:http`, and any platform with an adapter to {@link HttpExchange}. Each session is a transport, so that a gateway
 * can forward its messages. {@link HttpHandler} serves them.
 */
export class HttpEndpoint {
  /** Other paths that are handled: routes, health, and HTTP with SSE. */
  readonly paths: ReadonlySet<string>;
  readonly #authenticate: HttpEndpointOptions['authenticate'];
  /** Undefined: there is none. */
  readonly #middleware: readonly HttpMiddleware[] | undefined;
  readonly #answerTimeout: number;
  readonly #bodyLimit: number;
  readonly #settings: ExchangeSettings;
  readonly #pipelines: PipelineSettings;
  #lastAddress: string | undefined;
  #lastCaller: string | undefined;
  readonly #guard: OriginGuard;
  readonly #routes: Routes;
  readonly #report: ErrorListener;
  readonly #refused = new LimitReports();
  readonly #sessions: SessionHttp | undefined;
  readonly #withoutSessions: WithoutSessions | undefined;
  readonly #stateless: StatelessHttp | undefined;
  readonly #onClosed: HttpEndpointOptions['onClosed'];
  #closed = false;

  /**
   * @param open creates the peer of a session; with `restored`, of one that another process has opened. Undefined: there are no sessions, and
   *   the handlers answer all
   * @param handlers handle POSTs without a session. Default: not supported
   * @throws {TypeError | RangeError} if an option is invalid. The message names it.
   */
  constructor(
    open: ((session: Transport, restored?: RestoredSession) => SessionPeer) | undefined,
    options: HttpEndpointOptions = {},
    { withoutSessions, stateless }: PostHandlers = {},
  ) {
    if (open === undefined && withoutSessions === undefined && stateless === undefined) {
      throw new TypeError('An HTTP endpoint without sessions needs a handler of POST requests');
    }
    checkEndpointOptions(options);
    const given = withDefaults<HttpEndpointOptions>(options, ENDPOINT_OPTIONS);
    const { sse = false, ledger = processLedger(), limits, timeouts } = given;
    const { bodyLimit, batchLimit, valueLimit, pipelineLimit } = limits;
    const report = safeListener(options.onError);
    this.#authenticate = options.authenticate;
    this.#middleware = options.middleware?.length === 0 ? undefined : options.middleware;
    this.#onClosed = options.onClosed;
    this.#answerTimeout = timeouts.answerTimeout;
    this.#bodyLimit = bodyLimit;
    this.#settings = { ledger, proxies: proxiesIn(options), batchLimit, valueLimit };
    this.#pipelines = { pipelineLimit, ledger, report };
    this.#guard = new OriginGuard(options);
    this.#routes = new Routes(options, () => this.ready, bodyLimit);
    this.#report = report;
    this.#sessions =
      open && new SessionHttp(open, given, (exchange, request) => void this.#handleRelayed(exchange, request));
    this.#withoutSessions = withoutSessions;
    this.#stateless = stateless;
    const paths = [...this.#routes.paths, ...(sse === false ? [] : [sse.stream, sse.messages])];
    this.paths = new Set(paths);
    const shared = paths.find((path, at) => paths.indexOf(path) < at);
    if (shared !== undefined) throw new TypeError(`The path ${shared} is used twice: in routes, health, or sse`);
  }

  /**
   * Handles a web `Request`: `app.all('/mcp', (c) => endpoint.fetch(c.req.raw))` in Hono, `Deno.serve(endpoint.fetch)`. Can be called
   * without `this`. The promise never rejects.
   */
  readonly fetch = (request: Request): Promise<Response> =>
    new Promise((resolve) => {
      void this.handle(new FetchExchange(request, resolve));
    });

  /**
   * Handles a request of `node:http` or `node:http2`, and of frameworks based on them: `createServer(endpoint.node)`,
   * `app.all('/mcp', endpoint.node)` in Express. Can be called without `this`.
   */
  readonly node = (given: IncomingMessage | Http2ServerRequest, answer: ServerResponse | Http2ServerResponse): void => {
    // The classes of HTTP/2 have the same interface, as far as it is used.
    const request = given as IncomingMessage;
    const response = answer as ServerResponse;
    this.inPipeline(request, response, () => {
      void this.handle(new NodeExchange(request, response, this.#answerTimeout));
    });
  };

  /** Handles a request of `node:http`, later if too many requests of its connection are unanswered. @internal */
  inPipeline(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    inPipeline(request, response, this.#pipelines, handle);
  }

  /** The number of open sessions. */
  get sessionCount(): number {
    return this.#sessions?.size ?? 0;
  }

  /** Whether requests are accepted: false as soon as `close` is called. */
  get ready(): boolean {
    return !this.#closed;
  }

  /** Handles one request of an adapter. Never throws, and never rejects. */
  async handle(arrived: HttpExchange): Promise<void> {
    const exchange = new ServedExchange(arrived, this.#settings);
    try {
      await this.#take(exchange);
    } catch (error) {
      this.#answerFailure(exchange, error);
    }
  }

  /** Refuses new requests with 503, waits up to `shutdownTimeout` for running handlers, and closes all sessions. */
  async close(): Promise<void> {
    this.#closed = true;
    const cause = new ConnectionClosedError('closed', 'The server was closed');
    await Promise.all([this.#withoutSessions?.close(cause), this.#stateless?.close(cause), this.#sessions?.close()]);
    await this.#sessions?.leave();
    await this.#onClosed?.();
  }

  #take(exchange: ServedExchange): void | Promise<void> {
    // A load balancer may use any host name for this machine.
    if (this.#routes.answerHealth(exchange)) return;
    const origin = exchange.header('origin');
    const route = this.#routes.get(exchange.path);
    const isOpen = route?.origins === 'any';
    const problem = this.#guard.findProblem(exchange.http.host, isOpen ? undefined : origin);
    if (problem !== undefined) return refuse(exchange, 403, invalidRequest(problem));
    if (origin !== undefined && !isOpen) exchange.answerHeaders = readableBy(origin);
    if (!isOpen && isPreflight(exchange)) return exchange.respond(204, preflightHeaders(exchange));
    if (route !== undefined) return this.#routes.answer(exchange, route);
    const embedding = this.#guard.findEmbedding(origin, exchange.header('sec-fetch-site'));
    if (embedding !== undefined) return refuse(exchange, 403, invalidRequest(embedding));
    if (!this.ready) return refuseWith(exchange, SERVER_CLOSING);
    return this.#middleware === undefined ? this.#enter(exchange) : this.#wrap(exchange, this.#middleware);
  }

  async #wrap(exchange: ServedExchange, middleware: readonly HttpMiddleware[]): Promise<void> {
    const pass = (): void =>
      void attempt(
        () => this.#enter(exchange),
        (error) => this.#answerFailure(exchange, error),
      );
    let answer: RouteAnswer | undefined;
    let failure: unknown;
    try {
      answer = await runMiddleware(middleware, exchange, { pass, report: this.#report });
      if (answer === undefined) return;
    } catch (error) {
      failure = error;
    }
    // Refused requests count for their caller, too.
    const wait = this.#accountOf(exchange).admit();
    if (wait > 0) return this.#rejectLater(exchange, wait);
    if (answer === undefined) throw failure;
    respondWith(exchange, answer);
  }

  #enter(exchange: ServedExchange): void | Promise<void> {
    return this.#authenticate === undefined ? this.#admit(exchange) : this.#identify(exchange, this.#authenticate);
  }

  async #identify(
    exchange: ServedExchange,
    authenticate: NonNullable<HttpEndpointOptions['authenticate']>,
  ): Promise<void> {
    try {
      exchange.auth = authInfo(await authenticate(exchange.http)) ?? exchange.auth;
    } catch (error) {
      // A caller without an id is identified by its address.
      const wait = this.#accountOf(exchange).admit();
      if (wait === 0) throw error;
      return this.#rejectLater(exchange, wait);
    }
    await this.#admit(exchange);
  }

  /** Counts the request for its caller. */
  #admit(exchange: ServedExchange): void | Promise<void> {
    exchange.account = this.#accountOf(exchange);
    const wait = exchange.account.admit();
    if (wait > 0) return this.#rejectLater(exchange, wait);
    const turn = exchange.takesTurns ? exchange.account.turn() : undefined;
    return turn === undefined ? this.#route(exchange) : this.#routeLater(exchange, turn);
  }

  /** @throws {OverBudgetError} if the caller must not hold a request that waits. */
  async #routeLater(exchange: ServedExchange, turn: Promise<void>): Promise<void> {
    const held = new Holding(exchange.account, 'retained');
    if (!held.add(REQUEST_BYTES.unhandled)) throw new OverBudgetError('retained');
    await turn;
    held.close();
    await this.#route(exchange);
  }

  /** Returns the account of a caller. Most requests come from the address of the one before. */
  #accountOf({ auth, http, account }: ServedExchange): Account {
    const { address } = http;
    if (auth === undefined && (address === undefined || address !== this.#lastAddress)) {
      this.#lastAddress = address;
      this.#lastCaller = callerName(undefined, http, undefined);
    }
    const caller = auth === undefined ? this.#lastCaller : callerName(auth, http, undefined);
    return caller === undefined ? account : this.#settings.ledger.account(caller);
  }

  /** Refuses a request above the rate, after a delay, so that a caller that repeats it does not keep this process busy. */
  async #rejectLater(exchange: ServedExchange, wait: number): Promise<void> {
    const held = new Holding(this.#accountOf(exchange), 'retained');
    if (held.add(REQUEST_BYTES.unhandled)) await pause(REJECTION_DELAY);
    held.close();
    const seconds = String(Math.max(1, Math.ceil(wait / 1_000)));
    const reason = 'too many requests of this caller';
    this.#refused.report(this.#report, {
      message: reason,
      option: 'ledger: new Ledger({ requestRate, requestBurst })',
    });
    refuseWith(exchange, refusal(429, reason, { 'retry-after': seconds }));
  }

  /** Handles a request that another node has received and checked. */
  async #handleRelayed(arrived: HttpExchange, { auth, locals }: Parameters<ClusterHost['handle']>[1]): Promise<void> {
    // The other node has evaluated the headers of proxies.
    const exchange = new ServedExchange(arrived, { ...this.#settings, proxies: 0 });
    try {
      exchange.auth = authInfo(auth);
      if (locals !== undefined) exchange.locals = new Map(Object.entries(locals));
      exchange.account = this.#accountOf(exchange);
      await this.#sessions?.takeRelayed(arrived, exchange, () => this.#routeHere(exchange));
    } catch (error) {
      this.#answerFailure(exchange, error);
    }
  }

  #route(exchange: ServedExchange): void | Promise<void> {
    const sessions = this.#sessions;
    if (sessions?.isShared !== true) return this.#routeHere(exchange);
    return sessions.route(exchange, () => this.#routeHere(exchange));
  }

  #routeHere(exchange: ServedExchange): void | Promise<void> {
    const sessions = this.#sessions;
    if (sessions?.hasSse(exchange.path) === true) return sessions.take(exchange);
    const claimed = this.#stateless?.claims(exchange.header(Header.protocolVersion)) === true;
    if (exchange.method === 'POST') return this.#post(exchange, claimed);
    return claimed || sessions === undefined ? refuseMethod(exchange, 'POST') : sessions.take(exchange);
  }

  /** @param claimed whether its header names a revision without sessions */
  async #post(exchange: ServedExchange, claimed: boolean): Promise<void> {
    const problem = acceptProblem(exchange);
    if (problem !== undefined) return refuseUnread(exchange, problem, this.#bodyLimit);
    if (!sendsJson(exchange)) return;
    const sessions = claimed ? undefined : this.#sessions;
    if (sessions?.refuses(exchange) === true) return sessions.refusePosted(exchange);
    const posted = await readPosted(exchange, this.#bodyLimit);
    if (posted === undefined) return;
    // The server may have been closed while the body was read.
    if (!this.ready) {
      refuseWith(exchange, SERVER_CLOSING, idOf(posted));
      return;
    }
    const { account } = exchange;
    const stateless = this.#stateless;
    if (stateless !== undefined && (claimed || stateless.takes(posted)))
      return stateless.post(exchange, posted, account);
    if (this.#withoutSessions !== undefined) return this.#withoutSessions.post(exchange, posted, exchange, account);
    await this.#sessions?.post(exchange, posted);
  }

  #answerFailure(exchange: ServedExchange, error: unknown): void {
    const isTooLarge = error instanceof BodyTooLargeError;
    const isRefusal = error instanceof HttpRefusalError;
    const isOverload = error instanceof OverBudgetError;
    const limit = isRefusal ? error.cause : error;
    if (limit instanceof LimitError) this.#refused.report(this.#report, limit);
    else if (isTooLarge) this.#refused.report(this.#report, { message: error.message, option: 'limits.bodyLimit' });
    if (!isTooLarge && !isRefusal && !isOverload && !(error instanceof UndecodableBodyError)) this.#report(error);
    try {
      if (isRefusal) refuse(exchange, error.status, error, error.headers);
      else if (isOverload) refuse(exchange, 503, error, { 'retry-after': '1' });
      else if (error instanceof UndecodableBodyError) refuse(exchange, 400, parseError('the body is not UTF-8'));
      else if (isTooLarge) refuse(exchange, 413, invalidRequest(error.message));
      else if (error instanceof IncompleteBodyError) refuse(exchange, 400, invalidRequest(error.message));
      else refuse(exchange, 500, internalError());
    } catch (failure) {
      // The request has already been answered, or cannot be.
      this.#report(failure);
    }
  }
}
