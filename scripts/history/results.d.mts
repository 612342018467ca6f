import type { Stage, Verdict } from './judge.mjs';

export class Results {
  constructor(file: string | undefined);
  find(structure: string, stage?: Stage): Verdict | undefined;
  add(structure: string, verdict: Verdict): void;
}
