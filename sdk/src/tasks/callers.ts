/** Counts the tasks of each caller, to limit them. */

import { LimitError } from '@mcp-gen/runtime';

/** Limits for one caller. */
export interface CallerTaskLimits {
  /** Maximum number of running tasks. */
  readonly running: number;
  /** Maximum number of tasks, including finished ones. */
  readonly kept: number;
  /** Maximum bytes of the records of all tasks in memory. */
  readonly bytes: number;
}

interface Tasks {
  running: number;
  bytes: number;
  /** The size in bytes of each task by id, oldest first. */
  readonly sizes: Map<string, number>;
}

/** Counts the tasks of each caller. */
export class Callers {
  readonly #limits: CallerTaskLimits;
  /** Returns whether a task is running: running tasks are not dropped to make room. */
  readonly #runs: (id: string) => boolean;
  readonly #callers = new Map<string, Tasks>();

  constructor(limits: CallerTaskLimits, runs: (id: string) => boolean) {
    this.#limits = limits;
    this.#runs = runs;
  }

  /** Returns the ids of the tasks of a caller, oldest first. */
  idsOf(caller: string): readonly string[] {
    return [...(this.#callers.get(caller)?.sizes.keys() ?? [])];
  }

  /**
   * Counts a new task.
   *
   * @returns the ids of tasks to drop: the oldest that are not running
   * @throws {JsonRpcError} if the caller has too many running tasks.
   */
  begin(caller: string, id: string): readonly string[] {
    const running = this.#callers.get(caller)?.running ?? 0;
    if (running >= this.#limits.running) {
      throw new LimitError(
        `Too many running tasks of this caller: at most ${this.#limits.running} are allowed`,
        'extensions: [tasks({ maxRunning })]',
      );
    }
    const { sizes } = this.adopt(caller, id);
    const excess = sizes.size - this.#limits.kept;
    if (excess <= 0) return [];
    return [...sizes.keys()].filter((each) => !this.#runs(each)).slice(0, excess);
  }

  /** Counts a task of an earlier process, regardless of limits. */
  adopt(caller: string, id: string): { readonly sizes: ReadonlyMap<string, number> } {
    const tasks = this.#callers.get(caller) ?? { running: 0, bytes: 0, sizes: new Map<string, number>() };
    this.#callers.set(caller, tasks);
    tasks.running++;
    if (!tasks.sizes.has(id)) tasks.sizes.set(id, 0);
    return tasks;
  }

  /**
   * Updates the size of a task.
   *
   * @returns the ids of tasks to drop to make room: the oldest that are not running. Undefined if dropping all of them is not enough; then
   * the size is not updated.
   */
  resize(caller: string, id: string, bytes: number): readonly string[] | undefined {
    const tasks = this.#callers.get(caller);
    const before = tasks?.sizes.get(id);
    // The task has already been dropped.
    if (tasks === undefined || before === undefined) return [];
    let excess = tasks.bytes - before + bytes - this.#limits.bytes;
    const dropped: string[] = [];
    for (const [each, size] of tasks.sizes) {
      if (excess <= 0) break;
      if (each === id || this.#runs(each)) continue;
      dropped.push(each);
      excess -= size;
    }
    // A task that shrinks is always accepted.
    if (excess > 0 && bytes > before) return undefined;
    tasks.bytes += bytes - before;
    tasks.sizes.set(id, bytes);
    return dropped;
  }

  /** Called when a handler has ended. */
  ended(caller: string): void {
    const tasks = this.#callers.get(caller);
    if (tasks === undefined) return;
    tasks.running--;
    this.#forget(caller, tasks);
  }

  /** Called when a task is dropped. */
  dropped(caller: string, id: string): void {
    const tasks = this.#callers.get(caller);
    if (tasks === undefined) return;
    tasks.bytes -= tasks.sizes.get(id) ?? 0;
    tasks.sizes.delete(id);
    this.#forget(caller, tasks);
  }

  #forget(caller: string, { running, sizes }: Tasks): void {
    if (running === 0 && sizes.size === 0) this.#callers.delete(caller);
  }
}
