import type { Stage, Verdict } from './judge.mjs';

/** What is derived from the texts of a version. */
export interface Derived {
  readonly structure: string;
  readonly differing?: readonly string[] | undefined;
}

/** Thrown if a file cannot be used for results. */
export class ResultsError extends Error {}

export class Results {
  constructor(file?: string);
  find(structure: string, stage?: Stage): Verdict | undefined;
  add(structure: string, verdict: Verdict): void;
  derivedFrom(text: string): Derived | undefined;
  addDerived(text: string, derived: Derived): void;
}
