import { every, type Stop } from '../platform.js';
import type { ErrorListener } from '../report.js';
import type { Transport } from '../transports/transport.js';
import { CLOSING, refusal, type Refusal } from './answers.js';
import { HttpSession } from './session.js';
import type { SseSession } from './sseSession.js';

/** One end of the conversation that a session carries. */
export interface SessionPeer {
  /** Starts the session's transport. Called at once: the first message follows. */
  start(): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
}

/** What the sessions of an endpoint are kept with. */
export interface SessionsOptions {
  /** Makes what takes the messages of a session that begins. */
  readonly open: (session: Transport) => SessionPeer;
  readonly sessionLimit: number;
  readonly sessionTimeout: number;
  readonly report: ErrorListener;
}

type Session = HttpSession | SseSession;

/** The sessions of an endpoint, of both transports: found by their ids and owners, and bounded. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #kept = new Map<string, { readonly session: Session; readonly close: () => Promise<void> }>();
  #stopSweep: Stop | undefined;
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** How many are open. */
  get size(): number {
    return this.#kept.size;
  }

  /** Why no other one can be opened, if none can. */
  get refusal(): Refusal | undefined {
    if (this.#closed) return CLOSING;
    if (this.#kept.size < this.#options.sessionLimit) return undefined;
    return refusal(503, 'too many sessions are open', { 'retry-after': '10' });
  }

  /** Begins a session. Whoever closes it calls `delete`. */
  add(session: Session): void {
    const { open, sessionTimeout, report } = this.#options;
    // Not before: where handlers are made, some platforms allow no timers yet.
    this.#stopSweep ??= every(Math.min(sessionTimeout, 30_000), () => this.#closeIdle(sessionTimeout));
    const peer = open(session);
    peer.start().catch(report);
    this.#kept.set(session.sessionId, { session, close: () => peer.close() });
  }

  delete(id: string): void {
    this.#kept.delete(id);
  }

  /** The session of an id, for its owner alone. */
  get(id: string, owner: string | undefined): Session | undefined {
    const session = this.#kept.get(id)?.session;
    return session?.owner === owner ? session : undefined;
  }

  /** Closes all of them, and opens no more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSweep?.();
    await Promise.all([...this.#kept.values()].map(({ close }) => close()));
  }

  /** A session of the older transport lasts as long as its stream. */
  #closeIdle(timeout: number): void {
    const oldest = performance.now() - timeout;
    for (const { session, close } of this.#kept.values()) {
      if (!(session instanceof HttpSession)) continue;
      if (session.connected) session.lastHeard = performance.now();
      else if (session.lastHeard < oldest) void close();
    }
  }
}
