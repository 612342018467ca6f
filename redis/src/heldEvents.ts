import { Shares, type SharedLimit } from '@mcp-gen/runtime';

/** The limit on the events that one process stores, which all callers share. */
export const EVENT_BYTES: SharedLimit = {
  what: 'bytes of events that a process stores in Redis',
  option: 'totalBytes',
  of: 'createRedisStores',
  most: 256 * 1024 * 1024,
  unit: 'bytes',
  loses: 'the events of its oldest session, whose streams cannot be resumed then',
  refused: 'an event, and loses those of its own oldest session',
};

/** Estimated bytes of an event in Redis besides its data. */
const EVENT_WEIGHT = 100;

interface Held {
  readonly holder: string;
  readonly bytes: number;
  /** When the last event was counted, in milliseconds of `performance.now()`. */
  readonly time: number;
}

/** Counts the events that this process has stored, by session. At the limit, the caller with the most loses those of a session. */
export class HeldEvents {
  readonly #perSession: number;
  readonly #timeToLive: number;
  readonly #drop: (session: string) => void;
  readonly #shares: Shares<string>;
  /** By session; the one with the latest event is last. */
  readonly #held = new Map<string, Held>();

  /**
   * @param perSession the maximum bytes of the events of one session, beyond which Redis drops its oldest ones
   * @param timeToLive milliseconds after which Redis drops the events of a session without new ones
   * @param drop drops the events of a session in Redis
   */
  constructor(total: number, perSession: number, timeToLive: number, drop: (session: string) => void) {
    this.#perSession = perSession;
    this.#timeToLive = timeToLive;
    this.#drop = drop;
    this.#shares = new Shares(total);
  }

  /** Counts an event before it is stored, and makes room for it. */
  add(session: string, holder: string, data: string): void {
    this.#forgetExpired();
    const size = Buffer.byteLength(data) + EVENT_WEIGHT;
    const bytesWith = (): number => Math.min(this.#bytesOf(session) + size, this.#perSession);
    this.#shares.displace(holder, (each) => this.#lose(each), bytesWith() - this.#bytesOf(session));
    // The session itself may have lost its events.
    const bytes = bytesWith();
    this.#held.delete(session);
    this.#held.set(session, { holder, bytes, time: performance.now() });
    this.#shares.add(holder, session, bytes);
  }

  /** Stops counting the events of a session. */
  delete(session: string): void {
    const held = this.#held.get(session);
    if (held === undefined) return;
    this.#held.delete(session);
    this.#shares.delete(held.holder, session);
  }

  #bytesOf(session: string): number {
    return this.#held.get(session)?.bytes ?? 0;
  }

  #lose(session: string): void {
    this.delete(session);
    this.#drop(session);
  }

  #forgetExpired(): void {
    const oldest = performance.now() - this.#timeToLive;
    for (const [session, { time }] of this.#held) {
      if (time > oldest) return;
      this.delete(session);
    }
  }
}
