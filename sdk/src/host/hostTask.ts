import type { RequestOptions } from '@mcp-gen/runtime';
import type { ClientTask, StoredTask, TaskState } from '../client/tasks.js';
import { ToolResult } from '../client/toolResult.js';
import { plainText, sanitize } from '../guard/index.js';

/** What {@link Host.task} takes a task up again by: plain data. */
export interface StoredHostTask extends StoredTask {
  /** The name of the server. */
  readonly server: string;
}

/** A task that {@link Host.callTool} has started and not waited for, or that {@link Host.task} has taken up again. */
export class HostTask {
  /** The name of the server. */
  readonly server: string;
  readonly #task: ClientTask;

  /** @internal */
  constructor(server: string, task: ClientTask) {
    this.server = server;
    this.#task = task;
  }

  /** The id of the task; undefined where the server has answered at once, so that there is no task. */
  get id(): string | undefined {
    return this.#task.id;
  }

  /** The tool that was called, by its name on the server. */
  get tool(): string {
    return this.#task.tool;
  }

  /** Reads how the task is. Rejects as {@link Host.callTool} does. */
  async status(options?: RequestOptions): Promise<TaskState> {
    const { statusMessage, ...state } = await this.#task.status(options);
    return { ...state, statusMessage: statusMessage === undefined ? undefined : plainText(statusMessage) };
  }

  /**
   * Waits for the result; what the task asks is answered as for every call. Aborting the signal ends the waiting, and not the task.
   *
   * @throws {TaskCancelledError} if the task was cancelled.
   * @throws {JsonRpcError} if the task has failed, or is not there any longer.
   */
  async result(options?: RequestOptions): Promise<ToolResult> {
    return plainResult(await this.#task.result(options));
  }

  /** Asks the server to end the task, which may end in another way nevertheless. */
  cancel(options?: RequestOptions): Promise<void> {
    return this.#task.cancel(options);
  }

  /** What {@link Host.task} takes the task up again by, also in another process: store it as JSON. */
  toJSON(): StoredHostTask {
    return { server: this.server, ...this.#task.toJSON() };
  }
}

/** The result of a tool as models and people may see it. */
export function plainResult({ content, structuredContent, isError, _meta }: ToolResult): ToolResult {
  return new ToolResult(sanitize({ content, structuredContent, isError, _meta }));
}
