/** Maximum number of suggestions in one result. */
const MOST = 100;

/** Suggestions in the form of a `completion/complete` result. */
export interface Suggestions {
  readonly values: string[];
  /** The total number, including omitted ones. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * Returns the values that match the typed text, best first: those with it as a prefix, then those with a word that has it as a prefix, then
 * those that contain it. Values of the same rank keep their order. Case is ignored, and duplicates are removed.
 */
export function rank(values: Iterable<string>, typed: string): Suggestions {
  const wanted = typed.toLowerCase();
  const ranks: [string[], string[], string[]] = [[], [], []];
  for (const value of new Set(values)) {
    const place = rankOf(value.toLowerCase(), wanted);
    if (place !== undefined) ranks[place].push(value);
  }
  const fitting = ranks.flat();
  return { values: fitting.slice(0, MOST), total: fitting.length, hasMore: fitting.length > MOST };
}

function rankOf(value: string, wanted: string): 0 | 1 | 2 | undefined {
  const first = value.indexOf(wanted);
  if (first <= 0) return first === 0 ? 0 : undefined;
  for (let at = first; at >= 0; at = value.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]$/u.test(value.slice(Math.max(0, at - 2), at))) return 1;
  }
  return 2;
}
