/** Tells a run of all tests from a run of some: what a run covers or leaves out can be judged only if nothing was filtered. */

import type { TestSpecification, Vitest } from 'vitest/node';

/** Whether a run includes every test file, and every test in them. */
export async function isFullRun(
  vitest: Vitest | undefined,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const all = await vitest?.globTestSpecifications();
  return all?.length === specifications.length && vitest?.config.testNamePattern === undefined;
}
