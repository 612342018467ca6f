/**
 * The Tasks extension, `io.modelcontextprotocol/tasks`: a server may respond to a request with a task, whose state and result the
 * client fetches later.
 *
 * These declarations extend revision 2026-07-28. The structure is that of the official schema of the extension; the wording is our own.
 *
 * @module
 */

import type {
  Error as JSONRPCErrorObject,
  InputRequests,
  InputResponses,
  JSONRPCNotification,
  JSONRPCRequest,
  NotificationParams,
  Result,
} from '../../2026-07-28/schema.js';

/**
 * The status of a task: in progress, waiting for input from the client, or ended in one of three ways.
 *
 * @category `tasks`
 */
export type TaskStatus =
  | 'working' // The task is in progress.
  | 'input_required' // The task waits for input from the client.
  | 'completed' // There is a result, which may be the error of a tool.
  | 'failed' // The request ended with a JSON-RPC error.
  | 'cancelled'; // The task was cancelled before it ended.

/**
 * Base of all tasks.
 *
 * @category `tasks`
 */
export interface Task {
  /** Identifies the task. The server chooses it. */
  taskId: string;

  /** The status of the task. */
  status: TaskStatus;

  /** Human-readable details of the status: progress, a reason, or a diagnosis. */
  statusMessage?: string;

  /** When the task was created, in ISO 8601. */
  createdAt: string;

  /** When the task last changed, in ISO 8601. */
  lastUpdatedAt: string;

  /**
   * How long the server keeps the task, in whole milliseconds from its creation; null if there is no limit. The server may change it.
   * @format int
   * @nullable
   */
  ttlMs: number | null;

  /**
   * How long clients should wait between polls, in whole milliseconds. The server may change it.
   * @format int
   */
  pollIntervalMs?: number;
}

/**
 * A task in progress.
 *
 * @category `tasks`
 */
export interface WorkingTask extends Task {
  status: 'working';
}

/**
 * A task that waits for input from the client.
 *
 * @category `tasks`
 */
export interface InputRequiredTask extends Task {
  status: 'input_required';

  /** The open input requests, by key. A key is unique for the lifetime of the task. */
  inputRequests: InputRequests;
}

/**
 * A completed task, with its result.
 *
 * @category `tasks`
 */
export interface CompletedTask extends Task {
  status: 'completed';

  /** The result that the request would have had: for a tool call, the result of the tool. */
  result: { [key: string]: unknown };
}

/**
 * A task that failed with a JSON-RPC error.
 *
 * @category `tasks`
 */
export interface FailedTask extends Task {
  status: 'failed';

  /** The error that the request would have had. */
  error: JSONRPCErrorObject;
}

/**
 * A cancelled task.
 *
 * @category `tasks`
 */
export interface CancelledTask extends Task {
  status: 'cancelled';
}

/**
 * A task with the fields of its status: input requests, a result, or an error.
 *
 * @category `tasks`
 */
export type DetailedTask = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;

/**
 * A response with a task instead of the result of the request.
 *
 * @category `tasks`
 */
export type CreateTaskResult = Result &
  Task & {
    /** Tells a task from the result of the request. */
    resultType: 'task';
  };

/**
 * Gets the current state of a task.
 *
 * @category `tasks/get`
 */
export type GetTaskRequest = JSONRPCRequest & {
  method: 'tasks/get';
  params: {
    /** The task to read. */
    taskId: string;
  };
};

/**
 * The current state of a task, with its input requests, its result, or its error.
 *
 * @category `tasks/get`
 */
export type GetTaskResult = Result &
  DetailedTask & {
    /** Always a final result, never another task. */
    resultType: 'complete';
  };

/**
 * Sends responses to the input requests of a task.
 *
 * @category `tasks/update`
 */
export type UpdateTaskRequest = JSONRPCRequest & {
  method: 'tasks/update';
  params: {
    /** The task that requested the input. */
    taskId: string;

    /** The responses, by the keys of their input requests. Some may be sent later. */
    inputResponses: InputResponses;
  };
};

/**
 * Confirms that the responses were received.
 *
 * @category `tasks/update`
 */
export type UpdateTaskResult = Result & {
  /** Always a final result, never another task. */
  resultType: 'complete';
};

/**
 * Requests the cancellation of a task.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskRequest = JSONRPCRequest & {
  method: 'tasks/cancel';
  params: {
    /** The task to cancel. */
    taskId: string;
  };
};

/**
 * Confirms that the cancellation was requested. The task may still end in another way.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskResult = Result & {
  /** Always a final result, never another task. */
  resultType: 'complete';
};

/**
 * A task with the fields of its status.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotificationParams = NotificationParams & DetailedTask & { [key: string]: unknown };

/**
 * Notifies a subscribed client that a task changed.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotification = JSONRPCNotification & {
  method: 'notifications/tasks';
  params: TaskStatusNotificationParams;
};

/**
 * The fields that the extension adds to the filter of `subscriptions/listen`.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionNotifications {
  /** The tasks to receive notifications for. */
  taskIds?: string[];
}

/**
 * The fields that the extension adds to the acknowledgment of a subscription.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionAcknowledgedNotifications {
  /** The tasks that the client will receive notifications for. */
  taskIds?: string[];
}

/**
 * The capability that both sides declare for the extension: an empty object.
 *
 * @category `tasks`
 */
export type TasksExtensionCapability = Record<string, never>;
