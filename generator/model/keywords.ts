/** Doc comments as JSON Schema keywords. */

import type { Docs } from './declarations.js';

/** A JSON value that is an object: a schema, or a part of one. */
export type JsonSchema = { [keyword: string]: unknown };

/** The block tags that become keywords. Every other tag (`@see`, `@deprecated`, ...) is for people. */
const KEYWORDS = new Set([
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'items',
  'maxItems',
  'minItems',
  'uniqueItems',
  'contains',
  'maxProperties',
  'minProperties',
  'additionalProperties',
  'enum',
  'type',
  'examples',
  'ignore',
  'description',
  'format',
  'default',
  '$ref',
  'id',
  '$id',
  '$comment',
  'title',
]);

/** The description and the keywords that a doc comment states. */
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
