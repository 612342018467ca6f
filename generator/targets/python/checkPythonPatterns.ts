/** Finds patterns that Python cannot match. */

import type { Docs, Place, Problem, Protocol } from '../targetInterface.js';
import { pythonPattern } from './pythonPattern.js';

/** Returns a problem for every such pattern. */
export function checkPythonPatterns({ definitions }: Protocol): readonly Problem[] {
  return definitions.all.flatMap((declaration) => [...problemsIn(declaration)]);
}

/** Declarations are plain data, whose parts with docs have places. */
function* problemsIn(part: object): Generator<Problem> {
  const { docs, place } = part as { readonly docs?: Docs; readonly place?: Place };
  for (const { name, text } of docs?.tags ?? []) {
    const message = /^(?:TJS-)?pattern$/.test(name) ? problemOf(text) : undefined;
    if (message !== undefined && place) yield { ...place, message, remedy: 'Write the pattern with other characters.' };
  }
  for (const each of Object.values(part) as readonly unknown[]) {
    if (typeof each === 'object' && each !== null) yield* problemsIn(each);
  }
}

function problemOf(pattern: string): string | undefined {
  try {
    pythonPattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
