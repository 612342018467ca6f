import { SERVER_CLOSING, refusal, refuseWith } from '../refusals.js';
import type { ClusterNode } from '../../../cluster/sessionRouter.js';
import type { SsePaths } from '../endpointOptions.js';
import { idOf, readPosted } from '../posted.js';
import { EVENTS } from '../reply.js';
import { refuseMethod, sendsJson } from '../requestHeaders.js';
import type { ServedExchange } from '../servedExchange.js';
import type { SessionSettings } from '../sessions/httpSession.js';
import type { Sessions } from '../sessions/sessions.js';
import { SseSession } from './sseSession.js';

/** Handles the two paths of HTTP with SSE (specification 2024-11-05: Transports). */
export class HttpWithSse {
  readonly #paths: SsePaths;
  readonly #sessions: Sessions;
  readonly #settings: SessionSettings;
  readonly #bodyLimit: number;
  readonly #cluster: ClusterNode | undefined;

  /** @param cluster claims the ids of new sessions. Default: this process alone has sessions */
  constructor(
    paths: SsePaths,
    sessions: Sessions,
    settings: SessionSettings,
    bodyLimit: number,
    cluster?: ClusterNode,
  ) {
    this.#cluster = cluster;
    this.#paths = paths;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#bodyLimit = bodyLimit;
  }

  /** Returns whether a path is one of the two. */
  has(path: string): boolean {
    return path === this.#paths.stream || path === this.#paths.messages;
  }

  take(exchange: ServedExchange): void | Promise<void> {
    if (exchange.path !== this.#paths.stream) return this.#post(exchange);
    if (exchange.method !== 'GET') return refuseMethod(exchange, 'GET');
    const id = crypto.randomUUID();
    return this.#cluster === undefined ? this.#open(exchange, id) : this.#openClaimed(exchange, id, this.#cluster);
  }

  /** Returns the session id of a request, if the session may be on another process. */
  sessionOf({ path, query }: ServedExchange): string | undefined {
    return path === this.#paths.messages ? sessionIn(query) : undefined;
  }

  async #openClaimed(exchange: ServedExchange, id: string, cluster: ClusterNode): Promise<void> {
    const claim = await cluster.open(id);
    if (typeof claim === 'number') this.#open(exchange, id);
    else refuseWith(exchange, claim);
    if (!this.#sessions.has(id)) void cluster.ended(id);
  }

  #open(exchange: ServedExchange, id: string): void {
    const problem = this.#sessions.makeRoom(exchange.account);
    if (problem !== undefined) return refuseWith(exchange, problem);
    const session = new SseSession(exchange.stream(EVENTS), {
      id,
      owner: exchange.auth?.id,
      account: exchange.account,
      endpoint: `${this.#paths.messages}?session=${id}`,
      settings: this.#settings,
      onClose: () => this.#sessions.delete(id),
    });
    session.authenticated(exchange.auth);
    this.#sessions.add(session);
  }

  async #post(exchange: ServedExchange): Promise<void> {
    if (exchange.method !== 'POST') {
      refuseMethod(exchange, 'POST');
      return;
    }
    if (!sendsJson(exchange)) return;
    if (this.#find(exchange) === undefined) return;
    const posted = await readPosted(exchange, this.#bodyLimit);
    if (posted === undefined) return;
    // The server may close, and the session may end, while the body is read.
    if (this.#sessions.closed) {
      refuseWith(exchange, SERVER_CLOSING, idOf(posted));
      return;
    }
    const session = this.#find(exchange);
    if (session === undefined) return;
    session.authenticated(exchange.auth);
    exchange.respond(202, {});
    session.post(posted, exchange);
  }

  /** Returns the session of a request, or refuses the request. */
  #find(exchange: ServedExchange): SseSession | undefined {
    const session = this.#sessions.get(sessionIn(exchange.query) ?? '', exchange.auth?.id);
    if (session instanceof SseSession) return session;
    refuseWith(exchange, refusal(404, 'session not found; open one with the stream'));
    return undefined;
  }
}

/** Returns the session id of a query. */
function sessionIn(query: string): string | undefined {
  return /[?&]session=([\w-]{1,256})(&|$)/.exec(query)?.[1];
}
