import type { Context } from './context.js';

/** A conversion that lets a value pass as it is where the revision's guard accepts it. */
export function unless<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From, context: Context) => To {
  return (value, context) => (fits(value) ? value : convert(value, context));
}
