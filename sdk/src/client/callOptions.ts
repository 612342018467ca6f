import {
  checkOptions,
  kind,
  REQUEST_OPTIONS,
  SIGNAL,
  type AnyOptionTable,
  type DerivedTimeout,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { PAGES_OPTIONS } from '@mcp-gen/runtime/client';
import type { PagesOptions, RequestOptions } from '@mcp-gen/runtime';

/** Options for reading a list. A list beyond a limit rejects with a `PaginationError`. */
export interface ListOptions extends RequestOptions, PagesOptions {}

/** {@link ListOptions}. */
export const LIST_OPTIONS: OptionTable<ListOptions, DerivedTimeout> = { ...REQUEST_OPTIONS, ...PAGES_OPTIONS };

/** Options of waiting until a user has completed an action on a web page. */
export interface RequiredUrlsOptions {
  /**
   * Resolves when the user says that the action is complete, since servers need not send a notification. Default: waits for the server
   * only.
   */
  readonly done?: Promise<unknown> | undefined;
  /** Aborts the wait. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/** {@link RequiredUrlsOptions}. */
export const REQUIRED_URLS_OPTIONS: OptionTable<RequiredUrlsOptions> = {
  done: kind('a promise', (given) => typeof (given as Partial<Promise<unknown>> | null)?.then === 'function'),
  signal: SIGNAL,
};

/**
 * Checks the options of one request, and returns them.
 *
 * @param table the options of the request
 * @throws {TypeError} if an option is unknown, or not a number where a number is required.
 * @throws {RangeError} if a number is NaN, negative, or too small.
 */
export function requestOptions<Options extends RequestOptions>(
  method: string,
  options: Options,
  table: AnyOptionTable = REQUEST_OPTIONS,
): Options {
  checkOptions(method, options, table);
  return options;
}
