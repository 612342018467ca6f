/** Thrown if the suite cannot be installed. */
export class SuiteError extends Error {}

export class Suite {
  constructor(root: string, original: string);
  run(closest: string, id: string): readonly string[];
}

export function messageIn(stderr: string): string;
