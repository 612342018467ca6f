import type { PagesOptions, RequestOptions } from '@mcp-gen/runtime';
import { checkNumbers, checkOptions, REQUEST_OPTIONS, type OptionNames } from '../options.js';

/** Options of listing. A list beyond a limit rejects with an `EndlessListError`. */
export interface ListOptions extends RequestOptions, PagesOptions {}

/** The names of {@link ListOptions}. */
export const LIST_OPTIONS: OptionNames<ListOptions> = {
  ...REQUEST_OPTIONS,
  limit: true,
  itemLimit: true,
  sizeLimit: true,
  listTimeout: true,
};

/** Options of a call whose task is not waited for. */
export interface DetachOptions extends RequestOptions {
  /**
   * `detach`: resolves with the task when the server has created it. Where the server has no tasks, or answers at once, the call has its
   * result by then.
   */
  readonly task: 'detach';
}

/** The names of {@link DetachOptions}. */
export const DETACH_OPTIONS: OptionNames<DetachOptions> = { ...REQUEST_OPTIONS, task: true };

/** Options of waiting until a user has completed something on a web page. */
export interface VisitOptions {
  /** Resolves when the user says that it is done, since a server need not tell. Default: only the server is waited for. */
  readonly done?: Promise<unknown> | undefined;
  /** Stops waiting. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/** The names of {@link VisitOptions}. */
export const VISIT_OPTIONS: OptionNames<VisitOptions> = { done: true, signal: true };

const NUMBERS = {
  timeout: 'timeout',
  maxTotalTimeout: 'timeout',
  limit: 'count',
  itemLimit: 'count',
  sizeLimit: 'count',
  listTimeout: 'timeout',
} as const;

/**
 * Checks the options of one request, and returns them.
 *
 * @param names the options that there are
 * @throws {TypeError} if an option is unknown, or not a number where it has to be one.
 * @throws {RangeError} if a number is NaN, negative, or too small.
 */
export function requestOptions<Options extends RequestOptions>(
  method: string,
  options: Options,
  names: { readonly [name: string]: true } = REQUEST_OPTIONS,
): Options {
  checkOptions(method, options, names);
  checkNumbers(method, options, NUMBERS);
  return options;
}
