/** Reads the prose of docs. */

import { ENDS } from '../analyze/rulesInDocs.js';

/** Returns the sentences of a text, and the items of its lists, each in one line. Some can be empty. */
export function sentencesOf(text: string): readonly string[] {
  return text.split(ENDS).map((sentence) =>
    sentence
      .replaceAll(/\s+/g, ' ')
      .replace(/^(?:[-*] )?/, '')
      .trim(),
  );
}

/** The most characters of a sentence that a message quotes. */
const QUOTED = 100;

/** Returns a sentence of docs in quotes, shortened. */
export function quote(sentence: string): string {
  return `"${sentence.length > QUOTED ? `${sentence.slice(0, QUOTED).trimEnd()} ...` : sentence}"`;
}
