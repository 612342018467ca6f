/** The revisions that a row of a table holds for. */
export interface Range {
  /** The first revision. */
  readonly from: string;
  /** The last revision. Default: the row holds for every later revision. */
  readonly until?: string;
}

/** Whether a row holds for a revision. Revisions are compared by their names, which are dates. */
export function holdsFor({ from, until }: Range, revision: string): boolean {
  return from <= revision && (until === undefined || revision <= until);
}
