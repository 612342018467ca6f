/** Declares which side sends the messages of the Tasks extension. Its schema does not say it. */

export type ClientRequest = GetTaskRequest | UpdateTaskRequest | CancelTaskRequest;
export type ServerNotification = TaskStatusNotification;
