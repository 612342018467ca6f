/** The tasks that each caller has, so that none has too many. */

import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';

/** How many tasks one caller may have. */
export interface CallerTaskLimits {
  /** Those that run. */
  readonly running: number;
  /** All of them, those that have ended included. */
  readonly kept: number;
}

interface Tasks {
  running: number;
  /** The ids, oldest first. */
  readonly ids: Set<string>;
}

/** Counts the tasks of each caller. */
export class Callers {
  readonly #limits: CallerTaskLimits;
  readonly #callers = new Map<string, Tasks>();

  constructor(limits: CallerTaskLimits) {
    this.#limits = limits;
  }

  /** The ids of the tasks of a caller, oldest first. */
  idsOf(caller: string): readonly string[] {
    return [...(this.#callers.get(caller)?.ids ?? [])];
  }

  /**
   * Counts a task that begins.
   *
   * @returns the ids of tasks that the caller has too many of: the oldest, unless they run
   * @throws {JsonRpcError} if too many of the caller's tasks run.
   */
  begin(caller: string, id: string, runs: (id: string) => boolean): readonly string[] {
    const tasks = this.#callers.get(caller) ?? { running: 0, ids: new Set() };
    if (tasks.running >= this.#limits.running) {
      throw new JsonRpcError(
        ErrorCode.InternalError,
        `Too many tasks of this caller are running: ${this.#limits.running} are the most`,
      );
    }
    this.#callers.set(caller, tasks);
    tasks.running++;
    tasks.ids.add(id);
    const excess = tasks.ids.size - this.#limits.kept;
    if (excess <= 0) return [];
    return [...tasks.ids].filter((each) => !runs(each)).slice(0, excess);
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
    tasks.ids.delete(id);
    this.#forget(caller, tasks);
  }

  #forget(caller: string, { running, ids }: Tasks): void {
    if (running === 0 && ids.size === 0) this.#callers.delete(caller);
  }
}
