/** The folders of the output that belong to several revisions. They stand beside the folders of the revisions. */

/** Holds the functions that several revisions share. */
export const SHARED = 'shared';

/** Holds the types that application code is written against. */
export const AUTHOR = 'author';

/** Lists these folders. */
export const COMMON: readonly string[] = [SHARED, AUTHOR];
