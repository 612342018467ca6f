/** The most suggestions that one answer may have. */
const MOST = 100;

/** Suggestions as `completion/complete` answers them. */
export interface Suggestions {
  readonly values: string[];
  /** How many there are, those that are left out included. */
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * The values that fit what has been typed, the likeliest first: those that begin with it, those with a word that does, those
 * that have it anywhere. Values that fit equally well keep their order; case says nothing; each value comes once.
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
