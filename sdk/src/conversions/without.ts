/** Returns an object without some of its keys. */
export function without<Value extends object, Key extends PropertyKey>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  // Deleting a property makes an object slow, so a new one is created.
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name as Key));
  return Object.fromEntries(kept) as Omit<Value, Key>;
}
