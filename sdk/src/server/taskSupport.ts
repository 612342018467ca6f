/** What a server knows of tasks: `tasks()` of `@mcp-gen/sdk/tasks` brings the rest, so that servers without tasks do not load it. */

import type { HandlerContext, Revision } from '@mcp-gen/runtime';
import type { Known } from '../whenKnown.js';
import type { Context } from './context.js';
import type { TaskInfo } from './taskInfo.js';
import type { AsTaskOptions } from './taskReturn.js';

/** Whether a tool runs as a task: where the client can, or always. */
export type TaskMode = 'optional' | 'required';

/** How a tool runs as a task. */
export interface ToolTaskOptions {
  /** Whether it does so where the client can, or always. Default `optional`. */
  readonly mode?: TaskMode | undefined;
  /**
   * Whether the handler is called again if the process ends before the task, by the next process that has the same store: with the same
   * arguments, and with what it has saved in `context.task.checkpoint`. Answers to its questions and values of `once` are kept, too. Of
   * `context.auth` the id is kept, and nothing of the session and of the HTTP request. Default false: the task has failed.
   */
  readonly resume?: boolean | undefined;
}

/** What tasks use of their server. */
export interface TaskHost {
  /** Called for errors that no client receives. */
  readonly report: (error: unknown) => void;
  /** Makes the context of a run, in the conversation of the request that it came from; without one, in a conversation of its own. */
  readonly contextOf: (runtime: HandlerContext, task: TaskInfo, from: Context | undefined) => Context;
  /** Loads a revision, for tasks of earlier processes. Rejects if the server does not have it. */
  readonly load: (revision: string) => Promise<void>;
}

/** Carries out a tool, and gives its whole result; what it throws is an error of the protocol. */
export type TaskRun = (context: Context) => Known<object>;

/** A call that is to be a task. */
export interface TaskCall {
  /** The tool that was called. */
  readonly tool: string;
  /** Carries it out. */
  readonly run: TaskRun;
  /** How it is kept. */
  readonly options?: AsTaskOptions | undefined;
  /** What the client asked for: `task` of the params. */
  readonly asked?: unknown;
  /** The arguments of a tool that is resumable, by which it is called again. Left out: it is not. */
  readonly resumable?: object | undefined;
}

/** Answers one request about tasks. */
export interface TaskMethod {
  /** The method: `tasks/get`. */
  readonly method: string;
  /** Answers it. */
  readonly answer: (params: never, context: Context) => object | Promise<object>;
}

/** What tasks one client follows. */
export interface Followed {
  /** Those that there are, and that the client may follow. */
  readonly taskIds: readonly string[];
  /** Tells how each of them is, and of every change from then on. Returns what ends that. */
  readonly follow: (tell: (params: object) => void) => () => void;
}

/** The tasks of one server. */
export interface ServerTasks {
  /** What answers requests about tasks, by the names that the runtime has for the handlers. */
  readonly methods: { readonly [name: string]: TaskMethod };
  /** Returns a revision with what tasks add to it. */
  extend(revision: Revision): Promise<Revision>;
  /** Returns the capabilities to declare in a revision, beside those of the methods. */
  capabilities(revision: string): object;
  /**
   * Returns whether a call is to be answered with a task.
   *
   * @param mode what the tool says of tasks; undefined for nothing
   * @param asked what the client asked for: `task` of the params
   * @throws {JsonRpcError} if the tool and the client do not fit.
   */
  runs(mode: TaskMode | undefined, asked: unknown, context: Context): boolean;
  /** Returns whether a handler may answer with a task though its tool says nothing of tasks. */
  mayAnswerWithTask(context: Context): boolean;
  /**
   * Starts a task. Resolves with the answer to the request, when the task is stored.
   *
   * @throws {JsonRpcError} if the caller has too many tasks, or the task cannot be stored.
   * @throws the reason of the signal if the request is cancelled meanwhile: then there is no task.
   */
  start(context: Context, call: TaskCall): Promise<object>;
  /**
   * Takes up the tasks that an earlier process has left. Failures are reported.
   *
   * @param runOf returns what carries out a tool that is resumable; undefined if there is no such tool
   */
  restore(runOf: (tool: string, args: object) => TaskRun | undefined): void;
  /**
   * Ends the tasks that run: their handlers are told to stop. Those that are resumable are left to the next process; others have failed.
   * Resolves when the store knows. Never rejects.
   */
  close(): Promise<void>;
  /** Returns those of some tasks that a client may follow. */
  follow(ids: readonly unknown[], context: Context): Promise<Followed>;
}

/** Tasks for the option `tasks` of a server. `tasks()` of `@mcp-gen/sdk/tasks` makes it. */
export interface TaskSupport {
  /** @internal */
  readonly attach: (host: TaskHost) => ServerTasks;
}
