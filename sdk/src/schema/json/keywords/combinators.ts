/** Keywords that apply several schemas to one value. */

import { checksIn, type Keyword, listIn, textIn } from './keyword.js';
import { describeSchema } from '../describe.js';
import { isSchemaObject, kindOf } from '../document.js';
import type { Check } from '../run.js';

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

const $ref: Keyword = (value, context) =>
  context.check(context.document.resolve(textIn(value, context), context.schema));

/** Resolves to the outermost active schema with this dynamic anchor, if the initial target has one. */
const $dynamicRef: Keyword = (value, context) => {
  const { document, schema, check } = context;
  const reference = textIn(value, context);
  const target = document.resolve(reference, schema);
  const name = reference.slice(reference.indexOf('#') + 1);
  const initial = check(target);
  if (!isSchemaObject(target) || target['$dynamicAnchor'] !== name) return initial;
  const candidates = new Map<unknown, Check>();
  for (const resource of document.resources.values()) {
    const anchored = resource.dynamicAnchors.get(name);
    if (anchored) candidates.set(resource, check(anchored));
  }
  return (each, place, run, seen) => {
    const outermost = run.scope.find((resource) => candidates.has(resource));
    return (candidates.get(outermost) ?? initial)(each, place, run, seen);
  };
};

const $recursiveRef: Keyword = (_, { fail }) => fail('expected $ref or $dynamicRef: this keyword is not supported');

export const references = { $ref, $dynamicRef, $recursiveRef };
