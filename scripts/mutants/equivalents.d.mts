import type { Mutant } from './sites.mjs';

/** A mutant that no test can tell from the original. */
export interface Equivalent extends Pick<Mutant, 'file' | 'in' | 'operator' | 'before' | 'after'> {
  readonly proof: string;
}

export function readEquivalents(path: string): readonly Equivalent[];
export function staleAmong(entries: readonly Equivalent[], mutants: readonly Mutant[]): readonly Equivalent[];
