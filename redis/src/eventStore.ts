import type { RequestId } from '@mcp-gen/runtime';
import { StaleClaimError, type EventStore, type StoredEvents, type StreamKey } from '@mcp-gen/runtime/http/server';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';
import { STALE } from './scripts.js';
import type { RedisShares } from './shares.js';

/** Limits of the events of one session. */
export interface EventLimits {
  readonly events: number;
  readonly bytes: number;
  readonly timeToLive: number;
}

/** The ids of events. */
const ID = /^(\d{1,15})-(\d{1,15})$/;

/** Estimated bytes of an event in Redis besides its data. */
const EVENT_WEIGHT = 100;

/** Bytes in units of which a session counts for the limit of all sessions, so that not every event changes the count. */
const UNIT = 4_096;

/** Milliseconds that an ended session is remembered, so that late events do not reuse ids. */
const ENDED_TTL = 60_000;

/** Stores the events of all streams of a session in one Redis stream, with ids in the order of appending. */
export class RedisEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #keys: Keys;
  readonly #limits: EventLimits;
  readonly #report: (error: unknown) => void;
  /** Used without claims, so that ids of a later process are larger. */
  readonly #epoch = Date.now();
  #count = 0;
  readonly #shares: RedisShares;

  /** @param shares counts the bytes of the events of all sessions */
  constructor(
    connection: Connection,
    keys: Keys,
    limits: EventLimits,
    shares: RedisShares,
    report: (error: unknown) => void,
  ) {
    this.#connection = connection;
    this.#keys = keys;
    this.#shares = shares;
    this.#limits = limits;
    this.#report = report;
  }

  async append(key: StreamKey, data: string, unanswered?: readonly RequestId[]): Promise<string> {
    return this.#add(key, data, unanswered === undefined ? '' : JSON.stringify(unanswered), '');
  }

  async read({ session, stream }: StreamKey, after: string): Promise<StoredEvents | undefined> {
    if (!ID.test(after)) return undefined;
    const entries: unknown = await this.#connection.client.xrange(this.#keys.events(session), after, '+');
    if (!Array.isArray(entries)) return undefined;
    const all = entries.map(entryOf);
    if (all.includes(undefined)) {
      this.#report(new TypeError('Redis has an invalid event. It is ignored'));
    }
    const [first, ...following] = all.flatMap((entry) => (entry?.stream === stream ? [entry] : []));
    if (first?.id !== after || first.isEnd) return undefined;
    const last = following.at(-1) ?? first;
    const events = following.flatMap(({ id, data, isEnd }) => (isEnd ? [] : { id, data }));
    const { unanswered } = last;
    return { events, ended: last.isEnd, ...(unanswered !== undefined && { unanswered }) };
  }

  async end(key: StreamKey): Promise<void> {
    await this.#add(key, '', '', '1');
  }

  async forget(session: string): Promise<void> {
    await this.#drop(session);
    await this.#connection.client.pexpire(this.#keys.events(session), ENDED_TTL);
    await this.#shares.delete(session);
  }

  async #add(
    { session, stream, claim, holder = 'anyone' }: StreamKey,
    data: string,
    unanswered: string,
    end: string,
  ): Promise<string> {
    const { events, bytes, timeToLive } = this.#limits;
    const id = `${claim ?? this.#epoch}-${++this.#count}`;
    const given = [claim ?? '', id, stream, data, unanswered, end, events, bytes, timeToLive, EVENT_WEIGHT, UNIT];
    let units: unknown;
    try {
      units = await this.#connection.run('append', this.#keys.events(session), this.#keys.session(session), ...given);
    } catch (error) {
      throw isStale(error) ? new StaleClaimError() : error;
    }
    // An event that is larger than the limit leaves none.
    if (units === 0) await this.#shares.delete(session);
    else if (Number(units) > 0) await this.#countEvents(session, holder, Number(units) * UNIT);
    return id;
  }

  /** Counts the events of a session. At the limit, the caller with the most loses those of its session that was counted first. */
  async #countEvents(session: string, holder: string, bytes: number): Promise<void> {
    const item = { id: session, holder, amounts: [bytes], rank: Date.now(), timeToLive: this.#limits.timeToLive };
    const { lost } = await this.#shares.count(item, 'displace');
    await Promise.all(lost.map((each) => this.#drop(each)));
  }

  #drop(session: string): Promise<unknown> {
    return this.#connection.run('dropEvents', this.#keys.events(session), this.#keys.session(session));
  }
}

/** Whether a script has refused a write under an older claim. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && error.message.includes(STALE);
}

interface Entry {
  readonly id: string;
  readonly stream: string;
  readonly data: string;
  readonly isEnd: boolean;
  readonly unanswered: readonly RequestId[] | undefined;
}

/** Returns an entry of a stream of Redis, or undefined if it is not an event. */
function entryOf(value: unknown): Entry | undefined {
  const [id, fields] = (Array.isArray(value) ? value : []) as readonly unknown[];
  if (typeof id !== 'string' || !ID.test(id) || !Array.isArray(fields)) return undefined;
  const named = new Map<unknown, unknown>();
  for (let at = 0; at + 1 < fields.length; at += 2) named.set(fields[at], fields[at + 1]);
  const [stream, data, ids] = [named.get('s'), named.get('d'), named.get('u')];
  if (typeof stream !== 'string' || typeof data !== 'string' || /[\r\n]/.test(data)) return undefined;
  const unanswered = ids === undefined ? undefined : idsOf(ids);
  if (ids !== undefined && unanswered === undefined) return undefined;
  return { id, stream, data, isEnd: named.get('e') === '1', unanswered };
}

function idsOf(text: unknown): readonly RequestId[] | undefined {
  try {
    const ids: unknown = JSON.parse(String(text));
    const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';
    return Array.isArray(ids) && ids.every(isId) ? (ids as readonly RequestId[]) : undefined;
  } catch {
    return undefined;
  }
}
