import type { Progress, RequestEntry, RequestOptions } from '../codegen/v1.js';
import { checkValues, duration, FLAG, FUNCTION, OBJECT, SIGNAL, type OptionTable } from '../options/kinds.js';
import { RequestTimeoutError } from '../errors.js';
import { textOf } from '../report.js';
import { after, orInfinity, type Stop, type TimerOptions } from '../timers.js';
import { RateLimit } from './rateLimit.js';

/** The outcome of a sent request: exactly one of the two is called, once. */
export interface RequestOutcome {
  /** Called with its result. */
  readonly resolve: (result: object) => void;
  /** Called with its error. */
  readonly reject: (error: unknown) => void;
}

/** The options of a request whose default is another option: the timeout of the client, or a multiple of the timeout. */
export type DerivedTimeout = 'timeout' | 'maxTotalTimeout';

/** {@link RequestOptions}. */
export const REQUEST_OPTIONS: OptionTable<RequestOptions, DerivedTimeout> = {
  signal: SIGNAL,
  timeout: duration(undefined),
  resetTimeoutOnProgress: FLAG,
  maxTotalTimeout: duration(undefined),
  onProgress: FUNCTION,
  headers: OBJECT,
  onRequestId: FUNCTION,
};

/** A program that waits for a response does not end before its timeout. */
const WAITING: TimerOptions = { keepsAlive: true };

/** Options of an outgoing request. */
export interface PendingOptions extends RequestOptions {
  /** Returns what a late response waits for on this side. The timeout restarts when that has settled. */
  readonly lateFor?: (() => Promise<void> | undefined) | undefined;
}

/** A sent request that waits for its response, with its timer, abort signal, and progress. */
export class PendingRequest {
  readonly method: string;
  readonly entry: RequestEntry;
  /** Whether it was passed to the transport. */
  sent = false;
  readonly #options: PendingOptions;
  readonly #outcome: RequestOutcome;
  readonly #abort: (error: unknown, reason: string) => void;
  readonly #timeout: number;
  readonly #maxTotalTimeout: number;
  #started: number = performance.now();
  #stopTimer: Stop | undefined;
  /** The timeout of the current timer. */
  #limit = 0;
  #lastProgress = -Infinity;
  readonly #progressRate: number;
  #progressLimit: RateLimit | undefined;
  #isComplete = false;
  #hasEnded = false;

  /**
   * @param defaultTimeout milliseconds, unless the options state a timeout
   * @param progressRate the maximum number of progress notifications passed on in a second.
   * @param abort called when the request times out or its signal aborts, with the error for the caller and the reason for the other side.
   *   It must settle the request.
   * @throws {RangeError} if a timeout is neither a positive number nor 0.
   */
  constructor(
    method: string,
    entry: RequestEntry,
    options: PendingOptions,
    defaultTimeout: number,
    outcome: RequestOutcome,
    progressRate: number,
    abort: (error: unknown, reason: string) => void,
  ) {
    this.method = method;
    this.entry = entry;
    this.#options = options;
    this.#outcome = outcome;
    this.#progressRate = progressRate;
    this.#abort = abort;
    const { timeout = defaultTimeout } = options;
    const { maxTotalTimeout = timeout * 10 } = options;
    if (!REQUEST_OPTIONS.timeout.accepts(timeout) || !REQUEST_OPTIONS.maxTotalTimeout.accepts(maxTotalTimeout)) {
      checkValues(method, options, REQUEST_OPTIONS);
    }
    this.#timeout = orInfinity(timeout);
    this.#maxTotalTimeout = orInfinity(maxTotalTimeout);
  }

  /** Headers of the HTTP request. */
  get headers(): RequestOptions['headers'] {
    return this.#options.headers;
  }

  /** Starts the timer. */
  start(): void {
    this.#options.signal?.addEventListener('abort', this.#onAbort);
    this.#wait();
  }

  /** Passes on a progress notification, if its progress has increased and a listener is set. */
  progress(report: Progress): void {
    const { onProgress, resetTimeoutOnProgress = true } = this.#options;
    if (onProgress === undefined || report.progress <= this.#lastProgress) return;
    this.#lastProgress = report.progress;
    if (resetTimeoutOnProgress) this.#wait();
    if (this.#mayReport(report)) onProgress(report);
  }

  /** The final report is passed on once even over the rate limit. */
  #mayReport({ progress, total }: Progress): boolean {
    this.#progressLimit ??= new RateLimit(this.#progressRate);
    if (this.#progressLimit.pass()) return true;
    if (progress !== total || this.#isComplete) return false;
    this.#isComplete = true;
    return true;
  }

  resolve(result: object): void {
    this.stop();
    this.#outcome.resolve(result);
  }

  reject(error: unknown): void {
    this.stop();
    this.#outcome.reject(error);
  }

  #wait(): void {
    this.#stopTimer?.();
    const left = this.#maxTotalTimeout - (performance.now() - this.#started);
    this.#limit = left < this.#timeout ? this.#maxTotalTimeout : this.#timeout;
    if (this.#limit === Infinity) return;
    this.#stopTimer = after(Math.max(Math.min(this.#timeout, left), 1), this.#onTimeout, WAITING);
  }

  /** Stops waiting. Called when the response has arrived, or is no longer expected. */
  stop(): void {
    this.#hasEnded = true;
    this.#stopTimer?.();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  readonly #onTimeout = (): void => {
    const reason = this.#options.lateFor?.();
    if (reason !== undefined) {
      void reason.then(this.#onReady, this.#onReady);
      return;
    }
    const error = new RequestTimeoutError(this.method, this.#limit);
    this.#abort(error, error.message);
  };

  readonly #onReady = (): void => {
    if (this.#hasEnded) return;
    this.#started = performance.now();
    this.#wait();
  };

  readonly #onAbort = (): void => this.abort(this.#options.signal?.reason);

  /** Aborts the request. Does nothing once it has ended. */
  readonly abort = (reason: unknown): void => {
    if (!this.#hasEnded) this.#abort(reason, reason instanceof Error ? reason.message : textOf(reason));
  };
}
