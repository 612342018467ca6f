/**
 * Checks of options. The compiler makes them, too; programs in plain JavaScript, and those that were written for another library, would
 * otherwise find out late, or never.
 */

import type { RequestOptions } from '@mcp-gen/runtime';
import { describe } from './content/errors.js';

/** The names of options, which the compiler holds against their type. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** Longer names are cut in messages, and compared with no other. */
const LONGEST_NAME = 40;

/**
 * @param what whose options they are: `the tool forecast`
 * @throws {TypeError} if they are not an object, or an option is unknown.
 */
export function checkOptions(what: string, options: unknown, names: { readonly [name: string]: true }): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`The options of ${what} must be an object, not ${describe(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const valid = Object.keys(names);
  const meant = nearest(unknown, valid);
  const hint = meant === undefined ? `Valid options: ${valid.join(', ')}` : `Did you mean "${meant}"?`;
  throw new TypeError(`Unknown option ${JSON.stringify(unknown.slice(0, LONGEST_NAME))} for ${what}. ${hint}`);
}

/** The numbers that an option accepts, beside `undefined`. */
export interface NumberRange {
  /** The least number. */
  readonly min: number;
  /** Whether `min` itself is refused. Default false. */
  readonly exclusive?: boolean | undefined;
}

/**
 * @param what whose options they are: `the tool forecast`
 * @throws {TypeError} if one of the options is not a number.
 * @throws {RangeError} if one of them is NaN, or less than its minimum.
 */
export function checkNumbers(
  what: string,
  options: object,
  ranges: { readonly [name: string]: NumberRange | undefined },
): void {
  for (const [name, range] of Object.entries(ranges)) {
    const value: unknown = (options as { readonly [name: string]: unknown })[name];
    if (value === undefined || range === undefined) continue;
    if (typeof value !== 'number') {
      throw new TypeError(`The option ${name} of ${what} must be a number, not ${describe(value)}`);
    }
    const { min, exclusive = false } = range;
    if (value > min || (value === min && !exclusive)) continue;
    const expected = exclusive ? `more than ${min}` : `at least ${min}`;
    throw new RangeError(`The option ${name} of ${what} must be ${expected}, not ${value}`);
  }
}

/** Zero or more: 0 turns off what can be off. */
export const FROM_ZERO: NumberRange = { min: 0 };

/** At least one. */
export const FROM_ONE: NumberRange = { min: 1 };

/** More than zero. */
export const POSITIVE: NumberRange = { min: 0, exclusive: true };

/** The names of {@link RequestOptions}. */
export const REQUEST_OPTIONS: OptionNames<RequestOptions> = {
  signal: true,
  timeout: true,
  resetTimeoutOnProgress: true,
  maxTotalTimeout: true,
  onProgress: true,
};

/**
 * Returns the name that is most similar to an unknown one: with at most a third of its characters other ones, or with the other as
 * its beginning. Case is ignored.
 */
export function nearest(unknown: string, names: readonly string[]): string | undefined {
  if (unknown.length > LONGEST_NAME) return undefined;
  const typed = unknown.toLowerCase();
  const most = Math.max(1, Math.floor(typed.length / 3));
  let found: string | undefined;
  let least = most + 1;
  for (const name of names) {
    const distance = distanceOf(typed, name.toLowerCase(), most);
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
}

/** The Levenshtein distance of two names. One that begins with the other is as far from it as two names that are barely alike. */
function distanceOf(a: string, b: string, most: number): number {
  const isBeginning = Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let at = 0; at < a.length; at++) {
    const next = [at + 1];
    for (let column = 0; column < b.length; column++) {
      const replaced = (row[column] ?? 0) + (a[at] === b[column] ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  const distance = row.at(-1) ?? 0;
  return isBeginning ? Math.min(distance, most) : distance;
}
