/** What tasks are called in messages. */

/** The identifier of the extension. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** The capability that declares it, as a path. */
export const TASKS_CAPABILITY = `extensions.${TASKS_EXTENSION}`;

/** The revision that has tasks of its own, as an experiment. */
export const REVISION_WITH_TASKS = '2025-11-25';

/** The key in `_meta` that says which task a message is about, in the revision that has tasks of its own. */
export const RELATED_TASK = 'io.modelcontextprotocol/related-task';
