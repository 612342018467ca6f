/** Changes, and whom each one breaks. */

import type { ShapeDifference } from '../analyze/diffShapes.js';
import type { Side } from '../model/protocol.js';
import { ruleOf, type RuleId } from './rules.js';

/** One reader: an old client is a client of the older revision that reads what a server of the newer one sends. */
export type Reader = `${'old' | 'new'} ${Side}`;

/** A change, before it is known who reads the place. */
export interface Difference extends Omit<ShapeDifference, 'rule'> {
  readonly rule: RuleId;
}

/** What the maintainer of one side has to do about a change. */
export interface Advice {
  readonly side: Side;
  readonly todo: string;
  /** The page of the newer revision's specification that says so; absent where the rule alone does. */
  readonly source?: string;
}

/** A change, and whom it breaks: nobody, if it is compatible. */
export interface Change extends Difference {
  readonly breaks: readonly Reader[];
  /** What to do about it, for those who have to. */
  readonly advice?: readonly Advice[];
  /** Somebody said that it may break. */
  readonly allowed?: true;
}

/** Says whom a difference breaks, among those who read the place. */
export function classify(difference: Difference, readers: readonly Side[]): Change {
  const { read, send } = ruleOf(difference.rule);
  const breaks = readers.flatMap((side): readonly Reader[] => [
    ...(read === undefined ? [] : [`old ${side}` as const]),
    ...(send === undefined ? [] : [`new ${side}` as const]),
  ]);
  return { ...difference, breaks };
}

/** A change in one line: `+ title?: string`. */
export function describeChange({ rule, path, was = '', is = '' }: Difference): string {
  return ruleOf(rule).text.replaceAll(/\{path\}(\??: )|\{(was|is)\}/g, (_, mark: string, name?: 'was' | 'is') => {
    if (name) return { was, is }[name];
    return path === '' ? '' : path + mark;
  });
}

/** Where a change stands: `era`, `tools/call.result`, `CallToolResult.content[]`. */
export function placeOf(name: string, path: string): string {
  return name === '' || path === '' || path.startsWith('[') ? name + path : `${name}.${path}`;
}
