import type { Files } from '../explorer/data/format.js';

/** Returns the data files of the explorer by their names: `index`, `methods-2025-11-25`, `diff-2024-11-05-2025-03-26`. */
export function explorerData(): Promise<ReadonlyMap<string, Files[keyof Files]>>;
