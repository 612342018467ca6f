/** Tool calls that a server runs as tasks: waits for their results, and answers their input requests. */

import {
  ConnectionClosedError,
  deadline,
  ErrorCode,
  InvalidMessageError,
  JsonRpcError,
  type RequestOptions,
  RequestTimeoutError,
} from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import { plainLine } from '../guard/plain.js';
import { requestOptions } from '../client/callOptions.js';
import type { ExtensionPeer } from '../client/extensionPeer.js';
import type { ToolResult } from '../client/toolResult.js';
import { intervalOf, MAX_INTERVAL, MIN_INTERVAL, poll, retriesOf } from './poll.js';
import { RELATED_TASK, TASKS_UPDATE } from './taskNames.js';
import { TaskCancelledError } from './taskErrors.js';
import type { TaskNotifications } from './taskNotifications.js';
import { TaskQuestions, type OpenQuestions } from './taskQuestions.js';

/** The state of a task, in any revision. */
export interface TaskState {
  /** The id of the task. */
  readonly id: string;
  /** Its status. */
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** The status message of the server. It is untrusted: show it as text only. */
  readonly statusMessage?: string | undefined;
  /** Milliseconds to wait before the next poll. */
  readonly pollInterval: number;
}

/** Identifies a task to resume: plain data. */
export interface StoredTask {
  /** The id of the task; undefined if the server answered at once, without a task. */
  readonly id: string | undefined;
  /** The tool that was called. */
  readonly tool: string;
}

/** The state of a call that its server has answered at once, without a task. */
export const NO_TASK: TaskState = { id: '', status: 'completed', statusMessage: undefined, pollInterval: 0 };

/** A task with the data that its status carries. */
interface FetchedTask extends TaskState {
  readonly questions?: OpenQuestions | undefined;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

/** The requests about one task. */
type TaskMethod = typeof Method.tasksGet | typeof Method.tasksCancel | typeof Method.tasksResult | typeof TASKS_UPDATE;

/** The dependencies of tasks on the client. */
export interface TaskConnection {
  /** Whether the revision has no sessions. */
  readonly isStateless: () => boolean;
  /** Sends a request about a task. */
  readonly request: (
    method: TaskMethod,
    params: { readonly taskId: string },
    options: RequestOptions,
  ) => Promise<unknown>;
  readonly extension: Pick<ExtensionPeer<never, never>, 'answer' | 'listen' | 'read' | 'toolResult'>;
  /** The task notifications of the server. */
  readonly notifications: TaskNotifications;
}

/** A task that the server sends notifications for is polled less often by this factor: notifications may be lost. */
const SUBSCRIBED_FACTOR = 10;

/** Polls after which the client requests notifications of a task: most tasks have ended by then. */
const POLLS_BEFORE_LISTENING = 2;

/** Maximum number of attempts in a row that may fail because the connection was lost. */
const MAX_LOST = 3;

/** A task that a server has created, in a message of any revision. */
export type CreatedTask = { readonly [name: string]: unknown };

/** The response of a server to a call. */
interface Answered {
  /** The task that the server created in place of a result. */
  readonly task?: CreatedTask | undefined;
  /** The result. */
  readonly result?: CallToolResult | undefined;
}

/** A task that {@link ClientTasks.start} has started, or that {@link ClientTasks.resume} has resumed. */
export class ClientTask {
  /** The id of the task; undefined if the server answered at once, without a task. */
  readonly id: string | undefined;
  /** The tool that was called. */
  readonly tool: string;
  readonly #connection: TaskConnection;
  readonly #task: Task | undefined;
  readonly #first: FetchedTask | undefined;
  readonly #result: CallToolResult | undefined;

  /** @internal */
  constructor(connection: TaskConnection, tool: string, { task, result }: Answered) {
    this.#first = task && stateOf(task);
    this.id = this.#first?.id;
    this.tool = tool;
    this.#connection = connection;
    this.#task = this.#first && new Task(connection, this.#first.id);
    this.#result = result;
  }

