/** Reads and writes task records in a store, which is not trusted and may be slow. */

import { ABANDONED, isExpired, isFinal, isRecord, NOT_STORED, type TaskError, type TaskRecord } from './taskRecord.js';
import { chain, type Awaitable } from '../awaitable.js';
import type { TaskStore } from './store.js';

/** Dependencies of {@link Records}. */
export interface RecordsParts {
  readonly store: TaskStore;
  readonly now: () => number;
  readonly report: (error: unknown) => void;
  /** Resumes a task of a process that has ended, and returns its record; undefined if it cannot be resumed. */
  readonly resume: (record: TaskRecord) => TaskRecord | undefined;
  /** Returns whether this process drops the task when it expires. */
  readonly isKept: (id: string) => boolean;
}

/** The format of ids that servers generate. Other ids are not looked up: a store may use ids as file names. */
const ID = /^[A-Za-z0-9_-]{32}$/;

type Change = TaskRecord | 'delete';

/** Reads and writes records. Writes of one task are sequential, and outdated ones are skipped. */
export class Records {
  readonly #parts: RecordsParts;
  /** The next write of each task, while another one is in progress. */
  readonly #latest = new Map<string, Change>();
  /** Writes in progress. */
  readonly #writing = new Map<string, Promise<void>>();
  /** Final records that the store has refused. The store still has them as running, and they must not be resumed. */
  readonly #refused = new Map<string, TaskRecord>();

  constructor(parts: RecordsParts) {
    this.#parts = parts;
  }

  /** Writes the record of a new task. Throws, or rejects, if it cannot be written. */
  create(record: TaskRecord): void | Promise<void> {
    return this.#parts.store.set(record);
  }

  /** Writes a record asynchronously. Errors are reported; a final record is written again by {@link Records.retry}. */
  write(record: TaskRecord): void {
    this.#next(record.id, record);
  }

  /** Removes a record asynchronously. */
  drop(id: string): void {
    this.#refused.delete(id);
    this.#next(id, 'delete');
  }

  /** Writes final records again that the store has refused. */
  retry(): void {
    for (const record of this.#refused.values()) this.write(record);
  }

  /** Resolves when the store has accepted or refused the writes of a task, or of all tasks without an id. Never rejects. */
  async written(id?: string): Promise<void> {
    const writing = (): readonly Promise<void>[] =>
      [...this.#writing].filter(([each]) => id === undefined || each === id).map(([, written]) => written);
    for (let open = writing(); open.length > 0; open = writing()) await Promise.all(open);
  }

  /**
   * Returns a record; undefined if it does not exist, is invalid, or has expired. A task of a process that has ended is resumed, or has
   * failed. Throws, or rejects, if the store fails.
   */
  read(id: unknown): Awaitable<TaskRecord | undefined> {
    if (typeof id !== 'string' || !ID.test(id)) return undefined;
    const latest = this.#latest.get(id) ?? this.#refused.get(id);
    if (latest === 'delete') return undefined;
    return chain(latest ?? this.#parts.store.get(id), this.#checked, id, undefined);
  }

  readonly #checked = (value: unknown, id: string): TaskRecord | undefined => {
    if (value === undefined) return undefined;
    const { now, report } = this.#parts;
    if (!isRecord(value, id)) {
      report(new Error('The task store returned an invalid record of the task'));
      return undefined;
    }
    if (isExpired(value, now())) {
      this.drop(id);
      return undefined;
    }
    if (isFinal(value.status) || value.aliveUntil >= now()) return value;
    const resumed = this.#parts.resume(value);
    if (resumed !== undefined) return resumed;
    const failed = withError(value, ABANDONED, now());
    this.write(failed);
    return failed;
  };

  #next(id: string, next: Change): void {
    const isWriting = this.#latest.has(id);
    const written = isWriting ? undefined : this.#attempt(id, next);
    if (isWriting || written !== undefined) this.#latest.set(id, next);
    if (written === undefined) return;
    const done = written.then(() => {
      const latest = this.#latest.get(id) as Change;
      this.#latest.delete(id);
      this.#writing.delete(id);
      if (latest !== next) this.#next(id, latest);
    });
    this.#writing.set(id, done);
  }

  /** Never throws, and never rejects. If a result cannot be stored, the task fails instead. */
  #attempt(id: string, next: Change): Promise<void> | undefined {
    const { store, report, isKept } = this.#parts;
    const taken = (): void => void this.#refused.delete(id);
    const failed = (error: unknown): Promise<void> | undefined => {
      report(error);
      if (next === 'delete') return undefined;
      if (next.status === 'completed') return this.#attempt(id, withError(next, NOT_STORED, next.updatedAt));
      if (isFinal(next.status) && isKept(id)) this.#refused.set(id, next);
      return undefined;
    };
    try {
      const acting = next === 'delete' ? store.delete(id) : store.set(next);
      if (acting instanceof Promise) return acting.then(taken, failed);
      taken();
      return undefined;
    } catch (error) {
      return failed(error);
    }
  }
}

function withError(record: TaskRecord, error: TaskError, updatedAt: number): TaskRecord {
  const { questions: _, result: __, resumption: ___, ...rest } = record;
  return { ...rest, status: 'failed', statusMessage: error.message, updatedAt, error };
}
