/** Tasks in clients and hosts: calls wait for the tasks of servers, and requests of servers are answered as tasks. */

import { InvalidMessageError } from '@mcp-gen/runtime';
import { checkOptions, type OptionTable } from '@mcp-gen/runtime/options';
import type { ClientRequests, ServerNotifications } from '@mcp-gen/protocol/extensions/tasks';
import * as Method from '@mcp-gen/protocol/registry/methods';
import type { ClientMessage, ClientNext } from '../client/clientMiddleware.js';
import type { ClientSide } from '../client/clientSide.js';
import { CLOCK, systemClock, type Clock } from '../clock.js';
import { defineExtension } from '../extension/defineExtension.js';
import { ClientTasks, createdIn } from './clientTasks.js';
import { TASKS } from './definition.js';
import { HostTasks } from './hostTasks.js';
import { TaskAnswers } from './taskAnswers.js';
import { TASKS_NOTIFICATION } from './taskNames.js';
import { TaskNotifications, type TaskNotificationParams } from './taskNotifications.js';

/** Options of {@link tasks} in clients and hosts. */
export interface ClientTasksOptions {
  /** Schedules polls: for tests. Default: the clock of the process. */
  readonly clock?: Clock | undefined;
}

/** {@link ClientTasksOptions}. */
export const CLIENT_TASKS_OPTIONS: OptionTable<ClientTasksOptions> = { clock: CLOCK };

/**
 * Lets servers run tool calls as tasks, which the calls of a client or host wait for. The client polls at the interval that the server
 * suggests, reports the status messages to `onProgress`, and answers requests for input. The task is cancelled when the signal of the call
 * aborts. `timeout` applies to each message, and `maxTotalTimeout` to the whole call, which rejects with a `TaskCancelledError` if another
 * party has cancelled the task. In revision 2025-11-25, servers may also request forms, pages, and sampling as tasks.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-gen/sdk/client';
 * import { tasks } from '@mcp-gen/sdk/tasks/client';
 *
 * const client = await connect('npx -y @modelcontextprotocol/server-everything', { extensions: [tasks()] });
 * const { text } = await client.callTool('report', { year: 2026 });
 * console.log(text);
 * ```
 * @throws {TypeError} if an option is unknown or invalid.
 */
export const tasks = /* @__PURE__ */ defineExtension(TASKS, (options: ClientTasksOptions = {}) => {
  checkOptions('tasks', options, CLIENT_TASKS_OPTIONS);
  const { clock = systemClock } = options;
  return { client: () => clientSide(clock), host: { setup: (host) => new HostTasks(host) } };
});

/** Returns the code of one client. */
function clientSide(clock: Clock): ClientSide<ClientRequests, object, object, ServerNotifications, ClientTasks> {
  const notifications = new TaskNotifications(clock);
  const deliver = (task: object): void => notifications.deliver(task as TaskNotificationParams);
  let own: ClientTasks | undefined;
  let answers: TaskAnswers | undefined;
  return {
    notifications: { [TASKS_NOTIFICATION]: deliver },
    middleware: [
      (message, next) => {
        if (message.method !== Method.toolsCall || message.direction === 'in') return next(message);
        return own === undefined ? withoutTasks(message, next) : ClientTasks.call(own, message, next);
      },
    ],
    protocol: (answered) => (answers = TaskAnswers.isNeeded(answered) ? new TaskAnswers(answered) : undefined),
    onClose: () => answers?.close(),
    setup: (client, extension) => {
      client.onNotification(Method.notificationsTasksStatus, deliver);
      return (own = new ClientTasks(client, extension, notifications));
    },
  };
}

/** @throws {InvalidMessageError} if the server creates a task: it has not declared them. */
async function withoutTasks(message: ClientMessage, next: ClientNext): Promise<object | undefined> {
  const result = await next(message);
  if (createdIn(result) === undefined) return result;
  throw new InvalidMessageError(message.method, 'The server answered with a task, and has not declared tasks');
}
