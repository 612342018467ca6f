/**
 * Runtime checks of options. The compiler makes them, too, but not for programs in plain JavaScript or programs written for another
 * library.
 */

import type { PingOptions, RequestOptions } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { describe } from './content/errors.js';

/** The names of options; the compiler checks that they match the type. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/** Longer names are truncated in messages, and not compared with valid names. */
const MAX_NAME_LENGTH = 40;

/**
 * @param what names their owner: `the tool forecast`
 * @throws {TypeError} if they are not an object, or an option is unknown.
 */
export function checkOptions(what: string, options: unknown, names: { readonly [name: string]: true }): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`Invalid options for ${what}: expected an object, got ${describe(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const valid = Object.keys(names);
  const meant = nearest(unknown, valid);
  const hint = meant === undefined ? `Valid options: ${valid.join(', ')}` : `Did you mean "${meant}"?`;
  throw new TypeError(`Unknown option ${JSON.stringify(unknown.slice(0, MAX_NAME_LENGTH))} for ${what}. ${hint}`);
}

/**
 * Checks an option that implements an interface. `undefined` passes.
 *
 * @param name the name of the option
 * @param what names its owner, as for {@link checkOptions}
 * @throws {TypeError} if a method is missing.
 */
export function checkMethods(name: string, what: string, value: unknown, methods: readonly string[]): void {
  if (value === undefined) return;
  const given = value as { readonly [method: string]: unknown } | null;
  const missing = methods.find((method) => typeof given?.[method] !== 'function');
  if (missing === undefined) return;
  throw new TypeError(
    `Invalid option "${name}" for ${what}: expected an object with the method ${missing}, got ${describe(value)}`,
  );
}

/**
 * Checks an option that is an object. `undefined` passes.
 *
 * @param name the name of the option
 * @param what names its owner, as for {@link checkOptions}
 * @throws {TypeError} if it is anything else.
 */
export function checkObject(name: string, what: string, value: unknown): void {
  if (value === undefined || isObject(value)) return;
  throw new TypeError(`Invalid option "${name}" for ${what}: expected an object, got ${describe(value)}`);
}

/**
 * Checks options that are functions. `undefined` passes.
 *
 * @param what names their owner, as for {@link checkOptions}
 * @throws {TypeError} if one is not a function.
 */
export function checkFunctions<Options extends object>(
  what: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): void {
  const wrong = names.find((name) => options[name] !== undefined && typeof options[name] !== 'function');
  if (wrong === undefined) return;
  throw new TypeError(`Invalid option "${wrong}" for ${what}: expected a function, got ${describe(options[wrong])}`);
}

/** The kinds of numeric options, with the text for errors. */
const NUMBERS = {
  /** A number of items. `Infinity` means no limit. */
  count: ['an integer of at least 1', (value: number) => value === Infinity || (Number.isInteger(value) && value >= 1)],
  /** A number of items, which may be 0. */
  size: ['an integer of at least 0', (value: number) => Number.isInteger(value) && value >= 0],
  /** A number of attempts. `Infinity` means no limit. */
  attempts: [
    'an integer of at least 0',
    (value: number) => value === Infinity || (Number.isInteger(value) && value >= 0),
  ],
  /** A rate or amount. */
  positive: ['a positive number', (value: number) => value > 0],
  /** A duration in milliseconds. 0 means no limit, or never. */
  timeout: ['a positive number of milliseconds, or 0 for none', (value: number) => value >= 0],
} as const satisfies { readonly [kind: string]: readonly [expected: string, accepts: (value: number) => boolean] };

/** The kind of a numeric option. */
export type NumberKind = keyof typeof NUMBERS;

/**
 * Checks numeric options: `checkNumbers('the server', options, { pageSize: 'count' })`. Options that are `undefined` pass.
 *
 * @param what names their owner, as for {@link checkOptions}
 * @param kinds the kind of each numeric option
 * @throws {TypeError} if an option is not a number, and {RangeError} if it is out of range.
 */
export function checkNumbers<Options extends object>(
  what: string,
  options: Options,
  kinds: { readonly [Name in keyof Options]?: NumberKind },
): void {
  for (const [name, kind] of Object.entries<NumberKind>(kinds as { readonly [name: string]: NumberKind })) {
    const value = (options as { readonly [name: string]: unknown })[name];
    if (value === undefined) continue;
    const [expected, accepts] = NUMBERS[kind];
    const message = `Invalid option "${name}" for ${what}: expected ${expected}, got`;
    if (typeof value !== 'number') throw new TypeError(`${message} ${describe(value)}`);
    if (!accepts(value)) throw new RangeError(`${message} ${value}`);
  }
}

/** The names of {@link PingOptions}. */
export const PING_OPTIONS: OptionNames<PingOptions> = { interval: true, timeout: true, misses: true };

/**
 * Checks the names of serve options, including those of `ping`. The runtime checks the numbers.
 *
 * @param what names the called function: `createHandler`
 * @throws {TypeError} if an option is unknown.
 */
export function checkServing(
  what: string,
  options: { readonly ping?: PingOptions | undefined },
  names: { readonly [name: string]: true },
): void {
  checkOptions(what, options, names);
  if (options.ping !== undefined) checkOptions(`the option ping of ${what}`, options.ping, PING_OPTIONS);
}

/** The names of {@link RequestOptions}. */
export const REQUEST_OPTIONS: OptionNames<RequestOptions> = {
  signal: true,
  timeout: true,
  resetTimeoutOnProgress: true,
  maxTotalTimeout: true,
  onProgress: true,
  headers: true,
  onRequestId: true,
};

/**
 * Returns the valid name that is most similar to an unknown one: at most a third of the characters differ, or one is a prefix of the other.
 * Ignores case, and very long names, which servers may send.
 */
export function nearest(unknown: string, names: readonly string[]): string | undefined {
  if (unknown.length > MAX_NAME_LENGTH) return undefined;
  const typed = unknown.toLowerCase();
  const most = Math.max(1, Math.floor(typed.length / 3));
  let found: string | undefined;
  let least = most + 1;
  for (const name of names) {
    if (name.length > MAX_NAME_LENGTH) continue;
    const distance = distanceOf(typed, name.toLowerCase(), most);
    if (distance < least) [found, least] = [name, distance];
  }
  return found;
}

/** Returns the Levenshtein distance of two names. A prefix counts as the maximum allowed distance. */
function distanceOf(a: string, b: string, most: number): number {
  const isPrefix = Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
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
  return isPrefix ? Math.min(distance, most) : distance;
}
