/** Digests docs. Of most docs, only the rules: prose without rules can change without concerning any decision. */

import { wordsOf } from '../model/declarations.js';
import type { Subject } from '../model/subjects.js';
import { sha256 } from '../sha256.js';
import type { Documented } from './docsOf.js';

/** The words of a sentence that states a rule, a header, or the unit of a value. */
const RULE =
  /\b(must|shall|should|may|required?|requires|requirement|recommended|optional|cannot|only|never|always|unless|until|at least|at most|default|defaults|capability|capabilities|support|supports|supported|headers?|milliseconds?|seconds|(?:per|each|one) second|minutes?|hours?|bytes?|characters?)\b/i;

/** The same for docs that only rules are read from: what they describe, suggest, or allow does not count. */
const STRICT_RULE =
  /\b(must|shall|should|required?|requires|recommended|cannot|never|at least|at most|defaults?|milliseconds?|seconds|minutes?|hours?|bytes?)\b|(?<![\w/.-])\d+(?:\.\d+)?(?![\w/-])/i;

/** The ends of sentences, and of the items of lists. */
export const ENDS = /(?<=[.!?;])\s|\n[^\S\n]*(?:\n|[-*] )/;

/** Returns the SHA-256 of the rules in some docs, if they state any. Layout, links, and punctuation do not count. */
export function digestOfRules(
  documented: readonly Documented[],
  kind: 'any' | 'strict' = 'any',
): Pick<Subject, 'docs'> {
  const rule = kind === 'any' ? RULE : STRICT_RULE;
  const sentences = documented.flatMap(({ docs }) => wordsOf(docs).split(ENDS)).filter((each) => rule.test(each));
  return sentences.length === 0 ? {} : { docs: digestOfWords(sentences) };
}

/** Returns the SHA-256 of the words in some docs, in any order of the texts. */
export function digestOfWords(texts: readonly string[]): string {
  return sha256(texts.map(plainWords).sort().join('\n'));
}

function plainWords(sentence: string): string {
  const words = sentence.replaceAll(/\{@\w[^{}]*\}/g, ' ').toLowerCase();
  return words.match(/[\p{L}\p{N}]+/gu)?.join(' ') ?? '';
}
