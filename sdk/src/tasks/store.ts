import type { TaskRecord } from './record.js';

/**
 * Keeps the records of tasks. Implement it to keep tasks elsewhere than in memory; `taskStoreContract` of `@mcp-gen/sdk/testing` checks
 * an implementation. A server writes the changes of one task one after the other, and removes tasks that have expired. What a store throws
 * is reported to `onError`; a task that cannot be stored when it is created is refused.
 */
export interface TaskStore {
  /** Writes a record, in the place of the one that has its id. */
  set(record: TaskRecord): void | Promise<void>;
  /** Returns the record with an id; undefined if there is none. */
  get(id: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /** Removes a record, if there is one. */
  delete(id: string): void | Promise<void>;
  /**
   * Returns the ids of the tasks that have not ended: `working` or `input_required`. A server asks for them when it starts, to resume
   * them. Left out: a task of an earlier process is resumed when somebody asks for it.
   */
  unfinished?(): readonly string[] | Promise<readonly string[]>;
}