  /** Requests the state of the task. Rejects with the errors of the methods of a client. */
  async status(options: RequestOptions = {}): Promise<TaskState> {
    if (this.#task === undefined) return NO_TASK;
    const { id, status, statusMessage, pollInterval } = await this.#task.get(requestOptions('status', options));
    return { id, status, statusMessage, pollInterval };
  }

  /**
   * Waits for the result. Polls at the interval of the server, answers the input requests of the task, and reports its status messages to
   * `onProgress`. Aborting the signal ends the wait, not the task.
   *
   * @throws {TaskCancelledError} if the task was cancelled.
   * @throws {JsonRpcError} if the task has failed or no longer exists.
   */
  async result(options: RequestOptions = {}): Promise<ToolResult> {
    requestOptions('result', options);
    const result = this.#result ?? (await (this.#task as Task).result(options, false, this.#first));
    return this.#connection.extension.toolResult(this.tool, result, options);
  }

  /** Asks the server to cancel the task. The task may still complete or fail. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.#task?.cancel(requestOptions('cancel', options));
  }

  /** Returns what {@link ClientTasks.resume} needs to resume the task, also in another process: store it as JSON. */
  toJSON(): StoredTask {
    return { id: this.id, tool: this.tool };
  }
}

/** Waits for the result of a task that only this call waits for, and cancels the task if the wait ends early. */
export function resultOf(
  connection: TaskConnection,
  task: CreatedTask,
  options?: RequestOptions,
): Promise<CallToolResult> {
  const first = stateOf(task);
  return new Task(connection, first.id).result(options, true, first);
}

/** One task of a server. */
class Task {
  readonly #connection: TaskConnection;
  readonly #id: string;
  /** Keys of input requests that were answered or are being answered. */
  readonly #claimed = new Set<string>();
  /** Whether the task has reached a final status. */
  #isFinal = false;

  constructor(connection: TaskConnection, id: string) {
    this.#connection = connection;
    this.#id = id;
  }

