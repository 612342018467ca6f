/** Keywords for objects. Other values pass. */

import { countIn, type Keyword, namedChecksIn, objectIn, textsIn } from './keyword.js';
import { describeSchema } from '../describe.js';
import { isSchemaObject, kindOf } from '../document.js';
import { type Check, inside, NOTE_COST, type Place, type Run, type Seen } from '../run.js';

type JsonObject = { readonly [name: string]: unknown };

/** Returns a check that applies to objects only. */
function ofObjects(check: (value: JsonObject, place: Place, run: Run, seen: Seen | undefined) => boolean): Check {
  return (value, place, run, seen) => !isSchemaObject(value) || check(value, place, run, seen);
}

const required: Keyword = (value, context) => {
  const names = textsIn(value, context);
  const properties: unknown = context.schema['properties'];
  const expected = (name: string): string =>
    isSchemaObject(properties) && Object.hasOwn(properties, name) ? describeSchema(properties[name]) : 'a value';
  return ofObjects((object, place, run) => haveAll(object, names, expected, place, run));
};

const dependentRequired: Keyword = (value, context) => {
  const needs = Object.entries(objectIn(value, context)).map(
    ([name, names]) => [name, textsIn(names, context)] as const,
  );
  return ofObjects((object, place, run) =>
    needs.every(
      ([name, names]) =>
        !Object.hasOwn(object, name) || haveAll(object, names, () => `a value, since ${name} is present`, place, run),
    ),
  );
};

const dependentSchemas: Keyword = (value, context) => {
  const checks = namedChecksIn(value, context);
  return ofObjects((object, place, run, seen) => {
    for (const [name, check] of checks) {
      if (Object.hasOwn(object, name) && !check(object, place, run, seen)) return false;
    }
    return true;
  });
};

/** In older dialects: `dependentRequired` and `dependentSchemas` in one. */
const dependencies: Keyword = (value, context) => {
  if (context.document.dialect === '2020-12') return undefined;
  const entries = Object.entries(objectIn(value, context));
  const lists = entries.filter(([, need]) => Array.isArray(need));
  const schemas = entries.filter(([, need]) => !Array.isArray(need));
  const checks = [
    dependentRequired(Object.fromEntries(lists), context),
    dependentSchemas(Object.fromEntries(schemas), context),
  ];
  return (each, place, run, seen) => checks.every((check) => check?.(each, place, run, seen) ?? true);
};

const minProperties: Keyword = (value, context) => {
  const least = countIn(value, context);
  return ofObjects((object, place, run) => {
    const { length } = namesOf(object, run);
    return length >= least || run.fail(place, `at least ${least} properties`, `${length}`);
  });
};

const maxProperties: Keyword = (value, context) => {
  const most = countIn(value, context);
  return ofObjects((object, place, run) => {
    const { length } = namesOf(object, run);
    return length <= most || run.fail(place, `at most ${most} properties`, `${length}`);
  });
};

const propertyNames: Keyword = (value, { check }) => {
  const names = check(value);
  return ofObjects((object, place, run) =>
    namesOf(object, run).every((name) => names(name, inside(place, name), run, undefined)),
  );
};

const properties: Keyword = (value, context) => {
  const checks = [...namedChecksIn(value, context)];
  return ofObjects((object, place, run, seen) => {
    let valid = true;
    for (const [name, check] of checks) {
      if (!Object.hasOwn(object, name)) continue;
      seen?.add(name);
      if (check(object[name], inside(place, name), run, undefined)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  });
};

const patternProperties: Keyword = (value, context) => {
  const checks = [...namedChecksIn(value, context)].map(([source, check]) => [context.matcher(source), check] as const);
  return ofObjects((object, place, run, seen) => {
    let valid = true;
    for (const name of namesOf(object, run)) {
      for (const [matches, check] of checks) {
        if (!matches(name, run)) continue;
        seen?.add(name);
        if (!check(object[name], inside(place, name), run, undefined)) valid = false;
      }
      if (!valid && run.quiet) break;
    }
    return valid;
  });
};

/** Applies to properties that neither `properties` nor `patternProperties` match. */
const additionalProperties: Keyword = (value, context) => {
  const check = value === false ? undesired : context.check(value);
  const { properties: named, patternProperties: patterns } = context.schema;
  const names = new Set(isSchemaObject(named) ? Object.keys(named) : []);
  const matchers = (isSchemaObject(patterns) ? Object.keys(patterns) : []).map((source) => context.matcher(source));
  return ofObjects((object, place, run, seen) => {
    let valid = true;
    for (const name of namesOf(object, run)) {
      if (names.has(name) || matchers.some((matches) => matches(name, run))) continue;
      seen?.add(name);
      if (check(object[name], inside(place, name), run, undefined)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  });
};

/** The check of a property that is not allowed. */
export const undesired: Check = (value, place, run) => run.fail(place, 'no property with this name', kindOf(value));

/** Returns the names of an object's properties, and counts their cost. */
export function namesOf(object: JsonObject, run: Run): readonly string[] {
  const names = Object.keys(object);
  run.spend(names.length);
  return names;
}

function haveAll(
  object: JsonObject,
  names: readonly string[],
  expected: (name: string) => string,
  place: Place,
  run: Run,
): boolean {
  let valid = true;
  for (const name of names) {
    if (!Object.hasOwn(object, name)) valid = run.fail(inside(place, name), expected(name), 'nothing');
  }
  return valid;
}

export const objects = {
  required,
  dependentRequired,
  dependentSchemas,
  dependencies,
  minProperties,
  maxProperties,
  propertyNames,
  properties,
  patternProperties,
  additionalProperties,
};

/*
 * Keywords for properties and items that no other keyword has evaluated, including keywords of schemas applied to the same value. They run
 * last, when all evaluated keys are known.
 */

const unevaluatedProperties: Keyword = (value, context) => {
  const check = value === false ? undesired : context.check(value);
  return rest(check, (each) => (isSchemaObject(each) ? Object.keys(each) : []));
};

const unevaluatedItems: Keyword = (value, context) =>
  rest(context.check(value), (each) => (Array.isArray(each) ? each.keys() : []));

function rest(check: Check, keysOf: (value: unknown) => Iterable<string | number>): Check {
  return (value, place, run, noted) => {
    // The compiler gives a set to every schema with such a keyword.
    const seen = noted as Seen;
    let valid = true;
    for (const key of keysOf(value)) {
      run.spend(NOTE_COST);
      if (seen.has(key)) continue;
      seen.add(key);
      if (check((value as { readonly [key: string]: unknown })[key], inside(place, key), run, undefined)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  };
}

export const unevaluated = { unevaluatedItems, unevaluatedProperties };
