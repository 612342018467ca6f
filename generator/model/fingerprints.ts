/**
 * Fingerprints of JSON Schema definitions: digests that ignore prose. Two schemas have the same fingerprints if and only if they describe
 * the same values in the same way.
 */

import { sha256 } from '../sha256.js';

/** Two SHA-256 of one definition, in hexadecimal. */
export interface Fingerprint {
  /** Of everything except prose. */
  readonly exact: string;
  /** The same, with the order of the members of an `anyOf` ignored. */
  readonly unordered: string;
}

/** The keywords whose value is a schema. */
const SCHEMA = new Set(['additionalProperties', 'contains', 'items', 'not', 'propertyNames']);
/** The keywords whose value is an array of schemas. */
const SCHEMAS = new Set(['allOf', 'anyOf', 'items', 'oneOf']);
/** The keywords whose value maps names to schemas. A name may be `description`, which is not prose there. */
const NAMED_SCHEMAS = new Set(['$defs', 'definitions', 'patternProperties', 'properties']);
const PROSE = new Set(['description', 'title']);

/** Returns the fingerprint of each definition of a schema.json, by name, in alphabetical order. */
export function fingerprintsOf(jsonSchema: unknown): { [definition: string]: Fingerprint } {
  const names = Object.entries(definitionsOf(jsonSchema)).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(names.map(([name, definition]) => [name, fingerprint(definition)]));
}

/** Returns the definitions of a schema.json, by name, in any dialect. */
export function definitionsOf(jsonSchema: unknown): { readonly [definition: string]: unknown } {
  const found = isRecord(jsonSchema) ? (jsonSchema['definitions'] ?? jsonSchema['$defs']) : undefined;
  if (!isRecord(found)) throw new Error('expected "definitions" or "$defs"');
  return found;
}

/** Returns the fingerprint of one schema. */
export function fingerprint(schema: unknown): Fingerprint {
  const structure = withoutProse(schema);
  return { exact: sha256(canonicalJson(structure)), unordered: sha256(canonicalJson(withoutOrder(structure))) };
}

/** Returns a schema without its prose. Values that are not schemas (`const`, `enum`, ...) are unchanged. */
export function withoutProse(schema: unknown): unknown {
  return isRecord(schema) ? mapSchema(schema, withoutProse, PROSE) : schema;
}

function withoutOrder(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const { anyOf, ...rest } = mapSchema(schema, withoutOrder);
  return Array.isArray(anyOf) ? { ...rest, anyOf: anyOf.toSorted(byCanonicalText) } : { ...rest };
}

/** Applies a function to the schemas directly inside a schema. */
function mapSchema(schema: JsonObject, map: (part: unknown) => unknown, dropped = new Set<string>()): JsonObject {
  const kept = Object.entries(schema).filter(([keyword]) => !dropped.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (Array.isArray(value)) return [keyword, SCHEMAS.has(keyword) ? value.map(map) : value];
      if (SCHEMA.has(keyword)) return [keyword, map(value)];
      if (!NAMED_SCHEMAS.has(keyword) || !isRecord(value)) return [keyword, value];
      return [keyword, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, map(part)]))];
    }),
  );
}

/** JSON without white space, the keys of every object sorted. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function byCanonicalText(a: unknown, b: unknown): number {
  return canonicalJson(a) < canonicalJson(b) ? -1 : 1;
}

type JsonObject = { readonly [key: string]: unknown };

/** Returns whether a JSON value is an object. */
export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
