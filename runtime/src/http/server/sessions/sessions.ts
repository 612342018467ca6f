import { OPEN_SESSIONS } from '../endpointOptions.js';
import { every, orInfinity, type Stop } from '../../../timers.js';
import { attempt, type ErrorListener } from '../../../report.js';
import type { RestoredSession } from '../../../session/serve.js';
import type { Transport } from '../../../transports/transport.js';
import { foreignReasonFor, LimitReports, Shares, type Account } from '../../../ledger/index.js';
import { SERVER_CLOSING, overloaded, refusal, type Refusal } from '../refusals.js';
import { HttpSession } from './httpSession.js';
import type { SseSession } from '../legacySse/sseSession.js';

/** The peer of one session. */
export interface SessionPeer {
  /** Starts the session's transport. Called immediately, before the first message is delivered. */
  start(): Promise<void>;
  /** Closes the session. */
  close(): Promise<void>;
}

/** Options of {@link Sessions}. */
export interface SessionsOptions {
  /** Creates the peer of a session. `restored` is the stored state of a session that another process has opened. */
  readonly open: (session: Transport, restored?: RestoredSession) => SessionPeer;
  /** Called when a session has ended. Not if another process may continue it. */
  readonly onOver?: ((id: string) => void) | undefined;
  readonly sessionLimit: number;
  readonly callerSessionLimit: number;
  readonly sessionTimeout: number;
  readonly openingTimeout: number;
  readonly report: ErrorListener;
}

type Session = HttpSession | SseSession;

interface SessionEntry {
  readonly session: Session;
  readonly close: () => Promise<void>;
  /** The time when it was opened, in milliseconds of `performance.now()`. */
  readonly opened: number;
}

/** Estimated bytes of a session without its data. */
const SESSION_WEIGHT = 4_096;

/** Milliseconds to wait for a client's second message before its session may be replaced. */
const MIN_WAIT = 1_000;

/** Milliseconds between two sweeps for unused sessions. */
const SWEEP = 5_000;

