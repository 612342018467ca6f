/**
 * Tasks of revision 2025-11-25, for clients of servers that have the extension Tasks of revision 2026-07-28. The bridge waits for each task of the
 * server, and has one of its own for the client: with its id, its questions, and its end.
 */

import { ErrorCode, JsonRpcError, RequestCancelledError, type HandlerContext } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CreateTaskResult as Created, DetailedTask } from '@mcp-gen/protocol/extensions/tasks';
import { pause } from '../client/pause.js';
import type { Method } from '../conversions/index.js';
import { without } from '../conversions/without.js';
import { EarlierTasks } from '../tasks/earlierTasks.js';
import { isFinal, type TaskError } from '../tasks/record.js';
import { RunningTask } from '../tasks/runningTask.js';
import { earlierTask } from '../tasks/wire.js';
import { unreferenced } from '../unreferenced.js';
import { toClientError } from './errors.js';
import type { Upstream } from './upstream.js';

/** Tasks of one session. */
const MOST_TASKS = 100;

/** Milliseconds after which a task is dropped that has no time of its own. */
const LONGEST_TTL = 3_600_000;

/** Milliseconds between two polls, at least and at most. */
const SHORTEST_INTERVAL = 20;
const LONGEST_INTERVAL = 60_000;

const CALL: Method = 'tools/call';

/** The tasks of one client. */
export class SessionTasks {
  /** Answers requests about them. */
  readonly requests: EarlierTasks<HandlerContext>;
  readonly #upstream: Upstream;
  readonly #revision: string;
  readonly #tasks = new Map<string, RunningTask>();

