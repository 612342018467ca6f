/** Questions that a server wants answered as tasks (specification, 2025-11-25: Tasks). Loaded with the first of them. */

import { ErrorCode, JsonRpcError, RequestCancelledError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { EarlierTasks } from '../tasks/earlierTasks.js';
import { isExpired, isFinal } from '../tasks/record.js';
import { RunningTask } from '../tasks/runningTask.js';
import { earlierTask } from '../tasks/wire.js';
import { unreferenced } from '../unreferenced.js';

/** Tasks that are kept for one server. */
const MOST_TASKS = 100;

/** Milliseconds after which a task is dropped; a server may ask for less. */
const LONGEST_TTL = 3_600_000;

/** Milliseconds that a server should let pass between two polls. */
const POLL_INTERVAL = 1_000;

/** The questions of one server that are answered as tasks. */
export class AnsweredTasks {
  /** Answers requests about the tasks. */
  readonly requests: EarlierTasks<{ readonly signal: AbortSignal }>;
  readonly #tasks = new Map<string, RunningTask>();
  /** What drops each task at the end of its time. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor() {
    const find = (id: unknown): RunningTask | undefined => {
      const task = typeof id === 'string' ? this.#tasks.get(id) : undefined;
      return task === undefined || isExpired(task.record, Date.now()) ? undefined : task;
    };
    this.requests = new EarlierTasks({
      find: (id) => find(id)?.record,
      running: (id) => find(id),
      idsOf: () => [...this.#tasks.keys()],
      cancel: (id, reason) => {
        const task = this.#tasks.get(id) as RunningTask;
        task.end({ status: 'cancelled' });
        task.controller.abort(new RequestCancelledError(reason));
        return task.record;
      },
    });
  }

  /**
   * Answers a question later. Returns what the server is told at once.
   *
   * @param asked `task` of the params
   * @param answer answers the question; its signal belongs to the task
   * @throws {JsonRpcError} if there are too many tasks.
   */
  start(tool: string, asked: unknown, answer: (signal: AbortSignal) => Promise<object>): object {
    this.#makeRoom();
    const createdAt = Date.now();
    const wish = isObject(asked) && typeof asked.ttl === 'number' && asked.ttl > 0 ? asked.ttl : LONGEST_TTL;
    const ttl = Math.max(1, Math.floor(Math.min(wish, LONGEST_TTL)));
    const id = crypto.randomUUID();
    const task = new RunningTask(
      {
        id,
        owner: null,
        tool,
        status: 'working',
        createdAt,
        updatedAt: createdAt,
        ttl,
        pollInterval: POLL_INTERVAL,
        aliveUntil: createdAt + ttl,
      },
      { now: Date.now, fits: () => true, onChange: () => undefined },
    );
    this.#tasks.set(id, task);
    this.#timers.set(id, unreferenced(setTimeout(() => this.#expire(task), ttl)));
    void this.#run(task, answer);
    return { task: earlierTask(task.record) };
  }

  /** Ends all of them: the server has gone. */
  close(): void {
    for (const task of this.#tasks.values()) this.#expire(task);
  }

  async #run(task: RunningTask, answer: (signal: AbortSignal) => Promise<object>): Promise<void> {
    try {
      task.end({ status: 'completed', result: await answer(task.controller.signal) });
    } catch (error) {
      const { code, message } =
        error instanceof JsonRpcError ? error : { code: ErrorCode.InternalError, message: 'Internal error' };
      task.end({ status: 'failed', error: { code, message } });
    }
  }

  #expire(task: RunningTask): void {
    this.#remove(task.record.id);
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError('The time of the task is over'));
  }

  /** The oldest that has ended makes room for a new one. */
  #makeRoom(): void {
    if (this.#tasks.size < MOST_TASKS) return;
    const ended = [...this.#tasks.values()].find(({ record }) => isFinal(record.status));
    if (ended === undefined) {
      throw new JsonRpcError(ErrorCode.InternalError, `Too many tasks are running: ${MOST_TASKS} are the most`);
    }
    this.#remove(ended.record.id);
  }

  #remove(id: string): void {
    this.#tasks.delete(id);
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }
}
