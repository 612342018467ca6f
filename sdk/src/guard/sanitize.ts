import { CONTROLS, ESCAPES, mayHaveHidden, replaceInvisible } from './hidden.js';

declare const PEER: unique symbol;

/**
 * Unsanitized text of the other side. Its type is not assignable to string, so that it is not printed or forwarded by mistake. `plainText`
 * and `plainLine` convert it to a string that is safe for terminals; `sanitize` converts it for a model.
 */
export interface UntrustedText {
  /** @internal */
  readonly [PEER]: true;
}

/** Marks a string as text of the other side. */
export function untrustedText(text: string): UntrustedText {
  return text as unknown as UntrustedText;
}

/**
 * Removes control characters (except tabs and line breaks), terminal escape sequences, direction changes, and invisible characters. Other
 * text is unchanged: all scripts and emoji, with the joiners and variation selectors that they need.
 */
export function sanitizeText(text: string | UntrustedText): string {
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

/** Maximum depth of values that are examined. */
const MAX_EXAMINED_DEPTH = 100;

/** Maximum characters of JSON for a value, excluding the contents of its strings. */
const VALUE = 32;

/**
 * Determines in one pass that a value needs no sanitizing, and its maximum size. This is sufficient for most tool results.
 *
 * @returns the maximum characters of the value as JSON, or `Infinity` if `sanitize` may change it, or it is very deep.
 */
export function cleanSize(value: unknown): number {
  return sizeWithin(value, MAX_EXAMINED_DEPTH);
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
