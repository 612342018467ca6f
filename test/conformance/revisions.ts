/** The revisions that the suite and the programs under test have in common, oldest first. */
const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;
export type RevisionId = (typeof REVISIONS)[number];

/**
 * What a program of the time of one revision speaks: that one, and those before it. The suite's own client always asks for the
 * newest that it knows, so only a server without newer ones is tested in the revision that is meant.
 */
export function revisionsUpTo(newest: string | undefined): readonly RevisionId[] {
  const at = REVISIONS.findIndex((id) => id === newest);
  if (at < 0) throw new Error(`Expected a revision of ${REVISIONS.join(', ')}, got ${newest}`);
  return REVISIONS.slice(0, at + 1);
}
