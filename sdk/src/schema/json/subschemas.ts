/** Keywords whose value is a schema. */
export const ONE_SCHEMA = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];

/** Keywords whose value is an array of schemas. In older dialects, this includes `items`. */
export const SCHEMA_LIST = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];

/** Keywords whose value is an object of schemas. In `dependencies`, arrays of names are allowed, too. */
export const SCHEMA_MAP = [
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
];

/**
 * Returns the value at a JSON Pointer (RFC 6901), or undefined if there is none.
 *
 * @param pointer `/$defs/place`
 */
export function valueAt(root: unknown, pointer: string): unknown {
  let target = root;
  for (const part of pointer.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, key)) return undefined;
    target = (target as { readonly [key: string]: unknown })[key];
  }
  return target;
}

/** Decodes the fragment of a reference. One that is not encoded correctly is returned unchanged. */
export function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
