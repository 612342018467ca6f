import { every, later, type Stop } from '../platform.js';
import { attempt, type ErrorListener } from '../report.js';
import type { EventSink } from './exchange.js';
import type { EventStore, StoredEvent } from './eventStore.js';

/** What the streams of a session have in common. */
export interface StreamOptions {
  readonly session: string;
  readonly store: EventStore | undefined;
  /** Hears when the store fails: the stream goes on, and cannot be resumed. */
  readonly report: ErrorListener;
  /** Milliseconds between comments that keep an idle connection open; 0 for none. */
  readonly keepAlive: number;
  /** Milliseconds after which a connection is closed for the client to come back; 0 for never. */
  readonly lifetime: number;
  /** Milliseconds that a client is told to wait before it comes back. */
  readonly retry: number;
  /** Characters that may wait for a client that does not read, before its connection is given up. */
  readonly unsentLimit: number;
  /** Whether the client knows events without data, and comes back when a connection is closed (from 2025-11-25 on). */
  readonly polls: () => boolean;
}

/**
 * A stream of server-sent events. It outlives its connections: what is sent while none is there is kept in the store, and
 * sent when the client comes back for it.
 */
export class EventStream {
  readonly name: string;
  readonly #options: StreamOptions;
  readonly #onEnd: () => void;
  #sent = 0;
  #sink: EventSink | undefined;
  /** For each connection that comes back, the events that are sent while earlier ones are read from the store. */
  readonly #missed = new Set<StoredEvent[]>();
  #resumptions = 0;
  /** Which of the resumptions the connection is from. */
  #latest = 0;
  #stopKeepAlive: Stop | undefined;
  #stopLifetime: Stop | undefined;
  #ended = false;
  #kept: Promise<void> = Promise.resolve();

  constructor(name: string, options: StreamOptions, onEnd: () => void) {
    this.name = name;
    this.#options = options;
    this.#onEnd = onEnd;
  }

  /** Whether a client listens. */
  get connected(): boolean {
    return this.#sink !== undefined || this.#missed.size > 0;
  }

  /** Resolves when the store has what has been said so far. */
  get kept(): Promise<void> {
    return this.#kept;
  }

  /** Goes on over a new connection. */
  connect(sink: EventSink): void {
    this.#sink = sink;
    sink.onGone(() => this.#disconnect(sink));
    const { keepAlive, lifetime, polls, store } = this.#options;
    this.#stopKeepAlive = every(keepAlive, () => void this.#write(': keep-alive\n\n'));
    if (store === undefined || !polls()) return;
    // Tells the client where to go on from, should it never hear anything else (2025-11-25: Transports).
    const prime = this.#keep('');
    void this.#write(format(prime));
    this.#stopLifetime = later(lifetime, () => this.interrupt());
  }

  /**
   * Goes on after an event, over the connection that came last: one that is still there is closed, since a client often knows
   * before its server does that it is gone. Resolves with false if what came after the event is no longer known.
   */
  async resume(sink: () => EventSink, after: string): Promise<boolean> {
    const { session, store } = this.#options;
    const resumption = ++this.#resumptions;
    const missed: StoredEvent[] = [];
    this.#missed.add(missed);
    let events: readonly StoredEvent[] | undefined;
    try {
      await this.#kept;
      events = await store?.after(session, this.name, after);
    } finally {
      this.#missed.delete(missed);
    }
    if (events === undefined || resumption < this.#latest) return false;
    this.#latest = resumption;
    this.#giveUp();
    const known = new Set(events.map(({ id }) => id));
    const opened = sink();
    for (const event of [...events, ...missed.filter(({ id }) => !known.has(id))]) {
      if (event.data !== '') void opened.write(format(event));
    }
    if (this.#ended) opened.end();
    else this.connect(opened);
    return true;
  }

  /** Sends a message as one event. */
  send(text: string): void | Promise<void> {
    const event = this.#keep(text);
    return this.#write(format(event));
  }

  /** Nothing more will be sent. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    const sink = this.#sink;
    this.#disconnect(sink);
    sink?.end();
    void this.#kept.then(this.#onEnd);
  }

  #keep(data: string): StoredEvent {
    const { store, session, report } = this.#options;
    const event = { id: `${this.name}-${++this.#sent}`, data };
    if (store !== undefined) {
      const kept = attempt(() => store.append(session, this.name, event), report);
      this.#kept = this.#kept.then(() => kept);
    }
    for (const missed of this.#missed) missed.push(event);
    return store === undefined ? { id: '', data } : event;
  }

  #write(text: string): void | Promise<void> {
    const sink = this.#sink;
    if (sink === undefined) return;
    const taken = sink.write(text);
    if (sink.unsent <= this.#options.unsentLimit) return taken;
    this.#giveUp();
  }

  /** Breaks the connection, if there is one. What was not sent can be had over another one. */
  #giveUp(): void {
    const sink = this.#sink;
    this.#disconnect(sink);
    sink?.destroy();
  }

  /** Closes the connection, not the stream (2025-11-25: Transports, Sending Messages to the Server). */
  interrupt(): void {
    const sink = this.#sink;
    void this.#write(`retry: ${this.#options.retry}\n\n`);
    this.#disconnect(sink);
    sink?.end();
  }

  #disconnect(sink: EventSink | undefined): void {
    if (sink !== this.#sink) return;
    this.#sink = undefined;
    this.#stopKeepAlive?.();
    this.#stopLifetime?.();
  }
}

/** JSON text has no line breaks, so that one line of data is enough. */
function format({ id, data }: StoredEvent): string {
  return id === '' ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}
