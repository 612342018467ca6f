/** The tasks of a server: starts them, and answers requests about them. */

import {
  ErrorCode,
  JsonRpcError,
  missingCapability,
  RequestCancelledError,
  type HandlerContext,
  type Revision,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { NotExpressibleError } from '../conversions/index.js';
import { withoutNewest } from '../conversions/withoutNewest.js';
import { isStateless } from '../era.js';
import { callerOf, conversationOf, requestOf, type Context } from '../server/context.js';
import { invalidParams, toProtocolError } from '../server/errorCodes.js';
import { ToolError } from '../server/errors.js';
import type { AsTaskOptions } from '../server/taskReturn.js';
import type { Followed, ServerTasks, TaskHost, TaskMode } from '../server/taskSupport.js';
import { unreferenced } from '../unreferenced.js';
import { whenKnown, type Known } from '../whenKnown.js';
import { Callers } from './callers.js';
import { EarlierTasks } from './earlierTasks.js';
import { REVISION_WITH_TASKS, TASKS_CAPABILITY } from './names.js';
import { isExpired, isFinal, type TaskError, type TaskRecord } from './record.js';
import { Records } from './records.js';
import { RunningTask } from './runningTask.js';
import { runtimeOf } from './runtimeOf.js';
import type { TaskStore } from './store.js';
import { unknownTask } from './unknownTask.js';
import { detailedTask, earlierTask, taskOf } from './wire.js';

/** What the tasks of one server are made with. */
export interface TasksParts {
  readonly store: TaskStore;
  readonly ttl: number;
  readonly pollInterval: number;
  readonly lease: number;
  readonly maxRunning: number;
  readonly maxKept: number;
}

/** A task that this process runs, and who it counts for. */
interface Running {
  readonly task: RunningTask;
  readonly caller: string;
}

/** Tasks that one stream may follow. */
const MOST_FOLLOWED = 1_000;

/** The tasks of one server. */
export class Tasks implements ServerTasks {
  readonly methods: ServerTasks['methods'];
  readonly #host: TaskHost;
  readonly #parts: TasksParts;
  readonly #records: Records;
  readonly #callers: Callers;
  /** The tasks whose handlers have not ended, and have not been left. */
  readonly #running = new Map<string, Running>();
  /** When the tasks of this process are dropped, by id, and who they count for. */
  readonly #kept = new Map<
    string,
    { readonly caller: string; readonly lister: string | undefined; readonly expires: number }
  >();
  /** The revisions that are used, without what tasks add. */
  readonly #revisions = new Map<string, Revision>();
  #sweeping: ReturnType<typeof setInterval> | undefined;

  constructor(parts: TasksParts, host: TaskHost) {
    this.#parts = parts;
    this.#host = host;
    this.#records = new Records({ store: parts.store, now, report: host.report });
    this.#callers = new Callers({ running: parts.maxRunning, kept: parts.maxKept });
    const earlier = new EarlierTasks({
      find: (id, context) => this.#find(id, context),
      running: (id) => this.#running.get(id)?.task,
      idsOf: (context) => this.#idsFor(context),
      cancel: (id, reason) => this.#cancel(id, reason),
    });
    this.methods = {
      getTask: {
        method: 'tasks/get',
        answer: (params: { readonly taskId: string }, context) =>
          isStateless(context.revision)
            ? whenKnown(this.#found(params.taskId, context), detailedTask, undefined, undefined)
            : earlier.get(params, context),
      },
      updateTask: { method: 'tasks/update', answer: (params, context) => this.#update(params, context) },
      cancelTask: {
        method: 'tasks/cancel',
        answer: (params: { readonly taskId: string }, context) =>
          isStateless(context.revision) ? this.#end(params.taskId, context) : earlier.cancel(params, context),
      },
      getTaskPayload: { method: 'tasks/result', answer: (params, context) => earlier.result(params, context) },
      listTasks: { method: 'tasks/list', answer: (params, context) => earlier.list(params, context) },
    };
  }

  async extend(revision: Revision): Promise<Revision> {
    this.#revisions.set(revision.id, revision);
    if (revision.era !== 'stateless') return revision;
    // Loaded with the revision, whose guards it uses.
    const { withTasks } = await import('./extension.js');
    return withTasks(revision);
  }

  capabilities(revision: string): object {
    return revision === REVISION_WITH_TASKS
      ? { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }
      : {};
  }

  runs(mode: TaskMode | undefined, asked: unknown, context: Context): boolean {
    const { revision, can } = context;
    if (isStateless(revision)) {
      if (mode === undefined) return false;
      if (can(TASKS_CAPABILITY)) return true;
      if (mode === 'required') throw missingCapability(TASKS_CAPABILITY);
      return false;
    }
    const isAsked = revision === REVISION_WITH_TASKS && isObject(asked);
    if (isAsked && mode === undefined) {
      throw new JsonRpcError(ErrorCode.MethodNotFound, 'The tool does not run as a task: call it without one');
    }
    if (!isAsked && mode === 'required') {
      throw new JsonRpcError(ErrorCode.MethodNotFound, 'The tool runs as a task only: call it as one');
    }
    return isAsked;
  }

  mayAnswerWithTask(context: Context): boolean {
    // A task has no request any longer, and starts no other one.
    return isStateless(context.revision) && requestOf(context).requestId !== undefined && context.can(TASKS_CAPABILITY);
  }

  async start(
    context: Context,
    tool: string,
    run: (context: Context) => Known<object>,
    options: AsTaskOptions = {},
    asked?: unknown,
  ): Promise<object> {
    const { pollInterval, lease } = this.#parts;
    const caller = callerOf(context);
    const id = newId();
    for (const old of this.#callers.begin(caller, id, (each) => this.#running.has(each))) this.#drop(old);
    const createdAt = now();
    const ttl = this.#ttlOf(options, asked);
    const record: TaskRecord = {
      id,
      owner: context.auth?.id ?? null,
      tool,
      status: 'working',
      ...(options.statusMessage !== undefined && { statusMessage: options.statusMessage }),
      createdAt,
      updatedAt: createdAt,
      ttl,
      pollInterval,
      aliveUntil: createdAt + lease,
    };
    try {
      await this.#records.create(record);
    } catch (error) {
      this.#host.report(error);
      this.#callers.dropped(caller, id);
      this.#callers.ended(caller);
      throw new JsonRpcError(ErrorCode.InternalError, 'The task could not be stored: try again later');
    }
    const task = new RunningTask(record, now, (changed) => this.#records.write(changed));
    this.#running.set(id, { task, caller });
    this.#kept.set(id, { caller, lister: listerOf(context), expires: createdAt + ttl });
    this.#sweeping ??= unreferenced(setInterval(() => this.#sweep(), lease / 3));
    const from = requestOf(context);
    const runtime = runtimeOf(task, from, (method, params) => this.#checkQuestion(method, params, from));
    const { session } = from;
    // In revisions with sessions, clients are told of changes without asking for it.
    if (session !== undefined) {
      task.listen((changed) => {
        session.notify('notifications/tasks/status', earlierTask(changed)).catch(this.#host.report);
      });
    }
    // Later: the client is told of the task first.
    setTimeout(() => void this.#run(task, caller, run, this.#host.contextOf(runtime, context)));
    return isStateless(context.revision) ? { resultType: 'task', ...taskOf(record) } : { task: earlierTask(record) };
  }

  async follow(ids: readonly unknown[], context: Context): Promise<Followed> {
    if (!context.can(TASKS_CAPABILITY)) throw missingCapability(TASKS_CAPABILITY);
    if (ids.length > MOST_FOLLOWED) {
      throw invalidParams(`Invalid params: a stream follows at most ${MOST_FOLLOWED} tasks`);
    }
    const found = await Promise.all([...new Set(ids)].map(async (id) => this.#find(id, context)));
    const records = found.filter((record) => record !== undefined);
    return {
      taskIds: records.map(({ id }) => id),
      follow: (tell) => {
        const stops = records.map((record) => {
          const task = this.#running.get(record.id)?.task;
          tell(detailedTask(task?.record ?? record));
          return task?.listen((changed) => tell(detailedTask(changed)));
        });
        return () => stops.forEach((stop) => stop?.());
      },
    };
  }

  async #run(
    task: RunningTask,
    caller: string,
    run: (context: Context) => Known<object>,
    context: Context,
  ): Promise<void> {
    try {
      // Cancelled before it has begun.
      if (isFinal(task.record.status)) return;
      const result = this.#sent(await run(context), context);
      task.end({ status: 'completed', result });
    } catch (error) {
      if (!isFinal(task.record.status)) task.end({ status: 'failed', error: this.#errorOf(error, context) });
    } finally {
      this.#running.delete(task.record.id);
      this.#callers.ended(caller);
      // What the handler has left behind is to stop as well.
      task.controller.abort(new Error('The task has ended'));
    }
  }

  /** The result as the request would have been answered with. */
  #sent(result: object, context: Context): object {
    const { revision } = context;
    const entry = this.#revisions.get(revision)?.server.requests['tools/call'];
    const whole = isStateless(revision) ? { resultType: 'complete', ...result } : withoutNewest(result);
    if (entry === undefined || entry.result(whole)) return whole;
    const converted = conversationOf(context).translator.toRevision('tools/call', 'result', whole);
    if (entry.result(converted)) return converted as object;
    throw new TypeError(`The result of the task is not valid in revision ${revision}`);
  }

  /** What a client is told of an error is what it would have been told of it without a task. */
  #errorOf(error: unknown, context: Context): TaskError {
    const told = error instanceof ToolError ? toProtocolError(error, context) : error;
    if (told instanceof JsonRpcError) {
      const { code, message, data } = told;
      return { code, message, ...(data !== undefined && { data }) };
    }
    this.#host.report(error);
    const message = error instanceof NotExpressibleError ? error.message : 'Internal error';
    return { code: ErrorCode.InternalError, message };
  }

  /** @throws {TypeError} if a question is not one of the revision, or not valid there. */
  #checkQuestion(method: string, params: unknown, { revision }: HandlerContext): void {
    const client = this.#revisions.get(revision)?.client;
    const entry = client?.questions?.[method] ?? client?.requests[method];
    if (entry === undefined) throw new TypeError(`Revision ${revision} has no question ${method}`);
    const issue = entry.params(params) ? entry.checkParams?.(params as never) : { message: 'its params are not valid' };
    if (issue !== undefined) throw new TypeError(`The question ${method} cannot be asked: ${issue.message}`);
  }

  /** The tasks that a caller may be told the ids of. */
  #idsFor(context: Context): readonly string[] {
    const lister = listerOf(context);
    if (lister === undefined) return [];
    return this.#callers.idsOf(callerOf(context)).filter((id) => this.#kept.get(id)?.lister === lister);
  }

  #ttlOf(options: AsTaskOptions, asked: unknown): number {
    const wishes = [options.ttl, isObject(asked) ? asked.ttl : undefined, this.#parts.ttl];
    const given = wishes.filter((wish): wish is number => typeof wish === 'number' && wish > 0);
    return Math.max(1, Math.floor(Math.min(...given)));
  }

  /** Returns a task that the caller may read, or nothing: that it is not there and that it is somebody else's must look the same. */
  #find(id: unknown, context: Context): Known<TaskRecord | undefined> {
    const task = typeof id === 'string' ? this.#running.get(id)?.task : undefined;
    if (task !== undefined && isExpired(task.record, now())) this.#expire(task.record.id);
    else if (task !== undefined) return allowed(task.record, undefined, context);
    return whenKnown(this.#records.read(id), allowed, undefined, context);
  }

  /** @throws {JsonRpcError} if there is no such task for the caller, or the client does not declare the extension. */
  #found(id: unknown, context: Context): Known<TaskRecord> {
    if (!context.can(TASKS_CAPABILITY)) throw missingCapability(TASKS_CAPABILITY);
    return whenKnown(this.#find(id, context), existing, undefined, undefined);
  }

  async #update(
    { taskId, inputResponses }: { readonly taskId: string; readonly inputResponses: object },
    context: Context,
  ): Promise<object> {
    const record = await this.#found(taskId, context);
    const task = this.#running.get(taskId)?.task;
    if (task === undefined) {
      if (!isFinal(record.status)) throw elsewhere();
      return {};
    }
    const questions = this.#revisions.get(context.revision)?.client.questions;
    const answers = Object.entries(inputResponses).filter(([key]) => task.questions.has(key));
    for (const [key, answer] of answers) {
      const method = task.questions.get(key)?.question.method ?? '';
      if (questions?.[method]?.result(answer) === true) continue;
      throw invalidParams(
        `Invalid params: the answer ${JSON.stringify(key)} in inputResponses is not a result of ${method}`,
      );
    }
    task.answer(answers);
    return {};
  }

  async #end(taskId: string, context: Context): Promise<object> {
    const record = await this.#found(taskId, context);
    if (!isFinal(record.status)) this.#cancel(taskId);
    return {};
  }

  /** @throws {JsonRpcError} if another process runs the task. */
  #cancel(id: string, reason?: string): TaskRecord {
    const task = this.#running.get(id)?.task;
    if (task === undefined) throw elsewhere();
    task.end({ status: 'cancelled' });
    task.controller.abort(new RequestCancelledError(reason));
    return task.record;
  }

  /** A task is dropped at the end of its time, whether or not it has ended. */
  #expire(id: string): void {
    const task = this.#running.get(id)?.task;
    if (task !== undefined) {
      task.end({ status: 'failed', error: { code: ErrorCode.InternalError, message: 'The task has taken too long' } });
      task.controller.abort(new Error('The task has taken too long'));
    }
    this.#drop(id);
  }

  #drop(id: string): void {
    const kept = this.#kept.get(id);
    this.#running.delete(id);
    this.#kept.delete(id);
    if (kept !== undefined) this.#callers.dropped(kept.caller, id);
    this.#records.drop(id);
  }

  /** Drops what has expired, and says of the rest that it still runs. */
  #sweep(): void {
    const time = now();
    for (const [id, { expires }] of this.#kept) if (expires <= time) this.#expire(id);
    for (const { task } of this.#running.values()) {
      if (!isFinal(task.record.status)) task.extend(time + this.#parts.lease);
    }
    if (this.#kept.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

function allowed(record: TaskRecord | undefined, _: undefined, { auth }: Context): TaskRecord | undefined {
  return record !== undefined && record.owner === (auth?.id ?? null) ? record : undefined;
}

/**
 * Who tasks are listed for: an authenticated caller, or a session. Several clients can have one address, and anyone who knows the id of a task
 * may use it where callers are not authenticated.
 */
function listerOf(context: Context): string | undefined {
  if (context.auth !== undefined) return `caller ${context.auth.id}`;
  return requestOf(context).session === undefined ? undefined : conversationOf(context).key;
}

/** @throws {JsonRpcError} if there is no task. */
function existing(record: TaskRecord | undefined): TaskRecord {
  if (record === undefined) throw unknownTask();
  return record;
}

/** Where several processes share a store, the requests about a task have to reach the one that runs it. */
function elsewhere(): JsonRpcError {
  return new JsonRpcError(
    ErrorCode.InternalError,
    'Another process runs the task: send requests about it there, by the header Mcp-Name',
  );
}

/** The time, in milliseconds since 1970. */
function now(): number {
  return Date.now();
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 192 random bits: anyone who knows the id of a task of a caller that is not authenticated may read it. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => ALPHABET[byte & 63]).join('');
}
