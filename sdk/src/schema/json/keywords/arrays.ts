/** Keywords for arrays. Other values pass. */

import { checksIn, countIn, type Keyword } from './keyword.js';
import { canonicalJson } from '../describe.js';
import { inside, NOTE_COST, type Check, type Place, type Run, type Seen } from '../run.js';

/** Returns a check that applies to arrays only. */
function ofArrays(
  check: (items: readonly unknown[], place: Place, run: Run, seen: Seen | undefined) => boolean,
): Check {
  return (value, place, run, seen) => !Array.isArray(value) || check(value, place, run, seen);
}

const minItems: Keyword = (value, context) => {
  const least = countIn(value, context);
  return ofArrays(
    (items, place, run) => items.length >= least || run.fail(place, `at least ${least} items`, `${items.length}`),
  );
};

const maxItems: Keyword = (value, context) => {
  const most = countIn(value, context);
  return ofArrays(
    (items, place, run) => items.length <= most || run.fail(place, `at most ${most} items`, `${items.length}`),
  );
};

const uniqueItems: Keyword = (value) => {
  if (value !== true) return undefined;
  return ofArrays((items, place, run) => {
    const found = new Set<string>();
    for (const [at, item] of items.entries()) {
      run.spend(NOTE_COST);
      const text = canonicalJson(item, run);
      if (found.has(text)) return run.fail(inside(place, at), 'a unique item', 'a duplicate');
      found.add(text);
    }
    return true;
  });
};

const prefixItems: Keyword = (value, context) => tuple(checksIn(value, context));

/** The schema of all items after `prefixItems`; in older dialects also an array, with the meaning of `prefixItems`. */
const items: Keyword = (value, context) => {
  if (Array.isArray(value)) {
    if (context.document.dialect === '2020-12')
      context.fail('expected a schema, got an array of schemas: use prefixItems');
    return tuple(value.map(context.check));
  }
  const { prefixItems: before } = context.schema;
  return rest(context.check(value), Array.isArray(before) ? before.length : 0);
};

/** In older dialects: the schema of all items after an array of `items`. */
const additionalItems: Keyword = (value, context) => {
  const { items: before } = context.schema;
  return Array.isArray(before) ? rest(context.check(value), before.length) : undefined;
};

/** Includes `minContains` and `maxContains`, which have no meaning without it. */
const contains: Keyword = (value, context) => {
  const { schema, check, document } = context;
  const wanted = check(value);
  const { minContains, maxContains } = schema;
  const known = document.dialect !== 'draft-07';
  const least = known && minContains !== undefined ? countIn(minContains, context) : 1;
  const most = known && maxContains !== undefined ? countIn(maxContains, context) : Infinity;
  const marks = document.dialect === '2020-12';
  return ofArrays((list, place, run, seen) => {
    let found = 0;
    for (const [at, item] of list.entries()) {
      run.spend(1);
      if (!run.quietly(wanted, item, inside(place, at), undefined)) continue;
      found++;
      if (marks) seen?.add(at);
    }
    if (found < least) return run.fail(place, `at least ${least} items that match contains`, `${found}`);
    return found <= most || run.fail(place, `at most ${most} items that match contains`, `${found}`);
  });
};

function tuple(checks: readonly Check[]): Check {
  return ofArrays((list, place, run, seen) => {
    let valid = true;
    for (const [at, check] of checks.entries()) {
      if (at >= list.length) break;
      seen?.add(at);
      if (check(list[at], inside(place, at), run, undefined)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  });
}

function rest(check: Check, first: number): Check {
  return ofArrays((list, place, run, seen) => {
    let valid = true;
    for (let at = first; at < list.length; at++) {
      run.spend(1);
      seen?.add(at);
      if (check(list[at], inside(place, at), run, undefined)) continue;
      valid = false;
      if (run.quiet) break;
    }
    return valid;
  });
}

export const arrays = { minItems, maxItems, uniqueItems, prefixItems, items, additionalItems, contains };
