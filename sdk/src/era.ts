/** The first revision without sessions: each request is independent, and the server asks questions in results. */
const STATELESS_SINCE = '2026-07-28';

/** Returns whether a revision has no sessions: each request is independent. */
export function isStateless(revision: string): boolean {
  return revision >= STATELESS_SINCE;
}
