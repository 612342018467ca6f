import { checkNumbers, checkOptions, type OptionNames } from '../options.js';
import { isExpired, isFinal, type TaskRecord } from './record.js';
import type { TaskStore } from './store.js';

/** Options of a {@link MemoryTaskStore}. */
export interface MemoryTaskStoreOptions {
  /** The most tasks that are kept. Default 10,000. */
  readonly maxTasks?: number | undefined;
  /** The most bytes that all records take together in memory. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

const OPTIONS: OptionNames<MemoryTaskStoreOptions> = { maxTasks: true, maxBytes: true };

/** A record as JSON, which nobody can change from outside. */
interface Kept {
  readonly json: string;
  readonly record: Pick<TaskRecord, 'createdAt' | 'ttl' | 'status'>;
}

/** Keeps tasks in this process, up to a limit. What has expired makes room; a task beyond the limit is refused. */
export class MemoryTaskStore implements TaskStore {
  readonly #tasks = new Map<string, Kept>();
  readonly #maxTasks: number;
  readonly #maxBytes: number;
  #bytes = 0;

  /** @throws {TypeError} or {RangeError} if an option is unknown or invalid, naming it. */
  constructor(options: MemoryTaskStoreOptions = {}) {
    checkOptions('the task store', options, OPTIONS);
    checkNumbers('the task store', options, { maxTasks: 'count', maxBytes: 'count' });
    this.#maxTasks = options.maxTasks ?? 10_000;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  }

  /** The tasks that are kept. */
  get size(): number {
    return this.#tasks.size;
  }

  /** @throws {Error} if the record is beyond a limit. What was kept of the task stays. */
  set(record: TaskRecord): void {
    const json = JSON.stringify(record);
    const before = this.#tasks.get(record.id);
    if (!this.#fits(json, before)) {
      this.#dropExpired();
      if (!this.#fits(json, before)) {
        throw new Error(`The task store is full: it keeps ${this.#tasks.size} tasks in ${this.#bytes} bytes`);
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

  /** Returns the ids of the tasks that have not ended. */
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

/** Bytes of a text in memory, at most. */
function sizeOf(json: string): number {
  return 2 * json.length;
}
