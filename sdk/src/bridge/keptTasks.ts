/** The tasks that a bridge keeps for one client: bounded, weighed, and each until its time is over. */

import { ErrorCode, Holding, JsonRpcError, weigh, type Quota } from '@mcp-gen/runtime';
import { isFinal, type TaskRecord } from '../tasks/record.js';
import { RunningTask } from '../tasks/runningTask.js';
import { unreferenced } from '../unreferenced.js';
import { bridgeError } from './errors.js';

/** Tasks of one client. */
const MOST_TASKS = 100;

/** Milliseconds after which a task is dropped that has no time of its own. */
const LONGEST_TTL = 3_600_000;

/** Questions of one task: those without an answer, and all. */
const MOST_OPEN = 100;
const MOST_ASKED = 1_000;

/** A task, as the server has created it. */
export interface CreatedTask {
  readonly id: string;
  /** Milliseconds until it is dropped. Default, and at most: an hour. */
  readonly ttl?: number | null | undefined;
  /** Milliseconds between two polls. */
  readonly pollInterval: number;
  readonly statusMessage?: string | undefined;
}

interface Kept {
  readonly task: RunningTask;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly holding: Holding;
  /** How many questions it has asked. */
  asked: number;
}

export class KeptTasks {
  readonly #quota: Quota;
  readonly #onExpire: (task: RunningTask) => void;
  readonly #kept = new Map<string, Kept>();

  /**
   * @param quota counts results and questions
   * @param onExpire called with a task whose time is over, before it is dropped
   */
  constructor(quota: Quota, onExpire: (task: RunningTask) => void) {
    this.#quota = quota;
    this.#onExpire = onExpire;
  }

  /** The ids, oldest first. */
  get ids(): readonly string[] {
    return [...this.#kept.keys()];
  }

  /** All of them. */
  get all(): readonly RunningTask[] {
    return Array.from(this.#kept.values(), ({ task }) => task);
  }

  get(id: unknown): RunningTask | undefined {
    return this.#kept.get(String(id))?.task;
  }

  /**
   * Keeps a task. It is `working`.
   *
   * @throws {JsonRpcError} if there is one with its id, or it is too large.
   */
  add({ id, ttl, pollInterval, statusMessage }: CreatedTask): RunningTask {
    if (this.#kept.has(id)) throw bridgeError('The server has created two tasks with the same id');
    const now = Date.now();
    const own = Math.min(ttl ?? LONGEST_TTL, LONGEST_TTL);
    const holding = new Holding(this.#quota, 'retained');
    const fits = (record: TaskRecord): boolean => this.#kept.get(id)?.task !== task || holding.set(weigh(record));
    const task: RunningTask = new RunningTask(
      {
        id,
        owner: null,
        tool: '',
        status: 'working',
        ...(statusMessage !== undefined && { statusMessage }),
        createdAt: now,
        updatedAt: now,
        ttl: own,
        pollInterval,
        aliveUntil: now,
      },
      { now: Date.now, fits, onChange: fits },
    );
    if (!holding.set(weigh(task.record))) throw bridgeError('The bridge holds too many tasks: try again later');
    const timer = unreferenced(
      setTimeout(() => {
        this.#onExpire(task);
        this.delete(id);
      }, own),
    );
    this.#kept.set(id, { task, timer, holding, asked: 0 });
    return task;
  }

  /** Drops a task, with all that it holds. */
  delete(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    clearTimeout(kept.timer);
    kept.holding.close();
  }

  /**
   * Counts a question that a task is about to ask.
   *
   * @throws {JsonRpcError} if it asks more than it may.
   */
  countQuestion({ record, questions }: RunningTask): void {
    const kept = this.#kept.get(record.id);
    if (kept === undefined) return;
    if (questions.size < MOST_OPEN && ++kept.asked <= MOST_ASKED) return;
    throw bridgeError('The server asks more questions in a task than the bridge allows');
  }

  /**
   * Drops the oldest task that has ended, if there are too many.
   *
   * @throws {JsonRpcError} if all of them are running.
   */
  makeRoom(): void {
    if (this.#kept.size < MOST_TASKS) return;
    const ended = this.all.find(({ record }) => isFinal(record.status));
    if (ended === undefined) {
      throw new JsonRpcError(ErrorCode.InternalError, `Too many tasks are running: ${MOST_TASKS} are the most`);
    }
    this.delete(ended.record.id);
  }
}
