/**
 * Tasks of the extension, for clients of servers that have tasks of revision 2025-11-25. The bridge calls a tool as a task if the server
 * allows it, and waits for the result. It keeps a corresponding task for the client: with its id, its questions, and its result.
 */

import {
  ErrorCode,
  JsonRpcError,
  RequestCancelledError,
  type HandlerContext,
  type Quota,
  type RequestOutcome,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Method as AnyMethod } from '../conversions/index.js';
import { targetOf } from '../translator.js';
import { RELATED_TASK, TASKS_UPDATE } from '../tasks/taskNames.js';
import { isFinal, type TaskError } from '../tasks/taskRecord.js';
import type { RunningTask } from '../tasks/runningTask.js';
import { detailedTask, taskOf, unknownTask } from '../tasks/wire.js';
import { bridgeError } from './bridgeErrors.js';
import { BridgeTasks } from './bridgeTasks.js';
import { withoutTimeout, type Upstream } from './upstream.js';

const CALL = Method.toolsCall;

/** A task that the server has created. */
interface Created {
  readonly taskId: string;
  readonly ttl: number | null;
  readonly pollInterval?: number;
  readonly statusMessage?: string;
}

/** The tasks of one client. */
export class LinkTasks {
  readonly #upstream: Upstream;
  readonly #onIdle: () => void;
  readonly #tasks: BridgeTasks;

  /**
   * @param quota counts the memory of the tasks
   * @param onIdle called when a task has ended
   */
  constructor(upstream: Upstream, quota: Quota, onIdle: () => void) {
    this.#upstream = upstream;
    this.#onIdle = onIdle;
    this.#tasks = new BridgeTasks(quota, (task) => this.#cancel(task));
    void upstream.session.closed.then(() => this.#close());
  }

  /** Whether any task is running. */
  get isRunning(): boolean {
    return this.#tasks.all.some(({ record }) => !isFinal(record.status));
  }

  /** Whether there is any task that the client may request. */
  get isKept(): boolean {
    return this.#tasks.ids.length > 0;
  }

  /**
   * Calls a tool as a task, and calls back with the immediate response for the client. The task is registered before the server's next
   * message is handled.
   *
   * @returns a function that cancels the call
   * @throws {JsonRpcError} if there are too many tasks.
   */
  open(
    params: unknown,
    context: Pick<HandlerContext, 'meta' | 'progress'>,
    { resolve, reject }: RequestOutcome,
  ): (reason: unknown) => void {
    this.#tasks.makeRoom();
    const { converter } = this.#upstream;
    const call = { ...(converter.toServer(CALL, 'params', params) as object), task: {} };
    return this.#upstream.openTask(call, withoutTimeout(context), {
      resolve: (answered) => {
        let clientError: object;
        try {
          clientError = this.#begun(answered, params);
        } catch (error) {
          return reject(error);
        }
        resolve(clientError);
      },
      reject,
    });
  }

  #begun(answered: { readonly task?: Created }, params: unknown): object {
    const { task: created } = answered;
    if (created === undefined) return this.#upstream.converter.resultToClient(CALL, answered, params) as object;
    const { taskId: id, pollInterval = 1_000, ttl, statusMessage } = created;
    const task = this.#tasks.add({ id, tool: targetOf(params) ?? '', ttl, pollInterval, statusMessage });
    void this.#wait(task);
    return { resultType: 'task', ...taskOf(task.record) };
  }

  /**
   * Handles a request of the client about tasks.
   *
   * @throws {JsonRpcError} if the task does not exist (-32602).
   */
  answer(method: string, params: { readonly taskId?: unknown; readonly inputResponses?: object }): object {
    const task = this.#tasks.get(params.taskId);
    if (task === undefined) throw unknownTask();
    if (method === Method.tasksGet) return detailedTask(task.record);
    if (method === TASKS_UPDATE) task.answer(Object.entries(params.inputResponses ?? {}));
    else this.#cancel(task);
    return {};
  }

  /** Passes on a question that the server asks for a task. Returns undefined if it does not belong to a task. */
  ask(method: AnyMethod, params: unknown): Promise<unknown> | undefined {
    const meta = isObject(params) ? params['_meta'] : undefined;
    const related = isObject(meta) ? meta[RELATED_TASK] : undefined;
    return isObject(related) ? this.#ask(this.#tasks.get(related['taskId']), method, params) : undefined;
  }

  /** Handles a status notification of the server. Returns whether it belongs to a task. */
  clientError(params: unknown): boolean {
    const { taskId, statusMessage } = params as { readonly taskId?: unknown; readonly statusMessage?: unknown };
    const task = this.#tasks.get(taskId);
    if (typeof statusMessage === 'string') task?.say(statusMessage);
    return task !== undefined;
  }

  async #ask(task: RunningTask | undefined, method: AnyMethod, params: unknown): Promise<unknown> {
    if (task === undefined) throw bridgeError(`${method} belongs to an unknown task`);
    const { converter } = this.#upstream;
    this.#tasks.countQuestion(task);
    const key = crypto.randomUUID();
    const answers = await task.ask({ [key]: { method, params: converter.toClient(method, 'params', params) } });
    return converter.toServer(method, 'result', answers[key]);
  }

  /** Waits for the end of a task of the server. */
  async #wait(task: RunningTask): Promise<void> {
    const { session, converter } = this.#upstream;
    const { id: taskId, tool: name } = task.record;
    const { signal } = task.controller;
    try {
      const result = await session.request(Method.tasksResult, { taskId }, { timeout: 0, signal });
      task.end({ status: 'completed', result: converter.toClient(CALL, 'result', result, { name }) as object });
    } catch (error) {
      task.end({ status: 'failed', error: this.#errorOf(error) });
    } finally {
      this.#onIdle();
    }
  }

  #cancel(task: RunningTask): void {
    if (isFinal(task.record.status)) return;
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError('The client cancelled the task'));
    // The task may have ended, or the server may be unreachable.
    const { session } = this.#upstream;
    session.request(Method.tasksCancel, { taskId: task.record.id }).catch(() => undefined);
  }

  #close(): void {
    for (const id of this.#tasks.ids) this.#tasks.delete(id);
  }

  #errorOf(error: unknown): TaskError {
    const clientError = this.#upstream.clientError(error, CALL);
    if (clientError instanceof JsonRpcError) {
      const { code, message, data } = clientError;
      return { code, message, ...(data !== undefined && { data }) };
    }
    return {
      code: ErrorCode.InternalError,
      message: 'The task was lost: the server behind the bridge does not respond',
    };
  }
}
