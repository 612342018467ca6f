/**
 * Keywords for properties and items that no other keyword has evaluated, including keywords of schemas applied to the same value. They run
 * last, when all evaluated keys are known.
 */

import type { Keyword } from '../keyword.js';
import { isSchemaObject } from '../document.js';
import { inside, NOTE_COST, type Check, type Seen } from '../run.js';
import { undesired } from './objects.js';

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
