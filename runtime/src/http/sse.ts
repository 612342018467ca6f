import { CLOSING, refusal, refuseWith } from './answers.js';
import type { SsePaths } from './endpointOptions.js';
import { idOf, readPosted } from './posted.js';
import { EVENTS } from './reply.js';
import { refuseMethod, sendsJson } from './requestHeaders.js';
import type { ServedExchange } from './servedExchange.js';
import type { SessionSettings } from './session.js';
import type { Sessions } from './sessions.js';
import { SseSession } from './sseSession.js';

/** Handles the two paths of HTTP with SSE (specification 2024-11-05: Transports). */
export class HttpWithSse {
  readonly #paths: SsePaths;
  readonly #sessions: Sessions;
  readonly #settings: SessionSettings;
  readonly #bodyLimit: number;

  constructor(paths: SsePaths, sessions: Sessions, settings: SessionSettings, bodyLimit: number) {
    this.#paths = paths;
    this.#sessions = sessions;
    this.#settings = settings;
    this.#bodyLimit = bodyLimit;
  }

  /** Whether a path is one of the two. */
  has(path: string): boolean {
    return path === this.#paths.stream || path === this.#paths.messages;
  }

  take(exchange: ServedExchange): void | Promise<void> {
    return exchange.path === this.#paths.stream ? this.#open(exchange) : this.#post(exchange);
  }

  #open(exchange: ServedExchange): void {
    if (exchange.method !== 'GET') return refuseMethod(exchange, 'GET');
    const problem = this.#sessions.makeRoom(exchange.account);
    if (problem !== undefined) return refuseWith(exchange, problem);
    const id = crypto.randomUUID();
    const session = new SseSession(exchange.stream(EVENTS), {
      id,
      owner: exchange.auth?.id,
      account: exchange.account,
      endpoint: `${this.#paths.messages}?session=${id}`,
      settings: this.#settings,
      onClose: () => this.#sessions.delete(id),
    });
    session.shown(exchange.auth);
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
      refuseWith(exchange, CLOSING, idOf(posted));
      return;
    }
    const session = this.#find(exchange);
    if (session === undefined) return;
    session.shown(exchange.auth);
    exchange.respond(202, {});
    session.post(posted, exchange);
  }

  /** Returns the session of a request, or refuses the request. */
  #find(exchange: ServedExchange): SseSession | undefined {
    const id = /[?&]session=([\w-]{1,256})(&|$)/.exec(exchange.query)?.[1] ?? '';
    const session = this.#sessions.get(id, exchange.auth?.id);
    if (session instanceof SseSession) return session;
    refuseWith(exchange, refusal(404, 'there is no such session; the stream opens one'));
    return undefined;
  }
}
