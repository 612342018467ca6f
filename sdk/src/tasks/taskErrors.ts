import { brandError } from '@mcp-gen/runtime';

/** The task of a call was cancelled, but not by the caller. It has no result. */
export class TaskCancelledError extends Error {
  override readonly name = 'TaskCancelledError';
  /** The code of this error class. */
  readonly code = 'TASK_CANCELLED';

  static {
    brandError(this, 'TaskCancelledError');
  }

  /** The id of the task. */
  readonly taskId: string;

  /** @internal */
  constructor(taskId: string, why: string | undefined) {
    super(why === undefined ? 'The task was cancelled' : `The task was cancelled: ${why}`);
    this.taskId = taskId;
  }
}
