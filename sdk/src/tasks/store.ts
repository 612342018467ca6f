import type { TaskRecord } from './taskRecord.js';

/** Ends a subscription. Repeated calls do nothing. */
export type EndSubscription = () => void | Promise<void>;

/**
 * Carries messages between the servers that share a {@link TaskStore}, so that each of them can answer and cancel the tasks of the others.
 * `taskStoreContract` of `@mcp-gen/sdk/testing` checks an implementation.
 */
export interface TaskChannel {
  /** Delivers a message, JSON-serializable data, to every listener, including those of the sender. */
  publish(message: object): void | Promise<void>;
  /** Adds a listener. It is called once with every later message, and never throws. */
  subscribe(listener: (message: unknown) => void): EndSubscription | Promise<EndSubscription>;
}

/**
 * Stores the records of tasks. Implement it to store tasks elsewhere than in memory; `taskStoreContract` of `@mcp-gen/sdk/testing` checks
 * an implementation. A server writes the changes of one task sequentially, and removes expired tasks. Errors of a store are reported to
 * `onError`; if a new task cannot be stored, its request fails.
 */
export interface TaskStore {
  /** Writes a record, replacing the one with the same id. */
  set(record: TaskRecord): void | Promise<void>;
  /** Returns the record with an id; undefined if there is none. */
  get(id: string): TaskRecord | undefined | Promise<TaskRecord | undefined>;
  /** Removes a record, if there is one. */
  delete(id: string): void | Promise<void>;
  /**
   * Returns the ids of unfinished tasks: `working` or `input_required`. A server calls it at its start, to resume them. Undefined: a task
   * of an earlier process is resumed when a client requests it.
   */
  unfinished?(): readonly string[] | Promise<readonly string[]>;
  /**
   * Reaches the servers that share this store. Undefined: requests to answer or cancel a task of another server are refused, so they must be
   * routed to the process that runs the task.
   */
  readonly channel?: TaskChannel;
}
