/** Questions that servers want answered as tasks: what of it is loaded with every client. */

import type { Capabilities, HandlerContext } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Clock } from '../clock.js';
import { REVISION_WITH_TASKS } from '../tasks/names.js';
import type { AnsweredTasks } from './answeredTasks.js';
import type { Answers } from './answering.js';
import type { TaskNews } from './taskNews.js';

/** What a client is told of tasks: nothing, until it waits for one. */
export interface TaskTidings {
  /** Tells when a poll is due. Undefined: the clock of the process. */
  readonly clock: Clock | undefined;
  /** Made with the first task. */
  latest: TaskNews | undefined;
}

type Requests = AnsweredTasks['requests'];

/** Answers questions of one server as tasks (specification, 2025-11-25: Tasks). */
export class TaskAnswers {
  /** Handlers for the runtime of requests about the tasks. */
  readonly handlers: object;
  #tasks: Promise<AnsweredTasks> | undefined;

  constructor() {
    const handler =
      (answer: (requests: Requests, params: never, context: HandlerContext) => Promise<object>) =>
      async (params: unknown, context: HandlerContext): Promise<object> =>
        answer((await this.#loaded()).requests, params as never, context);
    this.handlers = {
      getTask: handler((requests, params, context) => requests.get(params, context)),
      getTaskPayload: handler((requests, params, context) => requests.result(params, context)),
      listTasks: handler((requests, params, context) => requests.list(params, context)),
      cancelTask: handler((requests, params, context) => requests.cancel(params, context)),
    };
  }

  /** Returns whether the server wants a question answered as a task. */
  asks(params: unknown, { revision }: HandlerContext): params is { readonly task: unknown } {
    return revision === REVISION_WITH_TASKS && isObject(params) && isObject(params.task);
  }

  /** Answers a question later. Resolves with what the server is told at once. */
  async start(
    method: string,
    params: { readonly task: unknown },
    answer: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<object> {
    const tasks = await this.#loaded();
    return tasks.start(method, params.task, answer as (signal: AbortSignal) => Promise<object>);
  }

  /** Ends all of them. */
  close(): void {
    void this.#tasks?.then((tasks) => tasks.close());
  }

  #loaded(): Promise<AnsweredTasks> {
    return (this.#tasks ??= import('./answeredTasks.js').then(({ AnsweredTasks }) => new AnsweredTasks()));
  }
}

/** Returns what a client declares that answers some questions, and answers them as tasks, too. */
export function taskCapability(answers: Pick<Answers, 'sampling/createMessage' | 'elicitation/create'>): Capabilities {
  return {
    tasks: {
      list: {},
      cancel: {},
      requests: {
        ...(answers['sampling/createMessage'] && { sampling: { createMessage: {} } }),
        ...(answers['elicitation/create'] && { elicitation: { create: {} } }),
      },
    },
  };
}
