/** Finds the properties of a schema. */

import { arrayOf, isObject, objectOf, type JsonObject } from '../jsonValues.js';
import type { References } from './references.js';

/** Returns the schema that a value is or refers to; an empty one for anything else. */
export function schemaOf(value: unknown, references: References): JsonObject {
  const found = references.peek(value);
  return isObject(found) ? found : {};
}

/** Returns the properties of an object, with those of its `allOf`. */
export function propertiesOf(schema: JsonObject, references: References): readonly (readonly [string, unknown])[] {
  const parts = new Set([schema]);
  // A set that grows is walked to its end.
  for (const part of parts) for (const each of arrayOf(part['allOf'])) parts.add(schemaOf(each, references));
  return [...parts].flatMap((part) => Object.entries(objectOf(part['properties'])));
}
