/**
 * Returns the names that refer to themselves, directly or indirectly.
 *
 * @param referencesOf the names that a name refers to
 */
export function namesInCycles(
  names: Iterable<string>,
  referencesOf: (name: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const finished = new Set<string>();
  for (const start of names) {
    const trail: string[] = [];
    const open = [{ name: start, isLeft: false }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { name, isLeft } = next;
      if (isLeft) {
        trail.pop();
        finished.add(name);
        continue;
      }
      const at = trail.indexOf(name);
      if (at >= 0) for (const each of trail.slice(at)) found.add(each);
      if (at >= 0 || finished.has(name)) continue;
      trail.push(name);
      open.push({ name, isLeft: true }, ...referencesOf(name).map((each) => ({ name: each, isLeft: false })));
    }
  }
  return found;
}
