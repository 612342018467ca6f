import type { Context } from './context.js';

/** A conversion that lets a value pass as it is where the revision's guard accepts it. */
export function unless<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From, context: Context) => To {
  return (value, context) => (fits(value) ? value : convert(value, context));
}

/** The same for a value that may be left out. */
export function unlessAbsent<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From | undefined, context: Context) => To | undefined {
  const fitting = unless(fits, convert);
  return (value, context) => (value === undefined ? undefined : fitting(value, context));
}
