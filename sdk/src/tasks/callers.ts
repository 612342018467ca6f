/** The tasks that each caller has, so that none has too many. */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';

/** How much one caller may have. */
export interface CallerTaskLimits {
  /** Tasks that run. */
  readonly running: number;
  /** All tasks, those that have ended included. */
  readonly kept: number;
  /** Bytes that the records of all tasks take in memory. */
  readonly bytes: number;
}

interface Tasks {
  running: number;
  bytes: number;
  /** The bytes of each task by its id, oldest first. */
  readonly sizes: Map<string, number>;
}

/** Counts the tasks of each caller. */
export class Callers {
  readonly #limits: CallerTaskLimits;
  /** Returns whether a task runs: it is not dropped to make room for others. */
  readonly #runs: (id: string) => boolean;
  readonly #callers = new Map<string, Tasks>();

  constructor(limits: CallerTaskLimits, runs: (id: string) => boolean) {
    this.#limits = limits;
    this.#runs = runs;
  }

  /** The ids of the tasks of a caller, oldest first. */
  idsOf(caller: string): readonly string[] {
    return [...(this.#callers.get(caller)?.sizes.keys() ?? [])];
  }

  /**
   * Counts a task that begins.
   *
   * @returns the ids of tasks that the caller has too many of: the oldest, unless they run
   * @throws {JsonRpcError} if too many of the caller's tasks run.
   */
  begin(caller: string, id: string): readonly string[] {
    const running = this.#callers.get(caller)?.running ?? 0;
    if (running >= this.#limits.running) {
      throw new JsonRpcError(
        ErrorCode.InternalError,
        `Too many tasks of this caller are running: ${this.#limits.running} are the most`,
      );
    }
    const { sizes } = this.adopt(caller, id);
    const excess = sizes.size - this.#limits.kept;
    if (excess <= 0) return [];
    return [...sizes.keys()].filter((each) => !this.#runs(each)).slice(0, excess);
  }

  /** Counts a task that an earlier process began, whatever the limits. */
  adopt(caller: string, id: string): { readonly sizes: ReadonlyMap<string, number> } {
    const tasks = this.#callers.get(caller) ?? { running: 0, bytes: 0, sizes: new Map<string, number>() };
    this.#callers.set(caller, tasks);
    tasks.running++;
    if (!tasks.sizes.has(id)) tasks.sizes.set(id, 0);
    return tasks;
  }

  /**
   * Counts what a task takes from now on.
   *
   * @returns the ids of tasks that have to be dropped for it: the oldest, unless they run; undefined if even that is not enough. Then
   *   nothing is changed
   */
  resize(caller: string, id: string, bytes: number): readonly string[] | undefined {
    const tasks = this.#callers.get(caller);
    const before = tasks?.sizes.get(id);
    // It has been dropped.
    if (tasks === undefined || before === undefined) return [];
    let excess = tasks.bytes - before + bytes - this.#limits.bytes;
    const dropped: string[] = [];
    for (const [each, size] of tasks.sizes) {
      if (excess <= 0) break;
      if (each === id || this.#runs(each)) continue;
      dropped.push(each);
      excess -= size;
    }
    // What shrinks is taken in any case.
    if (excess > 0 && bytes > before) return undefined;
    tasks.bytes += bytes - before;
    tasks.sizes.set(id, bytes);
    return dropped;
  }

  /** A handler has ended. */
  ended(caller: string): void {
    const tasks = this.#callers.get(caller);
    if (tasks === undefined) return;
    tasks.running--;
    this.#forget(caller, tasks);
  }

  /** A task is kept no longer. */
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
