/** Reads values of documents, whose types are not known. */

/** A JSON object. */
export type JsonObject = { readonly [name: string]: unknown };

/** Returns whether a value is an object that is not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object, or an empty one for any other value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns an array, or an empty one for any other value. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Returns a string that is not empty, without white space around it; undefined for any other value. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** Returns the JSON Pointer of a part of a value. */
export function pointerTo(pointer: string, ...keys: readonly (string | number)[]): string {
  return [pointer, ...keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');
}
