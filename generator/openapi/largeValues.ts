/** Reads values that may be large, and that many operations may share, in limited time. */

import { objectOf } from '../jsonValues.js';

/** The most entries of one object that are read. */
const MAX_ENTRIES = 10_000;
/** The maximum characters of a value, as JSON, that is used as a whole. */
const MAX_CHARACTERS = 100_000;

type Entries = readonly (readonly [string, unknown])[];

/** The first entries of large objects. */
const firstEntries = new WeakMap<object, Entries>();
/** The sizes of objects and arrays. */
const sizes = new WeakMap<object, number>();

/** Returns the first 10,000 entries of an object; none of any other value. */
export function entriesOf(value: unknown): Entries {
  const object = objectOf(value);
  const known = firstEntries.get(object);
  if (known !== undefined) return known;
  const entries = Object.entries(object);
  if (entries.length <= MAX_ENTRIES) return entries;
  const first = entries.slice(0, MAX_ENTRIES);
  firstEntries.set(object, first);
  return first;
}

/** Returns the characters of a value of a document, as JSON; `Infinity` if there are more than 100,000. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return sizeWithin(value, MAX_CHARACTERS);
  const size = sizes.get(value) ?? sizeWithin(value, MAX_CHARACTERS);
  sizes.set(value, size);
  return size;
}

/** Returns the characters of a value, as JSON; `Infinity` if there are more than a limit. */
export function sizeWithin(value: unknown, limit: number): number {
  let size = 0;
  const add = (each: unknown): boolean => {
    if (typeof each === 'string') size += each.length > limit ? Infinity : JSON.stringify(each).length;
    else if (typeof each !== 'object' || each === null) size += JSON.stringify(each ?? null).length;
    else if (Array.isArray(each)) return addAll(each.length, each, add);
    else return addEntries(each);
    return size <= limit;
  };
  const addAll = <Item>(length: number, items: Iterable<Item>, addItem: (item: Item) => boolean): boolean => {
    size += Math.max(2, length + 1);
    if (size > limit) return false;
    for (const item of items) if (!addItem(item)) return false;
    return true;
  };
  const addEntries = (object: object): boolean => {
    const entries = Object.entries(object).filter(([, each]) => each !== undefined);
    return addAll(
      entries.length,
      entries,
      ([key, each]: [string, unknown]) => add(key) && ++size <= limit && add(each),
    );
  };
  return add(value) ? size : Infinity;
}
