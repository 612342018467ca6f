/** Reads JSON Schemas of servers, for types and for comparisons. */

import { isObject, type JsonObject } from '../jsonValues.js';

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']);

/** Returns the types that a schema names, or that its keywords imply. A schema that only restricts objects accepts other values, too. */
export function typesOf({ type, properties, required, items, prefixItems }: JsonObject): readonly string[] {
  const named = (Array.isArray(type) ? (type as unknown[]) : [type]).filter(
    (each) => typeof each === 'string' && TYPES.has(each),
  );
  if (named.length > 0) return [...new Set(named as string[])];
  if (isObject(properties) || Array.isArray(required)) return ['object'];
  return items === undefined && prefixItems === undefined ? [] : ['array'];
}

/**
 * Resolves a reference within a schema.
 *
 * @param reference a JSON Pointer (RFC 6901) as a fragment: `#/$defs/place`
 * @returns the target, and the last key on the way to it. The target of a missing or external reference is undefined
 */
export function resolve(root: unknown, reference: string): { readonly schema: unknown; readonly name: string } {
  // Some generators of schemas write the second form.
  if (reference === '#' || reference === '#/') return { schema: root, name: '' };
  if (!reference.startsWith('#/')) return { schema: undefined, name: '' };
  const keys = reference.slice(2).split('/').map(pointerKey);
  const schema = keys.reduce<unknown>((value, key) => (hasKey(value, key) ? value[key] : undefined), root);
  return { schema, name: keys.at(-1) ?? '' };
}

function hasKey(value: unknown, key: string): value is JsonObject {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function pointerKey(part: string): string {
  return decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
