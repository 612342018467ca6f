/**
 * Tasks of the extension, for clients of servers that have those of revision 2025-11-25. The bridge calls a tool as a task where the server lets it,
 * waits for the result, and has a task of its own for the client: with its id, its questions, and its end.
 */

import { ErrorCode, JsonRpcError, RequestCancelledError } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Method } from '../conversions/index.js';
import { RELATED_TASK } from '../tasks/names.js';
import { isFinal, type TaskError } from '../tasks/record.js';
import { RunningTask } from '../tasks/runningTask.js';
import { unknownTask } from '../tasks/unknownTask.js';
import { detailedTask, taskOf } from '../tasks/wire.js';
import { unreferenced } from '../unreferenced.js';
import { toClientError } from './errors.js';
import type { Upstream } from './upstream.js';

/** Tasks of one client. */
const MOST_TASKS = 100;

/** Milliseconds after which a task is dropped that has no time of its own. */
const LONGEST_TTL = 3_600_000;

const CALL: Method = 'tools/call';

/** A task, as the server has created it. */
interface Created {
  readonly taskId: string;
  readonly ttl: number | null;
  readonly pollInterval?: number;
  readonly statusMessage?: string;
}

/** The tasks of one client. */
export class LinkTasks {
  readonly #upstream: Upstream;
  readonly #revision: string;
  readonly #onIdle: () => void;
  readonly #tasks = new Map<string, RunningTask>();

  /**
   * @param revision of the client
   * @param onIdle called when a task has ended
   */
  constructor(upstream: Upstream, revision: string, onIdle: () => void) {
    this.#upstream = upstream;
    this.#revision = revision;
    this.#onIdle = onIdle;
    void upstream.session.closed.then(() => this.#close());
  }

  /** Whether a task runs. */
  get isRunning(): boolean {
    return [...this.#tasks.values()].some(({ record }) => !isFinal(record.status));
  }

  /**
   * Calls a tool as a task. Resolves with what the client is told at once.
   *
   * @throws {JsonRpcError} if there are too many tasks, or the server refuses the call.
   */
  async start(params: unknown): Promise<object> {
    this.#makeRoom();
    const { session, passage } = this.#upstream;
    const call = { ...(passage.requestToServer(CALL, params) as object), task: {} };
    const answered = (await session.request(CALL, call, { timeout: 0 })) as { readonly task?: Created };
    if (answered.task === undefined) return passage.resultToClient(CALL, answered) as object;
    const task = this.#add(answered.task);
    void this.#wait(task);
    return { resultType: 'task', ...taskOf(task.record) };
  }

  /**
   * Answers a request of the client.
   *
   * @throws {JsonRpcError} if there is no such task (-32602).
   */
  answer(method: string, params: { readonly taskId?: unknown; readonly inputResponses?: object }): object {
    const task = this.#tasks.get(String(params.taskId));
    if (task === undefined) throw unknownTask();
    if (method === 'tasks/get') return detailedTask(task.record);
    if (method === 'tasks/update') task.answer(Object.entries(params.inputResponses ?? {}));
    else this.#cancel(task);
    return {};
  }

  /** Asks the client what the server asks in the name of a task. Nothing if it is not of one. */
  ask(method: Method, params: unknown): Promise<unknown> | undefined {
    const meta = isObject(params) ? params['_meta'] : undefined;
    const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
    const task = isObject(related) ? this.#tasks.get(String(related['taskId'])) : undefined;
    return task && this.#ask(task, method, params);
  }

  /** Takes what the server says of the status of a task. Returns whether it is of one. */
  told(params: unknown): boolean {
    const { taskId, statusMessage } = params as { readonly taskId?: unknown; readonly statusMessage?: unknown };
    const task = this.#tasks.get(String(taskId));
    if (typeof statusMessage === 'string') task?.say(statusMessage);
    return task !== undefined;
  }

  async #ask(task: RunningTask, method: Method, params: unknown): Promise<unknown> {
    const { passage } = this.#upstream;
    const key = crypto.randomUUID();
    const answers = await task.ask({ [key]: { method, params: passage.toClient(method, 'params', params) } });
    return passage.toServer(method, 'result', answers[key]);
  }

  /** Waits for the end of a task of the server. */
  async #wait(task: RunningTask): Promise<void> {
    const { session, passage } = this.#upstream;
    const { id: taskId } = task.record;
    const { signal } = task.controller;
    try {
      const result = await session.request('tasks/result', { taskId }, { timeout: 0, signal });
      task.end({ status: 'completed', result: passage.toClient(CALL, 'result', result) as object });
    } catch (error) {
      task.end({ status: 'failed', error: this.#errorOf(error) });
    } finally {
      this.#onIdle();
    }
  }

  #add({ taskId, ttl, pollInterval = 1_000, statusMessage }: Created): RunningTask {
    const now = Date.now();
    const own = Math.min(ttl ?? LONGEST_TTL, LONGEST_TTL);
    const task = new RunningTask(
      {
        id: taskId,
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
      { now: Date.now, fits: () => true, onChange: () => undefined },
    );
    this.#tasks.set(taskId, task);
    unreferenced(setTimeout(() => this.#drop(task), own));
    return task;
  }

  #cancel(task: RunningTask): void {
    if (isFinal(task.record.status)) return;
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError('The client has cancelled the task'));
    // It may have ended, and the server may have gone.
    const { session } = this.#upstream;
    session.request('tasks/cancel', { taskId: task.record.id }).catch(() => undefined);
  }

  #drop(task: RunningTask): void {
    this.#cancel(task);
    this.#tasks.delete(task.record.id);
  }

  #close(): void {
    for (const task of this.#tasks.values()) this.#drop(task);
  }

  #errorOf(error: unknown): TaskError {
    const told = toClientError(error, CALL, this.#revision);
    if (told instanceof JsonRpcError) {
      const { code, message, data } = told;
      return { code, message, ...(data !== undefined && { data }) };
    }
    return {
      code: ErrorCode.InternalError,
      message: 'The task was lost: the server behind the bridge does not answer',
    };
  }

  /** The oldest that has ended makes room for a new one. */
  #makeRoom(): void {
    if (this.#tasks.size < MOST_TASKS) return;
    const ended = [...this.#tasks.values()].find(({ record }) => isFinal(record.status));
    if (ended === undefined) {
      throw new JsonRpcError(ErrorCode.InternalError, `Too many tasks are running: ${MOST_TASKS} are the most`);
    }
    this.#tasks.delete(ended.record.id);
  }
}
