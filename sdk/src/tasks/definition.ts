/**
 * What is fixed about tasks: an extension from one revision on, and a part of the protocol in an earlier one. Servers and clients have a
 * definition each, with the same declaration, so that neither loads the code of the other: `support.ts` and `clientSupport.ts`.
 */

import {
  client,
  isCreateTaskResult,
  server,
  type ClientRequests,
  type ServerNotifications,
} from '@mcp-gen/protocol/extensions/tasks';
import { identifier } from '@mcp-gen/protocol/extensions/tasks/identifier';
import { tasksUpdate } from '@mcp-gen/protocol/extensions/tasks/methods';
import * as features from '@mcp-gen/protocol/registry/features';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { ExtensionDeclaration } from '../extension/declaration.js';

/** What servers receive about tasks. */
export const TASKS_RECEIVED = {
  ...server,
  requests: { ...server.requests, [tasksUpdate]: { ...server.requests[tasksUpdate], params: isUpdate } },
};

/** The declaration of the extension, for both sides. Clients send no notifications about tasks, and servers no requests. */
export const TASKS: ExtensionDeclaration<ClientRequests, object, object, ServerNotifications> = {
  id: identifier,
  messages: { server: TASKS_RECEIVED, client },
  revisions: features.extensions,
  inProtocol: { ...features.tasks, capability: 'tasks', results: { [Method.toolsCall]: isCreatedEarlier } },
  results: { [Method.toolsCall]: { type: 'task', guard: isCreateTaskResult } },
};

/** Answers are validated against their questions, and unknown answers are ignored, so any object is accepted here. */
function isUpdate(params: unknown): boolean {
  return isObject(params) && typeof params['taskId'] === 'string' && isObject(params['inputResponses']);
}

/** Returns whether a result of revision 2025-11-25 is a created task. A tool result may also have such a property. */
export function isCreatedEarlier(result: unknown): boolean {
  return isObject(result) && isObject(result['task']) && !Array.isArray(result['content']);
}
