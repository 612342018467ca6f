/** Questions that a client answers as tasks (specification, 2025-11-25: Tasks). The answer can arrive after the request has ended. */

import { FLAG } from '@mcp-gen/runtime/options';
import { deadline, InvalidMessageError, orInfinity } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { AskError } from '../server/errors.js';
import type { ExtensionAskOptions } from '../extension/extensionOptions.js';
import type { SentQuestion, ServerQuestionHooks } from '../server/questionHooks.js';
import type { AskedClient } from '../server/questions.js';
import { intervalOf, poll } from './poll.js';
import { REVISION_WITH_TASKS } from './taskNames.js';

/** The capability of clients that can answer a method as a task. */
const ANSWERS_AS_TASK: { readonly [method: string]: string | undefined } = {
  [Method.elicitationCreate]: 'tasks.requests.elicitation.create',
  [Method.samplingCreateMessage]: 'tasks.requests.sampling.createMessage',
};

/** What tasks add to questions. */
export const QUESTION_TASK: ServerQuestionHooks = {
  options: { task: FLAG },
  params: (params, { method, settings, timeout, isTask }, client) => {
    if (!isWanted(settings) || isTask || !canAnswerAsTask(method, client)) return params;
    const ttl = Math.ceil(orInfinity(timeout ?? 0));
    return { ...params, task: ttl < Infinity ? { ttl } : {} };
  },
  answer: (response, question) => {
    const { task } = response as { readonly task?: unknown };
    return isWanted(question.settings) && isObject(task) ? answerOfTask(task, question) : undefined;
  },
};

function isWanted({ task }: ExtensionAskOptions): boolean {
  return task === true;
}

/** Returns whether a client can answer a question as a task, which only one revision supports. */
function canAnswerAsTask(method: string, { can, revision }: AskedClient): boolean {
  const capability = ANSWERS_AS_TASK[method];
  return revision === REVISION_WITH_TASKS && capability !== undefined && can(capability);
}

/** The state of a task of a client. */
interface ClientTask {
  readonly taskId?: unknown;
  readonly status?: unknown;
  readonly pollInterval?: unknown;
}

/**
 * Waits for the answer to a question for which the client has created a task.
 *
 * @param first the task, as created by the client
 * @throws {AskError} if the task is cancelled, or takes too long.
 * @throws {JsonRpcError} if it fails.
 */
async function answerOfTask(first: ClientTask, question: SentQuestion): Promise<unknown> {
  const { ask, key, method, timeout, signal, ending } = question;
  const { taskId } = first;
  if (typeof taskId !== 'string') throw new InvalidMessageError(method, 'The client created a task without an id');
  const send = (about: string, which: string, options: object = {}): Promise<unknown> =>
    ask(`${key} ${about}`, { method: which, params: { taskId }, ...options } as never);
  const late = (): Error => new AskError(`Request timed out: no response to ${method} within ${timeout} ms`);
  const limit = deadline(timeout ?? Infinity, late);
  const stop = AbortSignal.any([ending, limit.signal, ...(signal === undefined ? [] : [signal])]);
  let polls = 0;
  try {
    return await poll({
      interval: (task = first) => intervalOf(task.pollInterval),
      get: () => send(`poll ${++polls}`, Method.tasksGet, { signal: stop }) as Promise<ClientTask>,
      take: ({ status }) => {
        if (status === 'cancelled') throw new AskError('The client cancelled the task of the question');
        // If the client needs input from the server, it asks while the server waits for the result.
        return status === 'working' ? undefined : send('result', Method.tasksResult, { signal: stop, timeout: 0 });
      },
      signal: stop,
    });
  } catch (error) {
    // Nobody waits for the result. The client may be disconnected, or may have ended the task.
    void send('end', Method.tasksCancel).catch(() => undefined);
    throw error;
  } finally {
    limit.stop();
  }
}
