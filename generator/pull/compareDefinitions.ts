/** Compares JSON Schemas definition by definition, prose aside. */

import { definitionsOf, fingerprint, withoutProse } from '../model/fingerprints.js';

/** How a definition of one schema is in another. */
export interface Difference {
  readonly definition: string;
  /** `reordered`: the same members of an `anyOf` in another order. */
  readonly kind: 'missing' | 'added' | 'changed' | 'reordered';
  /** Where it is in both: the first lines that differ, under the line before them. `-` was, `+` is. */
  readonly lines: readonly string[];
}

/** The lines shown of each side. */
const SHOWN = 4;

/** The definitions in which a schema differs from another, by name. */
export function compareDefinitions(before: unknown, after: unknown): readonly Difference[] {
  const old = new Map(Object.entries(definitionsOf(before)));
  const now = new Map(Object.entries(definitionsOf(after)));
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((definition): Difference[] => {
    if (!now.has(definition)) return [{ definition, kind: 'missing', lines: [] }];
    if (!old.has(definition)) return [{ definition, kind: 'added', lines: [] }];
    const was = withoutProse(old.get(definition));
    const is = withoutProse(now.get(definition));
    const [a, b] = [fingerprint(was), fingerprint(is)];
    if (a.exact === b.exact) return [];
    const kind = a.unordered === b.unordered ? 'reordered' : 'changed';
    return [{ definition, kind, lines: firstDifference(linesOf(was), linesOf(is)) }];
  });
}

function linesOf(schema: unknown): readonly string[] {
  return JSON.stringify(schema, undefined, 2).split('\n');
}

/** What stands between the lines that both begin with and those that both end with. */
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
