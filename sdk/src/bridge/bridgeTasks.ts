/** The tasks that a bridge keeps for one client: limited in number, memory, and time. */

import { after, ErrorCode, Holding, JsonRpcError, type Quota, type Stop, weigh } from '@mcp-gen/runtime';
import { isFinal, type TaskRecord } from '../tasks/taskRecord.js';
import { RunningTask } from '../tasks/runningTask.js';
import { bridgeError } from './bridgeErrors.js';

/** Maximum number of tasks of one client. */
const MAX_TASKS = 100;

/** Milliseconds after which a task without its own time to live is dropped. */
const MAX_TTL = 3_600_000;

/** Maximum number of questions of one task: open ones, and all. */
const MAX_OPEN = 100;
const MAX_QUESTIONS_IN_TOTAL = 1_000;

/** A task that the server has created. */
export interface CreatedTask {
  readonly id: string;
  /** The name of the tool that was called. */
  readonly tool: string;
  /** Milliseconds until it is dropped. Default and maximum: an hour. */
  readonly ttl?: number | null | undefined;
  /** Milliseconds between two polls. */
  readonly pollInterval: number;
  readonly statusMessage?: string | undefined;
}

interface TaskEntry {
  readonly task: RunningTask;
  /** Stops the timer for its end. */
  readonly stopTimer: Stop;
  readonly holding: Holding;
  /** The number of questions so far. */
  asked: number;
}

export class BridgeTasks {
  readonly #quota: Quota;
  readonly #onExpire: (task: RunningTask) => void;
  readonly #entries = new Map<string, TaskEntry>();

  /**
   * @param quota counts the memory of results and questions
   * @param onExpire called with an expired task, before it is dropped
   */
  constructor(quota: Quota, onExpire: (task: RunningTask) => void) {
    this.#quota = quota;
    this.#onExpire = onExpire;
  }

  /** The ids of all tasks, oldest first. */
  get ids(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** All tasks, oldest first. */
  get all(): readonly RunningTask[] {
    return Array.from(this.#entries.values(), ({ task }) => task);
  }

  get(id: unknown): RunningTask | undefined {
    return this.#entries.get(String(id))?.task;
  }

  /**
   * Adds a task with the status `working`.
   *
   * @throws {JsonRpcError} if its id is already in use, or it is too large.
   */
  add({ id, tool, ttl, pollInterval, statusMessage }: CreatedTask): RunningTask {
    if (this.#entries.has(id)) throw bridgeError('The server has created two tasks with the same id');
    const now = Date.now();
    const own = typeof ttl === 'number' ? Math.min(ttl, MAX_TTL) : MAX_TTL;
    const holding = new Holding(this.#quota, 'retained');
    const fits = (record: TaskRecord): boolean => this.#entries.get(id)?.task !== task || holding.set(weigh(record));
    const task: RunningTask = new RunningTask(
      {
        id,
        owner: null,
        tool,
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
    if (!holding.set(weigh(task.record))) throw bridgeError('The bridge has too many tasks: try again later');
    const stopTimer = after(Math.max(own, 1), () => {
      this.#onExpire(task);
      this.delete(id);
    });
    this.#entries.set(id, { task, stopTimer, holding, asked: 0 });
    return task;
  }

  /** Drops a task with all its data. */
  delete(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    entry.stopTimer();
    entry.holding.close();
  }

  /**
   * Counts a new question of a task.
   *
   * @throws {JsonRpcError} if there are too many.
   */
  countQuestion({ record, questions }: RunningTask): void {
    const entry = this.#entries.get(record.id);
    if (entry === undefined) return;
    if (questions.size < MAX_OPEN && ++entry.asked <= MAX_QUESTIONS_IN_TOTAL) return;
    throw bridgeError('Too many questions of the server in one task');
  }

  /**
   * Drops the oldest finished task, if there are too many.
   *
   * @throws {JsonRpcError} if all of them are running.
   */
  makeRoom(): void {
    if (this.#entries.size < MAX_TASKS) return;
    const ended = this.all.find(({ record }) => isFinal(record.status));
    if (ended === undefined) {
      throw new JsonRpcError(ErrorCode.InternalError, `Too many running tasks: at most ${MAX_TASKS} are allowed`);
    }
    this.delete(ended.record.id);
  }
}
