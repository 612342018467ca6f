import { every, type Stop } from '../platform.js';
import { attempt, type ErrorListener } from '../report.js';
import type { Transport } from '../transports/transport.js';
import { CLOSING, refusal, type Refusal } from './answers.js';
import { HttpSession } from './session.js';
import type { SseSession } from './sseSession.js';

/** The peer of one session. */
export interface SessionPeer {
  /** Starts the session's transport. Called at once, before the first message is delivered. */
  start(): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
}

/** Options of {@link Sessions}. */
export interface SessionsOptions {
  /** Creates the peer of a new session. */
  readonly open: (session: Transport) => SessionPeer;
  readonly sessionLimit: number;
  readonly sessionTimeout: number;
  readonly report: ErrorListener;
}

type Session = HttpSession | SseSession;

/** The sessions of an endpoint, of both transports: found by id and owner, and limited in number. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #kept = new Map<string, { readonly session: Session; readonly close: () => Promise<void> }>();
  #stopSweep: Stop | undefined;
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** The number of open sessions. */
  get size(): number {
    return this.#kept.size;
  }

  /** Whether `close` was called. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Why no session can be opened; undefined if one can. */
  get refusal(): Refusal | undefined {
    if (this.#closed) return CLOSING;
    if (this.#kept.size < this.#options.sessionLimit) return undefined;
    return refusal(503, 'too many sessions are open', { 'retry-after': '10' });
  }

  /** Starts a session. It calls `delete` when it closes. */
  add(session: Session): void {
    const { open, sessionTimeout, report } = this.#options;
    // Not in the constructor: some platforms allow no timers before the first request.
    this.#stopSweep ??= every(Math.min(sessionTimeout, 30_000), () => this.#closeIdle(sessionTimeout));
    const peer = open(session);
    peer.start().catch(report);
    this.#kept.set(session.sessionId, { session, close: () => attempt(() => peer.close(), report) });
  }

  delete(id: string): void {
    this.#kept.delete(id);
  }

  /** Returns a session by its id, if it belongs to the owner. */
  get(id: string, owner: string | undefined): Session | undefined {
    const session = this.#kept.get(id)?.session;
    return session?.owner === owner ? session : undefined;
  }

  /** Closes all sessions. No more can be opened. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSweep?.();
    await Promise.all([...this.#kept.values()].map(({ close }) => close()));
  }

  /** Closes idle sessions. Those of HTTP with SSE end with their stream instead. */
  #closeIdle(timeout: number): void {
    const oldest = performance.now() - timeout;
    for (const { session, close } of this.#kept.values()) {
      if (!(session instanceof HttpSession)) continue;
      if (session.connected) session.lastActive = performance.now();
      else if (session.lastActive < oldest) void close();
    }
  }
}
