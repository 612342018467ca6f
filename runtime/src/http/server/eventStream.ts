import { after, every, type Stop } from '../../timers.js';
import { Holding, OverBudgetError, textBytes, type Quota } from '../../ledger/index.js';
import type { ErrorListener } from '../../report.js';
import { Sequence } from '../../sequence.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import type { EventStore, StoredEvents, StreamKey } from './eventStore.js';
import type { EventSink } from '../shared/httpExchange.js';
import { StreamLog } from './streamLog.js';

/** Options shared by the streams of a session. */
export interface StreamOptions {
  readonly session: string;
  /** The caller of the session, for limits that callers share. */
  readonly holder?: string | undefined;
  /** The number of the claim of the session, where several nodes share sessions. */
  readonly claim?: (() => number | undefined) | undefined;
  /** Called when another node has claimed the session: nothing more may be sent. */
  readonly onStale?: (() => void) | undefined;
  /** Counts the events that wait for the store. */
  readonly quota: Quota;
  readonly store: EventStore | undefined;
  /** Called when the store fails: the stream continues, and cannot be resumed. */
  readonly report: ErrorListener;
  /** Milliseconds between comments that keep an idle connection open; 0 for none. */
  readonly keepAlive: number;
  /** Milliseconds after which a connection is closed, so that the client reconnects; 0 for never. */
  readonly lifetime: number;
  /** Milliseconds that clients are told to wait before reconnecting. */
  readonly retry: number;
  /** Maximum number of characters that wait for the client, and again for the store, before the connection is closed. */
  readonly unsentLimit: number;
  /** Whether the client supports events without data, and reconnects when a connection is closed (from 2025-11-25 on). */
  readonly polls: () => boolean;
}

/**
 * A stream of server-sent events. It outlives its connections: events are stored before they are sent, and a client whose connection broke
 * resumes after the last event that it received.
 */
export class EventStream {
  readonly name: string;
  readonly #options: StreamOptions;
  readonly #onEnd: () => void;
  /** The requests that the stream still has to answer, for other processes. */
  readonly #unanswered: ReadonlySet<RequestId> | undefined;
  /** The id of the last event that was sent over a connection. */
  #sent: string | undefined;
  readonly #log: StreamLog | undefined;
  /** Events are sent in order, each after its id is known. */
  readonly #sequence = new Sequence();
  #sink: EventSink | undefined;
  /** The number of the newest connection, which may still wait for the store. */
  #newest = 0;
  #resuming = 0;
  /** Bytes of events that wait for the store. */
  readonly #waiting: Holding;
  #stopKeepAlive: Stop | undefined;
  #stopLifetime: Stop | undefined;
  #ending = false;
  #ended = false;

  /** @param unanswered the requests that the stream still has to answer. Default: none */
  constructor(name: string, options: StreamOptions, onEnd: () => void, unanswered?: ReadonlySet<RequestId>) {
    this.name = name;
    this.#unanswered = options.claim === undefined ? undefined : unanswered;
    this.#options = options;
    this.#onEnd = onEnd;
    this.#log = openLog(name, options);
    this.#waiting = new Holding(options.quota, 'output');
  }

  /** Whether a client is connected. */
  get connected(): boolean {
    return this.#sink !== undefined || this.#resuming > 0;
  }

  /** Whether clients can resume the stream. */
  get resumable(): boolean {
    return this.#log?.failed === false;
  }

  /** The id of the last event that was sent over a connection; undefined if none was. */
  get sent(): string | undefined {
    return this.#sent;
  }

  /** Resolves when the store has accepted everything so far. */
  get settled(): Promise<void> {
    return this.#sequence.settled;
  }

  /** Continues over a new connection. An older connection is closed. */
  connect(sink: EventSink): void {
    this.#newest++;
    this.#break();
    this.#sink = sink;
    sink.onGone(() => this.#disconnect(sink));
    const { keepAlive, lifetime, polls } = this.#options;
    this.#stopKeepAlive = every(keepAlive, () => void this.#write(': keep-alive\n\n'));
    if (!this.resumable || !polls()) return;
    // Tells the client where to resume if it receives nothing else (2025-11-25: Transports).
    void this.send('');
    this.#stopLifetime = after(lifetime, () => this.interrupt());
  }

  /**
   * Continues after an event, over the latest connection. An older connection is closed, since a client often notices a broken connection
   * before the server; also this one, if another one arrives while it waits for the store. Resolves with false if the events after it are no
   * longer available.
   *
   * @throws {Error} if the store fails.
   */
  async resume(open: () => EventSink, after: string): Promise<boolean> {
    const number = ++this.#newest;
    this.#resuming++;
    try {
      // Nothing is appended while the store is read, so that no event is sent twice.
      return await this.#sequence.run(async () => {
        const stored = await this.#log?.read(after);
        if (stored === undefined) return false;
        const sink = open();
        if (number !== this.#newest) {
          sink.destroy();
          return true;
        }
        this.#break();
        replay(sink, this.name, stored);
        this.#sent = stored.events.at(-1)?.id ?? after;
        if (this.#ended) sink.end();
        else this.connect(sink);
        return true;
      });
    } finally {
      this.#resuming--;
    }
  }

