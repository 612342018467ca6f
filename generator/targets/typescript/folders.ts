/** The folders of the output that several revisions share, next to the folders of the revisions. */

import { COMMON } from '../../model/revisionName.js';

/** `shared` contains the functions that several revisions share, `author` the unified types, `registry` the facts of all revisions. */
export const [SHARED, AUTHOR, REGISTRY] = COMMON;

/** Returns the folder of the shared functions whose oldest revision is this one. */
export function sharedFolder(revision: string): string {
  return `${SHARED}/since-${revision}`;
}
