/** Carries the prose of a schema over to the official schema that replaces it. */

import { declarationTexts } from '../read/declarationTexts.js';
import { withoutProse } from './withoutProse.js';

/** A schema with the prose of another one. */
export interface Carried {
  readonly text: string;
  /** The declarations that were described before and differ now: somebody has to describe them again. */
  readonly changed: readonly string[];
}

/**
 * Returns an official schema without its prose. Declarations that are the same in another schema have the prose of that one.
 *
 * @param official the text of the official schema
 * @param described the text of the schema with prose
 */
export function carryProse(official: string, described: string): Carried {
  const before = new Map(declarationTexts(described).map(({ name, text }) => [name, text]));
  const changed: string[] = [];
  let text = withoutProse(official);
  // From the end, so that the places of earlier declarations stay.
  for (const { name, text: own, start } of declarationTexts(text).toReversed()) {
    const was = before.get(name);
    if (was === undefined) continue;
    if (structureOf(was) === structureOf(own)) text = text.slice(0, start) + was + text.slice(start + own.length);
    else changed.unshift(name);
  }
  return { text, changed };
}

/** Returns a declaration without prose and layout. */
function structureOf(text: string): string {
  const bare = withoutProse(text)
    .replaceAll(/[^\S\n]\/\/ .*$/gm, '')
    .replaceAll(/["'`]/g, "'")
    .replaceAll(/\s+/g, '');
  return bare.replaceAll(/=\|/g, '=').replaceAll(/[;,](?=[}\]])/g, '');
}
