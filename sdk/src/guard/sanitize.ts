import { CONTROLS, ESCAPES, mayHaveHidden, replaceInvisible } from './hidden.js';
import type { PeerText } from './peerText.js';

/**
 * Removes control characters (except tabs and line breaks), terminal escape sequences, direction changes, and invisible characters. Other
 * text is unchanged: all scripts and emoji, with the joiners and variation selectors that they need.
 */
export function sanitizeText(text: string | PeerText): string {
  const raw = text as string;
  if (!mayHaveHidden(raw)) return raw;
  return replaceInvisible(raw.replace(ESCAPES, '').replace(CONTROLS, ''), () => '', true);
}

/** Maximum depth of objects and arrays. Deeper values are probably an attack on the stack. */
const MAX_DEPTH = 1_000;

/**
 * Removes characters that people do not see and models read from every string of a JSON value, including names of properties: control
 * characters (except tabs and line breaks), terminal escape sequences, direction changes, and invisible characters. All scripts and emoji
 * are kept, with the joiners and variation selectors that they need. Returns the same object if nothing changes.
 *
 * @throws {RangeError} if the value is more than 1,000 levels deep.
 */
export function sanitize<Value>(value: Value): Value {
  return clean(value, 0) as Value;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new RangeError(`Cannot sanitize a value of more than ${MAX_DEPTH} levels`);
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
  // A sanitized name may be `__proto__`, which an assignment would treat specially.
  return copy === undefined ? value : Object.fromEntries(copy);
}

/** Returns the sanitized property, if it changes. */
function changed(name: string, item: unknown, depth: number): [string, unknown] | undefined {
  const cleanName = sanitizeText(name);
  const cleanItem = clean(item, depth);
  return cleanName === name && cleanItem === item ? undefined : [cleanName, cleanItem];
}
