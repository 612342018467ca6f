import type { Context } from './context.js';

/**
 * Suggests values of an argument (specification: Completion): all there are, of which those that fit what was typed are taken, the
 * best first; or a function, which knows best what fits, and in which order: what it suggests is sent as it is. At most 100 reach
 * the client.
 */
export type ArgumentCompleter =
  | readonly string[]
  | ((
      typed: string,
      others: { readonly [argument: string]: string },
      context: Context,
    ) => ArgumentSuggestions | Promise<ArgumentSuggestions>);

/** What a completer suggests: values, the best ones first, or the best of more. */
export type ArgumentSuggestions = readonly string[] | SuggestedPart;

/** The best of more suggestions. */
export interface SuggestedPart {
  /** The best ones first. */
  readonly values: readonly string[];
  /** How many there are in all. Default: as many as these. */
  readonly total?: number | undefined;
}
