import type { Context } from './context.js';

/**
 * Suggests values of an argument (specification: Completion). Either an array of all values, which is filtered and ranked by what was
 * typed, or a function, whose suggestions are sent unchanged. At most 100 are sent.
 */
export type ArgumentCompleter =
  | readonly string[]
  | ((
      typed: string,
      others: { readonly [argument: string]: string },
      context: Context,
    ) => ArgumentCompletion | Promise<ArgumentCompletion>);

/** The suggestions of a completer: values with the best first, or a part of more suggestions. */
export type ArgumentCompletion = readonly string[] | PartialCompletion;

/** A part of more suggestions. */
export interface PartialCompletion {
  /** The best suggestions, best first. */
  readonly values: readonly string[];
  /** The total number of suggestions. Default: the number of `values`. */
  readonly total?: number | undefined;
}
