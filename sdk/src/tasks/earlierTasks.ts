/** Requests about tasks in revision 2025-11-25, which has other methods for them (specification, 2025-11-25: Tasks). */

import { ErrorCode, JsonRpcError, RequestCancelledError } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import { RELATED_TASK } from './taskNames.js';
import { isFinal, type OngoingTask, type TaskQuestion, type TaskRecord } from './taskRecord.js';

import { earlierTask, invalidParams, unknownTask } from './wire.js';

/** The sender of a request. */
interface Asker {
  readonly signal: AbortSignal;
}

/** The dependencies of these handlers. */
export interface EarlierTasksParts<Context extends Asker> {
  /** Returns a task that the caller may read. */
  readonly find: (id: unknown, context: Context) => Awaitable<TaskRecord | undefined>;
  /** Returns a task that has not ended; undefined if it ended meanwhile. */
  readonly ongoing: (record: TaskRecord, context: Context) => OngoingTask | undefined;
  /** Returns the ids of the tasks of the caller, oldest first. */
  readonly idsOf: (context: Context) => readonly string[];
  /** Cancels a task, and returns it. */
  readonly cancel: (record: TaskRecord, context: Context) => Awaitable<TaskRecord>;
  /** Sends a question of a task to the other side. Undefined: tasks of this side do not ask questions. */
  readonly ask?: (
    context: Context,
    key: string,
    question: TaskQuestion & { readonly signal: AbortSignal },
  ) => Promise<unknown>;
}

type TaskParams = { readonly taskId: string };

/** Maximum number of tasks in one page of a list. */
const PAGE = 100;

/** Handles requests about tasks. */
export class EarlierTasks<Context extends Asker> {
  readonly #parts: EarlierTasksParts<Context>;

  constructor(parts: EarlierTasksParts<Context>) {
    this.#parts = parts;
  }

  /** `tasks/get`. */
  async get({ taskId }: TaskParams, context: Context): Promise<object> {
    return earlierTask(await this.#found(taskId, context));
  }

  /** `tasks/cancel`: an error if the task has ended. */
  async cancel({ taskId }: TaskParams, context: Context): Promise<object> {
    const record = await this.#found(taskId, context);
    const { status } = record;
    if (isFinal(status)) throw invalidParams(`The task cannot be cancelled: its status is ${status}`);
    return earlierTask(await this.#parts.cancel(record, context));
  }

  /** `tasks/list`: the tasks of the caller. A cursor is the id of the last task of the previous page. */
  async list(params: { readonly cursor?: string } | undefined, context: Context): Promise<object> {
    const ids = this.#parts.idsOf(context);
    const cursor = params?.cursor;
    const start = cursor === undefined ? 0 : ids.indexOf(cursor) + 1;
    if (cursor !== undefined && start === 0) throw invalidParams('Invalid params: the cursor is no longer valid');
    const page = ids.slice(start, start + PAGE);
    const records = await Promise.all(page.map(async (id) => this.#parts.find(id, context)));
    const tasks = records.flatMap((record) => (record === undefined ? [] : [earlierTask(record)]));
    return { tasks, ...(start + PAGE < ids.length && { nextCursor: page.at(-1) }) };
  }

  /** `tasks/result`: waits for the end of the task, and sends its questions meanwhile. */
  async result({ taskId }: TaskParams, context: Context): Promise<object> {
    const record = await this.#ended(await this.#found(taskId, context), context);
    const { status, result, error } = record;
    if (error !== undefined) throw new JsonRpcError(error.code, error.message, error.data);
    if (result === undefined)
      throw new JsonRpcError(ErrorCode.InvalidParams, `The task has no result: its status is ${status}`);
    const { _meta, ...rest } = result as { readonly _meta?: object };
    return { ...rest, _meta: { ..._meta, [RELATED_TASK]: { taskId } } };
  }

  async #ended(record: TaskRecord, context: Context): Promise<TaskRecord> {
    const task = isFinal(record.status) ? undefined : this.#parts.ongoing(record, context);
    if (task === undefined) return record;
    // The client may have disconnected while the task was read.
    context.signal.throwIfAborted();
    const asked = new Map<string, AbortController>();
    return new Promise((resolve, reject) => {
      const { signal } = context;
      const stop = (): void => {
        unlisten();
        signal.removeEventListener('abort', abandon);
        for (const question of asked.values()) question.abort(new RequestCancelledError('The task has ended'));
      };
      const fail = (error: Error): void => {
        stop();
        reject(error);
      };
      const abandon = (): void => fail(signal.reason as Error);
      const goOn = (changed: TaskRecord): void => {
        if (!isFinal(changed.status)) return this.#ask(task, asked, context, fail);
        stop();
        resolve(changed);
      };
      const unlisten = task.listen(goOn);
      signal.addEventListener('abort', abandon);
      goOn(task.record);
    });
  }

  /**
   * Sends questions that were not sent for this request yet, and withdraws those that the task no longer has.
   *
   * @param fail called if the task does not accept an answer
   */
  #ask(task: OngoingTask, asked: Map<string, AbortController>, context: Context, fail: (error: Error) => void): void {
    const { id } = task.record;
    const { ask } = this.#parts;
    if (ask === undefined) return;
    for (const [key, question] of asked) {
      if (!task.questions.has(key)) question.abort(new RequestCancelledError('The task withdrew its input request'));
    }
    for (const [key, { question }] of task.questions) {
      if (asked.has(key)) continue;
      const own = new AbortController();
      asked.set(key, own);
      const { method, params } = question;
      const meta = (params as { readonly _meta?: object } | undefined)?._meta;
      const sent = { ...(params as object | undefined), _meta: { ...meta, [RELATED_TASK]: { taskId: id } } };
      const signal = AbortSignal.any([context.signal, own.signal]);
      ask(context, key, { method, params: sent, signal })
        .then(
          (answer) => task.answer([[key, answer]]),
          // If the client has only stopped waiting for the result, it may request it again, and is asked again.
          (error: unknown) => (signal.aborted ? undefined : task.refuse(key, error)),
        )
        .catch(fail);
    }
  }

  async #found(id: string, context: Context): Promise<TaskRecord> {
    const record = await this.#parts.find(id, context);
    if (record === undefined) throw unknownTask();
    return record;
  }
}
