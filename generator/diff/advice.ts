/** What a change asks of the maintainers of clients and servers. */

import { otherSide, type Side } from '../model/protocol.js';
import { SIDES } from './carriers.js';
import type { Advice, Change } from './changes.js';
import { guide, type GuideRow } from './guide.js';
import { ruleOf } from './rules.js';

/**
 * Says what each side has to do about a change that stands at a place: by the guide, where it has a row for that side,
 * else by the rule.
 *
 * @param was the older revision, @param is the newer one
 */
export function adviceFor(change: Change, place: string, was: string, is: string): readonly Advice[] {
  if (change.breaks.length === 0) return [];
  const rows = guide.filter((row) => was < row.since && row.since <= is && isAbout(row, change, place));
  return SIDES.flatMap((side): readonly Advice[] => {
    const todo = genericAdvice(change, side);
    const row = rows.find((each) => each[side] !== undefined && (todo !== '' || each.concerns === side));
    if (row?.[side] !== undefined) return [{ side, todo: row[side], source: `${row.since}/${row.source}` }];
    return todo === '' ? [] : [{ side, todo }];
  });
}

/** Whether a row of the guide is about a change. */
export function isAbout({ rule, places, value }: GuideRow, change: Change, place: string): boolean {
  if (rule !== change.rule || (value !== undefined && value !== (change.is ?? change.was))) return false;
  return places.some((each) => {
    const pattern = each.startsWith('*') ? each.slice(1) : each;
    const end = each.startsWith('*') ? place.slice(Math.max(0, place.indexOf('.'))) : place;
    return end === pattern || end === `${pattern}[]`;
  });
}

/** A side acts where newer peers refuse what it sends, and where it refuses what they send. */
function genericAdvice({ rule, breaks }: Change, side: Side): string {
  const { read, send } = ruleOf(rule);
  const parts = [
    breaks.includes(`new ${otherSide(side)}`) ? send : undefined,
    breaks.includes(`old ${side}`) ? read : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}
