/** The extension Tasks, merged into a revision. */

import type { RequestEntry, Revision } from '@mcp-gen/runtime';
import { client, isCreateTaskResult } from '@mcp-gen/protocol/extensions/tasks';
import * as TaskMethod from '@mcp-gen/protocol/extensions/tasks/methods';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { without } from '../properties.js';
import { TASKS_RECEIVED } from './definition.js';

/** The request that can be answered with a task. */
const CALL = Method.toolsCall;

/** Returns a revision without sessions, extended with the methods of the extension and with tasks as results of tools. */
export function withTasks(revision: Revision): Revision {
  const call = revision.server.requests[CALL];
  if (call === undefined) return revision;
  const own = Object.entries(TASKS_RECEIVED.requests).map(([method, entry]) => [method, unexplained(entry)]);
  return {
    ...revision,
    server: {
      ...revision.server,
      requests: {
        ...revision.server.requests,
        ...(Object.fromEntries(own) as { readonly [method: string]: RequestEntry }),
        [CALL]: { ...call, result: (value) => isCreateTaskResult(value) || call.result(value), resultTypes: ['task'] },
      },
    },
    client: {
      ...revision.client,
      notifications: {
        ...revision.client.notifications,
        [TaskMethod.notificationsTasks]: without(client.notifications[TaskMethod.notificationsTasks], 'paramsType'),
      },
    },
  };
}

/** The revision cannot explain definitions of an extension. */
function unexplained(entry: RequestEntry): RequestEntry {
  return without(entry, 'paramsType', 'resultType');
}
