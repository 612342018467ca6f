import { checkOptions, count, FUNCTION, lifetime, withDefaults, type OptionTable } from '../../options/kinds.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { Shares, textBytes, weigh, type SharedLimit } from '../../ledger/index.js';
import { StaleClaimError } from './sessions/staleClaimError.js';

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

const LOSES = 'the events of its session without new ones for longest, whose streams cannot be resumed then';
const REFUSED = 'an event, and loses those of its own session without new ones for longest';

/** The limit on the size of events in memory, which all callers share. */
export const EVENT_CHARACTERS: SharedLimit = {
  what: 'characters of stored events',
  option: 'totalCharacters',
  of: 'MemoryEventStore',
  most: 33_554_432,
  unit: 'characters',
  loses: LOSES,
  refused: REFUSED,
};

/** The limit on the number of sessions with events in memory, which all callers share. */
export const EVENT_SESSIONS: SharedLimit = {
  what: 'sessions with stored events',
  option: 'sessions',
  of: 'MemoryEventStore',
  most: 10_000,
  loses: LOSES,
  refused: REFUSED,
};

/** Options of {@link MemoryEventStore}. */
export interface MemoryEventStoreOptions {
  /** Maximum number of events of one session. Default 1,000. */
  readonly events?: number | undefined;
  /**
   * Maximum number of characters of all events of one session. Texts with characters above U+00FF count twice. Each event counts as 176 more,
   * which is what it takes without its text; so does the end of a stream that is not directly after its last event. Default 1,048,576.
   */
  readonly characters?: number | undefined;
  /**
   * Maximum number of characters of all events of all sessions, where each session counts as 1,024 more. Beyond it, the caller with the most
   * loses the events of its session without new ones for longest. Default 33,554,432.
   */
  readonly totalCharacters?: number | undefined;
  /** Maximum number of sessions. Beyond it, the caller with the most loses one in the same way. Default 10,000. */
  readonly sessions?: number | undefined;
  /** Milliseconds after which an event is dropped. Default 1,800,000: half an hour. */
  readonly timeToLive?: number | undefined;
  /** Returns the time in milliseconds, from a monotonic clock. Default `performance.now`. */
  readonly now?: (() => number) | undefined;
}

/** {@link MemoryEventStoreOptions}. */
export const EVENT_STORE_OPTIONS: OptionTable<MemoryEventStoreOptions> = {
  events: count(1_000),
  characters: count(1_048_576),
  totalCharacters: count(EVENT_CHARACTERS.most),
  sessions: count(EVENT_SESSIONS.most),
  timeToLive: lifetime(1_800_000),
  now: FUNCTION,
};

/** Heap bytes of an event without its text, and of the name of a stream whose events were dropped. */
const EVENT_WEIGHT = 176;

/** Heap bytes of a session without its events. */
const SESSION_WEIGHT = 1_024;

/** Stores the latest events of each session in this process. */
export class MemoryEventStore implements EventStore {
  readonly #eventLimit: number;
  readonly #characterLimit: number;
  readonly #timeToLive: number;
  readonly #now: () => number;
  /** Sessions with events. The one with the latest event is last. */
  readonly #active = new Map<string, SessionEvents>();
  /** Sessions whose events have all expired. Streams without news for a long time can still be resumed. */
  readonly #quiet = new Map<string, SessionEvents>();
  /** The last one of `#active`, which need not be moved to the end; undefined if it is not known. */
  #latest: SessionEvents | undefined = undefined;
  readonly #count: Shares<string>;
  readonly #characters: Shares<string>;
  /** The last number of the sessions that were dropped: a session that is stored again continues after it. */
  #lastDropped = 0;
  readonly #lose = (session: string): void => this.forget(session);

  /** @throws {TypeError | RangeError} if a limit is not a positive number. The message names it. */
  constructor(options: MemoryEventStoreOptions = {}) {
    checkOptions('MemoryEventStore', options, EVENT_STORE_OPTIONS);
    const given = withDefaults<MemoryEventStoreOptions>(options, EVENT_STORE_OPTIONS);
    const { events, characters, totalCharacters, sessions, timeToLive, now = () => performance.now() } = given;
    this.#eventLimit = events;
    this.#characterLimit = Math.min(characters, totalCharacters);
    this.#count = new Shares(sessions);
    this.#characters = new Shares(totalCharacters);
    this.#timeToLive = timeToLive;
    this.#now = now;
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
    this.#characters.add(kept.holder, session, kept.weight);
    const entries = kept.entries.filter((entry) => entry.stream === stream);
    const number = Number(after);
    const at = entries.findIndex(({ id }) => id === number);
    // Reading can also continue from the last dropped event.
    if (String(number) !== after || (at < 0 && kept.dropped?.get(stream) !== number)) return undefined;
    const events = entries
      .slice(at + 1)
      .flatMap(({ id, data }) => (data === undefined ? [] : { id: String(id), data }));
    const last = entries.at(-1);
    if (last?.ended === true) return { events, ended: true };
    return { events, ended: false, ...(last?.unanswered !== undefined && { unanswered: last.unanswered }) };
  }

  end(key: StreamKey): void {
    const kept = this.#find(key.session);
    const last = kept?.entries.at(-1);
    // An end directly after the last event, as after an answer, needs no entry.
    if (kept === undefined || last?.stream !== key.stream) return void this.#add(key, undefined, undefined);
    if (key.claim !== undefined) kept.checkClaim(key.claim);
    last.ended = true;
    last.time = this.#now();
    this.#renew(key.session, kept);
  }

