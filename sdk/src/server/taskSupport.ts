/**
 * The interface between a server and its tasks. `tasks()` of `@mcp-gen/sdk/tasks` implements it, so that servers without tasks do not load
 * it.
 */

import type { HandlerContext, Revision } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';
import type { Context } from './context.js';
import type { AsTaskOptions, TaskInfo } from './handlerTask.js';

/** Whether a tool runs as a task: if the client supports that, or always. */
export type TaskMode = 'optional' | 'required';

/** Options of a tool that runs as a task. */
export interface ToolTaskOptions {
  /** `optional`: if the client supports tasks. `required`: always. Default `optional`. */
  readonly mode?: TaskMode | undefined;
  /**
   * Whether another process with the same store calls the handler again if this process ends before the task. The handler receives the same
   * arguments, and the saved `context.task.checkpoint`. Answers to questions and values of `once` are restored, too. Of `context.auth` only
   * the id is kept; session and HTTP request are not. Default false: the task fails.
   */
  readonly resume?: boolean | undefined;
}

/** The dependencies of tasks on their server. */
export interface TaskHost {
  /** Called for errors that no client receives. */
  readonly report: (error: unknown) => void;
  /** Creates the context of a run, with the client state of its request; without a request, with a client state of its own. */
  readonly contextOf: (runtime: HandlerContext, task: TaskInfo, from: Context | undefined) => Context;
  /** Loads a revision, for tasks of earlier processes. Rejects if the server does not support it. */
  readonly load: (revision: string) => Promise<void>;
}

/** Runs a tool, and returns its complete result. Throws protocol errors. */
export type TaskRun = (context: Context) => Awaitable<object>;

/** A tool call that becomes a task. */
export interface TaskCall {
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

/** A handler of one request about tasks. */
export interface TaskMethod {
  /** The method: `tasks/get`. */
  readonly method: string;
  /** Handles the request. */
  readonly answer: (params: never, context: Context) => object | Promise<object>;
}

/** The tasks that one client follows. */
export interface Followed {
  /** The ids of the existing tasks that the client may follow. */
  readonly taskIds: readonly string[];
  /** Sends the status of each task, and every later change. Returns a function that ends that. */
  readonly follow: (notify: (params: object) => void) => () => void;
}

/** The tasks of one server. */
export interface ServerTasks {
  /** Handlers of requests about tasks, by handler name of the runtime. */
  readonly methods: { readonly [name: string]: TaskMethod };
  /** Returns a revision extended with what tasks add to it. */
  extend(revision: Revision): Promise<Revision>;
  /** Returns the capabilities to declare in a revision, in addition to those of the methods. */
  capabilities(revision: string): object;
  /**
   * Returns whether a call becomes a task.
   *
   * @param mode the task option of the tool, if any
   * @param asked the client's request for a task: `task` of the params
   * @throws {JsonRpcError} if the tool requires a task and the client does not support it, or vice versa.
   */
  runs(mode: TaskMode | undefined, asked: unknown, context: Context): boolean;
  /** Returns whether a handler may return a task although its tool does not have the task option. */
  mayAnswerWithTask(context: Context): boolean;
  /**
   * Starts a task. Resolves with the response to the request when the task is stored.
   *
   * @throws {JsonRpcError} if the caller has too many tasks, or the task cannot be stored.
   * @throws the reason of the signal if the request is cancelled meanwhile: then no task is created.
   */
  start(context: Context, call: TaskCall): Promise<object>;
  /**
   * Resumes the tasks of an earlier process. Failures are reported.
   *
   * @param runOf returns the function that runs a resumable tool; undefined if the tool does not exist
   */
  restore(runOf: (tool: string, args: object) => TaskRun | undefined): void;
  /**
   * Ends the running tasks by aborting their handlers. Resumable tasks are left to the next process; others fail. Resolves when the store
   * is updated. Never rejects.
   */
  close(): Promise<void>;
  /** Returns the tasks among `ids` that a client may follow. */
  follow(ids: readonly unknown[], context: Context): Promise<Followed>;
}

/** Adds tasks to a server, through its option `tasks`. Created by `tasks()` of `@mcp-gen/sdk/tasks`. */
export interface TaskSupport {
  /** @internal */
  readonly attach: (host: TaskHost) => ServerTasks;
}
