/** How sections are indexed: the same when the index is made and when it is searched. */

/** A run of Chinese characters. */
const CHINESE = /(\p{Script=Han}+)/u;

/** The options of MiniSearch. */
export const SEARCH_OPTIONS = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'excerpt'],
  tokenize: (text: string): string[] =>
    text
      .split(/[^\p{L}\p{N}_-]+/u)
      .flatMap((word) => word.split(CHINESE).flatMap((part, at) => (at % 2 === 1 ? pairsOf(part) : wordsOf(part)))),
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4, page: 2 }, combineWith: 'AND' as const },
};

/** Names are found by their parts: callTool by "tool", tools/call by "call". */
function wordsOf(text: string): readonly string[] {
  return [text, ...text.split(/(?<=[a-z])(?=[A-Z])|[-_]/)].filter((word) => word.length > 1);
}

/** Chinese has no spaces between words: each character and the next one are a word, and the last one on its own. */
function pairsOf(text: string): readonly string[] {
  const characters = Array.from(text);
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}
