/** Compares JSON Schemas definition by definition, without prose. */

import { sameValues } from './sameValues.js';
import { definitionsOf, fingerprint, withoutProse } from '../model/fingerprints.js';

/** How a definition differs in another schema. */
export interface Difference {
  readonly definition: string;
  /**
   * `reordered`: the same members of an `anyOf` in another order. `rewritten`: the same values in another form, such as a type that is
   * written out instead of named.
   */
  readonly kind: 'missing' | 'added' | 'changed' | 'reordered' | 'rewritten';
  /** If both schemas have it: the line before the first difference, then the lines that differ. `-` is the old line, `+` the new one. */
  readonly lines: readonly string[];
}

/** The maximum number of lines shown of each side. */
const SHOWN = 4;

/** Returns whether two definitions accept other values. */
export function isContradiction({ kind }: Difference): boolean {
  return kind !== 'reordered' && kind !== 'rewritten';
}

/** Returns the definitions in which a schema differs from another, by name. */
export function compareDefinitions(before: unknown, after: unknown): readonly Difference[] {
  const old = structuresOf(before);
  const now = structuresOf(after);
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((definition): Difference[] => {
    if (!now.has(definition)) return [{ definition, kind: 'missing', lines: [] }];
    if (!old.has(definition)) return [{ definition, kind: 'added', lines: [] }];
    const was = old.get(definition);
    const is = now.get(definition);
    const [a, b] = [fingerprint(was), fingerprint(is)];
    if (a.exact === b.exact) return [];
    const isReordered = a.unordered === b.unordered;
    const kind = isReordered ? 'reordered' : sameValues(definition, old, now) ? 'rewritten' : 'changed';
    return [{ definition, kind, lines: firstDifference(linesOf(was), linesOf(is)) }];
  });
}

function structuresOf(schema: unknown): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(definitionsOf(schema)).map(([name, each]) => [name, withoutProse(each)]));
}

function linesOf(schema: unknown): readonly string[] {
  return JSON.stringify(schema, undefined, 2).split('\n');
}

/** Returns the lines between the common first lines and the common last lines. */
function firstDifference(before: readonly string[], after: readonly string[]): readonly string[] {
  const differing = before.findIndex((line, index) => line !== after[index]);
  const start = differing < 0 ? before.length : differing;
  let same = 0;
  while (same < Math.min(before.length, after.length) - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const context = before.slice(Math.max(0, start - 1), start).map((line) => `  ${line}`);
  const side = (mark: string, lines: readonly string[]): readonly string[] => {
    const differing = lines.slice(start, lines.length - same).map((line) => `${mark} ${line}`);
    return differing.length > SHOWN ? [...differing.slice(0, SHOWN), `${mark} …`] : differing;
  };
  return [...context, ...side('-', before), ...side('+', after)];
}
