/** Calls that a server answers with a task: waits for their results, and answers what they ask. Loaded with the first of them. */

import {
  ConnectionClosedError,
  InvalidMessageError,
  JsonRpcError,
  RequestTimeoutError,
  type RequestEntry,
  type RequestOptions,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import { server } from '@mcp-gen/protocol/extensions/tasks';
import { plainLine } from '../guard/plain.js';
import { RELATED_TASK } from '../tasks/names.js';
import type { Conversation } from './conversation.js';
import { TaskCancelledError } from './taskErrors.js';
import { systemClock } from '../clock.js';
import type { TaskTidings } from './taskAnswers.js';
import { TaskNews } from './taskNews.js';
import { TaskQuestions, type OpenQuestions } from './taskQuestions.js';
import { pause } from './pause.js';
import { requestOptions } from './callOptions.js';
import type { ToolResult } from './toolResult.js';
import { unreferenced } from '../unreferenced.js';

/** A task as the client has it, in any revision. */
export interface TaskState {
  /** The id of the task. */
  readonly id: string;
  /** How far it is. */
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** What the server says of the status. It comes from outside: show it as text and nothing else. */
  readonly statusMessage?: string | undefined;
  /** Milliseconds to wait before the next poll. */
  readonly pollInterval: number;
}

/** What a task is taken up again by: plain data. */
export interface StoredTask {
  /** The id of the task; undefined where the server has answered at once, so that there is no task. */
  readonly id: string | undefined;
  /** The tool that was called. */
  readonly tool: string;
}

/** A task, with what its status brings. */
interface FetchedTask extends TaskState {
  readonly questions?: OpenQuestions | undefined;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined;
}

/** What tasks use of a client. */
export interface TaskClient {
  /** The session to use. */
  readonly current: () => Conversation | Promise<Conversation>;
  /** What the server tells of tasks. */
  readonly news: TaskNews;
}

/** Returns what hands on what a server tells of its tasks. */
export function newsOf(tidings: TaskTidings): TaskNews {
  return (tidings.latest ??= new TaskNews(tidings.clock ?? systemClock));
}

/** How long to wait between two polls, whatever the server says. */
const SHORTEST_INTERVAL = 20;
const LONGEST_INTERVAL = 60_000;
const USUAL_INTERVAL = 1_000;

/** A task that the server tells of is polled so many times less often: what it tells may be lost. */
const TOLD_FACTOR = 10;

/** Polls after which the server is asked to tell of a task: most have ended by then. */
const POLLS_BEFORE_LISTENING = 2;

/** Attempts of one request in a row that may fail because the connection was lost. */
const MOST_LOST = 3;

/** What a server has answered to a call. */
interface Answered {
  /** The task in the place of a result, as the server has sent it. */
  readonly task?: { readonly [name: string]: unknown } | undefined;
  /** The result. */
  readonly result?: CallToolResult | undefined;
}

/** Checks the result of a tool. */
export type Finish = (tool: string, result: CallToolResult, options: RequestOptions) => Promise<ToolResult>;

/** Waits for the result of a task that nobody else waits for. */
export let waitFor: (task: ClientTask, options: RequestOptions) => Promise<ToolResult>;

/** A task that {@link Client.callTool} has started and not waited for, or that {@link Client.task} has taken up again. */
export class ClientTask {
  /** The id of the task; undefined where the server has answered at once, so that there is no task. */
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

  /** Reads how the task is. Rejects as the methods of a client do. */
  async status(options: RequestOptions = {}): Promise<TaskState> {
    if (this.#task === undefined) return { id: '', status: 'completed', statusMessage: undefined, pollInterval: 0 };
    const { id, status, statusMessage, pollInterval } = await this.#task.get(requestOptions('status', options));
    return { id, status, statusMessage, pollInterval };
  }

  /**
   * Waits for the result. Polls as the server says, answers what the task asks, and gives its status messages to `onProgress`.
   * Aborting the signal ends the waiting, and not the task.
   *
   * @throws {TaskCancelledError} if the task was cancelled.
   * @throws {JsonRpcError} if the task has failed, or is not there any longer.
   */
  async result(options: RequestOptions = {}): Promise<ToolResult> {
    return this.#settled(requestOptions('result', options), false);
  }

  /** Asks the server to end the task, which may end in another way nevertheless. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.#task?.cancel(requestOptions('cancel', options));
  }

  /** What {@link Client.task} takes the task up again by, also in another process: store it as JSON. */
  toJSON(): StoredTask {
    return { id: this.id, tool: this.tool };
  }

  /** Waits for the result on behalf of the call: the task is cancelled if that ends early. */
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
  /** The questions that were answered, or are being answered. */
  readonly #claimed = new Set<string>();
  /** Whether nothing changes the task any longer. */
  #isFinal = false;

  constructor(client: TaskClient, id: string) {
    this.#client = client;
    this.#id = id;
  }

  /** Reads how the task is. */
  async get(options: RequestOptions = {}): Promise<FetchedTask> {
    const conversation = await this.#client.current();
    const given = { ...only(options) };
    const params = { taskId: this.#id };
    const fetched = conversation.isStateless
      ? await conversation.requestExtension('tasks/get', params, given, extensionOf('tasks/get'))
      : await conversation.request('tasks/get', params, given);
    return stateOf(fetched as { readonly [name: string]: unknown });
  }

  /** Asks the server to end the task. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    const conversation = await this.#client.current();
    const params = { taskId: this.#id };
    if (conversation.isStateless) {
      await conversation.requestExtension('tasks/cancel', params, only(options), extensionOf('tasks/cancel'));
    } else await conversation.request('tasks/cancel', params, only(options));
  }

  /**
   * Waits for the result, answers what the task asks, and shows its progress.
   *
   * @param isOwner whether nobody else waits for the task: it is cancelled if the result is not waited for any longer
   * @param first the task as it was created, if it is known
   */
  async result(options: RequestOptions = {}, isOwner = false, first?: TaskState): Promise<CallToolResult> {
    const { signal } = options;
    const deadline = deadlineOf(options);
    const stop = deadline === undefined ? signal : AbortSignal.any([...(signal ? [signal] : []), deadline]);
    try {
      const conversation = await this.#client.current();
      if (!conversation.isStateless) return await this.#awaited(conversation, { ...options, signal: stop });
      return await this.#polled({ ...options, signal: stop }, first);
    } catch (error) {
      // The server may have gone, and the caller does not wait for it.
      if (isOwner && !this.#isFinal) void this.cancel().catch(() => undefined);
      throw stop?.aborted === true ? stop.reason : error;
    }
  }

  async #polled(given: RequestOptions, first: TaskState | undefined): Promise<CallToolResult> {
    const failing = new AbortController();
    const signal = AbortSignal.any([failing.signal, ...(given.signal ? [given.signal] : [])]);
    const options = { ...given, signal };
    const follower = this.#client.news.follow(this.#id);
    const listening = new AbortController();
    let interval = first === undefined ? 0 : first.pollInterval;
    const shown = new ShownStatus(options.onProgress);
    const sent = (): void => follower.pollSoon(SHORTEST_INTERVAL);
    const questions = this.#questions(options, SHORTEST_INTERVAL, sent, (error) => failing.abort(error));
    try {
      for (let polls = 1; ; polls++) {
        const told = await follower.next(interval, signal);
        signal.throwIfAborted();
        const task = told === undefined ? await again(() => this.get(options), interval, signal) : stateOf(told);
        const { status, pollInterval } = task;
        shown.show(task);
        this.#isFinal = status !== 'working' && status !== 'input_required';
        if (status === 'completed') return await this.#checked(task.result, 'tasks/get');
        if (status === 'failed') throw failureOf(task);
        if (status === 'cancelled') throw new TaskCancelledError(this.#id, task.statusMessage);
        if (polls === POLLS_BEFORE_LISTENING) {
          this.#client.news.listen(await this.#client.current(), this.#id, follower, listening.signal);
        }
        questions.take(task.questions);
        interval = follower.isTold ? Math.min(pollInterval * TOLD_FACTOR, LONGEST_INTERVAL) : pollInterval;
      }
    } finally {
      questions.close();
      listening.abort();
      follower.close();
    }
  }

  /**
   * Answers what the task asks, beside the polling.
   *
   * @param sent called when the server has taken an answer
   * @param fail called when a question cannot be answered
   */
  #questions(
    options: RequestOptions,
    interval: number,
    sent: () => void,
    fail: (error: unknown) => void,
  ): TaskQuestions {
    const { current } = this.#client;
    return new TaskQuestions({
      claimed: this.#claimed,
      fail,
      answer: async (questions, signal) => (await (await current()).session.answer?.(questions, signal)) ?? {},
      send: async (inputResponses) => {
        const params = { taskId: this.#id, inputResponses };
        const update = async (): Promise<unknown> =>
          (await current()).requestExtension('tasks/update', params, only(options), extensionOf('tasks/update'));
        // A server ignores answers that it has already.
        await again(update, interval, options.signal);
        sent();
      },
    });
  }

  /** The result of a task, which the protocol lets be anything. A server may leave out that it is complete. */
  async #checked(given: unknown, method: string): Promise<CallToolResult> {
    const conversation = await this.#client.current();
    const result = conversation.isStateless && isObject(given) ? { resultType: 'complete', ...given } : given;
    if (conversation.isToolResult(result)) return result as CallToolResult;
    throw new InvalidMessageError(method, 'The task has a result that is not one of a tool');
  }

  /** In revisions with sessions, a request waits for the result, and questions come as requests meanwhile. */
  async #awaited(conversation: Conversation, options: RequestOptions): Promise<CallToolResult> {
    const params = { taskId: this.#id };
    const shown = new ShownStatus(options.onProgress);
    const follower = this.#client.news.follow(this.#id);
    follower.onNotice = (task) => shown.show(stateOf(task));
    const given = await conversation
      .request('tasks/result', params, { ...only(options), timeout: 0 })
      .finally(() => follower.close());
    const result = await this.#checked(given, 'tasks/result');
    const { [RELATED_TASK]: _, ...meta } = (result._meta ?? {}) as { readonly [key: string]: unknown };
    return { ...result, _meta: meta };
  }
}

/** Shows the status messages of a task as progress. */
class ShownStatus {
  readonly #onProgress: RequestOptions['onProgress'];
  #latest: string | undefined;
  #count = 0;

  constructor(onProgress: RequestOptions['onProgress']) {
    this.#onProgress = onProgress;
  }

  /** Shows the message of a task, if it is a new one. */
  show({ statusMessage = '' }: TaskState): void {
    if (statusMessage === this.#latest || statusMessage === '') return;
    this.#latest = statusMessage;
    this.#onProgress?.({ progress: ++this.#count, message: statusMessage });
  }
}

/**
 * Sends a request again whose connection was lost, a few times.
 *
 * @param interval milliseconds between two attempts
 */
async function again<Result>(
  send: () => Promise<Result>,
  interval: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result> {
  for (let lost = 1; ; lost++) {
    try {
      return await send();
    } catch (error) {
      const isLost = error instanceof ConnectionClosedError && error.reason !== 'closed';
      if (!isLost || lost > MOST_LOST) throw error;
    }
    await pause(interval, signal);
    signal.throwIfAborted();
  }
}

/** The options of a single message. */
function only({ signal, timeout }: RequestOptions): RequestOptions {
  return { ...(signal !== undefined && { signal }), ...(timeout !== undefined && { timeout }) };
}

/** Aborts when the whole has taken too long. The timeout of a request is that of each message. */
function deadlineOf({ maxTotalTimeout }: RequestOptions): AbortSignal | undefined {
  if (maxTotalTimeout === undefined || maxTotalTimeout === 0) return undefined;
  const stop = new AbortController();
  const abort = (): void => stop.abort(new RequestTimeoutError('tools/call', maxTotalTimeout));
  unreferenced(setTimeout(abort, Math.min(maxTotalTimeout, 2 ** 31 - 1)));
  return stop.signal;
}

function extensionOf(method: keyof typeof server.requests): {
  readonly entry: RequestEntry;
  readonly read: (value: object) => object;
} {
  return { entry: server.requests[method], read: (value) => value };
}

/** A task as messages of any revision have it. */
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
  const given = typeof pollInterval === 'number' && pollInterval > 0 ? pollInterval : USUAL_INTERVAL;
  return {
    id: taskId as string,
    status: status as TaskState['status'],
    statusMessage: typeof statusMessage === 'string' ? plainLine(statusMessage, 1_000) : undefined,
    pollInterval: Math.min(Math.max(given, SHORTEST_INTERVAL), LONGEST_INTERVAL),
    questions: inputRequests as FetchedTask['questions'],
    result,
    error: error as FetchedTask['error'],
  };
}

function failureOf({ error }: FetchedTask): JsonRpcError {
  const { code = -32603, message = 'The task has failed', data } = error ?? {};
  return new JsonRpcError(code, message, data);
}
