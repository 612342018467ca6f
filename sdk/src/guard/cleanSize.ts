import { mayHaveHidden } from './hidden.js';

/** Maximum depth of values that are examined. */
const MAX_DEPTH = 100;

/** Maximum characters of JSON for a value, excluding the contents of its strings. */
const VALUE = 32;

/**
 * Determines in one pass that a value needs no sanitizing, and its maximum size. This is sufficient for most tool results.
 *
 * @returns the maximum characters of the value as JSON, or `Infinity` if `sanitize` may change it, or it is very deep.
 */
export function cleanSize(value: unknown): number {
  return sizeWithin(value, MAX_DEPTH);
}

function sizeWithin(value: unknown, depth: number): number {
  if (typeof value === 'string') return sizeOfText(value);
  if (typeof value !== 'object' || value === null) return VALUE;
  if (depth === 0) return Infinity;
  let size = VALUE;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) size += sizeWithin(value[at], depth - 1);
    return size;
  }
  for (const name in value) {
    size += sizeOfText(name) + sizeWithin((value as { readonly [name: string]: unknown })[name], depth - 1);
  }
  return size;
}

/** JSON escapes a character that needs no sanitizing with at most one more. */
function sizeOfText(text: string): number {
  return mayHaveHidden(text) ? Infinity : 2 * text.length + VALUE;
}
