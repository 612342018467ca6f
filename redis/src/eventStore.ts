import type { RequestId } from '@mcp-gen/runtime';
import { StaleClaimError, type EventStore, type StoredEvents, type StreamKey } from '@mcp-gen/runtime/http/server';
import type { Connection } from './connection.js';
import { HeldEvents } from './heldEvents.js';
import type { Keys } from './keys.js';
import { STALE } from './scripts.js';

/** Limits of the events of one session, and of all. */
export interface EventLimits {
  readonly events: number;
  readonly bytes: number;
  /** Bytes of the events of all sessions that this process has stored. */
  readonly totalBytes: number;
  readonly timeToLive: number;
}

/** The ids of events. */
const ID = /^(\d{1,15})-(\d{1,15})$/;

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
  readonly #held: HeldEvents;

  constructor(connection: Connection, keys: Keys, limits: EventLimits, report: (error: unknown) => void) {
    this.#connection = connection;
    this.#keys = keys;
    this.#limits = limits;
    this.#report = report;
    const drop = (session: string): void => {
      connection.run('dropEvents', keys.events(session), keys.session(session)).catch(report);
    };
    this.#held = new HeldEvents(limits.totalBytes, limits.bytes, limits.timeToLive, drop);
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
    this.#held.delete(session);
    const events = this.#keys.events(session);
    const done = await this.#connection.client.pipeline().xtrim(events, 'MAXLEN', 0).pexpire(events, ENDED_TTL).exec();
    for (const [error] of done ?? []) if (error !== null) throw error;
  }

  async #add(
    { session, stream, claim, holder = 'anyone' }: StreamKey,
    data: string,
    unanswered: string,
    end: string,
  ): Promise<string> {
    this.#held.add(session, holder, data);
    const { events, bytes, timeToLive } = this.#limits;
    const id = `${claim ?? this.#epoch}-${++this.#count}`;
    const given = [claim ?? '', id, stream, data, unanswered, end, events, bytes, timeToLive];
    try {
      await this.#connection.run('append', this.#keys.events(session), this.#keys.session(session), ...given);
    } catch (error) {
      throw isStale(error) ? new StaleClaimError() : error;
    }
    return id;
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
