/** A place that an operator changes, and what may stand there instead. */
export interface Site {
  readonly file: string;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly options: readonly string[];
  /** What the types have to be asked, as `canDiffer` does. */
  readonly asks?: object;
  readonly in: string;
}

/** A site with one of its options applied. */
export interface Mutant {
  readonly file: string;
  readonly in: string;
  readonly operator: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
  readonly text: string;
  readonly asks?: object;
}

export function sitesIn(file: string, text: string): Site[];
export function drawOrder(sites: readonly Site[], seed: string | number): Site[];
export function mutantOf(site: Site, option: string, text: string): Mutant;
