import { attempt, type ErrorListener } from '../report.js';
import { Sequence } from '../sequence.js';
import type { SessionRecord, SessionStore } from './sessionStore.js';
import { inTime } from './storeCall.js';

/** Writes the facts of one session to the store in the background, and reports failures. */
export class SessionRecorder {
  readonly #store: SessionStore;
  readonly #id: string;
  readonly #report: ErrorListener;
  readonly #sequence = new Sequence();
  #record: SessionRecord | undefined;
  #isWaiting = false;

  constructor(store: SessionStore, id: string, report: ErrorListener) {
    this.#store = store;
    this.#id = id;
    this.#report = report;
  }

  /** The session is open. */
  open(record: SessionRecord): void {
    this.#record = record;
    this.#write();
  }

  /** Adds facts, or replaces them. */
  keep(state: SessionRecord['state']): void {
    if (this.#record === undefined) return;
    this.#record = { ...this.#record, state: { ...this.#record.state, ...state } };
    this.#write();
  }

  /** The session is over. */
  close(): void {
    if (this.#record === undefined) return;
    this.#record = undefined;
    this.#run('delete', () => this.#store.delete(this.#id));
  }

  #write(): void {
    // A write that waits for its turn takes the facts as they are then.
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#run('set', () => {
      this.#isWaiting = false;
      return this.#record && this.#store.set(this.#id, this.#record);
    });
  }

  #run(call: string, act: () => void | Promise<void>): void {
    const limited = (): void | Promise<void> => {
      const acting = act();
      return acting && inTime(acting, call, 'session');
    };
    void attempt(() => this.#sequence.run(limited), this.#report);
  }
}
