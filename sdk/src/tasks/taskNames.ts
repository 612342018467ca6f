/** Names of the tasks feature in messages. */

import { identifier } from '@mcp-gen/protocol/extensions/tasks/identifier';
import { notificationsTasks, tasksUpdate } from '@mcp-gen/protocol/extensions/tasks/methods';
import { tasks } from '@mcp-gen/protocol/registry/features';
import { relatedTask } from '@mcp-gen/protocol/registry/metaKeys';
import { hasRequest, REQUESTS, type ClientRequestMethod } from '../registry.js';

/** The identifier of the extension. */
export const TASKS_EXTENSION = identifier;

/** The path of its capability. */
export const TASKS_CAPABILITY = `extensions.${TASKS_EXTENSION}`;

/** The notification of the extension that a task has changed. */
export const TASKS_NOTIFICATION = notificationsTasks;

/** The request of the extension that answers questions of a task. */
export const TASKS_UPDATE = tasksUpdate;

/** The revision with its own, experimental tasks. */
export const REVISION_WITH_TASKS = tasks.since;

/** The `_meta` key of the task that a message is related to, in that revision. */
export const RELATED_TASK = relatedTask;

/** The requests about tasks that a revision has itself. */
export type TaskRequest = Extract<ClientRequestMethod, `tasks/${string}`>;

/** Returns whether a request is about tasks that a revision has itself. Those that only other revisions have are not handled as such. */
export function isTaskRequest(method: string): method is TaskRequest {
  return REQUESTS[method]?.capability?.split('.')[0] === TASKS && hasRequest(method, REVISION_WITH_TASKS);
}

/** The first part of the capabilities of these requests. */
const TASKS = 'tasks';
