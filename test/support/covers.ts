/** Lets a test declare which requirements of the specification it covers. */

import { expect, TestRunner } from 'vitest';
import { REQUIREMENTS, type RequirementId } from '../../conformance/src/requirements/index.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The requirements that the test covers, if it passes. */
    covers?: RequirementId[];
  }
}

const ROWS: ReadonlyMap<string, (typeof REQUIREMENTS)[number]> = new Map(REQUIREMENTS.map((row) => [row.id, row]));

/**
 * Declares, inside a test, that it covers these requirements. It does so if it passes, and it passes only if it asserts
 * something.
 *
 * @throws Error for an id that is not in the table, or whose row says that it is open
 */
export function covers(...ids: readonly RequirementId[]): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined)
    throw new Error('covers() says something of the test that it is called in: call it inside one');
  for (const id of ids) {
    const row = ROWS.get(id);
    if (row === undefined) throw new Error(`${id} is not in the table of requirements: add a row, or correct the id`);
    if (row.open !== undefined) throw new Error(`${id} is open in the table of requirements: take the reason away`);
  }
  expect.hasAssertions();
  (test.meta.covers ??= []).push(...ids);
}
