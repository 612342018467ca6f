/** What a server knows of tasks: `tasks()` of `@mcp-gen/sdk/tasks` brings the rest, so that servers without tasks do not load it. */

import type { HandlerContext, Revision } from '@mcp-gen/runtime';
import type { Known } from '../whenKnown.js';
import type { Context } from './context.js';
import type { AsTaskOptions } from './taskReturn.js';

/** Whether a tool runs as a task: where the client can, or always. */
export type TaskMode = 'optional' | 'required';

/** What tasks use of their server. */
export interface TaskHost {
  /** Called for errors that no client receives. */
  readonly report: (error: unknown) => void;
  /** Makes the context of a run, in the conversation of the request that it came from. */
  readonly contextOf: (runtime: HandlerContext, from: Context) => Context;
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
   * @param tool the tool that was called
   * @param run carries it out, and gives its whole result; what it throws is an error of the protocol
   * @param asked what the client asked for: `task` of the params
   * @throws {JsonRpcError} if the caller has too many tasks, or the task cannot be stored.
   */
  start(
    context: Context,
    tool: string,
    run: (context: Context) => Known<object>,
    options?: AsTaskOptions,
    asked?: unknown,
  ): Promise<object>;
  /** Returns those of some tasks that a client may follow. */
  follow(ids: readonly unknown[], context: Context): Promise<Followed>;
}

/** Tasks for the option `tasks` of a server. `tasks()` of `@mcp-gen/sdk/tasks` makes it. */
export interface TaskSupport {
  /** @internal */
  readonly attach: (host: TaskHost) => ServerTasks;
}
