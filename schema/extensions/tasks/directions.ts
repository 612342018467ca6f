/** Who sends the messages of the extension Tasks, which its schema leaves open. */

export type ClientRequest = GetTaskRequest | UpdateTaskRequest | CancelTaskRequest;
export type ServerNotification = TaskStatusNotification;
