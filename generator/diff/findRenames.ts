/** Definitions that have another name now. */

import { groupBy } from '../collections.js';
import type { ShapeMap } from '../analyze/shapes.js';
import { fieldsOf, objectOf } from '../analyze/readShapes.js';

/**
 * The new name of each definition that was renamed, by its old one: what is gone and what has come are the same if no
 * other definition of the two has the same literals in its required properties; or if they have the same properties, and
 * one name begins with the other.
 */
export function findRenames(was: ShapeMap, is: ShapeMap): ReadonlyMap<string, string> {
  const gone = Object.keys(was).filter((name) => !Object.hasOwn(is, name));
  const come = Object.keys(is).filter((name) => !Object.hasOwn(was, name));
  const renames = new Map<string, string>();
  const comeByTags = groupBy(come, (name) => tagsOf(name, is));
  for (const [tags, names] of groupBy(gone, (name) => tagsOf(name, was))) {
    const [name, ...others] = names;
    const [found, ...rivals] = (tags !== '' && comeByTags.get(tags)) || [];
    if (name !== undefined && found !== undefined && others.length + rivals.length === 0) renames.set(name, found);
  }
  for (const name of gone.filter((each) => !renames.has(each))) {
    const names = propertyNames(name, was);
    const taken = new Set(renames.values());
    const [found, ...rivals] = come.filter(
      (each) => !taken.has(each) && names !== '' && propertyNames(each, is) === names && beginsAlike(name, each),
    );
    if (found !== undefined && rivals.length === 0) renames.set(name, found);
  }
  return renames;
}

/** The literals of the required properties, as one text. The version of JSON-RPC tells nothing apart. */
function tagsOf(name: string, shapes: ShapeMap): string {
  const { has = {} } = objectOf(name, shapes) ?? {};
  const tags = Object.entries(has).filter(
    ([property, shape]) => property !== 'jsonrpc' && typeof shape !== 'string' && 'is' in shape,
  );
  return tags.length === 0 ? '' : JSON.stringify(tags.sort());
}

function propertyNames(name: string, shapes: ShapeMap): string {
  const object = objectOf(name, shapes);
  const names = object ? [...fieldsOf(object).keys()].sort() : [];
  return names.length < 2 ? '' : JSON.stringify(names);
}

function beginsAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
