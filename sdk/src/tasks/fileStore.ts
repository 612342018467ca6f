import { checkOptions, count, type OptionTable, withDefaults } from '@mcp-gen/runtime/options';
import type * as fs from 'node:fs/promises';
import type { join } from 'node:path';
import { builtin } from '../builtin.js';
import { isExpired, isFinal, type TaskRecord } from './taskRecord.js';
import type { TaskStore } from './store.js';
import { StoredTasks, STORED_TASKS } from './storedTasks.js';

/** Options of a {@link FileTaskStore}. */
export interface FileTaskStoreOptions {
  /** Maximum number of tasks. Default 10,000. */
  readonly maxTasks?: number | undefined;
  /** Maximum bytes of all records. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
}

export const FILE_TASK_STORE_OPTIONS: OptionTable<FileTaskStoreOptions> = {
  maxTasks: count(STORED_TASKS.most),
  maxBytes: count(256 * 1024 * 1024),
};

/** Facts about the file of a task, kept in memory. */
interface TaskFile extends Pick<TaskRecord, 'createdAt' | 'ttl'> {
  /** The id of the task while it has not ended. */
  readonly unfinished: string | undefined;
}

/** Modules of Node, loaded on first use. */
interface Modules {
  readonly fs: typeof fs;
  readonly join: typeof join;
}

/** Names of task files and of temporary files. */
const FILE = /^(?:[0-9a-f]{2})+\.json$/;
const TEMPORARY = /^(?:[0-9a-f]{2})+\.json\.\d+\.\d+$/;

/** Milliseconds after which a temporary file is considered abandoned. */
const WRITING_TIME = 60_000;

/** Stands for a file that cannot be read: not a valid record, so the server reports it. */
const UNREADABLE = {} as TaskRecord;

/**
 * Stores each task in a file of a folder that only the user of the process can read, so that tasks outlive the process. Files are written
 * atomically. Expired tasks are removed when the store is opened, and when it is full. Only on Node.
 */
export class FileTaskStore implements TaskStore {
  readonly #folder: string;
  readonly #stored: StoredTasks;
  readonly #files = new Map<string, TaskFile>();
  #written = 0;
  #opening: Promise<Modules> | undefined;

  /**
   * @param folder the path of the folder. Created if missing
   * @throws {TypeError} or {RangeError} if an option is unknown or invalid.
   */
  constructor(folder: string, options: FileTaskStoreOptions = {}) {
    if (typeof (folder as unknown) !== 'string' || folder === '') {
      throw new TypeError('The task store needs the path of a folder');
    }
    checkOptions('the task store', options, FILE_TASK_STORE_OPTIONS);
    const { maxTasks, maxBytes } = withDefaults<FileTaskStoreOptions>(options, FILE_TASK_STORE_OPTIONS);
    this.#folder = folder;
    this.#stored = new StoredTasks(maxTasks, maxBytes);
  }

  /** Rejects if the record exceeds a limit, or cannot be written. The previous record of the task is kept then. */
  async set(record: TaskRecord): Promise<void> {
    const modules = await this.#opened();
    const text = JSON.stringify(record);
    const bytes = new TextEncoder().encode(text).length;
    const name = fileOf(record.id);
    if (!this.#stored.fits(name, bytes)) await this.#dropExpired(modules);
    const lost: string[] = [];
    const { fs, join } = modules;
    const before = this.#files.get(name);
    // Counted before writing, since other records are written concurrently.
    this.#stored.set(name, record, bytes, (each) => lost.push(each));
    this.#files.set(name, factsOf(record));
    const temporary = join(this.#folder, `${name}.${process.pid}.${++this.#written}`);
    try {
      await fs.writeFile(temporary, text, { mode: 0o600, flush: true });
      await fs.rename(temporary, join(this.#folder, name));
      for (const each of lost) await this.#remove(modules, each);
    } catch (error) {
      if (before === undefined) this.#forget(name);
      else this.#files.set(name, before);
      await fs.rm(temporary, { force: true });
      throw error;
    }
  }

  /** Returns the record of a task. */
  async get(id: string): Promise<TaskRecord | undefined> {
    const { fs, join } = await this.#opened();
    return read(fs, join(this.#folder, fileOf(id)));
  }

  /** Removes the file of a task, if there is one. */
  async delete(id: string): Promise<void> {
    await this.#remove(await this.#opened(), fileOf(id));
  }

  /** Returns the ids of unfinished tasks that this process knows: those in the folder when it was opened, and its own. */
  async unfinished(): Promise<readonly string[]> {
    await this.#opened();
    return [...this.#files.values()].flatMap(({ unfinished }) => unfinished ?? []);
  }

  #opened(): Promise<Modules> {
    return (this.#opening ??= this.#open().catch((error: unknown) => {
      // Opening is retried on the next use.
      this.#opening = undefined;
      throw error;
    }));
  }

  async #open(): Promise<Modules> {
    const fs = builtin('node:fs/promises');
    const path = builtin('node:path');
    const join: typeof path.join = (...parts) => path.join(...parts);
    await fs.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const name of await fs.readdir(this.#folder)) {
      const file = join(this.#folder, name);
      const { size, mtimeMs } = await fs.stat(file).catch(() => ({ size: 0, mtimeMs: Infinity }));
      // Left behind by a process that was killed.
      if (TEMPORARY.test(name) && mtimeMs < Date.now() - WRITING_TIME) await fs.rm(file, { force: true });
      if (!FILE.test(name)) continue;
      const record = await read(fs, file);
      // A file that cannot be read is counted, and never expires.
      this.#stored.count(name, record ?? {}, size);
      this.#files.set(name, factsOf(record ?? {}));
    }
    await this.#dropExpired({ fs, join });
    return { fs, join };
  }

  #forget(name: string): void {
    this.#files.delete(name);
    this.#stored.delete(name);
  }

  async #dropExpired(modules: Modules): Promise<void> {
    const now = Date.now();
    for (const [name, file] of this.#files) if (isExpired(file, now)) await this.#remove(modules, name);
  }

  async #remove({ fs, join }: Modules, name: string): Promise<void> {
    await fs.rm(join(this.#folder, name), { force: true });
    this.#forget(name);
  }
}

/** The record may be any value, since the file can have been edited. */
function factsOf(record: Partial<TaskRecord>): TaskFile {
  const { createdAt = 0, ttl = null } = record;
  return { createdAt, ttl, unfinished: unfinishedId(record) };
}

function unfinishedId({ id, status }: Partial<TaskRecord>): string | undefined {
  return status !== undefined && !isFinal(status) ? id : undefined;
}

/** Returns the file name of a task. Ids are case-sensitive, and some file systems are not. */
function fileOf(id: string): string {
  const bytes = Array.from(new TextEncoder().encode(id), (byte) => byte.toString(16).padStart(2, '0'));
  return `${bytes.join('')}.json`;
}

async function read(fs: Modules['fs'], path: string): Promise<TaskRecord | undefined> {
  let text: string;
  try {
    text = await fs.readFile(path, 'utf8');
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as TaskRecord;
  } catch {
    return UNREADABLE;
  }
}
