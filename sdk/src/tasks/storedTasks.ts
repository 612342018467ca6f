/** Limits the tasks of a store, which all callers share. */

import { reasonFor, Shares, type SharedLimit } from '@mcp-gen/runtime';
import { isFinal, type TaskRecord } from './taskRecord.js';

const LOSES = 'its oldest task that has ended, or else its oldest one';

/** The limit on the number of tasks. */
export const STORED_TASKS: SharedLimit = {
  what: 'stored tasks',
  option: 'maxTasks',
  of: 'MemoryTaskStore',
  most: 10_000,
  loses: LOSES,
  refused: 'an error',
};

/** The limit on the bytes of all records. */
export const TASK_BYTES: SharedLimit = {
  what: 'bytes of stored tasks',
  option: 'maxBytes',
  of: 'MemoryTaskStore',
  most: 64 * 1024 * 1024,
  unit: 'bytes',
  loses: LOSES,
  refused: 'an error',
};

/** The part of a record that is used here. It may be any value, since files can have been edited. */
export type TaskFacts = Partial<Pick<TaskRecord, 'status' | 'caller' | 'owner'>>;

interface Stored {
  readonly holder: string;
  readonly bytes: number;
  readonly hasEnded: boolean;
}

/** Counts the tasks of a store by their callers. At a limit, the caller with the most loses tasks. */
export class StoredTasks {
  readonly #tasks = new Map<string, Stored>();
  readonly #count: Shares<string>;
  readonly #bytes: Shares<string>;

  constructor(maxTasks: number, maxBytes: number) {
    this.#count = new Shares(maxTasks);
    this.#bytes = new Shares(maxBytes);
  }

  /** Returns whether a task fits without dropping another one. */
  fits(key: string, bytes: number): boolean {
    const before = this.#tasks.get(key);
    const isNew = before === undefined;
    return (
      this.#count.used + (isNew ? 1 : 0) <= this.#count.limit &&
      this.#bytes.used + bytes - (before?.bytes ?? 0) <= this.#bytes.limit
    );
  }

  /**
   * Counts a task, or a change of its size.
   *
   * @param drop called with the key of each task that is lost. It is no longer counted
   * @throws {Error} if the caller of the task has the most. Nothing is counted then.
   */
  set(key: string, record: TaskFacts, bytes: number, drop: (key: string) => void): void {
    const before = this.#tasks.get(key);
    const holder = before?.holder ?? holderOfTask(record);
    const lose = (lost: string): void => {
      this.delete(lost);
      drop(lost);
    };
    const choose = (keys: readonly string[]): string | undefined =>
      keys.find((each) => this.#tasks.get(each)?.hasEnded === true) ?? keys[0];
    if (before === undefined && !this.#count.makeRoom(holder, lose, 1, choose)) throw this.#full(STORED_TASKS);
    const more = bytes - (before?.bytes ?? 0);
    if (more > 0 && !this.#bytes.makeRoom(holder, lose, more, choose)) throw this.#full(TASK_BYTES);
    this.count(key, record, bytes);
  }

  /** Counts a task regardless of the limits. */
  count(key: string, record: TaskFacts, bytes: number): void {
    const holder = this.#tasks.get(key)?.holder ?? holderOfTask(record);
    this.#tasks.set(key, { holder, bytes, hasEnded: record.status !== undefined && isFinal(record.status) });
    this.#count.add(holder, key);
    this.#bytes.add(holder, key, bytes);
  }

  /** Stops counting a task, if it is counted. */
  delete(key: string): void {
    const stored = this.#tasks.get(key);
    if (stored === undefined) return;
    this.#tasks.delete(key);
    this.#count.delete(stored.holder, key);
    this.#bytes.delete(stored.holder, key);
  }

  #full(limit: SharedLimit): Error {
    const { size } = this.#tasks;
    return new Error(
      `The task store is full: it has ${size} tasks with ${this.#bytes.used} bytes: ${reasonFor(limit)}`,
    );
  }
}

/** Returns the caller that a task counts for, in limits that callers share. */
export function holderOfTask({ caller, owner }: TaskFacts): string {
  return caller ?? (typeof owner === 'string' ? `caller ${owner}` : 'anyone');
}
