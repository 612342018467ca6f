import { invalidRequest, JsonRpcError, ErrorCode } from '../jsonrpc/errors.js';
import type { PeerOptions } from '../peer/peer.js';
import type { Capabilities } from '../peer/profile.js';
import { safeListener, type ErrorListener } from '../report.js';
import { Definition, type RevisionSource } from '../session/definition.js';
import type { Implementation } from '../session/prepare.js';
import { openServer } from '../session/serve.js';
import { refuse } from './answers.js';
import { MemoryEventStore, type EventStore } from './eventStore.js';
import { BodyTooLargeError, type HttpExchange } from './exchange.js';
import { OriginGuard, type OriginOptions } from './origins.js';
import { HttpSession, opensSession, type SessionSettings } from './session.js';

/** Options of a server over HTTP. */
export interface HttpServerOptions extends PeerOptions, OriginOptions {
  /** Who the server is. */
  readonly serverInfo: Implementation;
  /** The revisions it speaks, in any order. */
  readonly revisions: readonly RevisionSource[];
  /** Capabilities to declare beside those that the handlers make true. */
  readonly capabilities?: Capabilities;
  /** How to use the server, for the client's model. */
  readonly instructions?: string;
  /** The bytes that one POST may have. Default 4 MiB. */
  readonly bodyLimit?: number;
  /** The sessions that may be open at a time; one more is refused with 503. Default 10,000. */
  readonly sessionLimit?: number;
  /** Milliseconds without a sign of the client after which an idle session is closed. Default 30 minutes. */
  readonly sessionTimeout?: number;
  /** Milliseconds after which an answer that has not come yet becomes a stream. Default 1,000. */
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
  /** Keeps what was sent on streams. Default: the latest events of each session, in memory. `false` for none. */
  readonly eventStore?: EventStore | false;
  /** Who calls: a session belongs to whoever opened it, and nobody else finds it. */
  readonly identify?: (exchange: HttpExchange) => string | undefined;
}

const MAX_ID_LENGTH = 256;

/**
 * A server of Streamable HTTP: any number of sessions, one endpoint (specification: Transports, Streamable HTTP). It runs on
 * whatever an adapter makes {@link HttpExchange exchanges} of.
 */
export class HttpHandler {
  readonly #definition: Definition;
  readonly #options: HttpServerOptions;
  readonly #guard: OriginGuard;
  readonly #settings: SessionSettings;
  readonly #report: ErrorListener;
  readonly #sessions = new Map<string, { readonly session: HttpSession; readonly close: () => Promise<void> }>();
  readonly #sweep: NodeJS.Timeout;
  #closed = false;

  /** @throws {TypeError} if handlers or options cannot work, saying what is wrong with them. */
  constructor(handlers: object, options: HttpServerOptions) {
    const { serverInfo: info, revisions, capabilities, instructions, eventStore = new MemoryEventStore() } = options;
    this.#definition = new Definition('server', { info, revisions, handlers, capabilities, instructions });
    this.#options = options;
    this.#guard = new OriginGuard(options);
    this.#report = safeListener(options.onError);
    this.#settings = {
      store: eventStore === false ? undefined : eventStore,
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
    return this.#sessions.size;
  }

  /** Answers one HTTP request. Never throws, and never rejects. */
  async handle(exchange: HttpExchange): Promise<void> {
    try {
      await this.#route(exchange);
    } catch (error) {
      if (error instanceof BodyTooLargeError) {
        refuse(exchange, 413, invalidRequest(error.message));
        return;
      }
      this.#report(error);
      refuse(exchange, 500, new JsonRpcError(ErrorCode.InternalError, 'Internal error'));
    }
  }

