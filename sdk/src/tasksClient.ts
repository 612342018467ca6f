/**
 * Tasks in clients: calls of tools that continue after their request.
 *
 * @module
 */

export { tasks } from './tasks/clientTasks.js';
