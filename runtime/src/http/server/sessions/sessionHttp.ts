import type { ClusterHost, ClusterNode } from '../../../cluster/sessionRouter.js';
import type { OptionValues } from '../../../options/kinds.js';
import * as Header from '../../../registry/headers.js';
import type { HttpExchange } from '../../shared/httpExchange.js';
import type { HttpEndpointOptions } from '../endpointOptions.js';
import { HttpWithSse } from '../legacySse/httpWithSse.js';
import type { Posted } from '../posted.js';
import type { ServedExchange } from '../servedExchange.js';
import { sessionSettings } from './httpSession.js';
import { Sessions, type SessionsOptions } from './sessions.js';
import type { SessionStore } from './sessionStore.js';
import { MAX_ID_LENGTH, Streamable } from './streamable.js';

/** Answers the requests of sessions, of both transports, on the node that has the session. */
export class SessionHttp {
  readonly #sessions: Sessions;
  readonly #streamable: Streamable;
  readonly #sse: HttpWithSse | undefined;
  readonly #cluster: ClusterNode | undefined;

  /**
   * @param open creates the peer of a session
   * @param handle answers a request that another node has received and checked
   */
  constructor(
    open: SessionsOptions['open'],
    options: OptionValues<HttpEndpointOptions>,
    handle: ClusterHost['handle'],
  ) {
    const { sse = false, limits, timeouts, sessionRouter, sessionStore } = options;
    const { bodyLimit } = limits;
    const settings = sessionSettings(options);
    const { report } = settings;
    const onOver = (id: string): void => void this.#cluster?.ended(id);
    this.#sessions = new Sessions({ ...limits, ...timeouts, open, onOver, report });
    const host = (store: SessionStore): ClusterHost => ({
      sessionStore: store,
      bodyLimit,
      report,
      handle,
      has: (session) => this.#sessions.has(session),
      restore: (session, claim, record, exchange) => this.#streamable.restore(session, claim, record, exchange),
      drop: (session) => this.#sessions.drop(session),
      rewrite: (session, claim) => this.#sessions.rewrite(session, claim),
    });
    this.#cluster = sessionRouter && sessionStore && sessionRouter.relay.start(sessionRouter, host(sessionStore));
    this.#streamable = new Streamable(this.#sessions, settings, bodyLimit, this.#cluster);
    this.#sse = sse === false ? undefined : new HttpWithSse(sse, this.#sessions, settings, bodyLimit, this.#cluster);
  }

  /** The number of open sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  /** Whether other nodes serve the sessions, too. */
  get isShared(): boolean {
    return this.#cluster !== undefined;
  }

  /**
   * Answers a request on the node that has its session.
   *
   * @param here answers it in this process
   */
  route(exchange: ServedExchange, here: () => void | Promise<void>): void | Promise<void> {
    const session = this.#cluster && this.#sessionOf(exchange);
    if (session === undefined || session.length > MAX_ID_LENGTH) return here();
    return this.#cluster?.take(exchange, session, here);
  }

  /** Answers a request that another node has relayed. */
  takeRelayed(arrived: HttpExchange, exchange: ServedExchange, here: () => void | Promise<void>): void | Promise<void> {
    return this.#cluster?.takeRelayed(arrived, exchange, this.#sessionOf(exchange), here);
  }

  /** Returns whether a path is one of HTTP with SSE. */
  hasSse(path: string): boolean {
    return this.#sse?.has(path) === true;
  }

  /** Handles all requests except for POSTs of Streamable HTTP. */
  take(exchange: ServedExchange): void | Promise<void> {
    return this.#sse?.has(exchange.path) === true ? this.#sse.take(exchange) : this.#streamable.take(exchange);
  }

  /** Returns whether a POST names an unknown session. Its body then need not be read. */
  refuses(exchange: ServedExchange): boolean {
    return this.#streamable.refuses(exchange);
  }

  /** Rejects a POST for which `refuses` has returned true. */
  refusePosted(exchange: ServedExchange): Promise<void> {
    return this.#streamable.refusePosted(exchange);
  }

  /** Handles a POST of Streamable HTTP. */
  post(exchange: ServedExchange, posted: Posted): void | Promise<void> {
    return this.#streamable.post(exchange, posted);
  }

  /** Closes all sessions, or leaves them to other nodes. */
  async close(): Promise<void> {
    if (this.#cluster !== undefined) this.#sessions.release();
    await this.#sessions.close();
  }

  /** Leaves the other nodes. Called when nothing is running. */
  async leave(): Promise<void> {
    await this.#cluster?.leave();
  }

  /** Returns the session that a request names. */
  #sessionOf(exchange: ServedExchange): string | undefined {
    return this.#sse?.has(exchange.path) === true ? this.#sse.sessionOf(exchange) : exchange.header(Header.sessionId);
  }
}
