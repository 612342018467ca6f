import type { Mutant } from './sites.mjs';

/** What is known of a test file. */
interface Known {
  readonly passed?: boolean;
  readonly ms?: number;
  /** The indexes of the regions that it runs, by source. */
  readonly hits?: { readonly [source: string]: readonly number[] };
}

export class Reach {
  readonly tests: Map<string, Known>;
  constructor(
    project: { readonly root: string; readonly cache: string; readonly isTest: (path: string) => boolean },
    texts: ReadonlyMap<string, string>,
    limit: number,
  );
  testsOf(mutant: Mutant): readonly { readonly path: string }[];
}
