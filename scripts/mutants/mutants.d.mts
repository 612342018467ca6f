import type { Mutant, Site } from './sites.mjs';

export function sitesOf(texts: ReadonlyMap<string, string>): Site[];
export function mutantsOf(
  texts: ReadonlyMap<string, string>,
  sites: readonly Site[],
  seed: string | number,
  compiles: (mutant: Mutant) => boolean | Promise<boolean>,
): AsyncIterable<{ readonly mutant: Mutant; readonly killedByTypes: number }>;
export function everyMutantOf(
  sites: readonly Site[],
  texts: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): Mutant[];

export class TypeChecker {
  constructor(root: string, configurations: { readonly [folder: string]: string });
  compiles(mutant: Pick<Mutant, 'file' | 'text' | 'asks'>): Promise<boolean>;
  close(): Promise<void>;
}