/** The sessions of an endpoint, of both transports: found by id and owner, and limited in number. */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Oldest first. */
  readonly #entries = new Map<string, SessionEntry>();
  /** The sessions by caller. */
  readonly #shares: Shares<SessionEntry>;
  /** Sessions whose clients have sent at most one message. Oldest first. */
  readonly #unused = new Map<string, SessionEntry>();
  readonly #refused = new LimitReports();
  #stopSweep: Stop | undefined;
  #closed = false;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#shares = new Shares(options.sessionLimit);
  }

  /** The number of open sessions. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether `close` was called. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Makes room for one more session of a caller. Returns a refusal if that is not possible, and reports the limit. */
  makeRoom(account: Account): Refusal | undefined {
    const problem = this.#findRoom(account);
    const { error, option } = problem ?? {};
    if (error !== undefined && option !== undefined) {
      this.#refused.report(this.#options.report, { message: error.message, option });
    }
    return problem;
  }

  #findRoom(account: Account): Refusal | undefined {
    if (this.#closed) return SERVER_CLOSING;
    const own = (): readonly SessionEntry[] => this.#shares.of(account.name);
    if (!account.isAnyone && this.#shares.count(account.name) >= this.#options.callerSessionLimit) {
      const replaced = unusedIn(own()) ?? longestIdle(own());
      if (replaced === undefined) return TOO_MANY_OF_CALLER;
      this.#close(replaced);
      return this.#take(account);
    }
    const problem = this.#take(account);
    if (problem !== undefined) return problem;
    if (this.#shares.makeRoom(account.name, (entry) => this.#close(entry), 1, leastUsed)) return undefined;
    const replaced = unusedIn(this.#unused.values());
    if (replaced === undefined) account.give('retained', SESSION_WEIGHT);
    else this.#close(replaced);
    return replaced === undefined ? TOO_MANY : undefined;
  }

  #take(account: Account): Refusal | undefined {
    return account.take('retained', SESSION_WEIGHT) ? undefined : overloaded('retained');
  }

  /**
   * Starts a session for which `makeRoom` has made room. It calls `delete` when it closes.
   *
   * @throws {TypeError} if it cannot be continued here. Then it takes no room.
   */
  add(session: Session, restored?: RestoredSession): void {
    const { report } = this.#options;
    this.#startSweep();
    const peer = this.#open(session, restored);
    peer.start().catch(report);
    const { sessionId: id } = session;
    const entry: SessionEntry = {
      session,
      opened: performance.now(),
      close: async () => {
        await attempt(() => peer.close(), report);
        // One that cannot be closed has not closed its session either.
        this.delete(id);
      },
    };
    this.#entries.set(id, entry);
    this.#unused.set(id, entry);
    this.#shares.add(session.quota.name, entry);
  }

  #open(session: Session, restored: RestoredSession | undefined): SessionPeer {
    const { open } = this.#options;
    try {
      return restored === undefined ? open(session) : open(session, restored);
    } catch (error) {
      session.quota.give('retained', SESSION_WEIGHT);
      throw error;
    }
  }

  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    const { quota: account } = entry.session;
    this.#entries.delete(id);
    this.#unused.delete(id);
    this.#shares.delete(account.name, entry);
    account.give('retained', SESSION_WEIGHT);
    if (!entry.session.isReleased) this.#options.onOver?.(id);
  }

  /** Returns whether there is a session with this id, of any owner. */
  has(id: string): boolean {
    return this.#entries.has(id);
  }

  /** Called when another process has claimed a session. */
  drop(id: string): void {
    this.#entries.get(id)?.session.lose();
  }

  /** Called when the stores have lost the record of a session. */
  rewrite(id: string, claim: number): void {
    this.#entries.get(id)?.session.rewrite(claim);
  }

  /** Leaves all sessions to other processes: their stored data is kept when they are closed. */
  release(): void {
    for (const { session } of this.#entries.values()) session.release();
  }

  /** Returns a session by its id, if it belongs to the owner. */
  get(id: string, owner: string | undefined): Session | undefined {
    const session = this.#entries.get(id)?.session;
    return session?.owner === owner ? session : undefined;
  }

  /** Closes all sessions. No more can be opened. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSweep?.();
    await Promise.all([...this.#entries.values()].map(({ close }) => close()));
  }

  /** Closes a session now. It is no longer found, even while its handlers end. */
  #close({ session, close }: SessionEntry): void {
    this.delete(session.sessionId);
    void close();
  }

  /**
   * Starts the timer that closes unused sessions. The constructor cannot start it: some platforms do not allow timers before the first
   * request. A separate method, because a closure in `add` would retain the variables of its first call.
   */
  #startSweep(): void {
    const { sessionTimeout } = this.#options;
    this.#stopSweep ??= every(Math.min(orInfinity(sessionTimeout), SWEEP), () => this.#sweep());
  }

  /** Closes unused sessions. */
  #sweep(): void {
    const { sessionTimeout, openingTimeout } = this.#options;
    const now = performance.now();
    for (const [id, entry] of this.#unused) {
      if (entry.session.isUsed) this.#unused.delete(id);
      else if (openingTimeout > 0 && entry.opened < now - openingTimeout) void entry.close();
    }
    if (sessionTimeout === 0) return;
    for (const entry of this.#entries.values()) {
      const { session } = entry;
      // Sessions of HTTP with SSE end with their stream.
      if (!(session instanceof HttpSession)) continue;
      if (session.connected) session.lastActive = now;
      else if (session.lastActive < now - sessionTimeout) void entry.close();
    }
  }
}

const RETRY = { 'retry-after': '10' };
const TOO_MANY: Refusal = refusal(503, foreignReasonFor(OPEN_SESSIONS), RETRY, OPEN_SESSIONS.option);
const TOO_MANY_OF_CALLER: Refusal = refusal(
  429,
  'this caller has too many sessions open',
  RETRY,
  'limits.callerSessionLimit',
);

/** Returns the oldest session whose client has sent at most one message, and had time for more. */
function unusedIn(sessions: Iterable<SessionEntry>): SessionEntry | undefined {
  const latest = performance.now() - MIN_WAIT;
  for (const entry of sessions) {
    if (!entry.session.isUsed) return entry.opened > latest ? undefined : entry;
  }
  return undefined;
}

/** Returns the session whose client loses least. */
function leastUsed(sessions: readonly SessionEntry[]): SessionEntry | undefined {
  return unusedIn(sessions) ?? longestIdle(sessions) ?? sessions[0];
}

/** Returns the session without a connection that was used least recently. */
function longestIdle(sessions: readonly SessionEntry[]): SessionEntry | undefined {
  let longest: SessionEntry | undefined;
  let time = Infinity;
  for (const entry of sessions) {
    const { session } = entry;
    if (!(session instanceof HttpSession) || session.lastActive >= time || session.connected) continue;
    longest = entry;
    time = session.lastActive;
  }
  return longest;
}
