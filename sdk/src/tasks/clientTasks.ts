/** Calls of one client that its server runs as tasks. */

import { declares, type RequestOptions } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import type { ClientRequests } from '@mcp-gen/protocol/extensions/tasks';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { Client } from '../client/client.js';
import type { ClientMessage, ClientNext } from '../client/clientMiddleware.js';
import type { ExtensionPeer } from '../client/extensionPeer.js';
import { isStateless } from '../era.js';
import { ClientTask, resultOf, type CreatedTask, type StoredTask, type TaskConnection } from './clientTask.js';
import { isCreatedEarlier } from './definition.js';
import { REVISION_WITH_TASKS } from './taskNames.js';
import type { TaskNotifications } from './taskNotifications.js';

/** Marks the options of a call that does not wait for its task. */
const STARTING = Symbol('starting a task');

type StartOptions = RequestOptions & { readonly [STARTING]?: boolean };

/** The tasks of a server: `client.extension(tasks)`. */
export class ClientTasks {
  readonly #client: Client;
  readonly #extension: ExtensionPeer<ClientRequests, object>;
  readonly #connection: TaskConnection;

  /** @internal */
  constructor(client: Client, extension: ExtensionPeer<ClientRequests, object>, notifications: TaskNotifications) {
    this.#client = client;
    this.#extension = extension;
    this.#connection = {
      isStateless: () => isStateless(client.revision),
      request: (method, params, options) =>
        isStateless(client.revision)
          ? extension.request(method as typeof Method.tasksGet, params, options)
          : client.request(method as typeof Method.tasksGet, params, options),
      extension,
      notifications,
    };
  }

  /**
   * Calls a tool without waiting for the task that the server creates for it. If the server answers at once, the call already has its
   * result.
   *
   * @example
   * ```ts
   * import { connect } from '@mcp-gen/sdk/client';
   * import { tasks } from '@mcp-gen/sdk/tasks/client';
   *
   * const client = await connect('npx -y @modelcontextprotocol/server-everything', { extensions: [tasks()] });
   * const report = await client.extension(tasks)?.start('report', { year: 2026 });
   * console.log((await report?.result())?.text);
   * ```
   * @param args its arguments. Default: none
   * @throws the errors of `client.callTool`.
   */
  async start(
    name: string,
    args?: { readonly [name: string]: unknown },
    options?: RequestOptions,
  ): Promise<ClientTask> {
    const params = args === undefined ? { name } : { name, arguments: args };
    const marked: StartOptions = { ...options, [STARTING]: true };
    const answered = (await this.#client.request(Method.toolsCall, params, marked)) as object;
    const task = createdIn(answered);
    return new ClientTask(
      this.#connection,
      name,
      task === undefined ? { result: answered as CallToolResult } : { task },
    );
  }

  /**
   * Resumes a task that was started in this process or in an earlier one. Does not check whether the server still has it.
   *
   * @param task the result of the task's `toJSON`
   * @throws {TypeError} if it has no id.
   */
  resume({ id, tool }: StoredTask): ClientTask {
    if (typeof id !== 'string') {
      throw new TypeError('The stored task has no id: the server answered the call at once, without a task');
    }
    return new ClientTask(this.#connection, tool, { task: { taskId: id } });
  }

  /** @internal */
  static async call(tasks: ClientTasks, message: ClientMessage, next: ClientNext): Promise<object | undefined> {
    const { params } = message;
    const options: StartOptions = message.options ?? {};
    const isStarting = options[STARTING] === true;
    const isTask = await tasks.#asksForTask(message, isStarting);
    const result = await next(isTask ? { ...message, params: { ...(params as object), task: {} } } : message);
    const task = createdIn(result);
    // Who requests a task itself receives it.
    if (task === undefined || isStarting || hasTask(params)) return result;
    return resultOf(tasks.#connection, task, options);
  }

  /** Returns whether to request a task, in the revision in which clients do, and tools declare whether they can be tasks. */
  async #asksForTask({ params, revision, server, options }: ClientMessage, isStarting: boolean): Promise<boolean> {
    if (revision !== REVISION_WITH_TASKS || !declares(server.capabilities, 'tasks.requests.tools.call')) return false;
    if (hasTask(params)) return false;
    const tool = await this.#extension.tool((params as { readonly name: string }).name, options);
    const taskSupport = tool?.execution?.['taskSupport'];
    return taskSupport === 'required' || (isStarting && taskSupport === 'optional');
  }
}

/** Returns the task that a server created in place of a result. */
export function createdIn(result: object | undefined): CreatedTask | undefined {
  const { resultType, task } = (result ?? {}) as { readonly resultType?: unknown; readonly task?: unknown };
  if (resultType === 'task') return result as CreatedTask;
  return isCreatedEarlier(result) ? (task as CreatedTask) : undefined;
}

function hasTask(params: unknown): boolean {
  return isObject(params) && params.task !== undefined;
}
