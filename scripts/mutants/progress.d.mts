import type { Mutant } from './sites.mjs';

export interface Verdict {
  readonly outcome: 'killed' | 'timeout' | 'survived' | 'broken';
  readonly tests: number;
  readonly reaching: number;
}

export interface Against {
  readonly tests: string;
  readonly budget: number;
}

export class Progress {
  constructor(folder: string, key: string, against: Against, resume: boolean);
  verdict(mutant: Mutant, find: () => Promise<Verdict>): Promise<Verdict>;
}
