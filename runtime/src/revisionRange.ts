/** The revisions that have something, as the generated registry states it. */
export interface RevisionRange {
  /** The first revision. */
  readonly since: string;
  /** The last revision. Default: newer revisions have it, too. */
  readonly until?: string;
}

/** Returns whether a revision has something. Revisions are compared by their names, which are dates. */
export function holds({ since, until }: RevisionRange, revision: string): boolean {
  return since <= revision && (until === undefined || revision <= until);
}
