import type { Context } from './conversionContext.js';

/** Returns a conversion that keeps a value unchanged if the revision's validator accepts it. */
export function convertInvalid<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From, context: Context) => To {
  return (value, context) => (fits(value) ? value : convert(value, context));
}

/** The same for an optional value. */
export function convertInvalidOptional<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => To,
): (value: From | undefined, context: Context) => To | undefined {
  const fitting = convertInvalid(fits, convert);
  return (value, context) => (value === undefined ? undefined : fitting(value, context));
}

/** The same for a value whose other parts may have another shape in a new revision: what the validator still rejects is refused. */
export function convertAndCheck<From, To>(
  fits: (value: unknown) => value is To,
  convert: (value: From, context: Context) => unknown,
): (value: From, context: Context) => To {
  return (value, context) => {
    const converted = fits(value) ? value : convert(value, context);
    if (fits(converted)) return converted;
    throw context.notExpressible('', 'a value of the unified types', 'it is invalid there');
  };
}
