/** Finds names of definitions that Python cannot have, or that would be names of two things. */

import type { Problem, Protocol } from '../targetInterface.js';
import { IMPORTS } from './moduleImports.js';
import { guardName, isName } from './pythonNames.js';

/** Names that modules with names of definitions import. */
const IMPORTED: ReadonlySet<string> = new Set([
  ...IMPORTS.types.flatMap(({ names }) => names),
  'NotRequired',
  'TYPE_CHECKING',
  'sys',
]);

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
  if (IMPORTED.has(name)) return `${name} is a name that generated modules import from typing`;
  return other === undefined ? undefined : `${name} has the same guard as ${other}: ${guard}`;
}
