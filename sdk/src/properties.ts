/** Options without `undefined` values: an `undefined` property means the same as an omitted one. */
type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

/** Removes the properties that are `undefined`. They would otherwise be sent, or override a default. */
export function defined<Options extends object>(options: Options): Defined<Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<Options>;
}

/** Returns an object without some of its keys. */
export function without<Value extends object, Key extends PropertyKey>(
  value: Value,
  ...keys: readonly Key[]
): Omit<Value, Key> {
  // Deleting a property makes an object slow, so a new one is created.
  const kept = Object.entries(value).filter(([name]) => !keys.includes(name as Key));
  return Object.fromEntries(kept) as Omit<Value, Key>;
}
