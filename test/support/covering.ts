/** Which tests cover which requirements, out of what they declared while they ran. */

import type { TestCase, TestModule } from 'vitest/node';
import type {} from './covers.js';

/** The tests that have passed, by the ids of the requirements that they cover. */
export function coveringTests(modules: readonly TestModule[]): ReadonlyMap<string, readonly TestCase[]> {
  const covering = new Map<string, TestCase[]>();
  for (const test of modules.flatMap((module) => [...module.children.allTests('passed')])) {
    for (const id of test.meta().covers ?? []) {
      const tests = covering.get(id) ?? [];
      covering.set(id, [...tests, test]);
    }
  }
  return covering;
}
