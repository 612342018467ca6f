/** The latest events of one type, in memory: what all three ways of delivery read. */

import { randomUUID } from 'node:crypto';
import { after } from '@mcp-gen/runtime';

/** The most bytes of the payload of an event: enough to find out more with a tool. */
const MAX_BYTES = 16 * 1024;

export interface LoggedEvent {
  readonly eventId: string;
  readonly timestamp: string;
  readonly data: { readonly [key: string]: unknown };
  /** When it was added, in milliseconds since 1970. */
  readonly added: number;
}

export interface LogOptions {
  /** The most events that are kept. Default 1,000. */
  readonly maxEvents?: number;
  /** Milliseconds for which an event is kept. Default 10 minutes. */
  readonly maxAge?: number;
}

/** A part of a log. */
export interface Batch {
  readonly events: readonly LoggedEvent[];
  /** The position of the first event. */
  readonly first: number;
  /** The position after the last event. */
  readonly next: number;
  /** Whether events at the position that was asked for are no longer kept. */
  readonly truncated: boolean;
  readonly hasMore: boolean;
}

/** Events by position. A cursor names a position, and the process that has counted it. */
export class EventLog {
  readonly #process = randomUUID().slice(0, 8);
  readonly #maxEvents: number;
  readonly #maxAge: number;
  readonly #waiting = new Set<() => void>();
  #events: LoggedEvent[] = [];
  /** The position of the oldest event. */
  #first = 0;

  constructor({ maxEvents = 1_000, maxAge = 600_000 }: LogOptions = {}) {
    this.#maxEvents = maxEvents;
    this.#maxAge = maxAge;
  }

  /** The position after the latest event. */
  get end(): number {
    return this.#first + this.#events.length;
  }

  /** @throws {RangeError} if the payload is too large. */
  add(data: LoggedEvent['data'], eventId: string = randomUUID()): void {
    const bytes = Buffer.byteLength(JSON.stringify(data));
    if (bytes > MAX_BYTES) throw new RangeError(`The event has ${bytes} bytes. Expected at most ${MAX_BYTES}`);
    this.#events.push({ eventId, timestamp: new Date().toISOString(), data, added: Date.now() });
    this.#forget();
    for (const wake of this.#waiting) wake();
  }

  cursor(position: number): string {
    return `${this.#process}.${position}`;
  }

  /**
   * Returns where a subscription begins: after the event that a cursor names, or now.
   *
   * @param maxAge events that are older, in milliseconds, are skipped. Default: none
   */
  open(
    cursor: string | null | undefined,
    maxAge = Infinity,
  ): { readonly position: number; readonly truncated: boolean } {
    this.#forget();
    if (cursor === undefined || cursor === null) return { position: this.end, truncated: false };
    const [process, digits = ''] = cursor.split('.');
    const given = /^\d{1,15}$/.test(digits) ? Number(digits) : Infinity;
    // Another process has other events.
    if (process !== this.#process || given > this.end) return { position: this.end, truncated: true };
    const tooOld = this.#events.filter(({ added }) => added < Date.now() - maxAge).length;
    const position = Math.max(given, this.#first + tooOld);
    return { position, truncated: position > given };
  }

  read(position: number, most: number): Batch {
    this.#forget();
    const first = Math.max(position, this.#first);
    const events = this.#events.slice(first - this.#first, first - this.#first + most);
    const next = first + events.length;
    return { events, first, next, truncated: first > position, hasMore: next < this.end };
  }

  /** Resolves when there is an event at a position, or the signal aborts; with false when the time is over. */
  wait(position: number, milliseconds: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isWoken: boolean): void => {
        stop();
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(isWoken);
      };
      const wake = (): void => {
        if (this.end > position || signal.aborted) end(true);
      };
      const stop = after(milliseconds, () => end(false));
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      wake();
    });
  }

  #forget(): void {
    const oldest = Date.now() - this.#maxAge;
    const young = this.#events.findIndex(({ added }) => added >= oldest);
    const aged = young < 0 ? this.#events.length : young;
    const count = Math.max(aged, this.#events.length - this.#maxEvents);
    if (count === 0) return;
    this.#events = this.#events.slice(count);
    this.#first += count;
  }
}
