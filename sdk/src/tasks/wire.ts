/** Tasks in the forms that messages have. */

import type { DetailedTask, Task } from '@mcp-gen/protocol/extensions/tasks';
import type { Task as EarlierTask } from '@mcp-gen/protocol/2025-11-25';
import { ErrorCode, JsonRpcError } from '@mcp-gen/runtime';
import type { TaskRecord } from './taskRecord.js';

/** The properties of a task that every message has, from revision 2026-07-28 on. */
export function taskOf({ id, status, statusMessage, createdAt, updatedAt, ttl, pollInterval }: TaskRecord): Task {
  return {
    taskId: id,
    status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: ttl,
    pollIntervalMs: pollInterval,
  };
}

/** A task with its questions, its result, or its error, from revision 2026-07-28 on. */
export function detailedTask(record: TaskRecord): DetailedTask {
  const { questions, result, error } = record;
  return {
    ...taskOf(record),
    ...(questions !== undefined && { inputRequests: questions }),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  } as DetailedTask;
}

/** A task in messages of revision 2025-11-25, where a failed tool means a failed task. */
export function earlierTask(record: TaskRecord): EarlierTask {
  const { id, status, statusMessage, createdAt, updatedAt, ttl, pollInterval, result } = record;
  const hasFailed = result !== undefined && 'isError' in result && result.isError === true;
  return {
    taskId: id,
    status: hasFailed ? 'failed' : status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttl,
    pollInterval,
  };
}

/** Returns the error for params that match the schema and are still invalid. */
export function invalidParams(message: string): JsonRpcError {
  return new JsonRpcError(ErrorCode.InvalidParams, message);
}

/**
 * Returns the error for a task that does not exist for the caller. A missing task and a task of another caller must be indistinguishable.
 */
export function unknownTask(): JsonRpcError {
  return invalidParams('Unknown task: it was never created, has expired, or belongs to another caller');
}
