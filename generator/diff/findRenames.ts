/** Definitions that have another name now. */

import { groupBy } from '../collections.js';
import { describeShape } from '../analyze/describeShape.js';
import { alternatives, objectOf, type Field, type ShapeTable } from '../analyze/shape.js';

/**
 * The new name of each definition that was renamed, by its old one: what is gone and what has come are the same if no
 * other definition of the two has the same literals in its required properties; or if they have the same properties, and
 * one name begins with the other.
 */
export function findRenames(was: ShapeTable, is: ShapeTable): ReadonlyMap<string, string> {
  const gone = [...was.keys()].filter((name) => !is.has(name));
  const come = [...is.keys()].filter((name) => !was.has(name));
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
function tagsOf(name: string, table: ShapeTable): string {
  const tags = fieldsOf(name, table).flatMap(([property, { optional, shape }]) => {
    const isTag = alternatives(shape, new Map()).every(({ kind }) => kind === 'literal');
    return isTag && !optional && property !== 'jsonrpc' ? [[property, describeShape(shape)]] : [];
  });
  return tags.length === 0 ? '' : JSON.stringify(tags.sort());
}

function propertyNames(name: string, table: ShapeTable): string {
  const names = fieldsOf(name, table).map(([property]) => property);
  return names.length < 2 ? '' : JSON.stringify(names.sort());
}

function fieldsOf(name: string, table: ShapeTable): readonly (readonly [string, Field])[] {
  return [...(objectOf({ kind: 'reference', name }, table)?.fields ?? [])];
}

function beginsAlike(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}
