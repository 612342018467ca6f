/** The ranges of revisions in the tables of a schema folder. */

import { isWithin } from './revisionRange.js';

/** The revisions that a row of a table applies to. */
export interface Range {
  /** The first revision. */
  readonly from: string;
  /** The last revision. Default: the row applies to all later revisions. */
  readonly until?: string;
}

/** Returns whether a row applies to a revision; a row without a range applies to all. */
export function holdsFor({ from: since = '', until }: Partial<Range>, revision: string): boolean {
  return isWithin({ since, ...(until !== undefined && { until }) }, revision);
}
