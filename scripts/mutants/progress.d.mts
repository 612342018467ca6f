import type { Mutant } from './sites.mjs';

export interface Verdict {
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'broken';
  readonly tests: number;
  readonly reaching: number;
}

export class Progress {
  constructor(folder: string, key: string, tests: string, resume: boolean);
  verdict(mutant: Mutant, find: () => Promise<Verdict>): Promise<Verdict>;
}
