/** Digests docs. Of most docs, only the rules: prose without rules can change without concerning any decision. */

import { sha256 } from '../sha256.js';

/** The words of a sentence that states a rule, a header, or the unit of a value. */
const RULE =
  /\b(must|shall|should|may|required?|requires|requirement|recommended|optional|cannot|only|never|always|unless|until|at least|at most|default|defaults|capability|capabilities|support|supports|supported|headers?|milliseconds?|seconds|(?:per|each|one) second|minutes?|hours?|bytes?|characters?)\b/i;

/** The ends of sentences, and of the items of lists. */
const ENDS = /(?<=[.!?;])\s|\n[^\S\n]*(?:\n|[-*] )/;

/** Returns the SHA-256 of the rules in some docs, or undefined if they state none. Layout, links, and punctuation do not count. */
export function digestOfRules(texts: readonly string[]): string | undefined {
  const sentences = texts.flatMap((text) => text.split(ENDS)).filter((sentence) => RULE.test(sentence));
  return sentences.length === 0 ? undefined : digestOfWords(sentences);
}

/** Returns the SHA-256 of the words in some docs, in any order of the texts. */
export function digestOfWords(texts: readonly string[]): string {
  return sha256(texts.map(wordsOf).sort().join('\n'));
}

function wordsOf(sentence: string): string {
  const words = sentence.replaceAll(/\{@\w[^{}]*\}/g, ' ').toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}
