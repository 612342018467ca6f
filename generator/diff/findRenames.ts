/** Finds definitions that were renamed. */

import { groupBy } from '../collections.js';
import { describeShape } from '../analyze/describeShape.js';
import { alternatives, objectOf, type Field, type ShapeTable } from '../analyze/shape.js';

/**
 * Returns the new name of each renamed definition, by the old name. A removed and an added definition are considered equal in two cases:
 * only they have the same literals in required properties, or they have the same properties and one name starts with the other.
 */
export function findRenames(was: ShapeTable, is: ShapeTable): ReadonlyMap<string, string> {
  const removed = [...was.keys()].filter((name) => !is.has(name));
  const added = [...is.keys()].filter((name) => !was.has(name));
  const renames = new Map<string, string>();
  const addedByTags = groupBy(added, (name) => tagsOf(name, is));
  for (const [tags, names] of groupBy(removed, (name) => tagsOf(name, was))) {
    const [name, ...others] = names;
    const [found, ...rivals] = (tags !== '' && addedByTags.get(tags)) || [];
    if (name !== undefined && found !== undefined && others.length + rivals.length === 0) renames.set(name, found);
  }
  for (const name of removed.filter((each) => !renames.has(each))) {
    const names = propertyNames(name, was);
    const taken = new Set(renames.values());
    const [found, ...rivals] = added.filter(
      (each) => !taken.has(each) && names !== '' && propertyNames(each, is) === names && beginsAlike(name, each),
    );
    if (found !== undefined && rivals.length === 0) renames.set(name, found);
  }
  return renames;
}

/** Returns the literals of required properties as one string. The JSON-RPC version is excluded, because all messages have it. */
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
