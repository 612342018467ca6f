import { CONTROLS, ESCAPES, isSuspect, replaceInvisible } from './hidden.js';
import type { PeerText } from './peerText.js';

/**
 * A text without control characters (but tabs and line breaks), escape sequences of terminals, changes of direction, and
 * invisible characters. Other text is left as it is: all scripts and emoji, with the joiners and variation selectors that they need.
 */
export function sanitizeText(text: string | PeerText): string {
  const raw = text as string;
  if (!isSuspect(raw)) return raw;
  return replaceInvisible(raw.replace(ESCAPES, '').replace(CONTROLS, ''), () => '', true);
}

/** Objects and arrays inside of each other: more are probably an attack on the stack. */
const MAX_DEPTH = 1_000;

/**
 * Returns a JSON value without what people do not see and models obey, in every string, names of properties included: control characters
 * (but tabs and line breaks), escape sequences of terminals, changes of direction, and invisible characters. All scripts and emoji stay,
 * with the joiners and variation selectors that they need. What needs no change stays the object that it was.
 *
 * @throws {RangeError} if the value is more than 1,000 levels deep.
 */
export function sanitize<Value>(value: Value): Value {
  return clean(value, 0) as Value;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new RangeError(`Cannot clean a value of more than ${MAX_DEPTH} levels`);
  return Array.isArray(value) ? cleanItems(value, depth + 1) : cleanProperties(value, depth + 1);
}

function cleanItems(items: readonly unknown[], depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  items.forEach((item, index) => {
    const cleaned = clean(item, depth);
    if (cleaned !== item) (copy ??= [...items])[index] = cleaned;
  });
  return copy ?? items;
}

function cleanProperties(value: object, depth: number): object {
  const given = value as { readonly [name: string]: unknown };
  const names = Object.keys(given);
  let copy: [string, unknown][] | undefined;
  names.forEach((name, index) => {
    const item = given[name];
    const entry: [string, unknown] | undefined = changed(name, item, depth);
    if (entry !== undefined) copy ??= names.slice(0, index).map((before) => [before, given[before]]);
    copy?.push(entry ?? [name, item]);
  });
  // A name that was cleaned may be one such as `__proto__`, which an assignment would obey.
  return copy === undefined ? value : Object.fromEntries(copy);
}

/** A property as it is cleaned, if that changes it. */
function changed(name: string, item: unknown, depth: number): [string, unknown] | undefined {
  const cleanName = sanitizeText(name);
  const cleanItem = clean(item, depth);
  return cleanName === name && cleanItem === item ? undefined : [cleanName, cleanItem];
}
