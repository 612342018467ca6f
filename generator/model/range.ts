/** The revisions that a row of a table applies to. */
export interface Range {
  /** The first revision. */
  readonly from: string;
  /** The last revision. Default: the row applies to all later revisions. */
  readonly until?: string;
}

/** Returns whether a row applies to a revision; a row without a range applies to all. Revisions are compared by their names, which are dates. */
export function holdsFor({ from = '', until }: Partial<Range>, revision: string): boolean {
  return from <= revision && (until === undefined || revision <= until);
}
