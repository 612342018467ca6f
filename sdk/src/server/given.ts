/**
 * Checks of what a server is told to offer. The compiler makes them, too; programs in plain JavaScript, and those that were written for
 * another library, would otherwise find out late, or never.
 */

import { describe } from '../content/errors.js';

/** The names of options, which the compiler holds against their type. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * @param what whose options they are: `the tool forecast`
 * @throws {TypeError} if they are no object, or there is no such option
 */
export function checkOptions(what: string, options: unknown, names: { readonly [name: string]: true }): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`The options of ${what} must be an object, not ${describe(options)}`);
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  throw new TypeError(`There is no option ${unknown} of ${what}. There are: ${Object.keys(names).join(', ')}`);
}

/** @throws {TypeError} if it is no function */
export function checkHandler(what: string, handler: unknown): void {
  if (typeof handler === 'function') return;
  throw new TypeError(`${upperFirst(what)} needs a function as its last argument, not ${describe(handler)}`);
}

/** Whoever may do a thing must not be guessed: a text in the place of a list would let in callers whose role is a part of it. */
export function checkAccess(what: string, access: unknown): void {
  if (access === undefined || typeof access === 'function') return;
  if (Array.isArray(access) && access.every((role) => typeof role === 'string')) return;
  throw new TypeError(`The access of ${what} must be a list of roles or a function, not ${describe(access)}`);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
