/** The lines of cases and of verdicts. */

import { escapeHidden } from '../printable.js';
import type { Case } from './makeCases.js';

/** What an implementation says to a case: whether the value is valid, or the issues, each with its pointer, what was expected, and what there is. */
export type Verdict = boolean | readonly (readonly [pointer: string, expected: string, actual: string])[];

/** Returns the line of a case, without the verdict: `["Tool",{"name":"a"}]`. */
export function questionLine({ definition, text }: Case): string {
  return `[${JSON.stringify(definition)},${escapeHidden(text)}]`;
}

/** Returns the line of a case with its verdict: `["Tool",{"name":1},[["/name","string","1"]]]`. */
export function caseLine(made: Case): string {
  return `${questionLine(made).slice(0, -1)},${escapeHidden(JSON.stringify(issuesOf(made)))}]`;
}

/** Returns whether a verdict is that of the case. Issues are compared if the verdict has them. */
export function agrees(made: Case, verdict: Verdict): boolean {
  if (typeof verdict === 'boolean') return verdict === (made.issues.length === 0);
  return JSON.stringify(verdict) === JSON.stringify(issuesOf(made));
}

function issuesOf({ issues }: Case): readonly (readonly string[])[] {
  return issues.map(({ pointer, expected, actual }) => [pointer, expected, actual]);
}
