import { HttpStatusError } from '../../errors.js';
import { JsonRpcError } from '../../jsonrpc/errors.js';
import { LONGEST_DELAY } from '../../platform.js';
import { UndecodableBodyError } from '../readBody.js';
import type { HttpClientOptions } from './options.js';

/** The least delay in milliseconds. It is doubled with each connection in a row that brought no message. */
const LEAST_DELAY = 50;

/** A stream that the server takes to be open still (409), and too many requests (429). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([409, 429]);

/** What is wrong with a message: it is too large, not JSON, not UTF-8, or has too many values. */
const FOR_GOOD = [RangeError, SyntaxError, UndecodableBodyError, JsonRpcError];

/** Says how long to wait before reconnecting to one stream. */
export class Pace {
  readonly #options: Pick<HttpClientOptions, 'retryDelay' | 'maxRetryDelay'>;
  #started = 0;
  /** Connections in a row that brought no message. */
  #empty = 0;

  constructor(options: Pick<HttpClientOptions, 'retryDelay' | 'maxRetryDelay'>) {
    this.#options = options;
  }

  /** A connection begins. */
  begin(): void {
    this.#started = performance.now();
  }

  /** The connection has brought a message. */
  heard(): void {
    this.#empty = -1;
  }

  /**
   * Returns the milliseconds to wait now that the connection is over.
   *
   * @param retry what the server wants
   * @param failures attempts that failed in a row
   * @param error what ended the connection; its `Retry-After` is waited for
   */
  delay(retry: number | undefined, failures: number, error?: unknown): number {
    const { retryDelay = 1_000, maxRetryDelay = 60_000 } = this.#options;
    // A connection that has lasted is not part of a loop.
    if (performance.now() - this.#started >= retryDelay) this.#empty = -1;
    this.#empty += 1;
    const wanted = retry ?? retryDelay * 2 ** failures;
    const least = Math.min(LEAST_DELAY * 2 ** Math.max(this.#empty - 1, 0), retryDelay);
    const asked = (error instanceof HttpStatusError ? error.retryAfter : undefined) ?? 0;
    return Math.min(Math.max(wanted, least, asked), maxRetryDelay, LONGEST_DELAY);
  }
}

/** Whether trying again may help: the connection broke, or the server is in trouble. */
export function isPassing(error: unknown): boolean {
  if (error instanceof HttpStatusError) return error.status >= 500 || PASSING_STATUSES.has(error.status);
  return !FOR_GOOD.some((type) => error instanceof type);
}

/** The milliseconds after which a server wants to be asked again: from `Retry-After`, seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const date = value.endsWith('GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - Date.now(), 0);
}

/** Waits. @throws the signal's reason if it aborts before. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
