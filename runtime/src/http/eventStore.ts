import { checkNumber, POSITIVE } from '../errors.js';
import type { RequestId } from '../jsonrpc/messages.js';
import { textBytes } from '../ledger/index.js';
import { StaleClaimError } from './cluster/staleClaimError.js';

/** The name of a stream of server-sent events. */
export interface StreamKey {
  /** The id of the session that the stream belongs to. */
  readonly session: string;
  /** The name of the stream in its session. It contains a random part: no other process gives a stream the same name. */
  readonly stream: string;
  /**
   * The number of the claim under which this process writes, if several nodes share sessions. Default: the session has one process, and
   * numbers are not compared.
   */
  readonly claim?: number | undefined;
  /**
   * The caller of the session, for limits that callers share: `caller ada`, or without authentication `address 192.0.2.1`. Default: a
   * caller of its own, for all sessions without one.
   */
  readonly holder?: string | undefined;
}

/** One message as it was sent on a stream. */
export interface StoredEvent {
  /** Unique in its stream. */
  readonly id: string;
  /** The message as JSON; empty for an event that only tells the client where to resume. */
  readonly data: string;
}

/** The events of a stream after a given one. */
export interface StoredEvents {
  /** The events in the order in which they were appended. */
  readonly events: readonly StoredEvent[];
  /** Whether the stream has ended: no event will follow. */
  readonly ended: boolean;
  /** The `unanswered` of the last event of the stream. Undefined if it was appended without. */
  readonly unanswered?: readonly RequestId[];
}

/**
 * Stores the events of streams, so that clients can resume after a broken connection (specification: Transports, Resumability and
 * Redelivery). Implement it to store events outside this process; `eventStoreContract` of `@mcp-gen/runtime/testing` checks an
 * implementation.
 *
 * Every method may return a promise. The next call for a stream is made after the previous one has settled. A call that throws, rejects, or
 * takes longer than five seconds is reported to `onError`. After a failed `append` the stream continues without the store, and cannot be
 * resumed.
 */
export interface EventStore {
  /**
   * Appends an event to its stream. Returns the event's id: 1 to 200 visible ASCII characters. An id is never used again in its stream,
   * even if the event is no longer stored.
   *
   * @param unanswered the requests that the stream still has to answer after this event, so that another process can answer them with an
   *   error. Default: unknown, or the stream does not answer requests
   * @throws {StaleClaimError} or rejects with one, if the number of the claim is less than an earlier one of the session. A store that
   *   several nodes share must check this.
   */
  append(stream: StreamKey, data: string, unanswered?: readonly RequestId[]): string | Promise<string>;
  /** Returns all events after the one with this id; undefined if some of them are no longer stored, or the id is unknown. */
  read(stream: StreamKey, after: string): StoredEvents | undefined | Promise<StoredEvents | undefined>;
  /** Marks a stream as ended. Its events are kept until they expire. */
  end(stream: StreamKey): void | Promise<void>;
  /** Deletes everything of a session. */
  forget(session: string): void | Promise<void>;
}

/** Options of {@link MemoryEventStore}. */
export interface MemoryEventStoreOptions {
  /** Maximum number of events of one session. Default 1,000. */
  readonly events?: number | undefined;
  /** Maximum number of characters of all events of one session; texts with characters above U+00FF count twice. Default 1,048,576. */
  readonly characters?: number | undefined;
  /**
   * Maximum number of characters of all events of all sessions. Beyond it, the oldest events of a session with more than its equal share
   * are dropped. Default 33,554,432.
   */
  readonly totalCharacters?: number | undefined;
  /** Maximum number of sessions; the one without new events for the longest time is dropped first. Default 10,000. */
  readonly sessions?: number | undefined;
  /** Milliseconds after which an event is dropped. Default 1,800,000: half an hour. */
  readonly timeToLive?: number | undefined;
  /** Returns the time in milliseconds, from a monotonic clock. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** Stores the latest events of each session in this process. */
export class MemoryEventStore implements EventStore {
  readonly #eventLimit: number;
  readonly #characterLimit: number;
  readonly #totalLimit: number;
  readonly #sessionLimit: number;
  readonly #timeToLive: number;
  readonly #now: () => number;
  /** Sessions with events. The one with the latest event is last. */
  readonly #active = new Map<string, SessionEvents>();
  /** Sessions whose events have all expired. Streams without news for a long time can still be resumed. */
  readonly #quiet = new Map<string, SessionEvents>();
  /** The last number of the sessions that were dropped: a session that is stored again continues after it. */
  #lastDropped = 0;
  /** Characters of all events of all sessions. */
  #characters = 0;

  /** @throws {TypeError | RangeError} if a limit is not a positive number. The message names it. */
  constructor(options: MemoryEventStoreOptions = {}) {
    const { events = 1_000, characters = 1_048_576, sessions = 10_000, timeToLive = 1_800_000, now } = options;
    const { totalCharacters = 33_554_432 } = options;
    for (const [name, value] of Object.entries({ events, characters, totalCharacters, sessions, timeToLive })) {
      checkNumber({ [name]: value }, POSITIVE);
    }
    this.#eventLimit = events;
    this.#characterLimit = characters;
    this.#totalLimit = totalCharacters;
    this.#sessionLimit = sessions;
    this.#timeToLive = timeToLive;
    this.#now = now ?? (() => performance.now());
  }

