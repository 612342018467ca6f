import type { Context } from './context.js';

/** Returns a conversion that keeps a value unchanged if the revision's validator accepts it. */
export function unless<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From, context: Context) => To {
  return (value, context) => (fits(value) ? value : convert(value, context));
}

/** The same for an optional value. */
export function unlessAbsent<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From | undefined, context: Context) => To | undefined {
  const fitting = unless(fits, convert);
  return (value, context) => (value === undefined ? undefined : fitting(value, context));
}
