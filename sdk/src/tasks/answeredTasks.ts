/** Answers a server's requests as tasks (specification, 2025-11-25: Tasks). Loaded when the first task is requested. */

import { after, ErrorCode, JsonRpcError, RequestCancelledError, type Stop } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { EarlierTasks } from './earlierTasks.js';
import { isExpired, isFinal } from './taskRecord.js';
import { RunningTask } from './runningTask.js';
import { earlierTask } from './wire.js';

/** Maximum number of tasks kept for one server. */
const MAX_TASKS = 100;

/** Milliseconds after which a task is dropped; a server may request less. */
const MAX_TTL = 3_600_000;

/** Suggested milliseconds between two polls of the server. */
const POLL_INTERVAL = 1_000;

/** Requests of one server that are answered as tasks. */
export class AnsweredTasks {
  /** Answers requests about the tasks. */
  readonly requests: EarlierTasks<{ readonly signal: AbortSignal }>;
  readonly #tasks = new Map<string, RunningTask>();
  /** Timers that drop each task when its time to live ends. */
  readonly #expiry = new Map<string, Stop>();

  constructor() {
    const find = (id: unknown): RunningTask | undefined => {
      const task = typeof id === 'string' ? this.#tasks.get(id) : undefined;
      return task === undefined || isExpired(task.record, Date.now()) ? undefined : task;
    };
    this.requests = new EarlierTasks({
      find: (id) => find(id)?.record,
      ongoing: ({ id }) => find(id),
      idsOf: () => [...this.#tasks.keys()],
      cancel: ({ id }) => {
        const task = this.#tasks.get(id) as RunningTask;
        task.end({ status: 'cancelled' });
        task.controller.abort(new RequestCancelledError());
        return task.record;
      },
    });
  }

  /**
   * Starts a task that answers a request. Returns the immediate response: the created task.
   *
   * @param asked `task` of the params
   * @param answer computes the answer; its signal is that of the task
   * @throws {JsonRpcError} if there are too many tasks.
   */
  start(tool: string, asked: unknown, answer: (signal: AbortSignal) => Promise<object>): object {
    this.#makeRoom();
    const createdAt = Date.now();
    const requested = isObject(asked) && typeof asked.ttl === 'number' && asked.ttl > 0 ? asked.ttl : MAX_TTL;
    const ttl = Math.max(1, Math.floor(Math.min(requested, MAX_TTL)));
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
      { now: Date.now, fits: () => true, onChange: () => {} },
    );
    this.#tasks.set(id, task);
    this.#expiry.set(
      id,
      after(Math.max(ttl, 1), () => this.#expire(task)),
    );
    void this.#run(task, answer);
    return { task: earlierTask(task.record) };
  }

  /** Ends all tasks. Called when the connection to the server is closed. */
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
    task.controller.abort(new RequestCancelledError('The time to live of the task has expired'));
  }

  /** Drops the oldest finished task to make room for a new one. */
  #makeRoom(): void {
    if (this.#tasks.size < MAX_TASKS) return;
    const ended = [...this.#tasks.values()].find(({ record }) => isFinal(record.status));
    if (ended === undefined) {
      throw new JsonRpcError(ErrorCode.InternalError, `Too many running tasks: at most ${MAX_TASKS} are allowed`);
    }
    this.#remove(ended.record.id);
  }

  #remove(id: string): void {
    this.#tasks.delete(id);
    this.#expiry.get(id)?.();
    this.#expiry.delete(id);
  }
}
