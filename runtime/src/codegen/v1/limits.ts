/**
 * Limits of values: the lengths of strings, the bounds of numbers, and so on. Generated code imports this module only if its definitions have
 * limits. Each check concerns the values of one type, and accepts all others.
 *
 * @module
 */

import { isObject, isObjectOrArray, MAX_DEPTH, quote } from '../v1.js';
import { isWithin, type Limits } from './valueLimits.js';

export type { Limits } from './valueLimits.js';

/** A limit that a value breaks. */
export interface LimitBreach {
  /** What the limit asks for: `at most 3 items`. */
  readonly expected: string;
  /** What the value has instead. Absent if the value itself says it. */
  readonly actual?: string;
}

/** Checks limits for explanations. */
export interface LimitTable {
  /** Returns what a value breaks. */
  readonly broken: (value: unknown, limits: Limits) => readonly LimitBreach[];
  /** Describes limits: `at least 1 character`. */
  readonly describe: (limits: Limits) => string;
}

/** Returns whether a string has a number of characters (Unicode code points) within limits. Accepts values of other types. */
export function hasLength(value: unknown, least: number, most: number = Infinity): boolean {
  if (typeof value !== 'string') return true;
  // A character has one or two UTF-16 code units, so that most strings need not be counted.
  if (value.length < least || value.length > 2 * most) return false;
  if (value.length <= most && value.length >= 2 * least) return true;
  const length = charactersOf(value);
  return length >= least && length <= most;
}

/** Returns the number of characters (Unicode code points) of a string. */
function charactersOf(text: string): number {
  let count = text.length;
  for (let i = 1; i < text.length; i++) {
    if (text.charCodeAt(i - 1) >> 10 === 0x36 && text.charCodeAt(i) >> 10 === 0x37) count--;
  }
  return count;
}

/** The expressions of schemas, by their source. */
const expressions = new Map<string, RegExp>();

/**
 * Returns whether a string contains a match of a regular expression of a schema. Accepts values of other types.
 *
 * @param pattern the source of the expression, which is compiled once. It must take linear time
 */
export function hasMatch(value: unknown, pattern: string): boolean {
  if (typeof value !== 'string') return true;
  let expression = expressions.get(pattern);
  if (!expression) expressions.set(pattern, (expression = new RegExp(pattern, 'u')));
  try {
    return expression.test(value);
  } catch {
    // Groups that are repeated millions of times exhaust the stack of the engine.
    return false;
  }
}

/** Returns whether no two items of an array are equal as JSON. Accepts values of other types. */
export function hasUniqueItems(value: unknown): boolean {
  if (!Array.isArray(value)) return true;
  const known = new Set<string>();
  for (const item of value as readonly unknown[]) {
    const text = canonicalJson(item, 0);
    // Items that are nested too deeply cannot be compared.
    if (text === undefined || known.has(text)) return false;
    known.add(text);
  }
  return true;
}

/** Returns a text that is the same for equal JSON values, or undefined if the value is nested too deeply. */
function canonicalJson(value: unknown, depth: number): string | undefined {
  // `1e400` is parsed as Infinity, for which `JSON.stringify` returns null.
  if (!isObjectOrArray(value)) return typeof value === 'number' ? `${value}` : JSON.stringify(value);
  if (depth >= MAX_DEPTH) return undefined;
  const isArray = Array.isArray(value);
  const parts: string[] = [];
  for (const key of isArray ? value.keys() : Object.keys(value).sort()) {
    if (!isArray && value[key] === undefined) continue;
    const part = canonicalJson(value[key as string], depth + 1);
    if (part === undefined) return undefined;
    parts.push(isArray ? part : `${JSON.stringify(key)}:${part}`);
  }
  return isArray ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** Returns whether an object has a number of properties within limits. Accepts values of other types. */
export function hasSize(value: unknown, least: number, most: number = Infinity): boolean {
  if (!isObject(value)) return true;
  const size = sizeOf(value);
  return size >= least && size <= most;
}

/** Returns the number of properties of an object, without those that are undefined. */
function sizeOf(value: object): number {
  return Object.values(value).filter((each) => each !== undefined).length;
}

/** A check of some limits. `expected` is empty if there are none. `actual` is undefined where the value itself says it. */
interface Check {
  readonly fits: (value: unknown, limits: Limits) => boolean;
  readonly expected: (limits: Limits) => string;
  readonly actual?: (value: unknown) => string;
}

const CHECKS: readonly Check[] = [
  {
    fits: (value, { minLength = 0, maxLength }) => hasLength(value, minLength, maxLength),
    expected: ({ minLength, maxLength }) => between(minLength, maxLength, 'character', 'characters'),
    actual: (value) => `${charactersOf(value as string)}`,
  },
  {
    fits: (value, { pattern }) => pattern === undefined || hasMatch(value, pattern),
    expected: ({ pattern }) => (pattern === undefined ? '' : `string that matches ${quote(pattern)}`),
  },
  {
    fits: (value, limits) => typeof value !== 'number' || isWithin(value, limits),
    expected: (limits) => numberTexts(limits).join(' and '),
  },
  {
    fits: (value, { minItems = 0, maxItems = Infinity }) =>
      !Array.isArray(value) || (value.length >= minItems && value.length <= maxItems),
    expected: ({ minItems, maxItems }) => between(minItems, maxItems, 'item', 'items'),
    actual: (value) => `${(value as readonly unknown[]).length}`,
  },
  {
    fits: (value, { uniqueItems }) => !uniqueItems || hasUniqueItems(value),
    expected: ({ uniqueItems }) => (uniqueItems ? 'unique items' : ''),
    actual: () => 'equal ones',
  },
  {
    fits: (value, { minProperties = 0, maxProperties }) => hasSize(value, minProperties, maxProperties),
    expected: ({ minProperties, maxProperties }) => between(minProperties, maxProperties, 'property', 'properties'),
    actual: (value) => `${sizeOf(value as object)}`,
  },
];

function numberTexts({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Limits): readonly string[] {
  return [
    ...(minimum === undefined ? [] : [`number of at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`number of at most ${maximum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`number greater than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`number less than ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`multiple of ${multipleOf}`]),
  ];
}

/** Describes a number of characters, items, or properties. Returns an empty string if any number is allowed. */
function between(least: number | undefined, most: number | undefined, one: string, many: string): string {
  const unit = (most ?? least) === 1 ? one : many;
  if (least !== undefined && most !== undefined) return `${least} to ${most} ${unit}`;
  if (least !== undefined) return `at least ${least} ${unit}`;
  return most === undefined ? '' : `at most ${most} ${unit}`;
}

/** The checks for explanations. */
export const limitChecks: LimitTable = {
  broken: (value, limits) =>
    CHECKS.filter(({ fits }) => !fits(value, limits)).map(({ expected, actual }) => ({
      expected: expected(limits),
      ...(actual && { actual: actual(value) }),
    })),
  describe: (limits) =>
    CHECKS.map(({ expected }) => expected(limits))
      .filter((text) => text !== '')
      .join(' and '),
};
