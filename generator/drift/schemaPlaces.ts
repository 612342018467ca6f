/** Finds all subschemas of a schema, each with its location and its own keywords. */

import { joinPath } from '../analyze/describeShape.js';
import { isObject } from '../jsonValues.js';

/**
 * How the subschemas of a location are compared. `walked`: as shapes. `alternative`: as shapes, ignoring keywords besides the type.
 * `definition`: where it is referenced. `other`: as part of keywords that are compared literally.
 */
export type PlaceKind = 'walked' | 'alternative' | 'definition' | 'other';

/** A subschema. */
export interface SchemaPlace {
  /** The JSON Pointer of the schema. */
  readonly pointer: string;
  /** The JSON Pointer of the enclosing schema. Undefined for the root. */
  readonly parent?: string;
  /** The location in the values, as in differences of shapes. */
  readonly path: string;
  readonly kind: PlaceKind;
  /** Set if it is the schema of a property. */
  readonly isProperty?: true;
  /** The keywords of the schema without subschemas. A boolean schema has the keyword `type`. */
  readonly keywords: ReadonlyMap<string, unknown>;
}

/** Keywords with a schema per name, with a schema per item, and with a single schema. */
const NAMED = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE = new Set([
  ...['items', 'additionalProperties', 'additionalItems', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);

/** Returns all subschemas by JSON Pointer, including the schema itself. */
export function schemaPlaces(root: unknown): ReadonlyMap<string, SchemaPlace> {
  const places = new Map<string, SchemaPlace>();
  const waiting: Waiting[] = [{ pointer: '', path: '', kind: 'walked', schema: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, ...place } = next;
    const keywords = new Map<string, unknown>();
    places.set(place.pointer, { ...place, keywords });
    if (!isObject(schema)) keywords.set('type', schema);
    else {
      for (const [keyword, value] of Object.entries(schema)) {
        const inner = schemasIn(place, keyword, value);
        if (inner === undefined) keywords.set(keyword, value);
        else waiting.push(...inner);
      }
    }
  }
  return places;
}

interface Waiting extends Omit<SchemaPlace, 'keywords'> {
  readonly schema: unknown;
}

/** Returns the subschemas of a keyword; undefined if it does not contain any. */
function schemasIn(place: Omit<SchemaPlace, 'keywords'>, keyword: string, value: unknown): Waiting[] | undefined {
  const at = `${place.pointer}/${escaped(keyword)}`;
  const inner = (key: string | undefined, schema: unknown): Waiting => {
    const pointer = key === undefined ? at : `${at}/${escaped(key)}`;
    const property = keyword === 'properties' && { isProperty: true as const };
    return { pointer, parent: place.pointer, schema, ...property, ...within(place, keyword, pointer, key) };
  };
  if (NAMED.has(keyword) && isObject(value)) return Object.entries(value).map(([key, each]) => inner(key, each));
  const isList = LISTED.has(keyword) || keyword === 'items';
  if (isList && Array.isArray(value) && value.length > 0)
    return value.map((each, index) => inner(String(index), each as unknown));
  return SINGLE.has(keyword) && isObject(value) ? [inner(undefined, value)] : undefined;
}

function within({ path, kind }: Omit<SchemaPlace, 'keywords'>, keyword: string, pointer: string, key?: string) {
  const inherited = kind === 'definition' ? 'walked' : kind;
  if (kind === 'other') return { path, kind };
  switch (keyword) {
    case 'properties':
      return { path: joinPath(path, key ?? ''), kind: inherited };
    case 'items':
      return {
        path: `${path}[]`,
        kind: key === undefined ? inherited : ('alternative' as const),
      };
    case 'additionalProperties':
      return { path: `${path}[*]`, kind: inherited };
    case '$defs':
    case 'definitions':
      return { path: `#${pointer}`, kind: 'definition' as const };
    case 'allOf':
      return { path, kind: inherited };
    case 'anyOf':
    case 'oneOf':
      return { path, kind: 'alternative' as const };
    default:
      return { path, kind: 'other' as const };
  }
}

/** Escapes a key for a JSON Pointer. */
export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
