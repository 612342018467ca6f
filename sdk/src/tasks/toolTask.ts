/** The options that tasks add to tools and questions, and what clients see of the former. */

import { anyOf, FLAG, group, oneOf, repeating, type OptionTable } from '@mcp-gen/runtime/options';
import type { Tool } from '@mcp-gen/protocol/author';
import * as features from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { holds } from '@mcp-gen/runtime';
import { isStateless } from '../era.js';
import type { ToolSettings } from '../server/extensionTools.js';
import type { LossListener } from '../translator.js';

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

declare module '../extension/extensionOptions.js' {
  interface ExtensionToolOptions {
    /**
     * Runs the handler as a task (extension Tasks, and 2025-11-25: Tasks): the client receives a task at once, and fetches the result later.
     * `optional`: if the client supports tasks; other clients wait for the result. `required`: other clients receive an error, and revisions
     * without tasks do not list it. `{ resume: true }`: another process resumes the task if this one ends. The server needs the extension
     * `tasks()`. Default: never, but see `context.asTask`.
     */
    readonly task?: TaskMode | ToolTaskOptions | undefined;
  }

  interface ExtensionAskOptions {
    /**
     * Lets the client answer forms, pages, and sampling as tasks, if it supports that (specification, 2025-11-25: Tasks): the answer is
     * polled, without an open request. Other clients, and questions within a task, are asked as usual. Default false.
     */
    readonly task?: boolean | undefined;
  }
}

const MODE = oneOf('optional', 'required');

export const TASK_OPTIONS: OptionTable<ToolTaskOptions> = { mode: MODE, resume: FLAG };

/** The option, as data. */
export const TOOL_TASK = { task: repeating({ ...anyOf(MODE, group(TASK_OPTIONS)), expected: 'optional or required' }) };

/** Returns whether a tool runs as a task; undefined: never. */
export function modeOf({ task }: ToolSettings): TaskMode | undefined {
  if (typeof task !== 'object') return task as TaskMode | undefined;
  return (task as ToolTaskOptions).mode ?? 'optional';
}

/** Returns whether another process can resume the tasks of a tool. */
export function resumes({ task }: ToolSettings): boolean {
  return typeof task === 'object' && (task as ToolTaskOptions).resume === true;
}

/** Shows the tools of a server that run as tasks to clients. */
export class ListedTools {
  readonly #onLoss: LossListener;
  /** The revisions in which hidden tools have been reported, by the settings of the tool. */
  readonly #hidden = new WeakMap<ToolSettings, Set<string>>();

  /** @param onLoss called for tools that clients of a revision cannot call */
  constructor(onLoss: LossListener) {
    this.#onLoss = onLoss;
  }

  /** Returns a tool as clients of a revision see it; undefined if they cannot call it, since the revision does not have tasks. */
  listed(tool: Tool, settings: ToolSettings, revision: string): Tool | undefined {
    const mode = modeOf(settings);
    if (mode === undefined || isStateless(revision)) return tool;
    if (holds(features.tasks, revision)) return { ...tool, execution: { taskSupport: mode } } as Tool;
    if (mode !== 'required') return tool;
    const reported = this.#hidden.get(settings) ?? new Set();
    if (!reported.has(revision)) {
      this.#hidden.set(settings, reported.add(revision));
      const loss = { pointer: '/tools', what: 'a tool that requires a task' };
      this.#onLoss(loss, { method: Method.toolsList, revision, target: tool.name });
    }
    return undefined;
  }
}
