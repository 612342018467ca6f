/** The tasks of a server: starts them, and handles requests about them. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import {
  after,
  callerName,
  ErrorCode,
  JsonRpcError,
  missingCapability,
  RequestCancelledError,
  weigh,
  type Stop,
} from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Clock } from '../clock.js';
import { isStateless } from '../era.js';
import type { Context } from '../server/context.js';
import type { ExtensionServer, FollowedByExtension } from '../server/extensionServer.js';
import type { ExtensionToolCall, ReturnedByTool } from '../server/extensionTools.js';
import type { AsTaskOptions, TaskReturn } from '../server/handlerTask.js';
import { chain, type Awaitable } from '../awaitable.js';
import { Callers } from './callers.js';
import { Commands, type TaskCommand } from './commands.js';
import { EarlierTasks } from './earlierTasks.js';
import { TaskMessages } from './messages.js';
import { REVISION_WITH_TASKS, TASKS_CAPABILITY, TASKS_NOTIFICATION } from './taskNames.js';
import { ABANDONED, isExpired, isFinal, type OngoingTask, type TaskQuestion, type TaskRecord } from './taskRecord.js';
import { Records } from './records.js';
import { RemoteTask } from './remoteTask.js';
import { RunningTask, taskInfo } from './runningTask.js';
import { lifeOf, runtimeOf, type TaskOrigin } from './runtimeOf.js';
import type { TaskStore } from './store.js';
import { modeOf, resumes, type TaskMode } from './toolTask.js';
import { detailedTask, earlierTask, invalidParams, taskOf, unknownTask } from './wire.js';

/** Dependencies of {@link Tasks}. */
export interface TasksParts {
  readonly store: TaskStore;
  readonly ttl: number;
  readonly pollInterval: number;
  readonly lease: number;
  readonly maxRunning: number;
  readonly maxKept: number;
  readonly maxKeptBytes: number;
  readonly clock: Clock;
}

/** Runs a tool, and returns its complete result. Throws protocol errors. */
type TaskRun = ExtensionToolCall['run'];

/** A tool call that becomes a task. */
interface TaskCall {
  /** The tool that was called. */
  readonly tool: string;
  /** Runs the tool. */
  readonly run: TaskRun;
  /** The options of the task. */
  readonly options?: AsTaskOptions | undefined;
  /** The client's request for a task: `task` of the params. */
  readonly asked?: unknown;
  /** The arguments of a resumable tool, with which it is called again. Undefined: the tool is not resumable. */
  readonly resumable?: object | undefined;
}

/** What tasks use of the server. */
export type TaskServer = Omit<ExtensionServer<never>, 'notifyAll'>;

/** A running task of this process, and the caller it counts for. */
interface Running {
  readonly task: RunningTask;
  readonly caller: string;
}

/** A task of this process. */
interface TaskEntry {
  /** The caller it counts for. */
  readonly caller: string;
  readonly lister: string | undefined;
  /** When it expires. */
  readonly expires: number;
}

/** Answers by the key of their question. */
type TaskAnswers = { readonly [key: string]: unknown };

/** Maximum number of tasks that one stream may follow. */
const MAX_FOLLOWED = 1_000;

/** The notification of a task's status, in revisions with sessions. */
const STATUS = Method.notificationsTasksStatus;

/** Maximum number of starts of a handler without a checkpoint: the handler may be what kills the process. */
const MAX_RUNS = 5;

/** The tasks of one server. */
export class Tasks {
  /** The requests of the revision that has tasks as a part of the protocol. */
  readonly earlier: EarlierTasks<Context>;
  readonly #server: TaskServer;
  readonly #parts: TasksParts;
  readonly #records: Records;
  readonly #callers: Callers;
  readonly #commands: Commands;
  /** Tasks whose handlers are running, and which are not left to another process. */
  readonly #running = new Map<string, Running>();
  /** Expiry and caller of the tasks of this process, by id. */
  readonly #entries = new Map<string, TaskEntry>();
  readonly #messages: TaskMessages;
  /** The names of sessions, by their data. */
  readonly #sessions = new WeakMap<Context['session'], string>();
  #sessionCount = 0;
  readonly #now: () => number;
  /** Stops the periodic sweep, while there are tasks to sweep. */
  #sweeping: Stop | undefined;
  /** Stops each of the timers after which tasks of other processes are read again. Undefined while the server is closed. */
  #restoring: Set<Stop> | undefined;

