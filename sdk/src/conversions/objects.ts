/** Questions about values of which no guard knows more than that they may be anything. */

/** Whether a value is an object of JSON, and no list. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object without some of its keys. */
export function without<Value extends object, Key extends PropertyKey>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  // An object that loses a property is slow for good, so one is made without it.
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name as Key));
  return Object.fromEntries(kept) as Omit<Value, Key>;
}
