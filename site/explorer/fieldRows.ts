/** Lays two revisions of a type side by side: each line of the one beside the same line of the other. */

import type { Field, TypeExplanation } from '../../generator/index.js';

/** What became of a line. */
export type RowStatus = 'same' | 'changed' | 'added' | 'removed';

/** A line in both revisions. One of them is missing if the line was added or removed. */
export interface FieldRow {
  readonly status: RowStatus;
  /** The number of objects that the line is in. */
  readonly depth: number;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/** A line of a type, with what identifies it. */
interface TypeLine {
  readonly path: string;
  readonly depth: number;
  readonly text: string;
}

/** Returns the lines of two revisions of a type, in the order of the newer one. What was removed stands where it stood. */
export function fieldRows(older: TypeExplanation, newer: TypeExplanation): readonly FieldRow[] {
  const [before, after] = [linesOf(older), linesOf(newer)];
  const known = new Map(before.map((line) => [line.path, line]));
  const kept = new Set(after.map(({ path }) => path));
  const rows: FieldRow[] = [];
  let next = 0;
  const addRemoved = (end: number): void => {
    for (; next < end; next++) {
      const line = before[next];
      if (line && !kept.has(line.path))
        rows.push({ status: 'removed', depth: line.depth, was: line.text, is: undefined });
    }
  };
  for (const { path, depth, text } of after) {
    const old = known.get(path);
    if (old) addRemoved(before.indexOf(old));
    const status = old === undefined ? 'added' : old.text === text ? 'same' : 'changed';
    rows.push({ status, depth, was: old?.text, is: text });
  }
  addRemoved(before.length);
  return rows;
}

function linesOf({ meaning, extends: bases, fields, rest }: TypeExplanation): readonly TypeLine[] {
  const head = [
    ...(meaning === undefined ? [] : [{ path: '=', depth: 0, text: `= ${meaning}` }]),
    ...(bases.length === 0 ? [] : [{ path: '<', depth: 0, text: `extends ${bases.join(', ')}` }]),
  ];
  return [...head, ...fieldLines(fields, rest, '', 0)];
}

function fieldLines(
  fields: readonly Field[],
  rest: string | undefined,
  path: string,
  depth: number,
): readonly TypeLine[] {
  const lines = fields.flatMap((field) => {
    const own = `${path}/${field.name}`;
    // The fields of an inline object have lines of their own.
    const type = field.fields.length > 0 ? field.type.replace(/\{.*\}/s, '{ … }') : field.type;
    const keywords = Object.entries(field.keywords).map(([keyword, value]) => ` (${keyword} ${String(value)})`);
    const text = `${field.name}${field.optional ? '?' : ''}: ${type}${keywords.join('')}`;
    const isInline = field.fields.length > 0;
    return [{ path: own, depth, text }, ...(isInline ? fieldLines(field.fields, field.rest, own, depth + 1) : [])];
  });
  return rest === undefined ? lines : [...lines, { path: `${path}/*`, depth, text: `[key: string]: ${rest}` }];
}
