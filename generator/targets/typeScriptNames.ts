/** Finds names that TypeScript cannot have, or that objects of JavaScript have already: for the targets whose output is TypeScript. */

import { propertiesIn } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';
import { isTypeName } from '../print/code.js';
import type { ProblemList } from '../problems.js';

/** Adds a problem for every declaration and every property whose name cannot be generated. */
export function checkTypeScriptNames({ definitions }: Protocol, problems: ProblemList): void {
  for (const { name, place } of definitions.all) {
    if (isTypeName(name) && !isInherited(name)) continue;
    problems.add(place, `${name} cannot be the name of a generated type`, 'Rename the declaration.');
  }
  for (const { name, place } of definitions.types.flatMap(propertiesIn)) {
    if (!isInherited(name)) continue;
    const reason = 'every JavaScript object has a member of that name, so its absence cannot be detected';
    problems.add(place, `Invalid property name ${name}: ${reason}`, 'Rename the property.');
  }
}

/** Returns whether every object has a member of that name. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
