import { describe } from '@mcp-gen/runtime/options';
import { escapeKey } from '@mcp-gen/runtime/codegen/v1';
import { ReturnValueError } from './returnValueError.js';

const MAX_DEPTH = 500;

/** Classes whose objects JSON.stringify makes empty or wrong, and what to return instead. */
const REMEDIES: readonly (readonly [new (...args: never[]) => object, string])[] = [
  [Map, 'Object.fromEntries(map) or [...map]'],
  [Set, '[...set]'],
  [Promise, 'what it resolves to: await it'],
  [Error, 'nothing: throw it'],
  [RegExp, 'its source'],
  [ArrayBuffer, 'image(), audio(), or embedded() with a Uint8Array'],
];

/** A JSON-compatible value, and its JSON text. */
export interface Json {
  readonly value: unknown;
  readonly text: string;
}

/**
 * Converts a value as a JSON round trip would. Returns the same object if the round trip would not change it.
 *
 * @throws {ReturnValueError} for values that are not JSON-serializable. The message names the place.
 */
export function toJson(value: unknown): Json {
  const same = check(value, { keys: [], above: new Set() });
  const text = JSON.stringify(value);
  return { value: same ? value : (JSON.parse(text) as unknown), text };
}

/** Where a value is: the keys that lead to it, and the objects that it is in. */
interface Place {
  readonly keys: (string | number)[];
  readonly above: Set<object>;
}

/** Returns whether a JSON round trip keeps the value unchanged. */
function check(value: unknown, place: Place): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      if (!Number.isFinite(value)) throw notSerializable(place, String(value), 'null or a string');
      return !Object.is(value, -0);
    case 'object':
      return value === null || checkObject(value, place);
    case 'bigint':
      throw notSerializable(place, describe(value), 'Number(value) or String(value)');
    default:
      throw notSerializable(place, describe(value), 'a JSON value');
  }
}

function checkObject(value: object, place: Place): boolean {
  const { keys, above } = place;
  if (above.has(value)) throw notSerializable(place, 'an object that contains itself', 'a tree');
  if (above.size >= MAX_DEPTH)
    throw notSerializable(undefined, `more than ${MAX_DEPTH} objects deep`, 'a less nested value');
  const remedy = ArrayBuffer.isView(value)
    ? 'image(), audio(), or embedded() with a Uint8Array'
    : REMEDIES.find(([type]) => value instanceof type)?.[1];
  if (remedy !== undefined) throw notSerializable(place, describe(value), remedy);
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    check((value.toJSON as () => unknown)(), { keys, above: new Set(above).add(value) });
    return false;
  }
  if (losesData(value)) throw notSerializable(place, `${describe(value)} without properties`, 'its data');

  above.add(value);
  const depth = keys.length;
  let same = true;
  const checkMember = (key: string | number, item: unknown): void => {
    keys[depth] = key;
    same = check(item, place) && same;
  };
  if (Array.isArray(value)) value.forEach((item, index) => checkMember(index, item));
  else {
    for (const key of Object.keys(value)) {
      const item = (value as { readonly [name: string]: unknown })[key];
      // JSON omits a property that is undefined.
      if (item === undefined) same = false;
      else checkMember(key, item);
    }
  }
  keys.length = depth;
  if (Array.isArray(value) && Object.keys(value).length < value.length)
    throw notSerializable(place, 'an array with holes', 'an array without holes');
  above.delete(value);
  return same;
}

/** Returns whether JSON.stringify would return `{}` for an object with internal data, such as a Response. */
function losesData(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype || Array.isArray(value)) return false;
  return Object.keys(value).length === 0;
}

function notSerializable(place: Place | undefined, what: string, instead: string): ReturnValueError {
  const pointer = place?.keys.map((key) => `/${escapeKey(String(key))}`).join('') ?? '';
  return new ReturnValueError(
    `The handler returned ${what}${pointer === '' ? '' : ` at ${pointer}`}, which is not JSON-serializable: return ${instead}`,
  );
}
