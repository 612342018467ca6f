/** Requests of servers that a client answers as tasks (specification, 2025-11-25: Tasks). */

import type { Capabilities } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { AnswerContext } from '../client/answering.js';
import type { ProtocolAnswers, ProtocolNext, ProtocolRequest } from '../client/protocolAnswers.js';
import { without } from '../properties.js';
import { REVISION_WITH_TASKS } from './taskNames.js';
import type { AnsweredTasks } from './answeredTasks.js';

type Requests = AnsweredTasks['requests'];

type TaskAnswer = (params: unknown, context: AnswerContext) => Promise<object>;

/** Answers requests of one server as tasks. */
export class TaskAnswers implements ProtocolAnswers {
  /** The answers to requests about the tasks. */
  readonly requests: { readonly [method: string]: TaskAnswer };
  readonly #asked: Capabilities;
  #tasks: Promise<AnsweredTasks> | undefined;

  /** @param answered the methods of requests that the client answers */
  constructor(answered: ReadonlySet<string>) {
    this.#asked = {
      ...(answered.has(Method.samplingCreateMessage) && { sampling: { createMessage: {} } }),
      ...(answered.has(Method.elicitationCreate) && { elicitation: { create: {} } }),
    };
    const loading =
      (answer: (requests: Requests, params: never, context: AnswerContext) => Promise<object>): TaskAnswer =>
      async (params, context) =>
        answer((await this.#loaded()).requests, params as never, context);
    this.requests = {
      [Method.tasksGet]: loading((requests, params, context) => requests.get(params, context)),
      [Method.tasksResult]: loading((requests, params, context) => requests.result(params, context)),
      [Method.tasksList]: loading((requests, params, context) => requests.list(params, context)),
      [Method.tasksCancel]: loading((requests, params, context) => requests.cancel(params, context)),
    };
  }

  /** Returns whether the client answers a request that can be a task. */
  static isNeeded(answered: ReadonlySet<string>): boolean {
    return answered.has(Method.samplingCreateMessage) || answered.has(Method.elicitationCreate);
  }

  capabilities = (revision: string): Capabilities =>
    revision === REVISION_WITH_TASKS ? { tasks: { list: {}, cancel: {}, requests: this.#asked } } : {};

  /** Starts a task if the server requests one: responds with the task, and answers the request later. */
  answer = async (request: ProtocolRequest, next: ProtocolNext): Promise<object> => {
    const { method, params, revision } = request;
    if (revision !== REVISION_WITH_TASKS || !isObject(params) || !isObject(params.task)) return next(request);
    const tasks = await this.#loaded();
    return tasks.start(method, params.task, async (signal) =>
      next({ ...request, params: without(params, 'task'), signal }),
    );
  };

  /** Ends all tasks. */
  close(): void {
    void this.#tasks?.then((tasks) => tasks.close());
  }

  #loaded(): Promise<AnsweredTasks> {
    return (this.#tasks ??= import('./answeredTasks.js').then(({ AnsweredTasks }) => new AnsweredTasks()));
  }
}
