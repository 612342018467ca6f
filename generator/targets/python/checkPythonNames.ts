/** Finds names of definitions that Python cannot have, or that would be names of two things. */

import type { Problem, Protocol } from '../targetInterface.js';
import { USED_BY_TYPES } from './moduleImports.js';
import { guardName, isName } from './pythonNames.js';

/** Returns a problem for every name that cannot be generated. */
export function checkPythonNames({ definitions }: Protocol): readonly Problem[] {
  const guards = new Map<string, string>();
  return definitions.all.flatMap(({ name, kind, place }): readonly Problem[] => {
    const guard = guardName(name);
    const other = kind === 'constant' ? undefined : guards.get(guard);
    if (kind !== 'constant') guards.set(guard, name);
    const message = wrongWith(name, guard, other);
    return message === undefined ? [] : [{ ...place, message, remedy: 'Rename the declaration.' }];
  });
}

function wrongWith(name: string, guard: string, other: string | undefined): string | undefined {
  if (!isName(name)) return `${name} cannot be a name in Python`;
  if (USED_BY_TYPES.has(name)) return `${name} is a name that generated modules use`;
  return other === undefined ? undefined : `${name} has the same guard as ${other}: ${guard}`;
}
