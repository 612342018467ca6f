/** Tool calls that a server runs as tasks: waits for their results, and answers their input requests. Loaded with the first task. */

import {
  ConnectionClosedError,
  deadline,
  ErrorCode,
  InvalidMessageError,
  JsonRpcError,
  type RequestEntry,
  type RequestOptions,
  RequestTimeoutError,
} from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import { server } from '@mcp-gen/protocol/extensions/tasks';
import { plainLine } from '../guard/plain.js';
import { RELATED_TASK, TASKS_UPDATE } from '../tasks/taskNames.js';
import { intervalOf, MAX_INTERVAL, MIN_INTERVAL, poll, retriesOf } from '../tasks/poll.js';
import type { UnifiedSession } from './unifiedSession.js';
import { TaskCancelledError } from './taskErrors.js';
import { systemClock } from '../clock.js';
import type { TaskNotificationsHolder } from './taskAnswers.js';
import { TaskNotifications } from './taskNotifications.js';
import { TaskQuestions, type OpenQuestions } from './taskQuestions.js';
import { requestOptions } from './callOptions.js';
import type { ToolResult } from './toolResult.js';

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

/** A task with the data that its status carries. */
interface FetchedTask extends TaskState {
  readonly questions?: OpenQuestions | undefined;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

/** The dependencies of tasks on the client. */
export interface TaskClient {
  /** The session to use. */
  readonly current: () => UnifiedSession | Promise<UnifiedSession>;
  /** The task notifications of the server. */
  readonly taskNotifications: TaskNotifications;
}

/** Returns the task notifications of a client, created on first use. */
export function taskNotificationsOf(holder: TaskNotificationsHolder): TaskNotifications {
  return (holder.latest ??= new TaskNotifications(holder.clock ?? systemClock));
}

/** A task that the server sends notifications for is polled less often by this factor: notifications may be lost. */
const SUBSCRIBED_FACTOR = 10;

/** Polls after which the client requests notifications of a task: most tasks have ended by then. */
const POLLS_BEFORE_LISTENING = 2;

/** Maximum number of attempts in a row that may fail because the connection was lost. */
const MAX_LOST = 3;

/** The response of a server to a call. */
interface Answered {
  /** The task that the server created in place of a result, unconverted. */
  readonly task?: { readonly [name: string]: unknown } | undefined;
  /** The result. */
  readonly result?: CallToolResult | undefined;
}

/** Checks the result of a tool. */
export type Finish = (tool: string, result: CallToolResult, options: RequestOptions) => Promise<ToolResult>;

/** Waits for the result of a task that only this call waits for. */
export let waitFor: (task: ClientTask, options: RequestOptions) => Promise<ToolResult>;

/** A task that {@link Client.callTool} has started with `task: 'detach'`, or that {@link Client.task} has resumed. */
export class ClientTask {
  /** The id of the task; undefined if the server answered at once, without a task. */
  readonly id: string | undefined;
  /** The tool that was called. */
  readonly tool: string;
  readonly #task: Task | undefined;
  readonly #first: FetchedTask | undefined;
  readonly #result: CallToolResult | undefined;
  readonly #finish: Finish;

  /** @internal */
  constructor(client: TaskClient, tool: string, { task, result }: Answered, finish: Finish) {
    this.#first = task && stateOf(task);
    this.id = this.#first?.id;
    this.tool = tool;
    this.#task = this.#first && new Task(client, this.#first.id);
    this.#result = result;
    this.#finish = finish;
  }

  /** Requests the state of the task. Rejects with the errors of the methods of {@link Client}. */
  async status(options: RequestOptions = {}): Promise<TaskState> {
    if (this.#task === undefined) return { id: '', status: 'completed', statusMessage: undefined, pollInterval: 0 };
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
    return this.#settled(requestOptions('result', options), false);
  }

  /** Asks the server to cancel the task. The task may still complete or fail. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.#task?.cancel(requestOptions('cancel', options));
  }

  /** Returns what {@link Client.task} needs to resume the task, also in another process: store it as JSON. */
  toJSON(): StoredTask {
    return { id: this.id, tool: this.tool };
  }

  /** Waits for the result. With `isOwner`, the task is cancelled if the wait ends early. */
  async #settled(options: RequestOptions, isOwner: boolean): Promise<ToolResult> {
    const result = this.#result ?? (await (this.#task as Task).result(options, isOwner, this.#first));
    return this.#finish(this.tool, result, options);
  }

