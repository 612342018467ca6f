/** Finds the properties of schemas. */

import { arrayOf, isObject, objectOf, type JsonObject } from '../jsonValues.js';
import { entriesOf } from './largeValues.js';
import type { References } from './references.js';

/** The number of schemas that are parts of one, beyond which no more are read. */
export const MAX_PARTS = 1000;
/** The number of properties beyond which no more parts are read. */
const MAX_PROPERTIES = 10_000;

/** Whether values are sent to the API, or received from it. */
export type Direction = 'input' | 'output';

/** Returns the schema that a value is or refers to; an empty one for anything else. */
export function schemaOf(value: unknown, references: References): JsonObject {
  const found = references.peek(value);
  return isObject(found) ? found : {};
}

/** Returns whether a property is never sent, or never received. It may say so itself, or beside a reference. */
export function isHidden(property: unknown, direction: Direction, references: References): boolean {
  const keyword = direction === 'input' ? 'readOnly' : 'writeOnly';
  return [property, schemaOf(property, references)].some((schema) => objectOf(schema)[keyword] === true);
}

/** Returns the properties of an object, with those of its `allOf`. */
export function propertiesOf(schema: JsonObject, references: References): readonly (readonly [string, unknown])[] {
  const parts = new Set([schema]);
  const properties: (readonly [string, unknown])[] = [];
  // A set that grows is walked to its end.
  for (const part of parts) {
    for (const each of entriesOf(part['properties'])) properties.push(each);
    if (properties.length > MAX_PROPERTIES) break;
    const inner = arrayOf(part['allOf']).slice(0, MAX_PARTS);
    for (const each of inner) if (parts.size < MAX_PARTS) parts.add(schemaOf(each, references));
  }
  return properties;
}
