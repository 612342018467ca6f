/** The revisions that have something, as the generated registry states it. */
export interface RevisionRange {
  /** The first revision. */
  readonly since: string;
  /** The last revision. Default: newer revisions have it, too. */
  readonly until?: string;
  /** The revisions between these that do not have it. Default: none. */
  readonly except?: readonly string[];
}

/** Returns whether a range has a revision. They are compared by their names, which are dates. */
export function isWithin({ since, until, except }: RevisionRange, revision: string): boolean {
  const isBetween = since <= revision && (until === undefined || revision <= until);
  return isBetween && except?.includes(revision) !== true;
}
