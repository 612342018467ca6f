/** Changes between two revisions, and the readers that they break. */

import type { ShapeDifference } from '../analyze/diffShapes.js';
import type { Side } from '../model/protocol.js';
import { ruleOf, type RuleId } from './rules.js';

/** A reader: an old client is a client of the older revision that reads messages of a server of the newer one. */
export type Reader = `${'old' | 'new'} ${Side}`;

/** A change without the readers that it breaks. */
export interface Difference extends Omit<ShapeDifference, 'rule'> {
  /** The id of the rule that it falls under. */
  readonly rule: RuleId;
}

/** What the maintainer of one side must do about a change. */
export interface Advice {
  /** The side that must act. */
  readonly side: Side;
  /** What it must do, in one sentence. */
  readonly todo: string;
  /** The page of the newer revision's specification. Absent for the generic advice of a rule. */
  readonly source?: string;
}

/** A change, and the readers that it breaks: none, if it is compatible. */
export interface Change extends Difference {
  /** The readers that it breaks. Empty if it is compatible. */
  readonly breaks: readonly Reader[];
  /** What each side must do about it. */
  readonly advice?: readonly Advice[];
  /** Whether an allowance permits it. */
  readonly allowed?: true;
}

/** Adds the readers of the place that a difference breaks. */
export function classify(difference: Difference, readers: readonly Side[]): Change {
  const { read, send } = ruleOf(difference.rule);
  const breaks = readers.flatMap((side): readonly Reader[] => [
    ...(read === undefined ? [] : [`old ${side}` as const]),
    ...(send === undefined ? [] : [`new ${side}` as const]),
  ]);
  return { ...difference, breaks };
}

/** Describes a change in one line: `+ title?: string`. */
export function describeChange({ rule, path, was = '', is = '' }: Difference): string {
  return ruleOf(rule).text.replaceAll(/\{path\}(\??: )|\{(was|is)\}/g, (_, mark: string, name?: 'was' | 'is') => {
    if (name !== undefined) return { was, is }[name];
    return path === '' ? '' : path + mark;
  });
}

/** Returns the place of a change: `era`, `tools/call.result`, `CallToolResult.content[]`. */
export function placeOf(name: string, path: string): string {
  return name === '' || path === '' || path.startsWith('[') ? name + path : `${name}.${path}`;
}
