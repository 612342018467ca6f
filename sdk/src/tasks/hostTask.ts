import type { RequestOptions } from '@mcp-gen/runtime';
import type { ClientTask, StoredTask, TaskState } from './clientTask.js';
import { plainResult, type ToolResult } from '../client/toolResult.js';
import { plainText } from '../guard/index.js';

/** Identifies a task to resume with {@link HostTasks.resume}: plain data. */
export interface StoredHostTask extends StoredTask {
  /** The name of the server. */
  readonly server: string;
}

/** What a task of a client has. */
type AnyTask = Pick<ClientTask, 'id' | 'tool' | 'status' | 'result' | 'cancel' | 'toJSON'>;

/** A task that {@link HostTasks.start} has started, or that {@link HostTasks.resume} has resumed. */
export class HostTask {
  /** The name of the server. */
  readonly server: string;
  readonly #task: AnyTask;

  /** @internal */
  constructor(server: string, task: AnyTask) {
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

  /** Requests the state of the task. Rejects with the errors of `host.callTool`. */
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

  /** Returns what {@link HostTasks.resume} needs to resume the task, also in another process: store it as JSON. */
  toJSON(): StoredHostTask {
    return { server: this.server, ...this.#task.toJSON() };
  }
}
