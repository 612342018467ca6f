/** The first revision in which each request stands alone: it opens no session, and the server asks inside of results. */
const STATELESS_SINCE = '2026-07-28';

/** Returns whether requests of a revision stand alone. */
export function isStateless(revision: string): boolean {
  return revision >= STATELESS_SINCE;
}
