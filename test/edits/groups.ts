/** Puts edits together that change different declarations, so that the code of several of them is judged in one build. */

import { declarationTexts } from '../../generator/read/declarationTexts.js';
import type { Row } from './row.js';

/** Edits whose code is judged in one build. */
export interface Group {
  readonly rows: readonly EditedRow[];
  /** The schema with all of them. */
  readonly text: string;
}

/** An edit, and what it makes of the declarations of a schema. */
export interface EditedRow {
  readonly row: Row;
  /** The whole schema with this edit alone. */
  readonly text: string;
  /** The declarations that it changes, by name. */
  readonly changed: ReadonlyMap<string, Changed>;
  /** Whether it is more than a change of single declarations, such as another order. */
  readonly isAlone: boolean;
}

/** What becomes of a declaration. */
export interface Changed {
  /** Its new text. A removed one has none. */
  readonly text: string;
  /** The name of the declaration in front of it. Absent if it is the first one. */
  readonly after: string | undefined;
}

/** Maximum number of edits in a group: the faults of few edits are easy to tell apart. */
const SIZE = 12;

/** A declaration of a schema: the names that it declares, and its text. */
type Declared = readonly [name: string, text: string];

/**
 * Returns groups of edits, each edit in the first group whose edits change other declarations.
 *
 * @param fit what else has to hold for two edits of a group
 */
export function groupsOf(base: string, rows: readonly Row[], fit: (a: Row, b: Row) => boolean): readonly Group[] {
  const groups: EditedRow[][] = [];
  const declarations = declarationsIn(base);
  for (const row of rows) {
    const edited = editOf(declarations, row, row.change(base));
    const fits = (group: readonly EditedRow[]): boolean =>
      group.length < SIZE && group.every((each) => !each.isAlone && isDisjoint(each, edited) && fit(each.row, row));
    const group = edited.isAlone ? undefined : groups.find(fits);
    if (group) group.push(edited);
    else groups.push([edited]);
  }
  return groups.map((group) => groupOf(base, group));
}

/** Returns the two halves of a group whose edits do not go together. */
export function halvesOf(base: string, { rows }: Group): readonly Group[] {
  const half = Math.ceil(rows.length / 2);
  return [rows.slice(0, half), rows.slice(half)].map((each) => groupOf(base, each));
}

function groupOf(base: string, rows: readonly EditedRow[]): Group {
  const [first, ...others] = rows;
  if (first && others.length === 0) return { rows, text: first.text };
  const changed = new Map(rows.flatMap((row) => [...row.changed]));
  return { rows, text: textOf(withChanges(declarationsIn(base), changed)) };
}

function editOf(base: readonly Declared[], row: Row, text: string): EditedRow {
  const declarations = declarationsIn(text);
  const [before, after] = [new Map(base), new Map(declarations)];
  const changed = new Map<string, Changed>();
  for (const [name] of base) if (!after.has(name)) changed.set(name, { text: '', after: undefined });
  for (const [index, [name, each]] of declarations.entries()) {
    if (before.get(name) !== each) changed.set(name, { text: each, after: declarations[index - 1]?.[0] });
  }
  const isRebuilt = textOf(withChanges(base, changed)) === textOf(declarations);
  return { row, text, changed, isAlone: changed.size === 0 || !isRebuilt };
}

/** Returns declarations with other texts of some of them, and with new ones where they belong. */
function withChanges(base: readonly Declared[], changed: ReadonlyMap<string, Changed>): readonly Declared[] {
  const known = new Set(base.map(([name]) => name));
  const all = base.map(([name, text]): Declared => [name, changed.get(name)?.text ?? text]);
  for (const [name, { text, after }] of changed) {
    if (!known.has(name)) all.splice(all.findIndex(([each]) => each === after) + 1, 0, [name, text]);
  }
  return all.filter(([, text]) => text !== '');
}

function isDisjoint(a: EditedRow, b: EditedRow): boolean {
  return [...b.changed.keys()].every((name) => !a.changed.has(name));
}

function declarationsIn(text: string): readonly Declared[] {
  return declarationTexts(text).map(({ names, text: each }) => [names.join(' '), each]);
}

function textOf(declarations: readonly Declared[]): string {
  return declarations.map(([, text]) => text).join('\n\n');
}
