import * as Header from '../../../registry/headers.js';
import { refusal, refuseWith, type Refusal } from '../refusals.js';
import type { ClusterNode } from '../../../cluster/sessionRouter.js';
import { HttpRefusalError } from '../httpRefusalError.js';
import type { SessionRecord } from './sessionStore.js';
import { idOf, refuseUnread, type Posted } from '../posted.js';
import { accepts, refuseMethod } from '../requestHeaders.js';
import type { ServedExchange } from '../servedExchange.js';
import { HttpSession, opensSession, type SessionSettings } from './httpSession.js';
import type { Sessions } from './sessions.js';

/** Number of characters of a session id. */
export const MAX_ID_LENGTH = 256;

/** Handles POST, GET, and DELETE of Streamable HTTP, in sessions (specification: Transports, Streamable HTTP). */
export class Streamable {
  readonly #sessions: Sessions;
  readonly #settings: SessionSettings;
  readonly #bodyLimit: number;
  readonly #cluster: ClusterNode | undefined;

  /** @param cluster claims the ids of new sessions. Default: this process alone has sessions */
  constructor(sessions: Sessions, settings: SessionSettings, bodyLimit: number, cluster?: ClusterNode) {
    this.#cluster = cluster;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#bodyLimit = bodyLimit;
  }

  /** Handles all methods except POST. */
  take(exchange: ServedExchange): void | Promise<void> {
    switch (exchange.method) {
      case 'GET':
        return this.#get(exchange);
      case 'DELETE':
        return this.#delete(exchange);
      default:
        return refuseMethod(exchange, 'GET, POST, DELETE');
    }
  }

  /** Returns whether a POST names an unknown session. Its body then need not be read. */
  refuses(exchange: ServedExchange): boolean {
    return exchange.header(Header.sessionId) !== undefined && !(this.#lookUp(exchange) instanceof HttpSession);
  }

  /** Handles a POST request. The session may have ended while the body was read. */
  post(exchange: ServedExchange, posted: Posted): void | Promise<void> {
    const opens = exchange.header(Header.sessionId) === undefined && opensSession(posted.value);
    if (opens && this.#cluster !== undefined) return this.#postClaimed(exchange, posted, this.#cluster);
    const session = opens ? this.#open(exchange) : this.#lookUp(exchange);
    if (session instanceof HttpSession) session.post(exchange, posted, exchange);
    else refuseWith(exchange, session, idOf(posted));
  }

  /** Claims an id, and opens a session. */
  async #postClaimed(exchange: ServedExchange, posted: Posted, cluster: ClusterNode): Promise<void> {
    const id = crypto.randomUUID();
    const claim = await cluster.open(id);
    const session = typeof claim === 'number' ? this.#open(exchange, id, claim) : claim;
    if (session instanceof HttpSession) session.post(exchange, posted, exchange);
    else {
      if (typeof claim === 'number') void cluster.ended(id);
      refuseWith(exchange, session, idOf(posted));
    }
  }

  /**
   * Continues a session of another process.
   *
   * @throws {TypeError} if it cannot be continued here, and {HttpRefusalError} if this process has reached its limits.
   */
  restore(id: string, claim: number, record: SessionRecord, exchange: ServedExchange): void {
    const { owner, holder, revision, client, state } = record;
    const { auth, account } = exchange;
    const problem = this.#sessions.makeRoom(account);
    if (problem !== undefined) {
      const { status, error, headers } = problem;
      throw new HttpRefusalError(status, error.message, { headers });
    }
    const session = new HttpSession(id, owner, account, this.#settings, () => this.#sessions.delete(id), claim);
    session.resumeFrom({ owner, holder, revision, client, state });
    this.#sessions.add(session, { revision, client, state, auth, claim });
  }

  /** Rejects a POST for which `refuses` has returned true. */
  async refusePosted(exchange: ServedExchange): Promise<void> {
    const reason = this.#lookUp(exchange);
    if (!(reason instanceof HttpSession)) await refuseUnread(exchange, reason, this.#bodyLimit);
  }

  #get(exchange: ServedExchange): void | Promise<void> {
    if (!accepts(exchange, 'text/event-stream')) {
      return refuseWith(exchange, refusal(406, 'the client must accept text/event-stream'));
    }
    const session = this.#find(exchange);
    const lastEventId = exchange.header(Header.lastEventId);
    return lastEventId === undefined ? session?.listen(exchange) : session?.resume(exchange, lastEventId);
  }

  #delete(exchange: ServedExchange): void {
    const session = this.#find(exchange);
    if (session === undefined) return;
    session.end();
    exchange.respond(204, {});
  }

  /** Returns the session of a request, or refuses the request. */
  #find(exchange: ServedExchange): HttpSession | undefined {
    const found = this.#lookUp(exchange);
    if (found instanceof HttpSession) return found;
    refuseWith(exchange, found);
    return undefined;
  }

  /** Returns the session of a request, or the reason why it has none. */
  #lookUp(exchange: ServedExchange): HttpSession | Refusal {
    const id = exchange.header(Header.sessionId);
    if (id === undefined) {
      return refusal(400, 'the header Mcp-Session-Id is missing; open a session with initialize');
    }
    const session = id.length > MAX_ID_LENGTH ? undefined : this.#sessions.get(id, exchange.auth?.id);
    if (!(session instanceof HttpSession)) {
      return refusal(404, 'session not found; open a new one with initialize');
    }
    const version = exchange.header(Header.protocolVersion);
    if (version !== undefined && session.version !== undefined && version !== session.version) {
      return refusal(400, `the header MCP-Protocol-Version must be ${session.version}, as negotiated`);
    }
    session.authenticated(exchange.auth);
    return session;
  }

  /** Opens a session, or returns the reason why none can be opened. */
  #open({ auth, account }: ServedExchange, id: string = crypto.randomUUID(), claim?: number): HttpSession | Refusal {
    const problem = this.#sessions.makeRoom(account);
    if (problem !== undefined) return problem;
    const session = new HttpSession(id, auth?.id, account, this.#settings, () => this.#sessions.delete(id), claim);
    session.authenticated(auth);
    this.#sessions.add(session);
    return session;
  }
}
