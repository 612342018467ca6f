/** Converts doc comments to JSON Schema keywords. */

import { tagText, type Docs, type TypeNode } from './declarations.js';

/** A JSON value that is an object: a schema, or a part of one. */
export type JsonSchema = { [keyword: string]: unknown };

/** The block tags that become keywords. All other tags (`@see`, `@deprecated`, ...) are documentation. */
const KEYWORDS = new Set(
  (
    'multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern items maxItems ' +
    'minItems uniqueItems contains maxProperties minProperties additionalProperties enum type examples ' +
    'ignore description format default $ref id $id $comment title'
  ).split(' '),
);

/** Returns the description and the keywords that a doc comment states. */
export function keywordsOf(docs: Docs): JsonSchema {
  const keywords: JsonSchema = docs.text === '' ? {} : { description: docs.text };
  for (const tag of docs.tags) {
    const prefixed = tag.name.startsWith('TJS-');
    const name = prefixed ? tag.name.slice('TJS-'.length) : tag.name;
    if (KEYWORDS.has(name)) keywords[name] = prefixed && tag.text === '' ? true : valueOf(tag.text);
  }
  return keywords;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns whether a number may have a fraction: because of an erratum, or of a tag at its place. */
export function isFractional({ fractional }: TypeNode & { kind: 'primitive' }, docs: Docs): boolean {
  return fractional ?? tagText(docs, 'TJS-type') === 'number';
}

/** Returns the limits of two tags, such as `minimum` and `maximum`. */
export function limitsOf(docs: Docs, least: string, most: string): { minimum?: number; maximum?: number } {
  const [minimum, maximum] = [tagText(docs, least), tagText(docs, most)];
  return {
    ...(minimum !== undefined && { minimum: Number(minimum) }),
    ...(maximum !== undefined && { maximum: Number(maximum) }),
  };
}
