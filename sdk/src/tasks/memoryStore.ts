import { checkNumbers, checkOptions, type OptionNames } from '../options.js';
import type { TaskChannel } from './channel.js';
import { MemoryTaskChannel } from './memoryChannel.js';
import { isExpired, isFinal, type TaskRecord } from './record.js';
import type { TaskStore } from './store.js';

/** Options of a {@link MemoryTaskStore}. */
export interface MemoryTaskStoreOptions {
  /** Maximum number of tasks. Default 10,000. */
  readonly maxTasks?: number | undefined;
  /** Maximum bytes of all records in memory. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

const OPTIONS: OptionNames<MemoryTaskStoreOptions> = { maxTasks: true, maxBytes: true };

/** A record as JSON, so that it cannot be changed from outside. */
interface Kept {
  readonly json: string;
  readonly record: Pick<TaskRecord, 'createdAt' | 'ttl' | 'status'>;
}

/** Stores tasks in this process, up to a limit. Expired tasks are removed to make room; a task beyond the limit is refused. */
export class MemoryTaskStore implements TaskStore {
  /** Reaches the other servers of this process that share the store. */
  readonly channel: TaskChannel = new MemoryTaskChannel();
  readonly #tasks = new Map<string, Kept>();
  readonly #maxTasks: number;
  readonly #maxBytes: number;
  #bytes = 0;

  /** @throws {TypeError} or {RangeError} if an option is unknown or invalid. */
  constructor(options: MemoryTaskStoreOptions = {}) {
    checkOptions('the task store', options, OPTIONS);
    checkNumbers('the task store', options, { maxTasks: 'count', maxBytes: 'count' });
    this.#maxTasks = options.maxTasks ?? 10_000;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  }

  /** The number of stored tasks. */
  get size(): number {
    return this.#tasks.size;
  }

  /** @throws {Error} if the record exceeds a limit. The previous record of the task is kept then. */
  set(record: TaskRecord): void {
    const json = JSON.stringify(record);
    const before = this.#tasks.get(record.id);
    if (!this.#fits(json, before)) {
      this.#dropExpired();
      if (!this.#fits(json, before)) {
        throw new Error(`The task store is full: it has ${this.#tasks.size} tasks with ${this.#bytes} bytes`);
      }
    }
    this.#bytes += sizeOf(json) - (before === undefined ? 0 : sizeOf(before.json));
    this.#tasks.set(record.id, {
      json,
      record: { createdAt: record.createdAt, ttl: record.ttl, status: record.status },
    });
  }

  /** Returns a copy of the record. */
  get(id: string): TaskRecord | undefined {
    const kept = this.#tasks.get(id);
    return kept && (JSON.parse(kept.json) as TaskRecord);
  }

  /** Removes a record, if there is one. */
  delete(id: string): void {
    const kept = this.#tasks.get(id);
    if (kept === undefined) return;
    this.#tasks.delete(id);
    this.#bytes -= sizeOf(kept.json);
  }

  /** Returns the ids of unfinished tasks. */
  unfinished(): readonly string[] {
    return [...this.#tasks].flatMap(([id, { record }]) => (isFinal(record.status) ? [] : [id]));
  }

  #fits(json: string, before: Kept | undefined): boolean {
    const tasks = this.#tasks.size + (before === undefined ? 1 : 0);
    const bytes = this.#bytes + sizeOf(json) - (before === undefined ? 0 : sizeOf(before.json));
    return tasks <= this.#maxTasks && bytes <= this.#maxBytes;
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