  /** Closes all sessions. What comes after that is refused with 503. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ close }) => close()));
  }

  #route(exchange: HttpExchange): void | Promise<void> {
    const problem = this.#guard.findProblem(exchange);
    if (problem !== undefined) return refuse(exchange, 403, invalidRequest(problem));
    if (this.#closed) return refuse(exchange, 503, invalidRequest('the server is closing'));
    switch (exchange.method) {
      case 'POST':
        return this.#post(exchange);
      case 'GET':
        return this.#get(exchange);
      case 'DELETE':
        return this.#delete(exchange);
      default:
        return refuse(exchange, 405, invalidRequest(`${exchange.method} is not a method of this endpoint`), {
          allow: 'GET, POST, DELETE',
        });
    }
  }

  async #post(exchange: HttpExchange): Promise<void> {
    if (!hasType(exchange.header('content-type'), 'application/json')) {
      refuse(exchange, 415, invalidRequest('the body must be application/json'));
      return;
    }
    if (!accepts(exchange, 'application/json') || !accepts(exchange, 'text/event-stream')) {
      const reason = 'the client must accept both application/json and text/event-stream';
      refuse(exchange, 406, invalidRequest(reason));
      return;
    }
    const value = await readJson(exchange, this.#options.bodyLimit ?? 4 * 1024 * 1024);
    if (value instanceof JsonRpcError) {
      refuse(exchange, 400, value);
      return;
    }
    const isNew = exchange.header('mcp-session-id') === undefined && opensSession(value);
    const session = isNew ? this.#openSession(exchange) : this.#findSession(exchange);
    session?.post(exchange, value);
  }

  #get(exchange: HttpExchange): void | Promise<void> {
    if (!accepts(exchange, 'text/event-stream')) {
      return refuse(exchange, 406, invalidRequest('the client must accept text/event-stream'));
    }
    const session = this.#findSession(exchange);
    const lastEventId = exchange.header('last-event-id');
    return lastEventId === undefined ? session?.listen(exchange) : session?.resume(exchange, lastEventId);
  }

  #delete(exchange: HttpExchange): void {
    const session = this.#findSession(exchange);
    if (session === undefined) return;
    session.end();
    exchange.respond(204, {});
  }

  /** The session that a request belongs to. If there is none the request has been refused. */
  #findSession(exchange: HttpExchange): HttpSession | undefined {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) {
      refuse(exchange, 400, invalidRequest('the header Mcp-Session-Id is missing; initialize opens a session'));
      return undefined;
    }
    const session = id.length > MAX_ID_LENGTH ? undefined : this.#sessions.get(id)?.session;
    if (session === undefined || session.owner !== this.#options.identify?.(exchange)) {
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

  /** Opens a session, unless there are too many: then the request has been refused. */
  #openSession(exchange: HttpExchange): HttpSession | undefined {
    if (this.#sessions.size >= (this.#options.sessionLimit ?? 10_000)) {
      refuse(exchange, 503, invalidRequest('too many sessions are open'), { 'retry-after': '10' });
      return undefined;
    }
    const id = crypto.randomUUID();
    const session = new HttpSession(id, this.#options.identify?.(exchange), this.#settings, () => {
      this.#sessions.delete(id);
    });
    const peer = openServer(this.#definition, session, this.#options);
    this.#sessions.set(id, { session, close: () => peer.close() });
    peer.start().catch(this.#report);
    return session;
  }

  #closeIdle(timeout: number): void {
    const oldest = performance.now() - timeout;
    for (const { session, close } of this.#sessions.values()) {
      if (session.lastHeard < oldest && !session.busy) void close();
    }
  }
}

async function readJson(exchange: HttpExchange, limit: number): Promise<unknown> {
  const text = await exchange.readBody(limit);
  try {
    return JSON.parse(text);
  } catch {
    return new JsonRpcError(ErrorCode.ParseError, 'Parse error: the body is not JSON');
  }
}

function hasType(header: string | undefined, type: string): boolean {
  return header?.split(';', 1)[0]?.trim().toLowerCase() === type;
}

function accepts(exchange: HttpExchange, type: string): boolean {
  const header = exchange.header('accept');
  if (header === undefined) return false;
  const [group] = type.split('/', 1);
  return header
    .split(',')
    .some((range) => hasType(range, type) || hasType(range, '*/*') || hasType(range, `${group}/*`));
}
