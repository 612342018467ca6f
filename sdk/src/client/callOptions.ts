import type { RequestOptions } from '@mcp-gen/runtime';
import { REQUEST_OPTIONS, type OptionNames } from '../options.js';

/** Options of listing. */
export interface ListOptions extends RequestOptions {
  /** The maximum number of pages. A longer list rejects with an `EndlessListError`. Default 10,000. */
  readonly limit?: number | undefined;
}

/** The names of {@link ListOptions}. */
export const LIST_OPTIONS: OptionNames<ListOptions> = { ...REQUEST_OPTIONS, limit: true };

/** Options of waiting until a user has completed something on a web page. */
export interface VisitOptions {
  /** Resolves when the user says that it is done, since a server need not tell. Default: only the server is waited for. */
  readonly done?: Promise<unknown> | undefined;
  /** Stops waiting. Default: nothing does. */
  readonly signal?: AbortSignal | undefined;
}

/** The names of {@link VisitOptions}. */
export const VISIT_OPTIONS: OptionNames<VisitOptions> = { done: true, signal: true };
