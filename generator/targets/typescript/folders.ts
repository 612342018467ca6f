/** The folders of the output that belong to several revisions. They stand beside the folders of the revisions. */

import { COMMON } from '../../model/revisionName.js';

/** Holds the functions that several revisions share; holds the types that application code is written against. */
export const [SHARED, AUTHOR] = COMMON;

/** Returns the folder of shared functions that this revision is the oldest to have. */
export function sharedFolder(revision: string): string {
  return `${SHARED}/since-${revision}`;
}
