/** Finds what the maintainers of clients and servers must do about a change. */

import { otherSide, type Side } from '../model/protocol.js';
import { SIDES } from './carriers.js';
import type { Advice, Change } from './changes.js';
import { guide, type GuideRow } from './guide.js';
import { ruleOf } from './rules.js';

/**
 * Returns what each side must do about a change: the text of the guide if it has a row for that side, otherwise the text of the rule.
 *
 * @param place the place of the change, as {@link placeOf} names it
 * @param was the older revision
 * @param is the newer revision
 * @param extensions the extensions that the newer input includes. Default: none
 */
export function adviceFor(
  change: Change,
  place: string,
  was: string,
  is: string,
  extensions: ReadonlySet<string> = new Set(),
): readonly Advice[] {
  if (change.breaks.length === 0) return [];
  const holds = ({ since, extension }: GuideRow): boolean =>
    was < since && since <= is && (extension === undefined || extensions.has(extension));
  const rows = guide.filter((row) => holds(row) && isAbout(row, change, place));
  return SIDES.flatMap((side): readonly Advice[] => {
    const todo = genericAdvice(change, side);
    const row = rows.find((each) => each[side] !== undefined && (todo !== '' || each.concerns === side));
    const source = row?.extension === undefined ? `${row?.since}/${row?.source}` : row.source;
    if (row?.[side] !== undefined) return [{ side, todo: row[side], source }];
    return todo === '' ? [] : [{ side, todo }];
  });
}

/** Returns whether a row of the guide is about a change. */
export function isAbout({ rule, places, value }: GuideRow, change: Change, place: string): boolean {
  if (rule !== change.rule || (value !== undefined && value !== (change.is ?? change.was))) return false;
  return places.some((each) => {
    const pattern = each.startsWith('*') ? each.slice(1) : each;
    const end = each.startsWith('*') ? place.slice(Math.max(0, place.indexOf('.'))) : place;
    return end === pattern || end === `${pattern}[]`;
  });
}

/** Returns the advice of the rule: for a side whose messages newer peers reject, and for a side that rejects messages of newer peers. */
function genericAdvice({ rule, breaks }: Change, side: Side): string {
  const { read, send } = ruleOf(rule);
  const parts = [
    breaks.includes(`new ${otherSide(side)}`) ? send : undefined,
    breaks.includes(`old ${side}`) ? read : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
