import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import { describe, ReturnValueError } from './errors.js';

const MAX_DEPTH = 500;

/** Classes whose objects JSON would make empty or wrong, and what to return instead. */
const REMEDIES: readonly (readonly [new (...args: never[]) => object, string])[] = [
  [Map, 'Object.fromEntries(map) or [...map]'],
  [Set, '[...set]'],
  [Promise, 'what it resolves to: await it'],
  [Error, 'nothing: throw it'],
  [RegExp, 'its source'],
  [ArrayBuffer, 'image(), audio() or embedded(), which take bytes as a Uint8Array'],
];

/** A value as JSON has it, and its text. */
export interface Json {
  readonly value: unknown;
  readonly text: string;
}

/**
 * What JSON makes of a value. The value stays the object that it was, where JSON changes nothing about it.
 *
 * @throws {ReturnValueError} for what JSON cannot say, with its place.
 */
export function toJson(value: unknown): Json {
  const same = check(value, '', new Set());
  const text = JSON.stringify(value);
  return { value: same ? value : (JSON.parse(text) as unknown), text };
}

/** Returns whether the JSON of the value, read again, is the value. */
function check(value: unknown, pointer: string, above: Set<object>): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      if (!Number.isFinite(value)) throw unsayable(pointer, String(value), 'null or a string');
      return !Object.is(value, -0);
    case 'object':
      return value === null || checkObject(value, pointer, above);
    case 'bigint':
      throw unsayable(pointer, describe(value), 'Number(value) or String(value)');
    default:
      throw unsayable(pointer, describe(value), 'a JSON value');
  }
}

function checkObject(value: object, pointer: string, above: Set<object>): boolean {
  if (above.has(value)) throw unsayable(pointer, 'an object that contains itself', 'a tree');
  if (above.size >= MAX_DEPTH) throw unsayable('', `more than ${MAX_DEPTH} objects deep`, 'something flatter');
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    check((value.toJSON as () => unknown)(), pointer, new Set(above).add(value));
    return false;
  }
  const remedy = ArrayBuffer.isView(value)
    ? 'image(), audio() or embedded(), which take bytes as a Uint8Array'
    : REMEDIES.find(([type]) => value instanceof type)?.[1];
  if (remedy !== undefined) throw unsayable(pointer, describe(value), remedy);

  if (isHollow(value)) throw unsayable(pointer, `${describe(value)} without properties`, 'what it holds');

  above.add(value);
  let same = true;
  if (Array.isArray(value)) {
    value.forEach((item, index) => (same = check(item, `${pointer}/${index}`, above) && same));
    if (Object.keys(value).length < value.length) throw unsayable(pointer, 'a list with holes', 'a list without');
  } else {
    for (const [key, item] of Object.entries(value)) {
      // A property that is undefined is one that is not there.
      if (item === undefined) same = false;
      else same = check(item, `${pointer}/${escapeKey(key)}`, above) && same;
    }
  }
  above.delete(value);
  return same;
}

/** Whether JSON would make `{}` of what keeps all that it has to itself, such as a Response whose body nobody has read. */
function isHollow(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}

function unsayable(pointer: string, what: string, instead: string): ReturnValueError {
  return new ReturnValueError(
    `The handler returned ${what}${pointer && ` at ${pointer}`}, which is no JSON: return ${instead}`,
  );
}
