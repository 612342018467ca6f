/** Conditions for limits, each of which concerns the values of one type. */

import type { Limits } from '../targetInterface.js';
import { and, test, type Condition } from './guardConditions.js';
import { bracketed, type Layout } from './codeLayout.js';
import { literal, snakeCase, stringLiteral } from './pythonNames.js';
import { pythonPattern } from './pythonPattern.js';

const OF_NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const;

/** The functions of `_checks.py` that a minimum and a maximum of some sizes are checked by. */
const SIZES = [
  ['has_length', 'minLength', 'maxLength'],
  ['has_items', 'minItems', 'maxItems'],
  ['has_size', 'minProperties', 'maxProperties'],
] as const;

export function limitConditions(limits: Limits, value: string): Condition {
  const { pattern, uniqueItems } = limits;
  const sizes = SIZES.flatMap(([check, least, most]) => {
    if (limits[least] === undefined && limits[most] === undefined) return [];
    const maximum = limits[most];
    return [call(check, [value, literal(limits[least] ?? 0), ...(maximum === undefined ? [] : [literal(maximum)])])];
  });
  const numbers = OF_NUMBERS.flatMap((name) => {
    const limit = limits[name];
    return limit === undefined ? [] : [`${snakeCase(name)}=${literal(limit)}`];
  });
  return and([
    ...sizes,
    ...(pattern === undefined ? [] : [call('has_match', [value, stringLiteral(pythonPattern(pattern))])]),
    ...(numbers.length === 0 ? [] : [call('has_bounds', [value, ...numbers])]),
    ...(uniqueItems ? [call('has_unique_items', [value])] : []),
  ]);
}

function call(name: string, parts: readonly Layout[]): Condition {
  return test(bracketed(`${name}(`, parts, ')'), 2);
}
