/**
 * Tasks: tools that continue after their request, and stores for them.
 *
 * @module
 */

export type { Clock } from './clock.js';
export { tasks, type TasksOptions } from './tasks/support.js';
export type { TaskMode, ToolTaskOptions } from './tasks/toolTask.js';
export { MemoryTaskStore, type MemoryTaskStoreOptions } from './tasks/memoryStore.js';
export { FileTaskStore, type FileTaskStoreOptions } from './tasks/fileStore.js';
export type { EndSubscription, TaskChannel, TaskStore } from './tasks/store.js';
export { holderOfTask, STORED_TASKS, type TaskFacts } from './tasks/storedTasks.js';
export type { TaskError, TaskQuestion, TaskRecord, TaskResumption } from './tasks/taskRecord.js';
export type { TaskStatus } from '@mcp-gen/protocol/author';