  constructor(parts: TasksParts, server: TaskServer) {
    this.#parts = parts;
    this.#server = server;
    const { store, maxRunning, maxKept, maxKeptBytes, clock } = parts;
    this.#now = () => clock.now();
    this.#messages = new TaskMessages(server);
    this.#records = new Records({
      store,
      now: this.#now,
      report: server.report,
      resume: (record) => this.#resume(record),
      isKept: (id) => this.#entries.has(id),
    });
    const limits = { running: maxRunning, kept: maxKept, bytes: maxKeptBytes };
    this.#callers = new Callers(limits, (id) => this.#running.has(id));
    this.#commands = new Commands({
      channel: store.channel,
      execute: (command) => (this.#running.has(command.taskId) ? this.#execute(command) : undefined),
      report: server.report,
    });
    this.earlier = new EarlierTasks<Context>({
      find: (id, context) => this.#find(id, context),
      ongoing: (record, context) => this.#ongoing(record, context),
      idsOf: (context) => this.#idsFor(context),
      cancel: async (record, context) => {
        await this.#command(record, { taskId: record.id, type: 'cancel' });
        return (await this.#find(record.id, context)) ?? record;
      },
      // The question of the task has its own timeout.
      ask: (context, key, question) => server.requestOf(context).ask(key, { ...question, timeout: 0 } as never),
    });
  }

  /** `tasks/get`. */
  get(id: string, context: Context): Awaitable<object> {
    return chain(this.#found(id, context), detailedTask, undefined, undefined);
  }

  /** `tasks/update`: answers questions of a task. */
  async update(taskId: string, answers: TaskAnswers, context: Context): Promise<object> {
    const record = await this.#found(taskId, context);
    const { revision } = context;
    await this.#command(record, { taskId, type: 'answer', answers, revision });
    return {};
  }

  /** `tasks/cancel`. */
  async cancel(taskId: string, context: Context): Promise<object> {
    await this.#command(await this.#found(taskId, context), { taskId, type: 'cancel' });
    return {};
  }

  /**
   * Starts a task for a call, if the tool and the client want one.
   *
   * @param asked the client's request for a task: `task` of the params
   * @throws {JsonRpcError} if the tool requires a task and the client does not support it, or vice versa.
   */
  call(call: ExtensionToolCall, asked: unknown, context: Context): Awaitable<object> | undefined {
    const { name, settings } = call;
    if (!isTask(modeOf(settings), asked, context)) return undefined;
    const resumable = resumes(settings) ? call.arguments : undefined;
    const start = (run: TaskRun): Promise<object> => this.#start(context, { tool: name, run, asked, resumable });
    // If the client did not request a task, invalid arguments are reported at once, before a task is created.
    return isStateless(context.revision) ? call.check(context, start) : start(call.run);
  }

  /** Continues a tool as a task, or within the request if tasks are not supported. */
  continue({ run, options }: TaskReturn, { name, context, continue: rest }: ReturnedByTool): Awaitable<object> {
    const own = rest((context) => run(context as never));
    const { revision, can } = context;
    // A task has no request, and cannot start another task.
    const mayStart =
      isStateless(revision) && this.#server.requestOf(context).requestId !== undefined && can(TASKS_CAPABILITY);
    return mayStart ? this.#start(context, { tool: name, run: own, options }) : own(context);
  }

  /**
   * Starts a task. Resolves with the response to the request when the task is stored.
   *
   * @throws {JsonRpcError} if the caller has too many tasks, or the task cannot be stored.
   * @throws the reason of the signal if the request is cancelled meanwhile: then no task is created.
   */
  async #start(context: Context, { tool, run, options = {}, asked, resumable }: TaskCall): Promise<object> {
    const { pollInterval, lease } = this.#parts;
    const { revision, client, auth, signal } = context;
    const caller = this.#server.callerOf(context);
    const id = newId();
    for (const old of this.#callers.begin(caller, id)) this.#drop(old);
    const createdAt = this.#now();
    const ttl = this.#ttlOf(options, asked);
    const { name, version, capabilities } = client;
    const record: TaskRecord = {
      id,
      ...ownershipOf(auth),
      caller,
      tool,
      status: 'working',
      ...(options.statusMessage !== undefined && { statusMessage: options.statusMessage }),
      createdAt,
      updatedAt: createdAt,
      ttl,
      pollInterval,
      aliveUntil: createdAt + lease,
      ...(resumable && {
        resumption: { revision, client: { name, version, capabilities }, arguments: resumable, runs: 1 },
      }),
    };
    try {
      await Promise.all([this.#create(record, caller), this.#commands.open()]);
      // The client cancelled the request and never learned of the task.
      if (signal.aborted) this.#records.drop(id);
      signal.throwIfAborted();
    } catch (error) {
      this.#callers.dropped(caller, id);
      this.#callers.ended(caller);
      throw error;
    }
    const task = this.#began(record, { caller, lister: this.#listerOf(context), expires: createdAt + ttl });
    const request = this.#server.requestOf(context);
    const own = this.#contextOf(task, request, context);
    this.#notifySession(task, own);
    // Started later, so that the client receives the task first.
    const ended = new Promise<void>((resolve) => {
      after(1, () => resolve(this.#run(task, caller, run, own)), { keepsAlive: true });
    });
    // The handler holds the arguments of the request.
    request.retain(ended);
    return isStateless(revision) ? { resultType: 'task', ...taskOf(record) } : { task: earlierTask(record) };
  }

  /** Resumes the tasks of an earlier process. Failures are reported. */
  restore(): void {
    this.#restore((this.#restoring ??= new Set())).catch(this.#server.report);
  }

  /**
   * Ends the running tasks by aborting their handlers. Resumable tasks are left to the next process; others fail. Resolves when the store
   * is updated. Never rejects.
   */
  async close(): Promise<void> {
    this.#sweeping?.();
    this.#sweeping = undefined;
    for (const stop of this.#restoring ?? []) stop();
    this.#restoring = undefined;
    for (const [id, { task }] of [...this.#running]) {
      this.#running.delete(id);
      if (task.resumption === undefined) task.end({ status: 'failed', error: ABANDONED });
      else task.leave();
      task.controller.abort(new Error('The server is closing'));
    }
    this.#records.retry();
    await this.#commands.close();
    await this.#records.written();
  }

  /** Returns the tasks among `ids` that a client may follow. */
  async follow(ids: readonly unknown[], context: Context): Promise<FollowedByExtension> {
    if (!context.can(TASKS_CAPABILITY)) throw missingCapability(TASKS_CAPABILITY);
    if (ids.length > MAX_FOLLOWED) {
      throw invalidParams(`Invalid params: a stream follows at most ${MAX_FOLLOWED} tasks`);
    }
    const looked = [...new Set(ids)].map(async (id) => {
      // The task may end while others are read. Then only its object has the current state.
      const before = this.#runningTask(id);
      const record = await this.#find(id, context);
      return record && { record, task: before ?? this.#ongoing(record, context) };
    });
    const found = (await Promise.all(looked)).filter((each) => each !== undefined);
    return {
      agreed: { taskIds: found.map(({ record }) => record.id) },
      follow: (notify) => {
        const tell = (record: TaskRecord): void => notify(TASKS_NOTIFICATION, detailedTask(record));
        const stops = found.map(({ record, task }) => {
          tell(task?.record ?? record);
          return task?.listen(tell);
        });
        return () => stops.forEach((stop) => stop?.());
      },
    };
  }

  /** @throws {JsonRpcError} if the task cannot be stored. */
  async #create(record: TaskRecord, caller: string): Promise<void> {
    try {
      if (!this.#fits(record, caller))
        throw new RangeError('The arguments of the task exceed the limits of the caller');
      await this.#records.create(record);
    } catch (error) {
      this.#server.report(error);
      throw new JsonRpcError(ErrorCode.InternalError, 'The task could not be stored: try again later');
    }
  }

  /** Returns whether a record is within the limits of a caller, and makes room for it. */
  #fits(record: TaskRecord, caller: string): boolean {
    const dropped = this.#callers.resize(caller, record.id, weigh(record));
    for (const id of dropped ?? []) this.#drop(id);
    return dropped !== undefined;
  }

  /** Registers a running task. */
  #began(record: TaskRecord, entry: TaskEntry): RunningTask {
    const { caller } = entry;
    const task = new RunningTask(record, {
      now: this.#now,
      fits: (changed) => this.#fits(changed, caller),
      onChange: (changed) => this.#records.write(changed),
    });
    this.#running.set(record.id, { task, caller });
    this.#entries.set(record.id, entry);
    this.#sweeping ??= this.#parts.clock.every(this.#parts.lease / 3, () => this.#sweep());
    return task;
  }

  /** In revisions with sessions, clients receive task notifications without a subscription. */
  #notifySession(task: RunningTask, context: Context): void {
    const { session } = this.#server.requestOf(context);
    if (session === undefined) return;
    const life = lifeOf(session);
    task.listen((changed) => {
      if (life.isOver) return;
      this.#server
        .through(context, 'notification', STATUS, earlierTask(changed), (params) =>
          session.notify(STATUS, params as object),
        )
        .catch(this.#server.report);
    });
  }

  #contextOf(task: RunningTask, origin: TaskOrigin, from?: Context): Context {
    const { revision } = origin;
    const runtime = runtimeOf(task, origin, (method, params) => this.#messages.checkQuestion(method, params, revision));
    return this.#server.contextOf(runtime, { from, task: taskInfo(task, (id) => this.#records.written(id)) });
  }

  async #restore(timers: Set<Stop>): Promise<void> {
    const ids = (await this.#parts.store.unfinished?.()) ?? [];
    for (const id of ids) {
      if (this.#restoring !== timers) return;
      // Reading resumes a task whose process has ended.
      const record = this.#running.has(id) ? undefined : await this.#records.read(id);
      if (record === undefined || isFinal(record.status) || this.#running.has(id)) continue;
      if (this.#restoring !== timers) return;
      const stop = after(Math.max(record.aliveUntil - this.#now(), 0) + 1, () => {
        timers.delete(stop);
        void this.#lookAgain(id);
      });
      timers.add(stop);
    }
  }

  /** Reads a task again whose process had a valid lease. */
  async #lookAgain(id: string): Promise<void> {
    try {
      await this.#records.read(id);
    } catch (error) {
      this.#server.report(error);
    }
  }

  /** Resumes a task of an earlier process, if possible. */
  #resume(record: TaskRecord): TaskRecord | undefined {
    const { id, tool, owner, clientId, ttl, createdAt, resumption } = record;
    const here = this.#running.get(id)?.task;
    if (here !== undefined) return here.record;
    const run = resumption && this.#runOf(tool, resumption.arguments);
    if (resumption === undefined || run === undefined || resumption.runs >= MAX_RUNS) return undefined;
    const { revision, client } = resumption;
    const auth = owner === null ? undefined : { id: owner, ...(clientId !== undefined && { clientId }) };
    const caller = callerName(auth, undefined, 'resumed');
    this.#callers.adopt(caller, id);
    this.#fits(record, caller);
    const { questions: _, ...rest } = record;
    const resumed: TaskRecord = {
      ...rest,
      status: 'working',
      updatedAt: this.#now(),
      aliveUntil: this.#now() + this.#parts.lease,
      resumption: { ...resumption, runs: resumption.runs + 1 },
    };
    const expires = ttl === null ? Infinity : createdAt + ttl;
    const task = this.#began(resumed, { caller, lister: auth && listerName(auth), expires });
    this.#records.write(resumed);
    const origin: TaskOrigin = {
      revision,
      peer: client as TaskOrigin['peer'],
      auth,
      locals: new Map(),
      http: undefined,
      session: undefined,
      meta: undefined,
    };
    const loaded = this.#server.load(revision).then(() => this.#contextOf(task, origin));
    void this.#run(task, caller, run, loaded);
    return resumed;
  }

  /** Returns the function that repeats a call of a resumable tool; undefined if there is no such tool. */
  #runOf(tool: string, args: object): TaskRun | undefined {
    const call = this.#server.toolCall(tool, args);
    return call !== undefined && resumes(call.settings) ? call.run : undefined;
  }

  async #run(task: RunningTask, caller: string, run: TaskRun, given: Context | Promise<Context>): Promise<void> {
    let context: Context | undefined;
    try {
      context = given instanceof Promise ? await given : given;
      // The task was cancelled before it started.
      if (task.controller.signal.aborted) return;
      const result = this.#messages.sent(await run(context), task.record.tool, context);
      task.end({ status: 'completed', result });
    } catch (error) {
      if (!task.controller.signal.aborted) {
        task.end({ status: 'failed', error: this.#messages.errorOf(error, context) });
      }
    } finally {
      if (this.#running.get(task.record.id)?.task === task) this.#running.delete(task.record.id);
      this.#callers.ended(caller);
      // Operations that the handler has left running must stop as well.
      task.controller.abort(new Error('The task has ended'));
    }
  }

  /** Returns the ids of the tasks that a caller may list. */
  #idsFor(context: Context): readonly string[] {
    const lister = this.#listerOf(context);
    return this.#callers.idsOf(this.#server.callerOf(context)).filter((id) => this.#entries.get(id)?.lister === lister);
  }

  #ttlOf(options: AsTaskOptions, requested: unknown): number {
    const candidates = [options.ttl, isObject(requested) ? requested.ttl : undefined, this.#parts.ttl];
    const given = candidates.filter((ttl): ttl is number => typeof ttl === 'number' && ttl > 0);
    return Math.max(1, Math.floor(Math.min(...given)));
  }

  #runningTask(id: unknown): RunningTask | undefined {
    return typeof id === 'string' ? this.#running.get(id)?.task : undefined;
  }

  /** Returns a task that the caller may read, or undefined: a missing task and a task of another caller must be indistinguishable. */
  #find(id: unknown, context: Context): Awaitable<TaskRecord | undefined> {
    const task = this.#runningTask(id);
    if (task !== undefined && isExpired(task.record, this.#now())) this.#expire(task.record.id);
    else if (task !== undefined) return allowed(task.record, context);
    return chain(this.#records.read(id), this.#read, undefined, context);
  }

  readonly #read = (record: TaskRecord | undefined, _: undefined, context: Context): TaskRecord | undefined => {
    const { result } = record ?? {};
    if (result === undefined || this.#messages.isResult(result, context.revision)) return allowed(record, context);
    this.#server.report(new Error('The task store returned an invalid tool result'));
    return undefined;
  };

  /** @throws {JsonRpcError} if the task does not exist for the caller, or the client does not declare the extension. */
  #found(id: unknown, context: Context): Awaitable<TaskRecord> {
    if (!context.can(TASKS_CAPABILITY)) throw missingCapability(TASKS_CAPABILITY);
    return chain(this.#find(id, context), existing, undefined, undefined);
  }

  /**
   * Returns the key under which tasks are listed: an authenticated caller, or a session. A network address is not used, since several clients
   * can share one. Without authentication, anyone who has the id of a task may use it.
   */
  #listerOf({ auth, session }: Context): string {
    if (auth !== undefined) return listerName(auth);
    // Without a session, each request has data of its own.
    const known = this.#sessions.get(session) ?? `session ${++this.#sessionCount}`;
    this.#sessions.set(session, known);
    return known;
  }

  /** Returns the task of a record that is not final; undefined if it has ended. */
  #ongoing(record: TaskRecord, context: Context): OngoingTask | undefined {
    const task = this.#runningTask(record.id);
    if (task !== undefined || isFinal(record.status)) return task;
    return new RemoteTask(record, {
      read: () => this.#find(record.id, context),
      send: (command) => this.#commands.send(command),
      revision: context.revision,
      report: this.#server.report,
    });
  }

  /**
   * Executes a command, in this process or another one, unless the task has ended.
   *
   * @throws {JsonRpcError} if the command is invalid, or the process that runs the task cannot be reached.
   */
  async #command(record: TaskRecord, command: TaskCommand): Promise<void> {
    if (this.#running.has(record.id)) await this.#execute(command);
    else if (!isFinal(record.status)) await this.#commands.send(command);
  }

  /** Executes a command for a running task of this process. */
  async #execute(command: TaskCommand): Promise<void> {
    const task = this.#running.get(command.taskId)?.task;
    if (task === undefined) return;
    if (command.type === 'answer') this.#answer(task, command.answers, command.revision);
    else if (command.type === 'refuse') {
      const { code, message, data } = command.error;
      task.refuse(command.key, new JsonRpcError(code, message, data));
    } else {
      task.end({ status: 'cancelled' });
      task.controller.abort(new RequestCancelledError());
    }
    // A client does not repeat acknowledged answers, so they must be stored before the response. Another process reads what is stored.
    if (task.resumption !== undefined || this.#parts.store.channel !== undefined) {
      await this.#records.written(command.taskId);
    }
  }

  /** @throws {JsonRpcError} if an answer is invalid, or the answers exceed the limits of the caller. */
  #answer(task: RunningTask, given: TaskAnswers, revision: string): void {
    const answers = Object.entries(given).filter(([key]) => task.questions.has(key));
    for (const [key, answer] of answers) {
      const { question } = task.questions.get(key) as { readonly question: TaskQuestion };
      this.#messages.checkAnswer(key, question, answer, revision);
    }
    try {
      task.answer(answers);
    } catch (error) {
      this.#server.report(error);
      throw invalidParams('Invalid params: inputResponses exceeds the limits of the caller');
    }
  }

  /** A task is dropped when its time to live ends, whether or not it has ended. */
  #expire(id: string): void {
    const task = this.#running.get(id)?.task;
    if (task !== undefined) {
      task.end({
        status: 'failed',
        error: { code: ErrorCode.InternalError, message: 'The time to live of the task has expired' },
      });
      task.controller.abort(new Error('The time to live of the task has expired'));
    }
    this.#drop(id);
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id);
    this.#running.delete(id);
    this.#entries.delete(id);
    if (entry !== undefined) this.#callers.dropped(entry.caller, id);
    this.#records.drop(id);
  }

  /** Drops expired tasks, renews the leases of the others, and retries refused writes. */
  #sweep(): void {
    const time = this.#now();
    for (const [id, { expires }] of this.#entries) if (expires <= time) this.#expire(id);
    for (const { task } of this.#running.values()) {
      task.extend(time + this.#parts.lease);
    }
    this.#records.retry();
    if (this.#entries.size > 0) return;
    this.#sweeping?.();
    this.#sweeping = undefined;
  }
}

/** Returns whether a call becomes a task. */
function isTask(mode: TaskMode | undefined, asked: unknown, { revision, can }: Context): boolean {
  if (isStateless(revision)) {
    if (mode === undefined) return false;
    if (can(TASKS_CAPABILITY)) return true;
    if (mode === 'required') throw missingCapability(TASKS_CAPABILITY);
    return false;
  }
  const isAsked = revision === REVISION_WITH_TASKS && isObject(asked);
  if (isAsked && mode === undefined) {
    throw new JsonRpcError(ErrorCode.MethodNotFound, 'The tool does not support tasks: call it without a task');
  }
  if (!isAsked && mode === 'required') {
    throw new JsonRpcError(ErrorCode.MethodNotFound, 'The tool requires a task: call it as a task');
  }
  return isAsked;
}

function allowed(record: TaskRecord | undefined, { auth }: Context): TaskRecord | undefined {
  const { owner, clientId } = ownershipOf(auth);
  return record !== undefined && record.owner === owner && record.clientId === clientId ? record : undefined;
}

/** Returns the owner of a task: the caller, and the client if the credentials name one. */
function ownershipOf(auth: Context['auth']): Pick<TaskRecord, 'owner' | 'clientId'> {
  const clientId = auth?.['clientId'];
  return { owner: auth?.id ?? null, ...(typeof clientId === 'string' && { clientId }) };
}

/** Returns the key under which the tasks of an authenticated caller are listed. */
function listerName(auth: NonNullable<Context['auth']>): string {
  return `caller ${JSON.stringify(ownershipOf(auth))}`;
}

/** @throws {JsonRpcError} if the task does not exist. */
function existing(record: TaskRecord | undefined): TaskRecord {
  if (record === undefined) throw unknownTask();
  return record;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 192 random bits: without authentication, anyone who has the id of a task may read it. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => ALPHABET[byte & 63]).join('');
}