  forget(session: string): void {
    const kept = this.#find(session);
    if (kept === undefined) return;
    this.#lastDropped = Math.max(this.#lastDropped, kept.last);
    kept.clear();
    if (kept === this.#latest) this.#latest = undefined;
    this.#active.delete(session);
    this.#quiet.delete(session);
    this.#count.delete(kept.holder, session);
    this.#characters.delete(kept.holder, session);
  }

  #find(session: string): SessionEvents | undefined {
    return this.#active.get(session) ?? this.#quiet.get(session);
  }

  #add(
    { session, stream, claim, holder = 'anyone' }: StreamKey,
    data: string | undefined,
    unanswered: readonly RequestId[] | undefined,
  ): string {
    const known = this.#find(session);
    const kept = known ?? new SessionEvents(this.#lastDropped, holder);
    if (claim !== undefined) kept.checkClaim(claim);
    const now = this.#now();
    const id = ++kept.last;
    const text = data === undefined ? 0 : textBytes(data);
    const size = EVENT_WEIGHT + text + (unanswered === undefined ? 0 : weigh(unanswered));
    this.#dropExpired(now);
    this.#trim(kept, now, size);
    if (known === undefined) this.#count.displace(kept.holder, this.#lose);
    this.#characters.displace(kept.holder, this.#lose, size + (known === undefined ? SESSION_WEIGHT : 0));
    kept.push({ stream, id, data, time: now, unanswered, size, ended: data === undefined });
    // It alone is too large.
    if (size > this.#characterLimit) kept.dropOldest(this.#eventLimit);
    this.#renew(session, kept);
    return String(id);
  }

  /** Counts what a session takes, and makes it the one with the latest event. */
  #renew(session: string, kept: SessionEvents): void {
    this.#characters.renew(kept.holder, session, kept.weight);
    if (kept === this.#latest) return;
    this.#latest = kept;
    this.#quiet.delete(session);
    this.#active.delete(session);
    this.#active.set(session, kept);
    this.#count.renew(kept.holder, session);
  }

  /**
   * Drops the oldest entries of a session: those beyond the limits of number, size, and age.
   *
   * @param added the size of an entry that is about to be added. Default: none is
   */
  #trim(kept: SessionEvents, now: number, added?: number): void {
    const { entries } = kept;
    const eventLimit = added === undefined ? this.#eventLimit : this.#eventLimit - 1;
    const characterLimit = this.#characterLimit - (added ?? 0);
    for (let oldest = entries[0]; oldest !== undefined; oldest = entries[0]) {
      const fits = entries.length <= eventLimit && kept.characters <= characterLimit;
      if (fits && !this.#isExpired(oldest, now)) return;
      kept.dropOldest(this.#eventLimit);
    }
  }

  /** Drops expired events. */
  #dropExpired(now: number): void {
    for (const [session, kept] of this.#active) {
      if (!this.#isExpired(kept.entries.at(-1), now)) return;
      this.#trim(kept, now);
      if (kept === this.#latest) this.#latest = undefined;
      this.#active.delete(session);
      this.#quiet.set(session, kept);
      this.#characters.add(kept.holder, session, kept.weight);
    }
  }

  #isExpired(entry: Entry | undefined, now: number): boolean {
    return entry === undefined || entry.time <= now - this.#timeToLive;
  }
}

class SessionEvents {
  readonly holder: string;
  /** Oldest first. */
  readonly entries: Entry[] = [];
  /** The sizes of all entries. */
  characters = 0;
  /** The number of the latest entry. */
  last: number;
  /** The last dropped event of each stream, for as many streams as there are stored events. Undefined, which is smaller, if there is none. */
  dropped: Map<string, number> | undefined = undefined;
  /** The largest number of a claim. */
  #claim = 0;

  constructor(last: number, holder: string) {
    this.last = last;
    this.holder = holder;
  }

  /** What the session takes. */
  get weight(): number {
    return SESSION_WEIGHT + this.characters + EVENT_WEIGHT * (this.dropped?.size ?? 0);
  }

  /** @throws {StaleClaimError} if a newer claim has written. */
  checkClaim(claim: number): void {
    if (claim < this.#claim) throw new StaleClaimError();
    this.#claim = claim;
  }

  push(entry: Entry): void {
    this.entries.push(entry);
    this.characters += entry.size;
  }

  /** @param streams the maximum number of streams whose last dropped event is kept */
  dropOldest(streams: number): void {
    const oldest = this.entries.shift();
    if (oldest === undefined) return;
    this.characters -= oldest.size;
    this.dropped?.delete(oldest.stream);
    // Nothing is left of a stream whose end is dropped.
    if (oldest.ended) return;
    const dropped = (this.dropped ??= new Map());
    dropped.set(oldest.stream, oldest.id);
    if (dropped.size <= streams) return;
    const [forgotten] = dropped.keys();
    if (forgotten !== undefined) dropped.delete(forgotten);
  }

  clear(): void {
    this.entries.length = 0;
    this.characters = 0;
    this.dropped = undefined;
  }
}

/** An event, the end of a stream without data, or both. */
interface Entry {
  readonly stream: string;
  readonly id: number;
  readonly data: string | undefined;
  time: number;
  readonly unanswered: readonly RequestId[] | undefined;
  /** What it takes. */
  readonly size: number;
  /** Whether the stream ended with it. */
  ended: boolean;
}
