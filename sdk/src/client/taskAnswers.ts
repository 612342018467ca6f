/** The part of answering requests as tasks that every client loads. */

import type { Capabilities, HandlerContext } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Clock } from '../clock.js';
import { REVISION_WITH_TASKS } from '../tasks/taskNames.js';
import type { AnsweredTasks } from './answeredTasks.js';
import type { Answers } from './answering.js';
import type { TaskNotifications } from './taskNotifications.js';

/** Receives task notifications: `latest` is undefined until the client waits for a task. */
export interface TaskNotificationsHolder {
  /** Schedules polls. Undefined: the clock of the process. */
  readonly clock: Clock | undefined;
  /** Created with the first task. */
  latest: TaskNotifications | undefined;
}

type Requests = AnsweredTasks['requests'];

type TaskAnswer = (params: unknown, context: HandlerContext) => Promise<object>;

/** Answers requests of one server as tasks (specification, 2025-11-25: Tasks). */
export class TaskAnswers {
  /** The answers to requests about the tasks, by method. Only one revision has them, so they need no conversion. */
  readonly answers: { readonly [method: string]: TaskAnswer };
  #tasks: Promise<AnsweredTasks> | undefined;

  constructor() {
    const loading =
      (answer: (requests: Requests, params: never, context: HandlerContext) => Promise<object>): TaskAnswer =>
      async (params, context) =>
        answer((await this.#loaded()).requests, params as never, context);
    this.answers = {
      [Method.tasksGet]: loading((requests, params, context) => requests.get(params, context)),
      [Method.tasksResult]: loading((requests, params, context) => requests.result(params, context)),
      [Method.tasksList]: loading((requests, params, context) => requests.list(params, context)),
      [Method.tasksCancel]: loading((requests, params, context) => requests.cancel(params, context)),
    };
  }

  /** Returns whether the server requests a task. */
  asks(params: unknown, { revision }: HandlerContext): params is { readonly task: unknown } {
    return revision === REVISION_WITH_TASKS && isObject(params) && isObject(params.task);
  }

  /** Starts a task that answers a request. Resolves with the immediate response: the created task. */
  async start(
    method: string,
    params: { readonly task: unknown },
    answer: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<object> {
    const tasks = await this.#loaded();
    return tasks.start(method, params.task, answer as (signal: AbortSignal) => Promise<object>);
  }

  /** Ends all tasks. */
  close(): void {
    void this.#tasks?.then((tasks) => tasks.close());
  }

  #loaded(): Promise<AnsweredTasks> {
    return (this.#tasks ??= import('./answeredTasks.js').then(({ AnsweredTasks }) => new AnsweredTasks()));
  }
}

/** Returns the task capability of a client that answers these requests. */
export function taskCapability(answers: Pick<Answers, 'sampling/createMessage' | 'elicitation/create'>): Capabilities {
  return {
    tasks: {
      list: {},
      cancel: {},
      requests: {
        ...(answers[Method.samplingCreateMessage] && { sampling: { createMessage: {} } }),
        ...(answers[Method.elicitationCreate] && { elicitation: { create: {} } }),
      },
    },
  };
}
