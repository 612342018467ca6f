import type { Mutant, Site } from './sites.mjs';

export function sitesOf(texts: ReadonlyMap<string, string>): Site[];
export function everyMutantOf(
  sites: readonly Site[],
  texts: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): Mutant[];
