/** How sections are indexed: the same when the index is made and when it is searched. */

/** The options of MiniSearch. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  // Names are found by their parts: callTool by "tool", tools/call by "call".
  tokenize: (text: string): string[] =>
    text
      .split(/[^\p{L}\p{N}_-]+/u)
      .flatMap((word) => [word, ...word.split(/(?<=[a-z])(?=[A-Z])|[-_]/)])
      .filter((word) => word.length > 1),
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' as const },
};
