import type { RequestOptions } from '@mcp-gen/runtime';
import type { ClientTask, StoredTask, TaskState } from '../client/taskClient.js';
import { ToolResult } from '../client/toolResult.js';
import { plainText, sanitize } from '../guard/index.js';

/** Identifies a task to resume with {@link Host.task}: plain data. */
export interface StoredHostTask extends StoredTask {
  /** The name of the server. */
  readonly server: string;
}

/** A task that {@link Host.callTool} has started with `task: 'detach'`, or that {@link Host.task} has resumed. */
export class HostTask {
  /** The name of the server. */
  readonly server: string;
  readonly #task: ClientTask;

  /** @internal */
  constructor(server: string, task: ClientTask) {
    this.server = server;
    this.#task = task;
  }

  /** The id of the task; undefined if the server answered at once, without a task. */
  get id(): string | undefined {
    return this.#task.id;
  }

  /** The tool that was called, by its name on the server. */
  get tool(): string {
    return this.#task.tool;
  }

  /** Requests the state of the task. Rejects with the errors of {@link Host.callTool}. */
  async status(options?: RequestOptions): Promise<TaskState> {
    const { statusMessage, ...state } = await this.#task.status(options);
    return { ...state, statusMessage: statusMessage === undefined ? undefined : plainText(statusMessage) };
  }

  /**
   * Waits for the result, and answers input requests as in any call. Aborting the signal ends the wait, not the task.
   *
   * @throws {TaskCancelledError} if the task was cancelled.
   * @throws {JsonRpcError} if the task has failed or no longer exists.
   */
  async result(options?: RequestOptions): Promise<ToolResult> {
    return plainResult(await this.#task.result(options));
  }

  /** Asks the server to cancel the task. The task may still complete or fail. */
  cancel(options?: RequestOptions): Promise<void> {
    return this.#task.cancel(options);
  }

  /** Returns what {@link Host.task} needs to resume the task, also in another process: store it as JSON. */
  toJSON(): StoredHostTask {
    return { server: this.server, ...this.#task.toJSON() };
  }
}

/** Sanitizes the result of a tool, for models and users. */
export function plainResult({ content, structuredContent, isError, _meta }: ToolResult): ToolResult {
  return new ToolResult(sanitize({ content, structuredContent, isError, _meta }));
}
