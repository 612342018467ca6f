import { Shapes } from './shapes.js';

/** Heap bytes in V8 without pointer compression: headers are rounded up, so that a sum is never less than what it estimates. */
const OBJECT = 24;
const EMPTY_OBJECT = 56;
const ARRAY = 32;
const ITEMS = 16;
const SLOT = 8;
const STRING = 16;
const NUMBER = 16;

/** For what the engine allocates beside the values, and does not release at once. */
const MARGIN = 1.03;

/** From this number of keys on, an object is a hash table. A key takes two to three entries of it. */
const TABLE_SIZE = 128;
const TABLE = 96;
const TABLE_KEY = 72;

/** A hash table of keys that are array indexes, which objects store apart. */
const INDEX_TABLE = 144;

/** A hidden class that no other object of the value has: the last one with its list of keys, and those that lead to it. */
const HIDDEN_CLASS = 160;
const HIDDEN_CLASS_KEY = 40;
const TRANSITION = 80;

/** Strings of values up to this length exist once. */
const INTERNED_LENGTH = 10;

/** The most that a value weighs for each character of its JSON: of nested objects with a key of one character that no other one has. */
export const MOST_BYTES_OF_CHARACTER = 44;

const WIDE = /[^\0-\u00ff]/;

/** Strings of values up to this length count as wide ones, which takes less than to look. */
const SHORT = 16;

/**
 * Estimated heap bytes of a request beside its params, measured with Node 20: its exchange, promises, and signal; over HTTP also the
 * objects of the platform.
 */
export const REQUEST_BYTES: { readonly [Name in 'unhandled' | 'running' | 'runningOverHttp']: number } = {
  /** Read from a connection, and not handled yet. */
  unhandled: 4 * 1024,
  /** Its handler has not ended. */
  running: 2 * 1024,
  /** Its handler has not ended, and an HTTP response is open for it. */
  runningOverHttp: 16 * 1024,
};

/**
 * Estimates the heap size of a JSON value as `JSON.parse` creates it: never too low, and at most 2.5 times too high if its keys are
 * not those of many other values. Takes linear time in the number of values, and does not recurse.
 *
 * @param enough the size at which to stop. Default: the whole value is examined.
 * @returns the bytes; at least `enough` if the value is larger.
 */
export function weigh(value: unknown, enough: number = Infinity): number {
  if (typeof value !== 'object' || value === null) return weighScalar(value);
  const shapes = new Shapes();
  const waiting: object[] = [value];
  let weight = 0;
  // Neighbors often have the same keys: the nearest are examined first.
  for (let at = 0; at < waiting.length && weight < enough; at++) {
    const next = waiting[at] as object;
    weight += Array.isArray(next) ? weighArray(next, shapes, waiting) : weighObject(next, shapes, waiting);
  }
  return Math.ceil(weight * MARGIN);
}

/** Returns the bytes of the characters of a string: two for each of them if one is above U+00FF. */
export function textBytes(text: string): number {
  // The engine skips the search in strings with one byte for each character, and keeps the last text in which something was found.
  return WIDE.test(text) && WIDE.test('\u0100') ? 2 * text.length : text.length;
}

function weighText(text: string): number {
  const bytes = text.length <= SHORT ? 2 * text.length : textBytes(text);
  return STRING + 8 * Math.ceil(bytes / 8);
}

/** Weighs an array without its objects, which are added to `waiting`. */
function weighArray(array: readonly unknown[], shapes: Shapes, waiting: object[]): number {
  let weight = array.length === 0 ? ARRAY : ARRAY + ITEMS + SLOT * array.length;
  let numbers = 0;
  let fractions = 0;
  for (const item of array) {
    if (typeof item === 'number') {
      numbers++;
      if (isBoxed(item)) fractions++;
    } else weight += weighMember(item, shapes, waiting);
  }
  // An array of numbers alone has them in its slots.
  if (numbers < array.length) weight += NUMBER * fractions;
  return weight;
}

/** Weighs an object without the objects in it, which are added to `waiting`. */
function weighObject(object: object, shapes: Shapes, waiting: object[]): number {
  let weight = 0;
  let indexes = 0;
  let span = 0;
  shapes.begin();
  for (const name of Object.keys(object)) {
    if (isIndex(name)) {
      indexes++;
      // They come first, in ascending order.
      span = Number(name) + 1;
    } else if (shapes.add(name)) weight += weighText(name);
    const member = (object as { readonly [name: string]: unknown })[name];
    if (typeof member === 'number') weight += isBoxed(member) ? NUMBER : 0;
    else weight += weighMember(member, shapes, waiting);
  }
  const { length } = shapes;
  if (length >= TABLE_SIZE) {
    weight += OBJECT + TABLE + TABLE_KEY * length;
    shapes.skip();
  } else {
    weight += length === 0 ? EMPTY_OBJECT : OBJECT + SLOT * length;
    const added = shapes.end();
    if (added > 0) weight += HIDDEN_CLASS + HIDDEN_CLASS_KEY * length + TRANSITION * (added - 1);
  }
  return indexes === 0 ? weight : weight + Math.min(ITEMS + SLOT * span, INDEX_TABLE + TABLE_KEY * indexes);
}

/** Weighs what is neither a number nor an object, and adds objects to `waiting`. */
function weighMember(member: unknown, shapes: Shapes, waiting: object[]): number {
  if (typeof member === 'string') {
    return member.length > INTERNED_LENGTH || (member !== '' && shapes.isNew(member)) ? weighText(member) : 0;
  }
  if (typeof member === 'object' && member !== null) waiting.push(member);
  return 0;
}

function weighScalar(value: unknown): number {
  if (typeof value === 'string') return weighText(value);
  return typeof value === 'number' ? NUMBER : 0;
}

/** Whether a number is an object of its own, and not part of the slot: a fraction, a negative zero, or beyond 32 bits. */
function isBoxed(number: number): boolean {
  return (number | 0) !== number || (number === 0 && 1 / number < 0);
}

function isIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && String(Number(name) >>> 0) === name;
}
