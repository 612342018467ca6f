/** Checks values with JSON Schemas. No other module imports @cfworker/json-schema. */

import { problemOfPattern } from '../model/linearPattern.js';
import { isObject, type JsonObject } from '../jsonValues.js';
import type { JsonSchema } from './convertSchemas.js';

/** Checks a value; returns what is wrong with it, or undefined. */
export type Check = (value: unknown) => string | undefined;

/** The most schemas that one value is checked with: a small schema may refer to itself in many ways. */
const MAX_STEPS = 100_000;

/** Prepares a check. Patterns that may take long on some strings match none. A check that takes too many steps fails. */
export async function checkOf(schema: JsonSchema): Promise<Check> {
  const { Validator } = await import('@cfworker/json-schema');
  let steps = 0;
  const count = (): void => {
    if (++steps > MAX_STEPS) throw new Error('the check takes too many steps');
  };
  const validator = new Validator(prepared(schema, count) as JsonObject, '2020-12', false);
  return (value) => {
    steps = 0;
    try {
      const { valid, errors } = validator.validate(value);
      if (valid) return undefined;
      const last = errors.at(-1);
      return `${last?.instanceLocation ?? '#'}: ${last?.error ?? 'invalid'}`;
    } catch (error) {
      return (error as Error).message;
    }
  };
}

const NEVER = '(?!)';

/** Replaces slow patterns, and counts each visit of the validator, which has no limit of its own: it reads this keyword of each schema. */
function prepared(value: unknown, count: () => void): unknown {
  if (Array.isArray(value)) return value.map((each) => prepared(each, count));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([keyword, each]) => {
    const isSlow = keyword === 'pattern' && typeof each === 'string' && problemOfPattern(each) !== undefined;
    return [keyword, isSlow ? NEVER : prepared(each, count)] as const;
  });
  const copy = Object.fromEntries(entries);
  return Object.defineProperty(copy, '$recursiveRef', { get: count });
}
