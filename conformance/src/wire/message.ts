/** Messages as they are on the wire: nothing is known of them before a check has looked. */

/** An object of JSON. */
export interface Fields {
  readonly [name: string]: unknown;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRequest(message: Fields): boolean {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: Fields): boolean {
  return 'method' in message && !('id' in message);
}

export function isResponse(message: Fields): boolean {
  return !('method' in message);
}

/** A member that is an object, or an empty object in its place. */
export function fieldsOf(value: unknown, ...path: readonly string[]): Fields {
  let found = value;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : {};
}

/** The objects in a member that is an array. */
export function itemsOf(value: unknown, name: string): readonly Fields[] {
  const items = fieldsOf(value)[name];
  return Array.isArray(items) ? items.filter(isObject) : [];
}
