/** The revisions that the suite and the programs under test have in common, oldest first. */
export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type RevisionId = (typeof REVISIONS)[number];

/** The newest revision that opens sessions. A server of both eras serves it beside the newer ones. */
const NEWEST_SESSION: RevisionId = '2025-11-25';

/**
 * Returns the revisions of a server that is tested in one of them. It has all of them, unless that would hide the one that is meant:
 * the suite always asks to open a session in the newest revision that has sessions.
 */
export function servedFor(tested: string | undefined): readonly RevisionId[] {
  const at = indexOf(tested);
  return at < REVISIONS.indexOf(NEWEST_SESSION) ? REVISIONS.slice(0, at + 1) : REVISIONS;
}

/** Returns the revisions of a client that is tested in one of them: that one, and those before it. */
export function revisionsUpTo(tested: string | undefined): readonly RevisionId[] {
  return REVISIONS.slice(0, indexOf(tested) + 1);
}

function indexOf(revision: string | undefined): number {
  const at = REVISIONS.findIndex((id) => id === revision);
  if (at < 0) throw new Error(`Expected a revision of ${REVISIONS.join(', ')}, got ${revision}`);
  return at;
}
