import { attempt, type ErrorListener } from '../../../report.js';
import { after, type Stop } from '../../../timers.js';
import { StaleClaimError } from './staleClaimError.js';
import { Sequence } from '../../../sequence.js';
import type { SessionRecord, SessionStore } from './sessionStore.js';
import { inTime } from '../storeCall.js';

/** Milliseconds before a failed write is retried. */
const RETRY = 1_000;

/** Writes the facts of one session to the store in the background, and reports failures. */
export class SessionRecorder {
  readonly #store: SessionStore;
  readonly #id: string;
  readonly #report: ErrorListener;
  /** The number of the claim that is written under. */
  #claim: number | undefined;
  readonly #sequence = new Sequence();
  #record: SessionRecord | undefined;
  #isWaiting = false;
  /** Pending writes. */
  #writing = 0;
  #hasFailed = false;
  #stopRetry: Stop | undefined;

  constructor(store: SessionStore, id: string, report: ErrorListener, claim?: number) {
    this.#claim = claim;
    this.#store = store;
    this.#id = id;
    this.#report = report;
  }

  /** Whether a write is pending. */
  get isWriting(): boolean {
    return this.#writing > 0;
  }

  /** Resolves when the store has answered all writes so far, with whether it has the latest facts. */
  get written(): Promise<boolean> {
    return this.#sequence.settled.then(() => !this.#hasFailed);
  }

  /** Called with a record that another process has written. */
  resume(record: SessionRecord): void {
    this.#record = record;
  }

  /** Writes the record again, under a new claim. */
  rewrite(claim: number): void {
    this.#claim = claim;
    if (this.#record !== undefined) this.#write();
  }

  /** Leaves the record to another process. */
  release(): void {
    this.#record = undefined;
  }

  /** Called when the session is open. */
  open(record: SessionRecord): void {
    this.#record = record;
    this.#write();
  }

  /** Adds or replaces facts. */
  keep(state: SessionRecord['state']): void {
    if (this.#record === undefined) return;
    this.#record = { ...this.#record, state: { ...this.#record.state, ...state } };
    this.#write();
  }

  /** Called when the session has ended. */
  close(): void {
    if (this.#record === undefined) return;
    this.#record = undefined;
    this.#run('delete', () => this.#delete());
  }

  #write(): void {
    // A queued write uses the facts at the time it runs.
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#writing++;
    this.#stopRetry?.();
    this.#run('set', async () => {
      this.#isWaiting = false;
      try {
        if (this.#record !== undefined) await inTime(this.#set(this.#record), 'set', 'session');
        this.#hasFailed = false;
      } catch (error) {
        this.#hasFailed = true;
        if (this.#claim !== undefined && !(error instanceof StaleClaimError)) this.#retry();
        throw error;
      } finally {
        this.#writing--;
      }
    });
  }

  #set(record: SessionRecord): void | Promise<void> {
    const claim = this.#claim;
    return claim === undefined ? this.#store.set(this.#id, record) : this.#store.set(this.#id, record, claim);
  }

  #delete(): void | Promise<void> {
    const claim = this.#claim;
    return claim === undefined ? this.#store.delete(this.#id) : this.#store.delete(this.#id, claim);
  }

  /** The facts must be available to other processes. */
  #retry(): void {
    this.#stopRetry = after(RETRY, () => {
      if (this.#record !== undefined) this.#write();
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