  /** @param revision of the client */
  constructor(upstream: Upstream, revision: string) {
    this.#upstream = upstream;
    this.#revision = revision;
    this.requests = new EarlierTasks({
      find: (id) => this.#tasks.get(String(id))?.record,
      running: (id) => this.#tasks.get(id),
      idsOf: () => [...this.#tasks.keys()],
      cancel: (id, reason) => this.#cancel(this.#tasks.get(id) as RunningTask, reason),
      ask: (context, key, question) => context.ask(key, { ...question, timeout: 0 } as never),
    });
  }

  /**
   * Calls a tool, as a task if the client asks for that. A call that does not is answered when the task of the server, if there is one, has ended.
   *
   * @throws {JsonRpcError} if there are too many tasks, or the server refuses the call.
   */
  async call(params: unknown, context: HandlerContext, meta: object | undefined): Promise<object> {
    const isAsked = isObject(params) && isObject(params['task']);
    if (isAsked) this.#makeRoom();
    const { created, result = {} } = await this.#answered(without(params as object, 'task'), context, meta);
    if (created === undefined && !isAsked) return result;
    const task = this.#add(created);
    const { id: taskId } = task.record;
    if (created === undefined) task.end({ status: 'completed', result });
    else void this.#follow(task);
    // A task begins as one that is worked on.
    if (isAsked) return { task: earlierTask({ ...task.record, status: 'working' }) };
    try {
      const { _meta: _, ...whole } = (await this.requests.result({ taskId }, context)) as { readonly _meta?: unknown };
      return whole;
    } finally {
      if (!isFinal(task.record.status)) this.#cancel(task);
      this.#tasks.delete(taskId);
    }
  }

  /** What the server answers to a call: a result, as the client gets it, or a task. */
  #answered(
    params: object,
    context: HandlerContext,
    meta: object | undefined,
  ): Promise<{ readonly result?: object; readonly created?: Created }> {
    return new Promise((resolve, reject) => {
      const { signal } = context;
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

  /** Ends all of them: the client has gone. Those of the server go on. */
  close(): void {
    for (const task of this.#tasks.values()) this.#expire(task);
  }

  async #send(method: string, params: object): Promise<unknown> {
    return this.#upstream.session.request(method, params);
  }

  /** Adds a task: that of the server, or one for a result that is there already. */
  #add(created: Created | undefined): RunningTask {
    const now = Date.now();
    const ttl = Math.min(created?.ttlMs ?? LONGEST_TTL, LONGEST_TTL);
    const task = new RunningTask(
      {
        id: created?.taskId ?? crypto.randomUUID(),
        owner: null,
        tool: '',
        status: 'working',
        createdAt: now,
        updatedAt: now,
        ttl,
        pollInterval: intervalOf(created?.pollIntervalMs),
        aliveUntil: now,
      },
      { now: Date.now, fits: () => true, onChange: () => undefined },
    );
    this.#tasks.set(task.record.id, task);
    unreferenced(setTimeout(() => this.#expire(task), ttl));
    return task;
  }

  /** Waits for the end of a task of the server. */
  async #follow(task: RunningTask): Promise<void> {
    const { id: taskId } = task.record;
    const { signal } = task.controller;
    const asked = new Set<string>();
    let interval = task.record.pollInterval;
    try {
      for (;;) {
        await pause(interval, signal);
        if (signal.aborted) return;
        const state = (await this.#send('tasks/get', { taskId })) as DetailedTask;
        interval = intervalOf(state.pollIntervalMs);
        if (state.statusMessage !== undefined) task.say(state.statusMessage);
        if (state.status === 'input_required') this.#ask(task, state.inputRequests, asked);
        if (isFinal(state.status)) {
          this.#end(task, state);
          return;
        }
      }
    } catch (error) {
      task.end({ status: 'failed', error: this.#errorOf(error) });
    }
  }

  #end(task: RunningTask, state: DetailedTask): void {
    if (state.status === 'completed') {
      const whole = { resultType: 'complete', ...state.result };
      task.end({ status: 'completed', result: this.#upstream.passage.toClient(CALL, 'result', whole) as object });
    } else if (state.status === 'failed') {
      const { code, message, data } = state.error;
      task.end({ status: 'failed', error: { code, message, ...(data !== undefined && { data }) } });
    } else task.end({ status: 'cancelled' });
  }

  /** Puts questions of the server into the task, and sends each answer to the server. */
  #ask(task: RunningTask, questions: object, asked: Set<string>): void {
    const { passage } = this.#upstream;
    for (const [key, given] of Object.entries(questions) as [string, { method: Method; params?: unknown }][]) {
      if (asked.has(key)) continue;
      asked.add(key);
      const { method } = given;
      const answering = async (): Promise<void> => {
        const params = passage.toClient(method, 'params', given.params);
        const answers = await task.ask({ [key]: { method, params } });
        const inputResponses = { [key]: passage.toServer(method, 'result', answers[key]) };
        await this.#send('tasks/update', { taskId: task.record.id, inputResponses });
      };
      answering().catch((error: unknown) => {
        if (isFinal(task.record.status)) return;
        // A client that cannot answer ends what asks.
        this.#cancel(task);
        task.end({ status: 'failed', error: this.#errorOf(error) });
      });
    }
  }

  #cancel(task: RunningTask, reason?: string): RunningTask['record'] {
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError(reason));
    // It may have ended, and the server may have gone.
    this.#send('tasks/cancel', { taskId: task.record.id }).catch(() => undefined);
    return task.record;
  }

  #expire(task: RunningTask): void {
    this.#tasks.delete(task.record.id);
    task.controller.abort(new RequestCancelledError('The time of the task is over'));
    task.end({ status: 'cancelled' });
  }

  #errorOf(error: unknown): TaskError {
    const told = toClientError(error, CALL, this.#revision);
    if (told instanceof JsonRpcError) return { code: told.code, message: told.message };
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

function intervalOf(given: unknown): number {
  const interval = typeof given === 'number' ? given : 1_000;
  return Math.min(Math.max(interval, SHORTEST_INTERVAL), LONGEST_INTERVAL);
}
