/** Task notifications of servers, which make polling less frequent. */

import type { Clock } from '../clock.js';
import type { ExtensionPeer } from '../client/extensionPeer.js';

/** The params of a task notification. */
export type TaskNotificationParams = { readonly [name: string]: unknown };

/** Maximum number of task streams open at a time: each takes a connection. Other tasks are polled. */
const MAX_STREAMS = 4;

/** Passes task notifications to their followers. */
export class TaskNotifications {
  readonly #followers = new Map<string, Set<TaskFollower>>();
  readonly #clock: Clock;
  #open = 0;

  /** @param clock schedules the polls */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Follows a task until the follower is closed. */
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

  /** Passes on a notification. Ignored for tasks that are not followed. */
  deliver(task: TaskNotificationParams): void {
    for (const follower of this.#followers.get(task['taskId'] as string) ?? []) follower.put(task);
  }

  /**
   * Requests notifications of a task from a server without sessions, on a separate stream. If the server declines, the task is only polled.
   *
   * @param signal ends the stream
   */
  listen(
    { listen }: Pick<ExtensionPeer<never, never>, 'listen'>,
    id: string,
    follower: TaskFollower,
    signal: AbortSignal,
  ): void {
    if (this.#open >= MAX_STREAMS || signal.aborted) return;
    this.#open++;
    const over = (): void => {
      this.#open--;
      follower.isSubscribed = false;
    };
    const onAgreed = ({ taskIds }: { readonly taskIds?: unknown }): void => {
      follower.isSubscribed = Array.isArray(taskIds) && taskIds.includes(id);
    };
    listen({ taskIds: [id] }, { signal, onAgreed }).then(over, over);
  }
}

/** The notifications of one task, for one waiting caller. */
export class TaskFollower {
  /** Whether the server has agreed to send notifications. */
  isSubscribed = false;
  /** Called at once with each notification. */
  onNotice: ((task: TaskNotificationParams) => void) | undefined;
  readonly #clock: Clock;
  readonly #close: () => void;
  #latest: TaskNotificationParams | undefined;
  #wake = (): void => {};
  /** Whether the next poll is due, regardless of the interval. */
  #isDue = false;
  /** Cancels the scheduled poll. */
  #stopPolling = (): void => {};

  /** @param close removes the follower */
  constructor(clock: Clock, close: () => void) {
    this.#clock = clock;
    this.#close = close;
  }

  /** Stores a notification. Only the latest one is kept. */
  put(task: TaskNotificationParams): void {
    this.#latest = task;
    this.onNotice?.(task);
    this.#wake();
  }

  /** Schedules the next poll, unless the server sends notifications. */
  pollSoon(milliseconds: number): void {
    if (this.isSubscribed) return;
    this.#stopPolling();
    this.#stopPolling = this.#clock.after(milliseconds, () => {
      this.#isDue = true;
      this.#wake();
    });
  }

  /** Waits for a notification, for at most some milliseconds, or until the signal aborts. Resolves with undefined if there is none. */
  async next(milliseconds: number, signal: AbortSignal): Promise<TaskNotificationParams | undefined> {
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

  /** Stops following. */
  close(): void {
    this.#stopPolling();
    this.#close();
  }
}
