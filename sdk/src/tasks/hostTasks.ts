import type { RequestOptions } from '@mcp-gen/runtime';
import { requestOptions } from '../client/callOptions.js';
import type { ToolResult } from '../client/toolResult.js';
import type { ExtensionKey, ExtensionTypes } from '../extension/key.js';
import type { ExtensionHost } from '../host/hostSide.js';
import { NO_TASK } from './clientTask.js';
import type { ClientTasks } from './clientTasks.js';
import { HostTask, type StoredHostTask } from './hostTask.js';
import { TASKS_EXTENSION } from './taskNames.js';

/** What finds the extension of a client. */
const KEY: ExtensionKey<ExtensionTypes & { readonly client: ClientTasks }> = { id: TASKS_EXTENSION };

/** The tasks of the servers of a host: `host.extension(tasks)`. */
export class HostTasks {
  readonly #host: ExtensionHost;

  /** @internal */
  constructor(host: ExtensionHost) {
    this.#host = host;
  }

  /**
   * Calls a tool, if consent allows it, without waiting for the task that the server creates for it. Waits for the result of a server without
   * tasks.
   *
   * @param name its name in the list of the host: `weather__forecast`
   * @param args its arguments. Default: none
   * @throws the errors of `host.callTool`.
   */
  async start(
    name: string,
    args?: { readonly [name: string]: unknown },
    options: RequestOptions = {},
  ): Promise<HostTask> {
    requestOptions('start', options);
    return this.#host.call(
      name,
      args,
      async ({ client, server, tool, arguments: given }) => {
        const task = await client.extension(KEY)?.start(tool, given, options);
        return new HostTask(server, task ?? ended(tool, await client.callTool(tool, given, options)));
      },
      options.signal,
    );
  }

  /**
   * Resumes a task that was started in this process or in an earlier one. Does not check whether the server still has it.
   *
   * @param task the result of the task's `toJSON`
   * @throws {TypeError} if it has no id, the server is unknown, or it has not declared tasks.
   * @throws {ServerNotRunningError} if its server is not running.
   */
  resume({ server, id, tool }: StoredHostTask): HostTask {
    const tasks = this.#host.client(server).extension(KEY);
    if (tasks === undefined) throw new TypeError(`The server ${server} has not declared tasks`);
    return new HostTask(server, tasks.resume({ id, tool }));
  }
}

/** Returns a call that its server has answered at once, without a task. */
function ended(tool: string, result: ToolResult): ConstructorParameters<typeof HostTask>[1] {
  return {
    id: undefined,
    tool,
    status: () => Promise.resolve(NO_TASK),
    result: () => Promise.resolve(result),
    cancel: () => Promise.resolve(),
    toJSON: () => ({ id: undefined, tool }),
  };
}
