/** Returns what is left. Each text can have several lines: what it is, and where it comes from. */
export type Leftovers = () => readonly string[];
