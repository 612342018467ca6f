/** Questions that a client answers as tasks (specification, 2025-11-25: Tasks). The answer can arrive after the request has ended. */

import { deadline, type HandlerContext, InvalidMessageError } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { intervalOf, poll } from '../tasks/poll.js';
import { AskError } from './errors.js';

/** One question that is asked as a task. */
export interface AskedAsTask {
  readonly ask: HandlerContext['ask'];
  /** The key of the question, which prefixes the keys of the requests for its task. */
  readonly key: string;
  readonly method: string;
  /** Milliseconds for the answer; 0 or undefined for no limit. */
  readonly timeout: number | undefined;
  readonly signal: AbortSignal;
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
 * @param created the response of the client
 * @throws {AskError} if the task is cancelled, or takes too long.
 * @throws {JsonRpcError} if it fails.
 */
export async function answerOfTask(created: object, asked: AskedAsTask): Promise<unknown> {
  const { ask, key, method, timeout, signal } = asked;
  const { task: first } = created as { readonly task?: ClientTask };
  const taskId = first?.taskId;
  if (typeof taskId !== 'string') throw new InvalidMessageError(method, 'The client created a task without an id');
  const send = (about: string, which: string, options: object = {}): Promise<unknown> =>
    ask(`${key} ${about}`, { method: which, params: { taskId }, ...options } as never);
  const late = (): Error => new AskError(`Request timed out: no response to ${method} within ${timeout} ms`);
  const limit = deadline(timeout ?? Infinity, late);
  const stop = AbortSignal.any([signal, limit.signal]);
  let polls = 0;
  try {
    return await poll({
      interval: (task = first) => intervalOf(task?.pollInterval),
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
