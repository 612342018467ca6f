/** Prepares two revisions to be compared. */

import { shapesOf } from '../analyze/buildShapes.js';
import { describeShape } from '../analyze/describeShape.js';
import { shapeDiffer, type DiffShapes } from '../analyze/diffShapes.js';
import { alternatives, type Field, objectOf, type ShapeTable } from '../analyze/shape.js';
import { groupBy } from '../collections.js';
import type { Protocol, Side } from '../model/protocol.js';
import { findCarriers, SIDES, type Carrier } from './carriers.js';

/** One of the two revisions. */
export interface RevisionShapes {
  readonly protocol: Protocol;
  /** The definitions as the schema states them, under the names of the newer revision. */
  readonly stated: ShapeTable;
  /** The carriers of each definition. */
  readonly carried: ReadonlyMap<string, readonly Carrier[]>;
}

/** Two revisions. The definitions of the older one have the names that the newer one gives them. */
export class Revisions {
  readonly was: RevisionShapes;
  readonly is: RevisionShapes;
  /** The new names of renamed definitions, by the old ones. */
  readonly renames: ReadonlyMap<string, string>;
  readonly diffShapes: DiffShapes;
  readonly #messages: ReadonlySet<string>;

  constructor(was: Protocol, is: Protocol) {
    const stated = shapesOf(is.source);
    const wasStated = shapesOf(was.source);
    this.renames = findRenames(wasStated, stated);
    const carried = [...findCarriers(was, wasStated)].map(([name, each]) => [this.newName(name), each] as const);
    this.was = { protocol: was, stated: shapesOf(was.source, this.renames), carried: new Map(carried) };
    this.is = { protocol: is, stated, carried: findCarriers(is, stated) };
    this.diffShapes = shapeDiffer(
      { stated: this.was.stated, guarded: shapesOf(was.definitions, this.renames) },
      { stated, guarded: shapesOf(is.definitions) },
    );
    const messages = [was, is].flatMap(({ requests, notifications }) => [...requests, ...notifications]);
    this.#messages = new Set(messages.map(({ declaration }) => this.newName(declaration.name)));
  }

  newName(name: string): string {
    return this.renames.get(name) ?? name;
  }

  /** Returns whether a definition is a request or notification in one of the revisions. */
  isMessage(name: string): boolean {
    return this.#messages.has(name);
  }

  /** Returns the sides that read a definition in both revisions, the client first. A definition without such a side breaks no reader. */
  readersOf(name: string): readonly Side[] {
    return SIDES.filter((side) =>
      [this.was, this.is].every(
        ({ carried }) => carried.get(name)?.some(({ readers }) => readers.includes(side)) === true,
      ),
    );
  }

  /** Returns the exchanges that carry a definition in both revisions, with the sides that read it in both. */
  carriersOf(name: string): readonly Carrier[] {
    const before = this.was.carried.get(name) ?? [];
    return (this.is.carried.get(name) ?? []).flatMap((now) => {
      const same = before.find(({ method, part }) => method === now.method && part === now.part);
      return same ? [{ ...now, readers: now.readers.filter((side) => same.readers.includes(side)) }] : [];
    });
  }
}

/**
 * Returns the new name of each renamed definition, by the old name. A removed and an added definition are considered equal in two cases:
 * only they have the same literals in required properties, or they have the same properties and one name starts with the other.
 */
function findRenames(was: ShapeTable, is: ShapeTable): ReadonlyMap<string, string> {
  const removed = [...was.keys()].filter((name) => !is.has(name));
  const added = [...is.keys()].filter((name) => !was.has(name));
  const renames = new Map<string, string>();
  const addedByTags = groupBy(added, (name) => tagsOf(name, is));
  for (const [tags, names] of groupBy(removed, (name) => tagsOf(name, was))) {
    const [name, ...others] = names;
    const [found, ...rivals] = (tags === '' ? undefined : addedByTags.get(tags)) ?? [];
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
