/** Allowances: the breaking changes that `--allow` permits. */

import type { Change } from './changes.js';
import { BREAKING_RULES, type RuleId } from './rules.js';

/** A rule whose changes are permitted, everywhere or at a path and below it. */
export interface Allowance {
  /** As it was written: `request-removed@tasks/get`. */
  readonly text: string;
  readonly rule: RuleId;
  readonly place?: string;
}

/** Reads `rule` or `rule@path`. Returns undefined for an unknown rule. */
export function readAllowance(text: string): Allowance | undefined {
  const [, name = '', place] = /^([^@]*)(?:@(.*))?$/su.exec(text) ?? [];
  const rule = BREAKING_RULES.find((id) => id === name);
  return rule === undefined ? undefined : { text, rule, ...(place !== undefined && { place }) };
}

/** Returns whether an allowance permits a change at a place. */
export function isAllowed({ rule, place }: Allowance, change: Change, at: string): boolean {
  if (rule !== change.rule || change.breaks.length === 0) return false;
  return place === undefined || at === place || (at.startsWith(place) && /^[.[]/.test(at.slice(place.length)));
}
