/** Questions that a client answers as tasks (specification, 2025-11-25: Tasks). The answer can arrive after the request has ended. */

import { deadline, type HandlerContext, InvalidMessageError, pause } from '@mcp-gen/runtime';
import * as Method from '@mcp-gen/protocol/registry/methods';
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

/** Minimum milliseconds between two polls, whatever the client suggests. */
const MIN_INTERVAL = 20;
const MAX_INTERVAL = 60_000;
const DEFAULT_INTERVAL = 1_000;

/**
 * Waits for the answer to a question for which the client has created a task.
 *
 * @param created the response of the client
 * @throws {AskError} if the task is cancelled, or takes too long.
 * @throws {JsonRpcError} if it fails.
 */
export async function answerOfTask(created: object, asked: AskedAsTask): Promise<unknown> {
  const { ask, key, method, timeout, signal } = asked;
  const taskId = (created as { readonly task?: { readonly taskId?: unknown } }).task?.taskId;
  if (typeof taskId !== 'string') throw new InvalidMessageError(method, 'The client created a task without an id');
  const send = (about: string, which: string, options: object = {}): Promise<unknown> =>
    ask(`${key} ${about}`, { method: which, params: { taskId }, ...options } as never);
  const late = (): Error => new AskError(`Request timed out: no response to ${method} within ${timeout} ms`);
  const limit = deadline(timeout ?? Infinity, late);
  const stop = AbortSignal.any([signal, limit.signal]);
  let interval = intervalOf(created);
  try {
    for (let poll = 1; ; poll++) {
      await pause(interval, stop);
      stop.throwIfAborted();
      const task = (await send(`poll ${poll}`, Method.tasksGet, { signal: stop })) as { readonly status: string };
      if (task.status === 'cancelled') throw new AskError('The client cancelled the task of the question');
      // If the client needs input from the server, it asks while the server waits for the result.
      if (task.status !== 'working') return await send('result', Method.tasksResult, { signal: stop, timeout: 0 });
      interval = intervalOf({ task });
    }
  } catch (error) {
    // Nobody waits for the result. The client may be disconnected, or may have ended the task.
    void send('end', Method.tasksCancel).catch(() => undefined);
    throw error;
  } finally {
    limit.stop();
  }
}

function intervalOf(created: object): number {
  const { task } = created as { readonly task?: { readonly pollInterval?: unknown } };
  const given = typeof task?.pollInterval === 'number' ? task.pollInterval : DEFAULT_INTERVAL;
  return Math.min(Math.max(given, MIN_INTERVAL), MAX_INTERVAL);
}
