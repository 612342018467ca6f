/** Objects that are still referenced when everything is closed: entries of maps, listeners of long-lived objects, closures. */

import * as v8 from 'node:v8';

/** A class, whatever its constructor takes. */
type Class = abstract new (...given: never[]) => object;

/** Missing in the types of Node 20. Collects garbage, and counts the objects of a class, and of those that extend it. */
const { queryObjects } = v8 as unknown as { queryObjects?: (kind: Class, options: { format: 'count' }) => number };

const before = new Map<Class, number>();

/**
 * Has the test file fail if objects of a class are left behind it. Only for files about lifetimes, and a handful of classes: each takes a
 * walk through the heap, before the tests and after them.
 */
export function leavesNone(...classes: readonly Class[]): void {
  for (const each of classes) before.set(each, count(each));
}

/** Returns what is left of the classes that the test file has named. */
export function instancesLeft(): readonly string[] {
  return [...before].flatMap(([each, number]) => {
    const more = count(each) - number;
    return more > 0 ? [`${more} objects of the class ${each.name}`] : [];
  });
}

/** The next test file names its own classes. */
export function forgetInstances(): void {
  before.clear();
}

function count(each: Class): number {
  return queryObjects?.(each, { format: 'count' }) ?? 0;
}
