/**
 * Tasks of revision 2025-11-25, for clients of servers that have the extension Tasks of revision 2026-07-28. The bridge polls each task of
 * the server. It keeps a corresponding task for the client: with its id, its questions, and its result.
 */

import {
  ConnectionClosedError,
  ErrorCode,
  type HandlerContext,
  HttpStatusError,
  InvalidMessageError,
  JsonRpcError,
  NegotiationError,
  type Quota,
  RequestCancelledError,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CreateTaskResult as Created, DetailedTask } from '@mcp-gen/protocol/extensions/tasks';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Method as AnyMethod } from '../conversions/index.js';
import { without } from '../properties.js';
import { targetOf } from '../translator.js';
import { EarlierTasks } from '../tasks/earlierTasks.js';
import { TASKS_UPDATE } from '../tasks/taskNames.js';
import { intervalOf, poll } from '../tasks/poll.js';
import { isFinal, type TaskError } from '../tasks/taskRecord.js';
import type { RunningTask } from '../tasks/runningTask.js';
import { earlierTask } from '../tasks/wire.js';
import { BridgeTasks } from './bridgeTasks.js';
import type { Upstream } from './upstream.js';

/** HTTP statuses below 500 of temporary errors. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

const EXPIRED = 'The time to live of the task has expired';

const CALL = Method.toolsCall;

/** The tasks of one client. */
export class SessionTasks {
  /** Handles requests about the tasks. */
  readonly requests: EarlierTasks<HandlerContext>;
  readonly #upstream: Upstream;
  readonly #tasks: BridgeTasks;

  /** @param quota counts the memory of the tasks */
  constructor(upstream: Upstream, quota: Quota) {
    this.#upstream = upstream;
    this.#tasks = new BridgeTasks(quota, (task) => this.#expire(task));
    this.requests = new EarlierTasks({
      find: (id) => this.#tasks.get(id)?.record,
      ongoing: ({ id }) => this.#tasks.get(id),
      idsOf: () => this.#tasks.ids,
      cancel: ({ id }) => this.#cancel(this.#tasks.get(id) as RunningTask),
      ask: (context, key, question) => context.ask(key, question as never),
    });
  }

  /**
   * Calls a tool, as a task if the client requests one. Otherwise, if the server creates a task, the call is answered when it has ended.
   *
   * @throws {JsonRpcError} if there are too many tasks, or the server refuses the call.
   */
  async call(params: unknown, context: HandlerContext, meta: object | undefined): Promise<object> {
    const isAsked = isObject(params) && isObject(params['task']);
    if (isAsked) this.#tasks.makeRoom();
    const { created, result = {} } = await this.#answered(without(params as object, 'task'), context, meta);
    if (created === undefined && !isAsked) return result;
    const task = this.#add(created, targetOf(params) ?? '');
    const { id: taskId } = task.record;
    if (created === undefined) task.end({ status: 'completed', result });
    else void this.#follow(task);
    // A new task always has the status `working`.
    if (isAsked) return { task: earlierTask({ ...task.record, status: 'working' }) };
    try {
      const { _meta: _, ...whole } = (await this.requests.result({ taskId }, context)) as { readonly _meta?: unknown };
      return whole;
    } finally {
      if (!isFinal(task.record.status)) this.#cancel(task);
      this.#tasks.delete(taskId);
    }
  }