  append(key: StreamKey, data: string, unanswered?: readonly RequestId[]): string {
    return this.#add(key, data, unanswered);
  }

  read({ session, stream }: StreamKey, after: string): StoredEvents | undefined {
    const now = this.#now();
    this.#dropExpired(now);
    const kept = this.#find(session);
    if (kept === undefined) return undefined;
    this.#trim(kept, now);
    const entries = kept.entries.filter((entry) => entry.stream === stream);
    const at = entries.findIndex(({ id }) => id === after);
    // Reading can also continue from the last dropped event.
    if (at < 0 && kept.dropped.get(stream) !== after) return undefined;
    const events = entries.slice(at + 1).flatMap(({ id, data }) => (data === undefined ? [] : { id, data }));
    const last = entries.at(-1);
    const ended = last !== undefined && last.data === undefined;
    return { events, ended, ...(last?.unanswered !== undefined && { unanswered: last.unanswered }) };
  }

  end(key: StreamKey): void {
    this.#add(key, undefined, undefined);
  }

  forget(session: string): void {
    const kept = this.#find(session);
    if (kept === undefined) return;
    this.#characters -= kept.characters;
    this.#lastDropped = Math.max(this.#lastDropped, kept.last);
    this.#active.delete(session);
    this.#quiet.delete(session);
  }

  #find(session: string): SessionEvents | undefined {
    return this.#active.get(session) ?? this.#quiet.get(session);
  }

  #add(
    { session, stream, claim }: StreamKey,
    data: string | undefined,
    unanswered: readonly RequestId[] | undefined,
  ): string {
    const kept = this.#find(session) ?? new SessionEvents(this.#lastDropped);
    if (claim !== undefined) kept.checkClaim(claim);
    const now = this.#now();
    const id = String(++kept.last);
    kept.entries.push({ stream, id, data, time: now, unanswered });
    const size = textBytes(data ?? '');
    kept.characters += size;
    this.#characters += size;
    this.#quiet.delete(session);
    this.#active.delete(session);
    this.#active.set(session, kept);
    this.#trim(kept, now);
    this.#dropExpired(now);
    this.#dropExcess(kept);
    return id;
  }

  /** Drops the oldest entries of a session: those beyond the limits of number, size, and age. */
  #trim(kept: SessionEvents, now: number): void {
    const { entries } = kept;
    for (let [oldest] = entries; oldest !== undefined; [oldest] = entries) {
      const fits = entries.length <= this.#eventLimit && kept.characters <= this.#characterLimit;
      if (fits && !this.#isExpired(oldest, now)) return;
      this.#dropOldest(kept);
    }
  }

  #dropOldest(kept: SessionEvents): void {
    const { entries, dropped } = kept;
    const oldest = entries.shift();
    if (oldest === undefined) return;
    const size = textBytes(oldest.data ?? '');
    kept.characters -= size;
    this.#characters -= size;
    dropped.delete(oldest.stream);
    // Nothing is left of a stream whose end is dropped.
    if (oldest.data !== undefined) dropped.set(oldest.stream, oldest.id);
    const [forgotten] = dropped.keys();
    if (dropped.size > this.#eventLimit && forgotten !== undefined) dropped.delete(forgotten);
  }

  /** Drops events of sessions with more than an equal share of the total: of this session, or else of the least active one. */
  #dropExcess(current: SessionEvents): void {
    if (this.#characters <= this.#totalLimit) return;
    const share = this.#totalLimit / (this.#active.size + this.#quiet.size);
    for (const kept of [current, ...this.#quiet.values(), ...this.#active.values()]) {
      while (this.#characters > this.#totalLimit && kept.characters > share) this.#dropOldest(kept);
      if (this.#characters <= this.#totalLimit) return;
    }
  }

  /** Drops expired events, and sessions beyond the limit. */
  #dropExpired(now: number): void {
    for (const [session, kept] of this.#active) {
      if (!this.#isExpired(kept.entries.at(-1), now)) break;
      this.#trim(kept, now);
      this.#active.delete(session);
      this.#quiet.set(session, kept);
    }
    for (const sessions of [this.#quiet, this.#active]) {
      for (const session of sessions.keys()) {
        if (this.#active.size + this.#quiet.size <= this.#sessionLimit) return;
        this.forget(session);
      }
    }
  }

  #isExpired(entry: Entry | undefined, now: number): boolean {
    return entry === undefined || entry.time <= now - this.#timeToLive;
  }
}

class SessionEvents {
  /** Oldest first. */
  readonly entries: Entry[] = [];
  characters = 0;
  /** The number of the latest entry. */
  last: number;
  /** The last dropped event of each stream, for as many streams as there are stored events. */
  readonly dropped = new Map<string, string>();
  /** The largest number of a claim. */
  #claim = 0;

  constructor(last: number) {
    this.last = last;
  }

  /** @throws {StaleClaimError} if a newer claim has written. */
  checkClaim(claim: number): void {
    if (claim < this.#claim) throw new StaleClaimError();
    this.#claim = claim;
  }
}

/** An event, or without data the end of a stream. */
interface Entry {
  readonly stream: string;
  readonly id: string;
  readonly data: string | undefined;
  readonly time: number;
  readonly unanswered: readonly RequestId[] | undefined;
}