  /** Requests the state of the task. */
  async get(options: RequestOptions = {}): Promise<FetchedTask> {
    return stateOf((await this.#request(Method.tasksGet, options)) as CreatedTask);
  }

  /** Asks the server to cancel the task. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.#request(Method.tasksCancel, options);
  }

  #request(method: TaskMethod, options: RequestOptions, more: object = {}): Promise<unknown> {
    return this.#connection.request(method, { taskId: this.#id, ...more }, only(options));
  }

  /**
   * Waits for the result, answers input requests, and reports progress.
   *
   * @param isOwner whether only this call waits for the task: it is cancelled if the wait ends early
   * @param first the task as it was created, if it is known
   */
  async result(options: RequestOptions = {}, isOwner = false, first?: TaskState): Promise<CallToolResult> {
    const { signal, maxTotalTimeout = 0 } = options;
    // `timeout` applies to each message instead.
    const late = deadline(maxTotalTimeout, () => new RequestTimeoutError(Method.toolsCall, maxTotalTimeout));
    const stop = AbortSignal.any([...(signal ? [signal] : []), late.signal]);
    try {
      const waiting = { ...options, signal: stop };
      return await (this.#connection.isStateless() ? this.#polled(waiting, first) : this.#awaited(waiting));
    } catch (error) {
      // The server may be unreachable, and the caller does not wait for the cancellation.
      if (isOwner && !this.#isFinal) void this.cancel().catch(() => undefined);
      throw stop.aborted ? stop.reason : error;
    } finally {
      late.stop();
    }
  }

  async #polled(given: RequestOptions, first: TaskState | undefined): Promise<CallToolResult> {
    const failing = new AbortController();
    const signal = AbortSignal.any([failing.signal, ...(given.signal ? [given.signal] : [])]);
    const options = { ...given, signal };
    const follower = this.#connection.notifications.follow(this.#id);
    const listening = new AbortController();
    const shown = new ShownStatus(options.onProgress);
    const sent = (): void => follower.pollSoon(MIN_INTERVAL);
    const questions = this.#questions(options, sent, (error) => failing.abort(error));
    let polls = 0;
    try {
      return await poll<FetchedTask, CallToolResult>({
        interval: (task) => {
          const known = task ?? first;
          if (known === undefined) return 0;
          const { pollInterval } = known;
          return follower.isSubscribed ? Math.min(pollInterval * SUBSCRIBED_FACTOR, MAX_INTERVAL) : pollInterval;
        },
        wait: async (milliseconds) => {
          const notification = await follower.next(milliseconds, signal);
          return notification && stateOf(notification);
        },
        get: () => this.get(options),
        take: async (task) => {
          const { status } = task;
          shown.show(task);
          this.#isFinal = status !== 'working' && status !== 'input_required';
          if (status === 'completed') return this.#checked(task.result, Method.tasksGet);
          if (status === 'failed') throw failureOf(task);
          if (status === 'cancelled') throw new TaskCancelledError(this.#id, task.statusMessage);
          polls += 1;
          if (polls === POLLS_BEFORE_LISTENING) {
            const { notifications, extension } = this.#connection;
            notifications.listen(extension, this.#id, follower, listening.signal);
          }
          questions.take(task.questions);
          return undefined;
        },
        retries: MAX_LOST,
        mayPass: isLost,
        signal,
      });
    } finally {
      questions.close();
      listening.abort();
      follower.close();
    }
  }

  /**
   * Answers the input requests of the task during polling.
   *
   * @param sent called when the server has accepted an answer
   * @param fail called when an input request cannot be answered
   */
  #questions(options: RequestOptions, sent: () => void, fail: (error: unknown) => void): TaskQuestions {
    return new TaskQuestions({
      claimed: this.#claimed,
      fail,
      answer: this.#connection.extension.answer,
      send: async (inputResponses) => {
        const update = (): Promise<unknown> => this.#request(TASKS_UPDATE, options, { inputResponses });
        // Repeating is safe: a server ignores answers that it already has.
        await retriesOf(MIN_INTERVAL, MAX_LOST).run(update, { signal: options.signal, mayPass: isLost });
        sent();
      },
    });
  }

  /** Checks the result of a task, which may be any value in the protocol. A server may omit `resultType`. */
  async #checked(given: unknown, method: string): Promise<CallToolResult> {
    const { extension, isStateless } = this.#connection;
    const whole = isStateless() && isObject(given) ? { resultType: 'complete', ...given } : given;
    const result = await extension.read(Method.toolsCall, whole);
    if (result !== undefined) return result as CallToolResult;
    throw new InvalidMessageError(method, 'The result of the task is not a tool result');
  }

  /** In revisions with sessions, one request waits for the result, and input requests arrive as separate requests. */
  async #awaited(options: RequestOptions): Promise<CallToolResult> {
    const shown = new ShownStatus(options.onProgress);
    const follower = this.#connection.notifications.follow(this.#id);
    follower.onNotice = (task) => shown.show(stateOf(task));
    const given = await this.#request(Method.tasksResult, { ...options, timeout: 0 }).finally(() => follower.close());
    const result = await this.#checked(given, Method.tasksResult);
    const { [RELATED_TASK]: _, ...meta } = (result._meta ?? {}) as { readonly [key: string]: unknown };
    return { ...result, _meta: meta };
  }
}

/** Reports the status messages of a task as progress. */
class ShownStatus {
  readonly #onProgress: RequestOptions['onProgress'];
  #latest: string | undefined;
  #count = 0;

  constructor(onProgress: RequestOptions['onProgress']) {
    this.#onProgress = onProgress;
  }

  /** Reports the status message if it is new. */
  show({ statusMessage = '' }: TaskState): void {
    if (statusMessage === this.#latest || statusMessage === '') return;
    this.#latest = statusMessage;
    this.#onProgress?.({ progress: ++this.#count, message: statusMessage });
  }
}

/** Returns whether a request can be repeated, since its connection was lost. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionClosedError && error.reason !== 'closed';
}

/** Returns the options for a single message. */
function only({ signal, timeout }: RequestOptions): RequestOptions {
  return { ...(signal !== undefined && { signal }), ...(timeout !== undefined && { timeout }) };
}

/** Reads the state of a task from a message of any revision. */
function stateOf(task: { readonly [name: string]: unknown }): FetchedTask {
  const {
    taskId,
    status,
    statusMessage,
    pollIntervalMs,
    pollInterval = pollIntervalMs,
    inputRequests,
    result,
    error,
  } = task;
  return {
    id: taskId as string,
    status: status as TaskState['status'],
    statusMessage: typeof statusMessage === 'string' ? plainLine(statusMessage, 1_000) : undefined,
    pollInterval: intervalOf(pollInterval),
    questions: inputRequests as FetchedTask['questions'],
    result,
    error: error as FetchedTask['error'],
  };
}

function failureOf({ error }: FetchedTask): JsonRpcError {
  const { code = ErrorCode.InternalError, message = 'The task has failed', data } = error ?? {};
  return new JsonRpcError(code, message, data);
}
