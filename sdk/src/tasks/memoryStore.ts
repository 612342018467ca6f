import { checkOptions, count, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import { isExpired, isFinal, type TaskRecord } from './taskRecord.js';
import type { EndSubscription, TaskChannel, TaskStore } from './store.js';
import { StoredTasks, TASK_BYTES, STORED_TASKS } from './storedTasks.js';

/** Carries messages between the servers of this process. */
class MemoryTaskChannel implements TaskChannel {
  readonly #listeners = new Set<{ readonly deliver: (message: unknown) => void }>();

  publish(message: object): void {
    const json = JSON.stringify(message);
    for (const { deliver } of [...this.#listeners]) deliver(JSON.parse(json));
  }

  subscribe(listener: (message: unknown) => void): EndSubscription {
    const added = { deliver: listener };
    this.#listeners.add(added);
    return () => void this.#listeners.delete(added);
  }
}

/** Options of a {@link MemoryTaskStore}. */
export interface MemoryTaskStoreOptions {
  /** Maximum number of tasks. At the limit, the caller with the most loses one. Default 10,000. */
  readonly maxTasks?: number | undefined;
  /** Maximum bytes of all records in memory. At the limit, the caller with the most loses tasks. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

export const MEMORY_TASK_STORE_OPTIONS: OptionTable<MemoryTaskStoreOptions> = {
  maxTasks: count(STORED_TASKS.most),
  maxBytes: count(TASK_BYTES.most),
};

/** A record as JSON, so that it cannot be changed from outside. */
interface StoredRecord {
  readonly json: string;
  readonly record: Pick<TaskRecord, 'createdAt' | 'ttl' | 'status'>;
}

/**
 * Stores tasks in this process, up to a limit. Expired tasks are removed to make room. Beyond the limit, the caller with the most loses
 * tasks, and gets no more.
 */
export class MemoryTaskStore implements TaskStore {
  /** Reaches the other servers of this process that share the store. */
  readonly channel: TaskChannel = new MemoryTaskChannel();
  readonly #tasks = new Map<string, StoredRecord>();
  readonly #stored: StoredTasks;

  /** @throws {TypeError} or {RangeError} if an option is unknown or invalid. */
  constructor(options: MemoryTaskStoreOptions = {}) {
    checkOptions('the task store', options, MEMORY_TASK_STORE_OPTIONS);
    const { maxTasks, maxBytes } = withDefaults<MemoryTaskStoreOptions>(options, MEMORY_TASK_STORE_OPTIONS);
    this.#stored = new StoredTasks(maxTasks, maxBytes);
  }

  /** The number of stored tasks. */
  get size(): number {
    return this.#tasks.size;
  }

  /** @throws {Error} if the record exceeds a limit. The previous record of the task is kept then. */
  set(record: TaskRecord): void {
    const json = JSON.stringify(record);
    if (!this.#stored.fits(record.id, sizeOf(json))) this.#dropExpired();
    this.#stored.set(record.id, record, sizeOf(json), (id) => this.#tasks.delete(id));
    this.#tasks.set(record.id, {
      json,
      record: { createdAt: record.createdAt, ttl: record.ttl, status: record.status },
    });
  }

  /** Returns a copy of the record. */
  get(id: string): TaskRecord | undefined {
    const stored = this.#tasks.get(id);
    return stored && (JSON.parse(stored.json) as TaskRecord);
  }

  /** Removes a record, if there is one. */
  delete(id: string): void {
    this.#tasks.delete(id);
    this.#stored.delete(id);
  }

  /** Returns the ids of unfinished tasks. */
  unfinished(): readonly string[] {
    return [...this.#tasks].flatMap(([id, { record }]) => (isFinal(record.status) ? [] : [id]));
  }

  #dropExpired(): void {
    const now = Date.now();
    for (const [id, { record }] of this.#tasks) if (isExpired(record, now)) this.delete(id);
  }
}

/** Returns an upper bound of the bytes of a string in memory. */
function sizeOf(json: string): number {
  return 2 * json.length;
}
