/** Keywords that apply several schemas to one value. */

import type { Keyword } from '../keyword.js';
import { describeSchema } from '../describe.js';
import { kindOf } from '../document.js';
import type { Check } from '../run.js';
import { checksIn, listIn } from './arguments.js';

const allOf: Keyword = (value, context) => {
  const checks = checksIn(value, context);
  return (each, place, run, seen) => {
    let valid = true;
    for (const check of checks) {
      if (check(each, place, run, seen)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  };
};

const anyOf: Keyword = (value, context) => {
  const checks = checksIn(value, context);
  const expected = describeEither(listIn(value, context));
  return (each, place, run, seen) => {
    let valid = false;
    for (const check of checks) {
      const seenHere = seen && new Set<string | number>();
      if (!run.quietly(check, each, place, seenHere)) continue;
      valid = true;
      if (!seen) break;
      run.note(seen, seenHere);
    }
    return valid || run.fail(place, expected, kindOf(each));
  };
};

const oneOf: Keyword = (value, context) => {
  const checks = checksIn(value, context);
  const expected = describeEither(listIn(value, context));
  return (each, place, run, seen) => {
    let fitting = 0;
    for (const check of checks) {
      const seenHere = seen && new Set<string | number>();
      if (!run.quietly(check, each, place, seenHere)) continue;
      if (++fitting > 1)
        return run.fail(place, `exactly one of ${checks.length} alternatives`, 'a value that matches several');
      run.note(seen, seenHere);
    }
    return fitting === 1 || run.fail(place, expected, kindOf(each));
  };
};

const not: Keyword = (value, { check }) => {
  const unwanted = check(value);
  return (each, place, run) =>
    !run.quietly(unwanted, each, place, undefined) || run.fail(place, 'a value that does not match not', kindOf(each));
};

/** Includes `then` and `else`, which have no meaning without it. */
const conditional: Keyword = (value, { schema, check }) => {
  const condition = check(value);
  const yes: Check | undefined = Object.hasOwn(schema, 'then') ? check(schema['then']) : undefined;
  const no: Check | undefined = Object.hasOwn(schema, 'else') ? check(schema['else']) : undefined;
  return (each, place, run, seen) => {
    const seenHere = seen && new Set<string | number>();
    const met = run.quietly(condition, each, place, seenHere);
    if (met) run.note(seen, seenHere);
    return (met ? yes : no)?.(each, place, run, seen) ?? true;
  };
};

function describeEither(schemas: readonly unknown[]): string {
  return [...new Set(schemas.map(describeSchema))].join(' or ');
}

export const combinators = { allOf, anyOf, oneOf, not, if: conditional };
