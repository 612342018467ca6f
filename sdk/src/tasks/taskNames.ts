/** Names of the tasks feature in messages. */

import { identifier } from '@mcp-gen/protocol/extensions/tasks/identifier';
import { notificationsTasks, tasksUpdate } from '@mcp-gen/protocol/extensions/tasks/methods';
import { tasks } from '@mcp-gen/protocol/registry/features';
import { relatedTask } from '@mcp-gen/protocol/registry/metaKeys';

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
