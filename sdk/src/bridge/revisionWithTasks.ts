/** The extension Tasks in a revision of the bridge, which handles its messages under the names that the revision with tasks of its own has. */

import type { NotificationEntry, RequestEntry, Revision } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { without } from '../properties.js';
import { TASKS } from '../tasks/definition.js';

/** The request that can be answered with a task. */
const CALL = Method.toolsCall;

/** Returns a revision without sessions, extended with the methods of the extension and with tasks as results of tools. */
export function withTasks(revision: Revision): Revision {
  const { messages, results } = TASKS;
  const call = revision.server.requests[CALL];
  const task = results?.[CALL];
  if (call === undefined || task === undefined) return revision;
  return {
    ...revision,
    server: {
      ...revision.server,
      requests: {
        ...revision.server.requests,
        ...unexplained(messages?.server?.requests),
        [CALL]: { ...call, result: (value) => task.guard(value) || call.result(value), resultTypes: [task.type] },
      },
    },
    client: {
      ...revision.client,
      notifications: { ...revision.client.notifications, ...unexplained(messages?.client?.notifications) },
    },
  };
}

/** Returns entries without the names of definitions of the extension, which the revision cannot explain. */
function unexplained<Entry extends RequestEntry | NotificationEntry>(
  entries: {
    readonly [method: string]: Entry;
  } = {},
): { readonly [method: string]: Entry } {
  return Object.fromEntries(
    Object.entries(entries).map(([method, entry]) => [
      method,
      without(entry as Entry & RequestEntry, 'paramsType', 'resultType') as unknown as Entry,
    ]),
  );
}
