/** What servers tell of tasks that a client waits for, so that it polls less often. */

import { MetaKey, type RequestOptions } from '@mcp-gen/runtime';
import type { Clock } from '../clock.js';
import type { SubscriptionsAcknowledgedNotificationParams } from '@mcp-gen/protocol/author';

/** A task as a notification has it. */
export type TaskNotice = { readonly [name: string]: unknown };

/** What tasks are followed in. */
interface Listening {
  readonly session: { request(method: string, params: unknown, options: RequestOptions): Promise<unknown> };
}

/** Streams of tasks that are open at a time: each takes a connection. Other tasks are polled. */
const MOST_STREAMS = 4;

/** Hands what a server tells of its tasks to those who wait for them. */
export class TaskNews {
  readonly #followers = new Map<string, Set<TaskFollower>>();
  /** What is called when the server agrees to a stream, by the id of its request. */
  readonly #streams = new Map<string | number, (taskIds: unknown) => void>();
  readonly #clock: Clock;
  #open = 0;

  /** @param clock tells when the next poll is due */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Follows a task until that is closed. */
  follow(id: string): TaskFollower {
    const followers = this.#followers.get(id) ?? new Set();
    this.#followers.set(id, followers);
    const follower = new TaskFollower(this.#clock, () => {
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(id);
    });
    followers.add(follower);
    return follower;
  }

  /** Takes a notification. Of tasks that nobody waits for, nobody is told. */
  told(task: TaskNotice): void {
    for (const follower of this.#followers.get(task['taskId'] as string) ?? []) follower.put(task);
  }

  /** Takes what a server agreed to. Returns whether it is about a stream of tasks. */
  acknowledged({ notifications, _meta: meta }: SubscriptionsAcknowledgedNotificationParams): boolean {
    const agree = this.#streams.get(meta?.[MetaKey.SubscriptionId] as string | number);
    agree?.((notifications as { readonly taskIds?: unknown }).taskIds);
    return agree !== undefined;
  }

  /**
   * Asks a server without sessions to tell of a task, on a stream of its own. Where it does not, the task is only polled.
   *
   * @param signal ends the stream
   */
  listen({ session }: Listening, id: string, follower: TaskFollower, signal: AbortSignal): void {
    if (this.#open >= MOST_STREAMS || signal.aborted) return;
    this.#open++;
    let stream: string | number | undefined;
    const onRequestId = (requestId: string | number): void => {
      stream = requestId;
      this.#streams.set(requestId, (taskIds) => {
        follower.isTold = Array.isArray(taskIds) && taskIds.includes(id);
      });
    };
    const over = (): void => {
      this.#open--;
      follower.isTold = false;
      if (stream !== undefined) this.#streams.delete(stream);
    };
    session
      .request('subscriptions/listen', { notifications: { taskIds: [id] } }, { timeout: 0, signal, onRequestId })
      .then(over, over);
  }
}

/** What is told of one task to one that waits for it. */
export class TaskFollower {
  /** Whether the server has agreed to tell of changes. */
  isTold = false;
  /** Called with each notice at once. */
  onNotice: ((task: TaskNotice) => void) | undefined;
  readonly #clock: Clock;
  readonly #close: () => void;
  #latest: TaskNotice | undefined;
  #wake = (): void => {};
  /** Whether the next poll is due, whatever it was to wait for. */
  #isDue = false;
  /** Takes back the poll that is to come soon. */
  #stopPolling = (): void => {};

  /** @param close takes it from those who are told */
  constructor(clock: Clock, close: () => void) {
    this.#clock = clock;
    this.#close = close;
  }

  /** Takes a notice. Only the latest one is kept. */
  put(task: TaskNotice): void {
    this.#latest = task;
    this.onNotice?.(task);
    this.#wake();
  }

  /** Has the next poll come after some milliseconds, unless the server tells of changes. */
  pollSoon(milliseconds: number): void {
    if (this.isTold) return;
    this.#stopPolling();
    this.#stopPolling = this.#clock.after(milliseconds, () => {
      this.#isDue = true;
      this.#wake();
    });
  }

  /** Waits for a notice, but no longer than some milliseconds, and until the signal aborts. Resolves with undefined where there is none. */
  async next(milliseconds: number, signal: AbortSignal): Promise<TaskNotice | undefined> {
    if (this.#latest === undefined && !this.#isDue && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          stop();
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const stop = this.#clock.after(milliseconds, wake);
        signal.addEventListener('abort', wake);
        this.#wake = wake;
      });
    }
    const latest = this.#latest;
    this.#latest = undefined;
    this.#isDue = false;
    return latest;
  }

  /** Ends it. */
  close(): void {
    this.#stopPolling();
    this.#close();
  }
}
