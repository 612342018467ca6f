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
  const rest = { ...value };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}
