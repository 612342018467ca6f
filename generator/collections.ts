/** Returns the items by key, in the order in which the keys first appear. */
export function groupBy<Key, Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * Collects names and all names that they mention, at any depth.
 *
 * @param mentioned returns the names that a name mentions, or undefined to exclude it
 */
export function reach(
  names: readonly string[],
  mentioned: (name: string) => readonly string[] | undefined,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const found = reached.has(name) ? undefined : mentioned(name);
    if (!found) continue;
    reached.add(name);
    open.push(...found);
  }
  return reached;
}
