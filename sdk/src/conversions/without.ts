/** An object without some of its keys. */
export function without<Value extends object, Key extends PropertyKey>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  // An object that loses a property is slow for good, so one is made without it.
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name as Key));
  return Object.fromEntries(kept) as Omit<Value, Key>;
}
