/**
 * The extension Tasks, `io.modelcontextprotocol/tasks`: a server may answer a request with a task, whose state and result the client
 * fetches later.
 *
 * Declarations beside those of revision 2026-07-28. Structure identical to the official schema of the extension, words our own.
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
 * How far a task is: it is worked on, waits for answers of the client, or has ended in one of three ways.
 *
 * @category `tasks`
 */
export type TaskStatus =
  | 'working' // Something is being done.
  | 'input_required' // Answers of the client are waited for.
  | 'completed' // There is a result, which may say that a tool failed.
  | 'failed' // The request ended with a JSON-RPC error.
  | 'cancelled'; // It was cancelled before its end.

/**
 * What is known of every task.
 *
 * @category `tasks`
 */
export interface Task {
  /**
   * Identifies the task. The server chooses it.
   */
  taskId: string;

  /**
   * How far the task is.
   */
  status: TaskStatus;

  /**
   * A line for people about the present status: progress, a reason, or a diagnosis.
   */
  statusMessage?: string;

  /**
   * When the task was created, in ISO 8601.
   */
  createdAt: string;

  /**
   * When the task changed last, in ISO 8601.
   */
  lastUpdatedAt: string;

  /**
   * Whole milliseconds from its creation after which the server may drop the task; null if there is no limit. The server may change it.
   * @format int
   * @nullable
   */
  ttlMs: number | null;

  /**
   * Whole milliseconds that clients should let pass between two polls. The server may change it.
   * @format int
   */
  pollIntervalMs?: number;
}

/**
 * A task that is being worked on.
 *
 * @category `tasks`
 */
export interface WorkingTask extends Task {
  status: 'working';
}

/**
 * A task that waits for answers of the client.
 *
 * @category `tasks`
 */
export interface InputRequiredTask extends Task {
  status: 'input_required';

  /**
   * The questions without an answer, by their keys. A key names one question in the life of a task.
   */
  inputRequests: InputRequests;
}

/**
 * A task that has a result.
 *
 * @category `tasks`
 */
export interface CompletedTask extends Task {
  status: 'completed';

  /**
   * The result, as the request would have been answered with: for a call of a tool, that of the tool.
   */
  result: { [key: string]: unknown };
}

/**
 * A task that ended with a JSON-RPC error.
 *
 * @category `tasks`
 */
export interface FailedTask extends Task {
  status: 'failed';

  /**
   * The error that the request would have been answered with.
   */
  error: JSONRPCErrorObject;
}

/**
 * A task that was cancelled.
 *
 * @category `tasks`
 */
export interface CancelledTask extends Task {
  status: 'cancelled';
}

/**
 * A task with what its status brings: questions, a result, or an error.
 *
 * @category `tasks`
 */
export type DetailedTask = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask;

/**
 * Answers a request with a task in the place of its result.
 *
 * @category `tasks`
 */
export type CreateTaskResult = Result &
  Task & {
    /**
     * Tells a task from the result of the request.
     */
    resultType: 'task';
  };

/**
 * Asks for the state of a task.
 *
 * @category `tasks/get`
 */
export type GetTaskRequest = JSONRPCRequest & {
  method: 'tasks/get';
  params: {
    /**
     * The task to read.
     */
    taskId: string;
  };
};

/**
 * The task as it is now, with its questions, its result, or its error.
 *
 * @category `tasks/get`
 */
export type GetTaskResult = Result &
  DetailedTask & {
    /**
     * Always the result itself, never a task in its place.
     */
    resultType: 'complete';
  };

/**
 * Answers questions of a task.
 *
 * @category `tasks/update`
 */
export type UpdateTaskRequest = JSONRPCRequest & {
  method: 'tasks/update';
  params: {
    /**
     * The task that asked.
     */
    taskId: string;

    /**
     * Answers by the keys of their questions. Some of the questions may be left for later.
     */
    inputResponses: InputResponses;
  };
};

/**
 * The answers were taken.
 *
 * @category `tasks/update`
 */
export type UpdateTaskResult = Result & {
  /**
   * Always the result itself, never a task in its place.
   */
  resultType: 'complete';
};

/**
 * Asks to end a task.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskRequest = JSONRPCRequest & {
  method: 'tasks/cancel';
  params: {
    /**
     * The task to end.
     */
    taskId: string;
  };
};

/**
 * The wish to end the task was taken. The task may nevertheless end in another way.
 *
 * @category `tasks/cancel`
 */
export type CancelTaskResult = Result & {
  /**
   * Always the result itself, never a task in its place.
   */
  resultType: 'complete';
};

/**
 * A task with what its status brings.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotificationParams = NotificationParams & DetailedTask & { [key: string]: unknown };

/**
 * Tells a client that follows a task that the task has changed.
 *
 * @category `notifications/tasks`
 */
export type TaskStatusNotification = JSONRPCNotification & {
  method: 'notifications/tasks';
  params: TaskStatusNotificationParams;
};

/**
 * What the extension adds to the filter of `subscriptions/listen`.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionNotifications {
  /**
   * The tasks to be told of.
   */
  taskIds?: string[];
}

/**
 * What the extension adds to the acknowledgement of a subscription.
 *
 * @category `subscriptions`
 */
export interface TaskSubscriptionAcknowledgedNotifications {
  /**
   * The tasks that the client will be told of.
   */
  taskIds?: string[];
}

/**
 * How both sides declare the extension: an empty object.
 *
 * @category `tasks`
 */
export type TasksExtensionCapability = Record<string, never>;
