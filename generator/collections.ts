/** The items by key, in the order in which the keys first appear. */
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

/** The items themselves, and all that is reached from them in any number of steps. */
export function reach<Item>(items: Iterable<Item>, next: (item: Item) => Iterable<Item>): ReadonlySet<Item> {
  const reached = new Set<Item>();
  const visit = (item: Item): void => {
    if (reached.has(item)) return;
    reached.add(item);
    for (const each of next(item)) visit(each);
  };
  for (const item of items) visit(item);
  return reached;
}