  /** Handles the response of the server to a call: a result, converted for the client, or a task. */
  #answered(
    params: object,
    context: HandlerContext,
    meta: object | undefined,
  ): Promise<{ readonly result?: object; readonly created?: Created }> {
    return new Promise((resolve, reject) => {
      const { signal } = context;
      // The call may have been cancelled before this code was loaded.
      signal.throwIfAborted();
      const abort = (): void => withdraw(signal.reason);
      const done =
        <Value>(act: (value: Value) => void) =>
        (value: Value): void => {
          signal.removeEventListener('abort', abort);
          act(value);
        };
      const outcome = {
        resolve: done((result: object) => resolve({ result })),
        reject: done((error: unknown) => reject(error as Error)),
        onTask: done((created: object) => resolve({ created: created as Created })),
      };
      const withdraw = this.#upstream.forward(CALL, params, context, outcome, meta);
      signal.addEventListener('abort', abort);
    });
  }

  /** Ends all tasks. Called when the client has disconnected. Those of the server continue. */
  close(): void {
    for (const task of this.#tasks.all) {
      this.#tasks.delete(task.record.id);
      this.#stop(task);
    }
  }

  async #send(method: string, params: object): Promise<unknown> {
    return this.#upstream.session.request(method, params);
  }

  /** Adds a task: that of the server, or a finished one for an immediate result. */
  #add(created: Created | undefined, tool: string): RunningTask {
    return this.#tasks.add({
      id: created?.taskId ?? crypto.randomUUID(),
      tool,
      ttl: created?.ttlMs,
      pollInterval: intervalOf(created?.pollIntervalMs),
    });
  }

  /** Polls a task of the server until it ends. */
  async #follow(task: RunningTask): Promise<void> {
    const { id: taskId } = task.record;
    const { signal } = task.controller;
    const asked = new Set<string>();
    try {
      const ended = await poll({
        interval: (state?: DetailedTask) => (state ? intervalOf(state.pollIntervalMs) : task.record.pollInterval),
        get: () => this.#send(Method.tasksGet, { taskId }) as Promise<DetailedTask>,
        take: (state) => {
          if (state.statusMessage !== undefined) task.say(state.statusMessage);
          if (state.status === 'input_required') this.#ask(task, state.inputRequests, asked);
          return isFinal(state.status) ? state : undefined;
        },
        mayPass: isTemporary,
        signal,
      });
      this.#end(task, ended);
    } catch (error) {
      if (!signal.aborted) this.#fail(task, error);
    }
  }

  #end(task: RunningTask, state: DetailedTask): void {
    if (state.status === 'completed') {
      const whole = { resultType: 'complete', ...state.result };
      const params = { name: task.record.tool };
      const result = this.#upstream.converter.toClient(CALL, 'result', whole, params) as object;
      task.end({ status: 'completed', result });
    } else if (state.status === 'failed') {
      const { code, message, data } = state.error;
      task.end({ status: 'failed', error: { code, message, ...(data !== undefined && { data }) } });
    } else task.end({ status: 'cancelled' });
  }

  /** Adds questions of the server to the task, and sends each answer to the server. */
  #ask(task: RunningTask, questions: object, asked: Set<string>): void {
    const { converter } = this.#upstream;
    for (const [key, given] of Object.entries(questions) as [string, { method: AnyMethod; params?: unknown }][]) {
      if (asked.has(key)) continue;
      this.#tasks.countQuestion(task);
      asked.add(key);
      const { method } = given;
      const answering = async (): Promise<void> => {
        const params = converter.toClient(method, 'params', given.params);
        const answers = await task.ask({ [key]: { method, params } });
        const inputResponses = { [key]: converter.toServer(method, 'result', answers[key]) };
        await this.#send(TASKS_UPDATE, { taskId: task.record.id, inputResponses });
      };
      answering().catch((error: unknown) => {
        // If the client cannot answer a question, the task fails.
        if (!isFinal(task.record.status)) this.#fail(task, error);
      });
    }
  }

  #cancel(task: RunningTask, reason?: string): RunningTask['record'] {
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError(reason));
    // The task may have ended, or the server may be unreachable.
    this.#send(Method.tasksCancel, { taskId: task.record.id }).catch(() => undefined);
    return task.record;
  }

  /** Ends a task that cannot continue, also at the server. */
  #fail(task: RunningTask, error: unknown): void {
    task.end({ status: 'failed', error: this.#errorOf(error) });
    this.#cancel(task);
  }

  #expire(task: RunningTask): void {
    if (!isFinal(task.record.status)) this.#cancel(task, EXPIRED);
  }

  /** Stops following a task of the server. */
  #stop(task: RunningTask): void {
    task.controller.abort(new RequestCancelledError(EXPIRED));
    task.end({ status: 'cancelled' });
  }

  #errorOf(error: unknown): TaskError {
    const clientError = this.#upstream.clientError(error, CALL);
    if (clientError instanceof JsonRpcError) return { code: clientError.code, message: clientError.message };
    return {
      code: ErrorCode.InternalError,
      message: 'The task was lost: the server behind the bridge does not respond',
    };
  }
}

/** Returns whether a failed poll may succeed later: the problem of the network or server may be temporary. */
function isTemporary(error: unknown): boolean {
  if (error instanceof HttpStatusError) return error.status >= 500 || PASSING_STATUSES.has(error.status);
  const isAnswer = error instanceof JsonRpcError || error instanceof InvalidMessageError;
  return !isAnswer && !(error instanceof ConnectionClosedError) && !(error instanceof NegotiationError);
}

/** Marks the tools of a server as callable with tasks: the server decides for each call. */
export function withTaskSupport(result: object): object {
  const { tools } = result as { readonly tools?: readonly object[] };
  if (tools === undefined) return result;
  return { ...result, tools: tools.map((tool) => ({ ...tool, execution: { taskSupport: 'optional' } })) };
}
