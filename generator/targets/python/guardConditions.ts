/** Conditions of guards, which are combined and printed. */

import { enclosed, expressionAfter, printLayout, type Layout } from './codeLayout.js';

export type Condition =
  | { readonly kind: 'test'; readonly text: Layout; readonly cost: Cost; readonly isEquality?: true }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] };

/** Cheap conditions come first: comparisons, then types, then calls of guards, then loops. */
export type Cost = 0 | 1 | 2 | 3;

/** True, and false. */
export const ALWAYS: Condition = { kind: 'and', of: [] };
export const NEVER: Condition = { kind: 'or', of: [] };

export function test(text: Layout, cost: Cost): Condition & { readonly kind: 'test' } {
  return { kind: 'test', text, cost };
}

/** Returns whether a value equals a literal. */
export function equality(value: string, literal: string): Condition {
  return { ...test(`${value} == ${literal}`, 0), isEquality: true };
}

export function isAlways({ kind, ...condition }: Condition): boolean {
  return kind === 'and' && 'of' in condition && condition.of.length === 0;
}

export function isNever({ kind, ...condition }: Condition): boolean {
  return kind === 'or' && 'of' in condition && condition.of.length === 0;
}

/** Returns whether all conditions hold, in their order. */
export function and(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((each) => (each.kind === 'and' ? each.of : [each]));
  if (parts.some(isNever)) return NEVER;
  const [only, ...more] = parts;
  return only && more.length === 0 ? only : { kind: 'and', of: parts };
}

/** Returns whether one of the conditions holds, the cheapest first. */
export function or(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap((each) => (each.kind === 'or' ? each.of : [each]));
  if (parts.some(isAlways)) return ALWAYS;
  const [only, ...more] = parts;
  return only && more.length === 0 ? only : { kind: 'or', of: cheapestFirst(parts) };
}

/** Sorts conditions that may be tested in any order. */
export function cheapestFirst(conditions: readonly Condition[]): readonly Condition[] {
  return conditions.toSorted((a, b) => costOf(a) - costOf(b));
}

/** A combination is as expensive as its most expensive part. */
function costOf(condition: Condition): number {
  return condition.kind === 'test' ? condition.cost : Math.max(0, ...condition.of.map(costOf));
}

/** Returns the statement that returns a condition. */
export function returnText(condition: Condition, indent: number): string {
  // For type checkers, the comparison of a value of any type may return anything.
  const isAny = condition.kind === 'test' && condition.isEquality === true;
  const layout = layoutOf(condition);
  return printLayout(expressionAfter('return ', isAny ? enclosed('bool(', layout, ')') : layout), indent);
}

/** Returns a condition as an argument, or as the only expression of a place. */
export function layoutOf(condition: Condition): Layout {
  if (condition.kind === 'test') return condition.text;
  if (condition.of.length === 0) return condition.kind === 'and' ? 'True' : 'False';
  return { operator: condition.kind, operands: condition.of.map(operand) };
}

function operand(condition: Condition): Layout {
  return condition.kind === 'test' || condition.of.length === 0
    ? layoutOf(condition)
    : enclosed('(', layoutOf(condition), ')');
}