  /** Sends a message as one event. Returns a promise if the caller should wait for the client or the store. */
  send(data: string): void | Promise<void> {
    const log = this.#log;
    if (log === undefined) return this.#write(format(data));
    if (this.#exceeds(this.#waiting.bytes)) return;
    let taken: void | Promise<void> = undefined;
    const unanswered = this.#unanswered && [...this.#unanswered];
    const sent = this.#sequence.run(() =>
      log.append(
        data,
        (id) => {
          if (id !== undefined) {
            if (this.#sink !== undefined) this.#sent = id;
            taken = this.#write(format(data, eventId(this.name, id)));
          } else if (data !== '') taken = this.#write(format(data));
        },
        unanswered,
      ),
    );
    return sent === undefined ? taken : this.#wait(sent, textBytes(data)).then(() => taken);
  }

  /** Ends the stream: nothing more will be sent. */
  end(): void {
    void this.endWith([]);
  }

  /**
   * Ends the stream after its last messages. Returns a promise if the caller should wait for the client or the store. `unsentLimit` does not
   * apply to these messages, since even a client that reads at once cannot read them before all are written: as in a plain response, the
   * account of the caller limits them, and the adapter the time to read them.
   */
  endWith(last: readonly string[]): void | Promise<void> {
    if (this.#ending) return;
    this.#ending = true;
    let taken: void | Promise<void> = undefined;
    for (const data of last) taken = this.send(data) ?? taken;
    const ended = this.#sequence.run(() => {
      this.#ended = true;
      const sink = this.#sink;
      this.#disconnect(sink);
      sink?.end();
      return this.#log?.end();
    });
    if (ended === undefined) this.#onEnd();
    else void ended.then(this.#onEnd);
    return taken;
  }

  /** Closes the connection, not the stream (2025-11-25: Transports, Sending Messages to the Server). */
  interrupt(): void {
    const sink = this.#sink;
    if (sink === undefined) return;
    void this.#sequence.run(() => {
      if (sink !== this.#sink || !this.resumable) return;
      void this.#write(retryLine(this.#options));
      this.#disconnect(sink);
      sink.end();
    });
  }

  /** Breaks the connection, and leaves the stream to another process. */
  release(): void {
    this.#ending = true;
    this.#log?.disable();
    this.#break();
    this.#onEnd();
  }

  /** Closes the connection, and stops writing to the store, if too much waits for the store. */
  async #wait(sent: Promise<void>, bytes: number): Promise<void> {
    const { unsentLimit } = this.#options;
    const counted = this.#waiting.add(bytes);
    if (!counted || this.#exceeds(this.#waiting.bytes)) {
      this.#break();
      const error = new Error(`More than ${unsentLimit} characters wait for the event store`);
      this.#log?.disable(counted ? error : new OverBudgetError('output'));
    }
    await sent;
    if (counted) this.#waiting.add(-bytes);
  }

  #write(text: string): void | Promise<void> {
    const sink = this.#sink;
    if (sink === undefined) return;
    const taken = sink.write(text);
    if (!this.#exceeds(sink.unsent)) return taken;
    this.#break();
  }

  /** Returns whether more waits than a stream that goes on may have. */
  #exceeds(waiting: number): boolean {
    return !this.#ending && waiting > this.#options.unsentLimit;
  }

  /** Breaks the connection, if there is one. Unsent events can be resumed over another one. */
  #break(): void {
    const sink = this.#sink;
    this.#disconnect(sink);
    sink?.destroy();
  }

  #disconnect(sink: EventSink | undefined): void {
    if (sink !== this.#sink) return;
    this.#sink = undefined;
    this.#stopKeepAlive?.();
    this.#stopLifetime?.();
  }
}

/**
 * Resumes a stream that this process does not have: sends the stored events after a given one. If the stream has not ended, another process
 * writes it, and the client must reconnect for the rest. Resolves with false if the events are no longer available.
 *
 * @throws {Error} if the store fails.
 */
export async function resumeStored(
  name: string,
  options: StreamOptions,
  open: () => EventSink,
  after: string,
): Promise<boolean> {
  const stored = await openLog(name, options)?.read(after);
  if (stored === undefined) return false;
  const sink = open();
  replay(sink, name, stored);
  if (!stored.ended) void sink.write(retryLine(options));
  sink.end();
  return true;
}

/**
 * Returns the stored events of a stream after a given one; undefined if they are no longer available.
 *
 * @throws {Error} if the store fails.
 */
export async function readStored(
  name: string,
  options: StreamOptions,
  after: string,
): Promise<StoredEvents | undefined> {
  return openLog(name, options)?.read(after);
}

/** Returns the id of an event for clients. */
export function eventId(stream: string, id: string): string {
  return `${stream}-${id}`;
}

/** Parses an id of a client into the stream and the store's id. */
export function readEventId(text: string): readonly [stream: string, id: string] | undefined {
  const [, stream, id] = /^([\da-f]+\.\d{1,15})-([\x21-\x7e]{1,200})$/.exec(text) ?? [];
  return stream === undefined || id === undefined ? undefined : [stream, id];
}

function openLog(stream: string, options: StreamOptions): StreamLog | undefined {
  const { session, holder, store, report, claim, onStale } = options;
  if (store === undefined) return undefined;
  const key = claim === undefined ? { session, stream, holder } : new ClaimedStream(session, stream, holder, claim);
  return new StreamLog(store, key, report, onStale);
}

/** A stream whose session can get another claim. */
class ClaimedStream implements StreamKey {
  readonly session: string;
  readonly stream: string;
  readonly holder: string | undefined;
  readonly #claim: () => number | undefined;

  constructor(session: string, stream: string, holder: string | undefined, claim: () => number | undefined) {
    this.session = session;
    this.stream = stream;
    this.holder = holder;
    this.#claim = claim;
  }

  get claim(): number | undefined {
    return this.#claim();
  }
}

function replay(sink: EventSink, stream: string, { events }: StoredEvents): void {
  for (const { id, data } of events) if (data !== '') void sink.write(format(data, eventId(stream, id)));
}

/** JSON has no line breaks, so one data line is sufficient. */
function format(data: string, id?: string): string {
  return id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

function retryLine({ retry }: StreamOptions): string {
  return `retry: ${retry}\n\n`;
}
