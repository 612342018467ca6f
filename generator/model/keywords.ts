/** Converts doc comments to JSON Schema keywords. */

import type { Docs, Tag, TypeNode } from './declarations.js';

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

/** The keywords that describe values, and do not limit them. */
export const PROSE: ReadonlySet<string> = new Set(['description', 'title', 'examples', '$comment']);

/** Returns the description and the keywords that a doc comment states. */
export function keywordsOf(docs: Docs): JsonSchema {
  const keywords: JsonSchema = descriptionOf(docs);
  for (const tag of docs.tags) {
    const name = keywordOf(tag);
    if (name !== undefined) keywords[name] = tag.name.startsWith('TJS-') && tag.text === '' ? true : valueOf(tag.text);
  }
  return keywords;
}

/** Returns the description that a doc comment states. In `{@link A | text}`, the official tool leaves out the bar and the spaces around it. */
export function descriptionOf({ text }: Docs): { description?: string } {
  return text === '' ? {} : { description: text.replaceAll(/\{@link ([^\s{}]+) \| /g, linkOf) };
}

function linkOf(link: string, target: string): string {
  return target.includes('://') ? link : `{@link ${target}`;
}

/** How JSON values begin. Most tags have other texts, and an exception for each would take long. */
const JSON_VALUE = /^\s*(?:[[{"]|-?\d|true\s*$|false\s*$|null\s*$)/;

function valueOf(text: string): unknown {
  if (!JSON_VALUE.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the keyword that a tag states: `type` for `@TJS-type`. Undefined if it is documentation. */
export function keywordOf({ name }: Tag): string | undefined {
  const keyword = name.replace(/^TJS-/, '');
  return KEYWORDS.has(keyword) ? keyword : undefined;
}

/** Returns whether a number may have a fraction: because of an erratum, or of a tag at its place. */
export function isFractional({ fractional }: TypeNode & { kind: 'primitive' }, docs: Docs): boolean {
  return fractional ?? docs.tags.find((tag) => keywordOf(tag) === 'type')?.text === 'number';
}
