/** The poller of tasks of the other side: of servers, and of clients that answer questions as tasks. */

import { backoff, pause, Retries, retryAfterOf } from '@mcp-gen/runtime';
import type { Awaitable } from '../awaitable.js';

/** Limits and default of the milliseconds between two polls, whatever the other side suggests. */
export const MIN_INTERVAL = 20;
export const MAX_INTERVAL = 60_000;
const DEFAULT_INTERVAL = 1_000;

/** Minimum milliseconds before the retry of a failed poll. Doubled with each failure. */
const MIN_RETRY_DELAY = 100;

/** How a task is polled. */
export interface Polling<State, Result> {
  /** Requests the state. */
  readonly get: () => Promise<State>;
  /** Handles a state. Returns a result if the task has ended. */
  readonly take: (state: State) => Awaitable<Result | undefined>;
  /** Returns the milliseconds before the next poll; before the first one, the state is undefined. */
  readonly interval: (state: State | undefined) => number;
  /** Waits before a poll. Resolves with a state that arrived meanwhile, which makes the poll unnecessary. Default: a pause. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<State | undefined>) | undefined;
  /** Returns whether a poll that failed may succeed later. Default: never. */
  readonly mayPass?: ((error: unknown) => boolean) | undefined;
  /** Maximum number of retries of one poll. Default: no limit. */
  readonly retries?: number | undefined;
  /** Ends the polling: it rejects with the reason. */
  readonly signal: AbortSignal;
}

/** Polls a task until it has ended. Rejects with the error of a poll that cannot pass. */
export async function poll<State, Result>(polling: Polling<State, Result>): Promise<Result> {
  const { get, take, interval, wait, mayPass = () => false, retries = Infinity, signal } = polling;
  let state: State | undefined;
  for (;;) {
    const milliseconds = interval(state);
    state = wait === undefined ? (await pause(milliseconds, signal), undefined) : await wait(milliseconds, signal);
    signal.throwIfAborted();
    state ??= await retriesOf(milliseconds, retries).run(get, { signal, mayPass });
    const result = await take(state);
    if (result !== undefined) return result;
  }
}

/** Returns the attempts to send a message about a task, with pauses of at least the interval, or of what the other side asks for. */
export function retriesOf(interval: number, limit: number): Retries {
  return new Retries(limit, (failures, error) =>
    Math.min(Math.max(interval, backoff(MIN_RETRY_DELAY, failures), retryAfterOf(error)), MAX_INTERVAL),
  );
}

/** Returns the milliseconds between two polls that a task suggests, within limits. */
export function intervalOf(suggested: unknown): number {
  const interval = typeof suggested === 'number' && suggested > 0 ? suggested : DEFAULT_INTERVAL;
  return Math.min(Math.max(interval, MIN_INTERVAL), MAX_INTERVAL);
}
