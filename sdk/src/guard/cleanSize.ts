import { isSuspect } from './hidden.js';

/** Nested values that are examined. */
const MAX_DEPTH = 100;

/** Characters of JSON that a value takes at most, beside those of its strings. */
const VALUE = 32;

/**
 * Tells in one pass that a value has nothing to be cleaned, and how large it can be at most: most results of tools need no more.
 *
 * @returns characters that the value has at most as JSON, or `Infinity` if `sanitize` may change it, or it is very deep.
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

/** JSON escapes a clean character with one more at most. */
function sizeOfText(text: string): number {
  return isSuspect(text) ? Infinity : 2 * text.length + VALUE;
}
