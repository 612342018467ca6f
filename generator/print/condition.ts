/** Conditions of generated code: trees that are simplified as they are built, and printed once. */

import { code, Code, concat } from './code.js';

export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** An expression and its negation. */
  | { readonly kind: 'test'; readonly code: Code; readonly negated: Code; readonly cost: Cost }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] };

/** The cost of evaluating a condition at run time, lowest first. */
const COSTS = ['literal', 'typeof', 'call', 'loop'] as const;
export type Cost = (typeof COSTS)[number];

export const always: Condition = { kind: 'constant', value: true };
export const never: Condition = { kind: 'constant', value: false };

/** Returns whether a condition holds for every value. */
export function isAlways(condition: Condition): boolean {
  return condition.kind === 'constant' && condition.value;
}

export function equals(left: Code, right: Code): Condition {
  return { kind: 'test', code: code`${left} === ${right}`, negated: code`${left} !== ${right}`, cost: 'literal' };
}

export function hasType(value: Code, type: string): Condition {
  return { ...test(code`typeof ${value} === ${type}`, 'typeof'), negated: code`typeof ${value} !== ${type}` };
}

export function calls(call: Code, cost: Cost = 'call'): Condition {
  return { kind: 'test', code: call, negated: code`!${call}`, cost };
}

/** Tests any other expression, such as `value >= 1`. Its negation is not `value < 1`, because of NaN. */
export function test(expression: Code, cost: Cost): Condition & { kind: 'test' } {
  return { kind: 'test', code: expression, negated: code`!(${expression})`, cost };
}

export function not(condition: Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return { kind: 'constant', value: !condition.value };
    case 'test':
      return { ...condition, code: condition.negated, negated: condition.code };
    case 'not':
      return condition.of;
    case 'and':
    case 'or':
      return { kind: 'not', of: condition };
  }
}

export function and(conditions: readonly Condition[]): Condition {
  return join('and', conditions);
}

export function or(conditions: readonly Condition[]): Condition {
  return join('or', conditions);
}

/** Joins conditions. A constant decides the result or is removed; a part of the same kind is replaced by its own parts. */
function join(kind: 'and' | 'or', conditions: readonly Condition[]): Condition {
  const neutral = kind === 'and';
  const parts = conditions
    .flatMap((each) => (each.kind === kind ? each.of : [each]))
    .filter((part) => part.kind !== 'constant' || part.value !== neutral);
  const constant = parts.find((part) => part.kind === 'constant');
  const [first, ...others] = constant ? [constant] : parts;
  if (first === undefined) return { kind: 'constant', value: neutral };
  return others.length === 0 ? first : { kind, of: [first, ...others] };
}

/** Sorts conditions by cost. Conditions of the same cost keep their order. */
export function cheapestFirst(conditions: readonly Condition[]): readonly Condition[] {
  return COSTS.flatMap((cost) => conditions.filter((condition) => costOf(condition) === cost));
}

function costOf(condition: Condition): Cost {
  switch (condition.kind) {
    case 'constant':
      return 'literal';
    case 'test':
      return condition.cost;
    case 'not':
      return costOf(condition.of);
    case 'and':
    case 'or':
      return COSTS.findLast((cost) => condition.of.some((part) => costOf(part) === cost)) ?? 'literal';
  }
}

export function conditionText(condition: Condition): Code {
  switch (condition.kind) {
    case 'constant':
      return new Code(String(condition.value));
    case 'test':
      return condition.code;
    case 'not':
      return code`!(${conditionText(condition.of)})`;
    case 'and':
    case 'or':
      return concat(
        condition.of.map((part) =>
          part.kind === 'and' || part.kind === 'or' ? code`(${conditionText(part)})` : conditionText(part),
        ),
        condition.kind === 'and' ? ' && ' : ' || ',
      );
  }
}
