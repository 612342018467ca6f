/** Finds names that are similar to an unknown one. */

const SHOWN = 5;
/** The maximum length of names to compare. */
const MAX_LENGTH = 100;

/** Returns the most similar names, the most similar first. Case is ignored. */
export function nearest(typed: string, names: Iterable<string>): readonly string[] {
  const wanted = typed.toLowerCase();
  if (wanted === '' || wanted.length > MAX_LENGTH) return [];
  const found = [...new Set(names)].flatMap((name) => {
    const other = name.toLowerCase();
    const distance = editDistance(wanted, other);
    const alike = distance <= Math.max(1, Math.floor(wanted.length / 3));
    return alike || other.includes(wanted) ? [{ name, distance: alike ? distance : other.length }] : [];
  });
  const byDistance = found.sort((a, b) =>
    a.distance === b.distance ? (a.name < b.name ? -1 : 1) : a.distance - b.distance,
  );
  return byDistance.slice(0, SHOWN).map(({ name }) => name);
}

/** Returns the Levenshtein distance of two strings. */
export function editDistance(a: string, b: string): number {
  const others = Array.from(b);
  let row = [0, ...others.map((_, index) => index + 1)];
  for (const [index, character] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of others.entries()) {
      const replaced = (row[column] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
