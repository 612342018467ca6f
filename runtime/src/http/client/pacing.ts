import { HttpStatusError } from '../../errors.js';
import { JsonRpcError } from '../../jsonrpc/jsonRpcError.js';
import { UndecodableBodyError } from '../shared/readBody.js';
import { backoff, retryAfterOf } from '../../retries.js';
import type { HttpClientSettings } from './httpClientOptions.js';
import type { ReceivedResponse } from './receivedResponse.js';

/** Minimum delay in milliseconds. Doubled with each consecutive connection without a message. */
const LEAST_DELAY = 50;

/** Temporary errors: the server still has the previous stream open (409), and too many requests (429). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([409, 429]);

/** Permanent errors of a message: it is too large, not JSON, not UTF-8, or has too many values. */
const FOR_GOOD = [RangeError, SyntaxError, UndecodableBodyError, JsonRpcError];

/** Computes the delays before reconnecting to one stream. */
export class Pace {
  readonly #options: Pick<HttpClientSettings['retry'], 'retryDelay' | 'maxRetryDelay'>;
  #started = 0;
  /** Consecutive connections without a message. */
  #empty = 0;

  constructor(options: Pick<HttpClientSettings['retry'], 'retryDelay' | 'maxRetryDelay'>) {
    this.#options = options;
  }

  /** Called when a connection begins. */
  begin(): void {
    this.#started = performance.now();
  }

  /** Called when the connection has brought a message. */
  received(): void {
    this.#empty = -1;
  }

  /**
   * Returns the milliseconds to wait after the connection has ended.
   *
   * @param retry the delay that the server requested
   * @param failures consecutive failed attempts
   * @param error the error that ended the connection; its `Retry-After` is respected
   */
  delay(retry: number | undefined, failures: number, error: unknown): number {
    const { retryDelay, maxRetryDelay } = this.#options;
    // A long connection is not part of a reconnect loop.
    if (performance.now() - this.#started >= retryDelay) this.#empty = -1;
    this.#empty += 1;
    const wanted = retry ?? backoff(retryDelay, failures, maxRetryDelay);
    const least = backoff(LEAST_DELAY, Math.max(this.#empty - 1, 0), retryDelay);
    return Math.min(Math.max(wanted, least, retryAfterOf(error)), maxRetryDelay);
  }
}

/** Returns whether a retry may succeed: the connection broke, or the server has a temporary problem. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpStatusError) return error.status >= 500 || PASSING_STATUSES.has(error.status);
  return !FOR_GOOD.some((type) => error instanceof type);
}

/** Returns the milliseconds of `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
export function retryAfter(response: ReceivedResponse): number | undefined {
  const value = response.header('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0);
}
