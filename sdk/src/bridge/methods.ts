/** The methods that a bridge forwards, by handler name of the runtime. */

import type { Method } from '../conversions/index.js';
import { LIST_NOTIFICATIONS } from '../listening.js';

type Names = { readonly [handler: string]: Method };

/** Requests of clients that are forwarded unchanged. */
export const FORWARDED = {
  listTools: 'tools/list',
  callTool: 'tools/call',
  listResources: 'resources/list',
  listResourceTemplates: 'resources/templates/list',
  readResource: 'resources/read',
  listPrompts: 'prompts/list',
  getPrompt: 'prompts/get',
  complete: 'completion/complete',
} as const satisfies Names;

/** Requests about tasks of revision 2025-11-25. Either side may send them. */
export const TASKS = {
  getTask: 'tasks/get',
  getTaskPayload: 'tasks/result',
  listTasks: 'tasks/list',
  cancelTask: 'tasks/cancel',
} as const satisfies Names;

/** Requests of the extension Tasks, forwarded if both sides support it. */
export const EXTENSION_TASKS = {
  getTask: 'tasks/get',
  updateTask: 'tasks/update',
  cancelTask: 'tasks/cancel',
} as const;

/** Requests that servers send to clients, with the capability for each. */
export const QUESTIONS = {
  createMessage: ['sampling/createMessage', 'sampling'],
  elicit: ['elicitation/create', 'elicitation'],
  listRoots: ['roots/list', 'roots'],
} as const satisfies { readonly [handler: string]: readonly [Method, capability: string] };

/** Notifications of servers that are forwarded. */
export const NOTIFICATIONS = {
  ...LIST_NOTIFICATIONS,
  loggingMessage: 'notifications/message',
  resourceUpdated: 'notifications/resources/updated',
  elicitationComplete: 'notifications/elicitation/complete',
  taskStatus: 'notifications/tasks/status',
} as const satisfies Names;