  static {
    waitFor = (task, options) => task.#settled(options, true);
  }
}

/** One task of a server. */
class Task {
  readonly #client: TaskClient;
  readonly #id: string;
  /** Keys of input requests that were answered or are being answered. */
  readonly #claimed = new Set<string>();
  /** Whether the task has reached a final status. */
  #isFinal = false;

  constructor(client: TaskClient, id: string) {
    this.#client = client;
    this.#id = id;
  }

  /** Requests the state of the task. */
  async get(options: RequestOptions = {}): Promise<FetchedTask> {
    const unifiedSession = await this.#client.current();
    const given = { ...only(options) };
    const params = { taskId: this.#id };
    const fetched = unifiedSession.isStateless
      ? await unifiedSession.requestExtension(Method.tasksGet, params, given, extensionOf(Method.tasksGet))
      : await unifiedSession.request(Method.tasksGet, params, given);
    return stateOf(fetched as { readonly [name: string]: unknown });
  }

  /** Asks the server to cancel the task. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    const unifiedSession = await this.#client.current();
    const params = { taskId: this.#id };
    if (unifiedSession.isStateless) {
      await unifiedSession.requestExtension(Method.tasksCancel, params, only(options), extensionOf(Method.tasksCancel));
    } else await unifiedSession.request(Method.tasksCancel, params, only(options));
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
      const unifiedSession = await this.#client.current();
      if (!unifiedSession.isStateless) return await this.#awaited(unifiedSession, { ...options, signal: stop });
      return await this.#polled({ ...options, signal: stop }, first);
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
    const follower = this.#client.taskNotifications.follow(this.#id);
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
            this.#client.taskNotifications.listen(await this.#client.current(), this.#id, follower, listening.signal);
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
    const { current } = this.#client;
    return new TaskQuestions({
      claimed: this.#claimed,
      fail,
      answer: async (questions, signal) => (await (await current()).session.answer?.(questions, signal)) ?? {},
      send: async (inputResponses) => {
        const params = { taskId: this.#id, inputResponses };
        const update = async (): Promise<unknown> =>
          (await current()).requestExtension(TASKS_UPDATE, params, only(options), extensionOf(TASKS_UPDATE));
        // Repeating is safe: a server ignores answers that it already has.
        await retriesOf(MIN_INTERVAL, MAX_LOST).run(update, { signal: options.signal, mayPass: isLost });
        sent();
      },
    });
  }

  /** Checks the result of a task, which may be any value in the protocol. A server may omit `resultType`. */
  async #checked(given: unknown, method: string): Promise<CallToolResult> {
    const unifiedSession = await this.#client.current();
    const result = unifiedSession.isStateless && isObject(given) ? { resultType: 'complete', ...given } : given;
    if (unifiedSession.isToolResult(result)) return result as CallToolResult;
    throw new InvalidMessageError(method, 'The result of the task is not a tool result');
  }

  /** In revisions with sessions, one request waits for the result, and input requests arrive as separate requests. */
  async #awaited(unifiedSession: UnifiedSession, options: RequestOptions): Promise<CallToolResult> {
    const params = { taskId: this.#id };
    const shown = new ShownStatus(options.onProgress);
    const follower = this.#client.taskNotifications.follow(this.#id);
    follower.onNotice = (task) => shown.show(stateOf(task));
    const given = await unifiedSession
      .request(Method.tasksResult, params, { ...only(options), timeout: 0 })
      .finally(() => follower.close());
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

function extensionOf(method: keyof typeof server.requests): {
  readonly entry: RequestEntry;
  readonly read: (value: object) => object;
} {
  return { entry: server.requests[method], read: (value) => value };
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
