import type { Progress, RequestEntry, RequestOptions } from '../codegen/v1.js';
import { RequestTimeoutError } from '../errors.js';
import { textOf } from '../report.js';
import { LONGEST_DELAY } from '../platform.js';
import { RateLimit } from './rateLimit.js';

/** How a request that was sent can end: exactly one of the two is called, once. */
export interface RequestOutcome {
  /** Takes its result. */
  readonly resolve: (result: object) => void;
  /** Takes what it failed with. */
  readonly reject: (error: unknown) => void;
}

/** The default of `RequestOptions.timeout`, in milliseconds. */
export const DEFAULT_TIMEOUT = 60_000;

/** Options of a request that is being sent. */
export interface PendingOptions extends RequestOptions {
  /** Returns what the answer waits for on this side, if it is late. It has its whole time again when that has settled. */
  readonly lateFor?: (() => Promise<void> | undefined) | undefined;
}

/** A request that was sent and waits for its answer: its timer, its abort signal and its progress. */
export class PendingRequest {
  readonly method: string;
  readonly entry: RequestEntry;
  /** Whether it was sent to the other side. */
  sent = false;
  readonly #options: PendingOptions;
  readonly #outcome: RequestOutcome;
  readonly #giveUp: (error: unknown, reason: string) => void;
  readonly #timeout: number;
  readonly #maxTotalTimeout: number;
  #started: number = performance.now();
  #timer: NodeJS.Timeout | undefined;
  /** The timeout that the timer stands for. */
  #limit = 0;
  #lastProgress = -Infinity;
  readonly #progressRate: number;
  #progressLimit: RateLimit | undefined;
  #isComplete = false;
  #hasEnded = false;

  /**
   * @param progressRate the progress reports that are handed on in a second.
   * @param giveUp called when the request times out or its signal aborts, with the error for the caller and the reason
   *   for the other side. It settles the request.
   * @throws {RangeError} if a timeout is neither a positive number nor 0.
   */
  constructor(
    method: string,
    entry: RequestEntry,
    options: PendingOptions,
    outcome: RequestOutcome,
    progressRate: number,
    giveUp: (error: unknown, reason: string) => void,
  ) {
    this.method = method;
    this.entry = entry;
    this.#options = options;
    this.#outcome = outcome;
    this.#progressRate = progressRate;
    this.#giveUp = giveUp;
    this.#timeout = limitOf('timeout', options.timeout ?? DEFAULT_TIMEOUT);
    this.#maxTotalTimeout = limitOf('maxTotalTimeout', options.maxTotalTimeout ?? this.#timeout * 10);
  }

  /** Headers of the HTTP request. */
  get headers(): RequestOptions['headers'] {
    return this.#options.headers;
  }

  /** Starts to wait. */
  start(): void {
    this.#options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#wait();
  }

  /** Hands on a progress report, if it goes further than the last one and somebody asked for it. */
  progress(report: Progress): void {
    const { onProgress, resetTimeoutOnProgress = true } = this.#options;
    if (onProgress === undefined || report.progress <= this.#lastProgress) return;
    this.#lastProgress = report.progress;
    if (resetTimeoutOnProgress) this.#wait();
    if (this.#mayTell(report)) onProgress(report);
  }

  /** The report that says that all is done is worth more than those before it, once. */
  #mayTell({ progress, total }: Progress): boolean {
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
    clearTimeout(this.#timer);
    const left = this.#maxTotalTimeout - (performance.now() - this.#started);
    this.#limit = left < this.#timeout ? this.#maxTotalTimeout : this.#timeout;
    if (this.#limit === Infinity) return;
    this.#timer = setTimeout(this.#onTimeout, Math.min(this.#timeout, left, LONGEST_DELAY));
  }

  /** Stops waiting: the answer has arrived, or is no longer expected. */
  stop(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  readonly #onTimeout = (): void => {
    const reason = this.#options.lateFor?.();
    if (reason !== undefined) {
      void reason.then(this.#onReady, this.#onReady);
      return;
    }
    const error = new RequestTimeoutError(this.method, this.#limit);
    this.#giveUp(error, error.message);
  };

  readonly #onReady = (): void => {
    if (this.#hasEnded) return;
    this.#started = performance.now();
    this.#wait();
  };

  readonly #onAbort = (): void => this.abort(this.#options.signal?.reason);

  /** The caller no longer waits, for a reason. Does nothing once the request has ended. */
  readonly abort = (reason: unknown): void => {
    if (!this.#hasEnded) this.#giveUp(reason, reason instanceof Error ? reason.message : textOf(reason));
  };
}

/** Returns the milliseconds of a timeout, of which 0 means no limit. */
function limitOf(name: string, milliseconds: number): number {
  if (milliseconds === 0) return Infinity;
  if (typeof milliseconds === 'number' && milliseconds > 0) return milliseconds;
  throw new RangeError(`${name} must be a positive number of milliseconds, or 0 for no limit, not ${milliseconds}`);
}
