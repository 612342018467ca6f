import type { Context } from './context.js';

/**
 * Suggests values of an argument: all there are, of which those that fit what was typed are taken, the best first; or a function,
 * which knows best what fits, and in which order: what it suggests is sent as it is. At most 100 reach the client.
 */
export type Completer =
  | readonly string[]
  | ((
      typed: string,
      others: { readonly [argument: string]: string },
      context: Context,
    ) => Suggestions | Promise<Suggestions>);

/** What a completer suggests; `total` says how many there are, if these are not all. */
export type Suggestions = readonly string[] | { readonly values: readonly string[]; readonly total?: number };
