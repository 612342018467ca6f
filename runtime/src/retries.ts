/** The retry loop of all packages. */

import { HttpStatusError } from './errors.js';
import { pause } from './timers.js';

/** Options of {@link Retries.run}. */
export interface RetryOptions {
  /** Ends the loop: it rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** The error of an attempt that was made before: the loop begins with the pause after it. */
  readonly after?: Error | undefined;
  /** Returns whether another attempt may succeed after an error. Default: always. */
  readonly mayPass?: ((error: unknown) => boolean) | undefined;
  /** Called with the error of each attempt. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called with an error after which another attempt will be made, before the pause. */
  readonly onRetry?: ((error: unknown) => void) | undefined;
}

/** The attempts in a row that have failed, and the loop that makes more. */
export class Retries {
  readonly #limit: number;
  readonly #delay: (failures: number, error: unknown) => number;
  #made = 0;

  /**
   * @param limit the maximum number of retries in a row
   * @param delay returns the milliseconds before a retry, for the number of retries before it and the error of the latest attempt
   */
  constructor(limit: number, delay: (failures: number, error: unknown) => number) {
    this.#limit = limit;
    this.#delay = delay;
  }

  /** The retries since the last reset. */
  get made(): number {
    return this.#made;
  }

  /** Counts from 0 again: an attempt has had success. */
  reset(): void {
    this.#made = 0;
  }

  /**
   * Attempts something until it succeeds.
   *
   * @throws the latest error when no retry is left, or none may succeed.
   * @throws the reason of the signal when it aborts.
   */
  async run<Result>(
    attempt: () => Promise<Result>,
    { signal, after, mayPass = () => true, onError, onRetry }: RetryOptions = {},
  ): Promise<Result> {
    let error: unknown = after;
    for (let isRetry = error !== undefined; ; isRetry = true) {
      if (isRetry) {
        if (this.#made >= this.#limit || !mayPass(error)) throw error;
        onRetry?.(error);
        await pause(this.#delay(this.#made, error), signal);
        this.#made += 1;
      }
      signal?.throwIfAborted();
      try {
        return await attempt();
      } catch (thrown) {
        signal?.throwIfAborted();
        onError?.(thrown);
        error = thrown;
      }
    }
  }
}

/** Returns the milliseconds to wait after a number of failures: doubled with each, up to a longest time. */
export function backoff(delay: number, failures: number, longest = 30_000): number {
  return Math.min(delay * 2 ** failures, longest);
}

/** Returns the milliseconds that a server asks to wait with `Retry-After`, or 0. */
export function retryAfterOf(error: unknown): number {
  return (error instanceof HttpStatusError ? error.retryAfter : undefined) ?? 0;
}
