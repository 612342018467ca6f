/** Changes, and the readers that they break. */

import type { ShapeDifference } from '../analyze/diffShapes.js';
import type { Side } from '../model/protocol.js';
import { ruleOf, type RuleId } from './rules.js';

/** One reader: an old client is a client of the older revision that reads what a server of the newer one sends. */
export type Reader = `${'old' | 'new'} ${Side}`;

/** A change without its readers. */
export interface Difference extends Omit<ShapeDifference, 'rule'> {
  /** The id of the rule that it falls under. */
  readonly rule: RuleId;
}

/** What the maintainer of one side has to do about a change. */
export interface Advice {
  /** The side that has to act. */
  readonly side: Side;
  /** What it has to do, in a sentence. */
  readonly todo: string;
  /** The page of the newer revision's specification. Absent for the generic advice of a rule. */
  readonly source?: string;
}

/** A change, and the readers that it breaks: none, if it is compatible. */
export interface Change extends Difference {
  /** The readers that it breaks. Empty if it is compatible. */
  readonly breaks: readonly Reader[];
  /** What each side has to do about it. */
  readonly advice?: readonly Advice[];
  /** Whether an allowance permits it. */
  readonly allowed?: true;
}

/** Adds the readers that a difference breaks, among those who read its place. */
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
    if (name) return { was, is }[name];
    return path === '' ? '' : path + mark;
  });
}

/** Returns the place of a change: `era`, `tools/call.result`, `CallToolResult.content[]`. */
export function placeOf(name: string, path: string): string {
  return name === '' || path === '' || path.startsWith('[') ? name + path : `${name}.${path}`;
}
