/** Names of the tasks feature in messages. */

/** The identifier of the extension. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The path of its capability. */
export const TASKS_CAPABILITY = `extensions.${TASKS_EXTENSION}`;

/** The revision with its own, experimental tasks. */
export const REVISION_WITH_TASKS = '2025-11-25';

/** The `_meta` key of the task that a message is related to, in that revision. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';
