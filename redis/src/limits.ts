/** The limits on what is stored in Redis. All processes with the same prefix share them. */

import type { SharedLimit } from '@mcp-gen/runtime';
import { STORED_TASKS } from '@mcp-gen/sdk/tasks';

const of = 'createRedisStores';

/** The limit on events. */
export const REDIS_EVENT_BYTES: SharedLimit = {
  what: 'bytes of events in Redis',
  option: 'totalBytes',
  of,
  most: 256 * 1024 * 1024,
  unit: 'bytes',
  loses: 'the events of its oldest session, whose streams cannot be resumed then',
  refused: 'an event, and loses those of its own oldest session',
};

/** The limit on records of sessions. */
export const REDIS_SESSIONS: SharedLimit = {
  what: 'records of sessions in Redis',
  option: 'maxSessions',
  of,
  most: 100_000,
  loses: 'its record that was written least recently; the session ends with its process',
  refused: 'a record, and loses its own that was written least recently',
};

/** The limit on the number of tasks. */
export const REDIS_TASKS: SharedLimit = {
  what: 'tasks in Redis',
  option: 'maxTasks',
  of,
  most: 10_000,
  loses: STORED_TASKS.loses,
  refused: STORED_TASKS.refused,
};

/** The limit on the bytes of the records of tasks. */
export const REDIS_TASK_BYTES: SharedLimit = {
  what: 'bytes of tasks in Redis',
  option: 'maxTaskBytes',
  of,
  most: 256 * 1024 * 1024,
  unit: 'bytes',
  loses: STORED_TASKS.loses,
  refused: STORED_TASKS.refused,
};
