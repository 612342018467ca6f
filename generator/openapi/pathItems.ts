/** Finds the paths of a document, and what they say together. */

import { arrayOf, isObject, objectOf, pointerTo, type JsonObject } from '../jsonValues.js';
import type { References } from './references.js';

/** The methods of operations, as documents write them. `fetch` cannot send TRACE. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'] as const;

/** One path, and its operations. */
export interface PathItem {
  readonly path: string;
  readonly item: JsonObject;
  readonly pointer: string;
}

/** Returns the paths of a document, in its order. One in a document that is not allowed is a gap. */
export function pathItemsOf(root: JsonObject, references: References): readonly PathItem[] {
  return Object.entries(objectOf(root['paths'])).flatMap(([path, given]) => {
    if (!path.startsWith('/')) return [];
    const { value: item, pointer } = references.followIfAllowed(given, pointerTo('#/paths', path));
    return isObject(item) ? [{ path, item, pointer }] : [];
  });
}

/** Returns the names of the security schemes that the document or its operations require. */
export function requiredSchemes(root: JsonObject, items: readonly PathItem[]): ReadonlySet<string> {
  const operations = items.flatMap(({ item }) => METHODS.map((method) => objectOf(item[method])));
  const requirements = [root, ...operations].flatMap(({ security }) => arrayOf(security));
  return new Set(requirements.flatMap((each) => Object.keys(objectOf(each))));
}
