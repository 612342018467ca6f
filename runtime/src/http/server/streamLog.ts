import type { ErrorListener } from '../../report.js';
import type { EventStore, StoredEvent, StoredEvents, StreamKey } from './eventStore.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { StaleClaimError } from './sessions/staleClaimError.js';
import { inTime } from './storeCall.js';

/** The format of an id, which must fit into a line of a stream and into a header. */
const ID = /^[\x21-\x7e]{1,200}$/;

/** The events of one stream in the store. Calls must not overlap. */
export class StreamLog {
  readonly #store: EventStore;
  readonly #key: StreamKey;
  readonly #report: ErrorListener;
  readonly #onStale: (() => void) | undefined;
  #failed = false;
  #abort: (cause: Error) => void = () => undefined;

  /** @param onStale called when another node has claimed the session, instead of the callback of `append` */
  constructor(store: EventStore, key: StreamKey, report: ErrorListener, onStale?: () => void) {
    this.#onStale = onStale;
    this.#store = store;
    this.#key = key;
    this.#report = report;
  }

  /** Whether an event could not be stored. Later events are then not stored either, since a resuming client would miss one unnoticed. */
  get failed(): boolean {
    return this.#failed;
  }

  /**
   * Stores an event. Never throws, and never rejects.
   *
   * @param then called with the id of the event, or without one if it could not be stored; synchronously if the store is synchronous
   * @param unanswered the requests that the stream still has to answer
   */
  append(
    data: string,
    then: (id: string | undefined) => void,
    unanswered?: readonly RequestId[],
  ): void | Promise<void> {
    if (this.#failed) return then(undefined);
    let id: string | Promise<string>;
    try {
      id =
        unanswered === undefined
          ? this.#store.append(this.#key, data)
          : this.#store.append(this.#key, data, unanswered);
      if (typeof id === 'string') id = checked(id);
    } catch (error) {
      return this.#withoutId(error, then);
    }
    if (typeof id === 'string') return then(id);
    return this.#inTime(id, 'append')
      .then(checked)
      .then(then, (error: unknown) => this.#withoutId(error, then));
  }

  /**
   * Returns the events after a given one; undefined if some of them were not stored, or are no longer stored.
   *
   * @throws {Error} if the store fails.
   */
  async read(after: string): Promise<StoredEvents | undefined> {
    if (this.#failed) return undefined;
    const stored: unknown = await this.#inTime(this.#store.read(this.#key, after), 'read');
    // A database driver may return null for a missing value.
    return stored === undefined || stored === null ? undefined : checkedEvents(stored);
  }

  /** Marks the stream as ended. Never throws, and never rejects. */
  end(): void | Promise<void> {
    if (this.#failed) return;
    try {
      const ended = this.#store.end(this.#key);
      if (ended !== undefined) return this.#inTime(ended, 'end').catch(this.#report);
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * Stops using the store and waiting for it.
   *
   * @param cause the error to report. Default: none
   */
  disable(cause?: Error): void {
    if (cause !== undefined && !this.#failed) this.#fail(cause);
    this.#failed = true;
    this.#abort(cause ?? new StaleClaimError());
  }

  /** Continues without ids, unless another node has claimed the session. */
  #withoutId(error: unknown, then: (id: undefined) => void): void {
    if (this.#isStale(error)) return;
    this.#fail(error);
    then(undefined);
  }

  /** Events of a session that another node has claimed must not be sent by this one. */
  #isStale(error: unknown): boolean {
    if (this.#onStale === undefined || !(error instanceof StaleClaimError)) return false;
    this.#failed = true;
    this.#onStale();
    return true;
  }

  #fail(error: unknown): void {
    // The error has already been reported.
    if (!this.#failed) this.#report(error);
    this.#failed = true;
  }

  #inTime<Value>(answer: Value | Promise<Value>, call: string): Promise<Value> {
    const disabled = new Promise<never>((_, reject) => (this.#abort = reject));
    return inTime(Promise.race([answer, disabled]), call, 'event');
  }
}

/** A line break would end an event early. */
function checkedEvents(stored: unknown): StoredEvents {
  const { events } = stored as Partial<StoredEvents>;
  const isValid = ({ id, data }: StoredEvent): boolean =>
    ID.test(id) && typeof data === 'string' && !/[\r\n]/.test(data);
  if (Array.isArray(events) && events.every(isValid)) return stored as StoredEvents;
  throw new TypeError('The event store must return events with the ids and the data that were appended');
}

function checked(id: string): string {
  if (typeof id === 'string' && ID.test(id)) return id;
  throw new TypeError('The event store must return an id of 1 to 200 visible ASCII characters');
}
