/** The folders of the output that belong to several revisions. They stand beside the folders of the revisions. */

/** Holds the functions that several revisions share. */
export const SHARED = 'shared';

/** Holds the types that application code is written against. */
export const AUTHOR = 'author';

/** Returns the folder of shared functions that this revision is the oldest to have. */
export function sharedFolder(revision: string): string {
  return `${SHARED}/since-${revision}`;
}

/** Lists these folders. */
export const COMMON: readonly string[] = [SHARED, AUTHOR];
