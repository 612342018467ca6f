/** Checks the names of revisions: a revision names a folder of the output, and is part of its files. */

/** The folders of an output that belong to several revisions: those of shared functions, of unified types, and of the registry. */
export const COMMON = ['shared', 'author', 'registry'] as const;

/** Returns whether a string can name a revision. */
export function isRevisionName(value: unknown): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9][\w.-]*$/.test(value) && !COMMON.some((folder) => folder === value);
}
