/** Compares what docs say about the presence of a property with its type. */

import type { Found } from '../finding.js';
import { quote, sentencesOf } from '../prose.js';
import type { Subject } from '../subject.js';

/** A rule about the property as a whole. */
const REQUIRED =
  /^(?:\*\*)?required\b(?! (?:if|when|for|by|only|unless|to)\b)|\bthis (?:field|property|value|key) is (?:always )?(?:required|mandatory)\b|\b(?:must|shall) (?:always )?(?:be (?:present|provided|included|specified|supplied)|(?:include|provide|specify|set) this (?:field|property|value|key))\b/i;

/** What limits a rule to some messages. */
const CONDITION =
  /\b(?:whether|if|when|whenever|unless|until|only|where|once|while|on every|for|otherwise|in case|via)\b/i;

const OPTIONAL =
  /^(?:\*\*)?optional(?:ly)?\b(?![ -](?:capabilit|feature))|\(optional\)|^an? optional\b|\b(?:may|can) be (?:omitted|absent|left out|missing|undefined)\b|\bis optional\b|\b(?:if|when) (?:it is |this is |this (?:field|property|value|key) is )?(?:omitted|absent|missing|undefined|not (?:provided|specified|present|set|given))\b/i;

export function checkOptionality({ sites }: Subject): readonly Found[] {
  return sites.flatMap(({ at, property, words, place }): readonly Found[] => {
    if (!property) return [];
    const sentences = sentencesOf(words);
    const must = property.optional
      ? sentences.find((sentence) => REQUIRED.test(sentence) && !CONDITION.test(sentence))
      : undefined;
    if (must !== undefined) {
      const message = `${at} is optional, but its docs say: ${quote(must)}`;
      return [{ rule: 'optional-but-required-in-docs', at, message, place }];
    }
    const may = property.optional ? undefined : sentences.find((sentence) => OPTIONAL.test(sentence));
    if (may === undefined) return [];
    const message = `${at} is required, but its docs say: ${quote(may)}`;
    return [{ rule: 'required-but-optional-in-docs', at, message, place }];
  });
}
