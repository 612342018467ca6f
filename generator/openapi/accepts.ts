/** Checks values with JSON Schemas. No other module imports @cfworker/json-schema. */

import { problemOfPattern } from '../model/linearPattern.js';
import { isObject, type JsonObject } from '../jsonValues.js';
import type { JsonSchema } from './convertSchemas.js';

/** Checks a value; returns what is wrong with it, or undefined. */
export type Check = (value: unknown) => string | undefined;

/** Prepares a check. Patterns that may take long on some strings are not checked. */
export async function checkOf(schema: JsonSchema): Promise<Check> {
  const { Validator } = await import('@cfworker/json-schema');
  const validator = new Validator(withoutSlowPatterns(schema) as JsonObject, '2020-12', false);
  return (value) => {
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

function withoutSlowPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSlowPatterns);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([keyword, each]) => keyword !== 'pattern' || typeof each !== 'string' || problemOfPattern(each) === undefined,
  );
  return Object.fromEntries(entries.map(([keyword, each]) => [keyword, withoutSlowPatterns(each)]));
}
