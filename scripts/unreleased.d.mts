/** Returns what a copy of this repository has of revisions that are not released. */
export function unreleasedIn(root: string): readonly string[];
