/**
 * Tasks in clients and hosts: calls of tools that continue after their request.
 *
 * @module
 */

export type { Clock } from './clock.js';
export { tasks, type ClientTasksOptions } from './tasks/clientSupport.js';
export type { ClientTasks } from './tasks/clientTasks.js';
export type { ClientTask, StoredTask, TaskState } from './tasks/clientTask.js';
export type { HostTasks } from './tasks/hostTasks.js';
export type { HostTask, StoredHostTask } from './tasks/hostTask.js';
export { TaskCancelledError } from './tasks/taskErrors.js';
