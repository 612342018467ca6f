import type { PagesOptions, RequestOptions } from '@mcp-gen/runtime';
import { checkNumbers, checkOptions, REQUEST_OPTIONS, type OptionNames } from '../options.js';

/** Options for reading a list. A list beyond a limit rejects with an `EndlessListError`. */
export interface ListOptions extends RequestOptions, PagesOptions {}

/** The names of {@link ListOptions}. */
export const LIST_OPTIONS: OptionNames<ListOptions> = {
  ...REQUEST_OPTIONS,
  limit: true,
  itemLimit: true,
  sizeLimit: true,
  listTimeout: true,
};

/** Options of a call that does not wait for its task. */
export interface DetachOptions extends RequestOptions {
  /**
   * `detach`: resolves with the task as soon as the server has created it. If the server does not support tasks or answers at once, the
   * call already has its result.
   */
  readonly task: 'detach';
}

/** The names of {@link DetachOptions}. */
export const DETACH_OPTIONS: OptionNames<DetachOptions> = { ...REQUEST_OPTIONS, task: true };

/** Options of waiting until a user has completed an action on a web page. */
export interface VisitOptions {
  /**
   * Resolves when the user says that the action is complete, since servers need not send a notification. Default: waits for the server
   * only.
   */
  readonly done?: Promise<unknown> | undefined;
  /** Aborts the wait. Default: none. */
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
 * @param names the valid options
 * @throws {TypeError} if an option is unknown, or not a number where a number is required.
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
