/** Intersects types, if the result is a type of the grammar. */

import { textWithout, type TypeNode } from '../model/declarations.js';
import type { Members } from '../model/definitions.js';

/** Resolves names and computed types. */
export interface TypeLookup {
  /** Resolves a type: the result is not a computed type, and not the name of an alias or a constant. */
  readonly resolve: (type: TypeNode) => TypeNode;
  /** Whether every value of a type is an object. */
  readonly isObject: (type: TypeNode) => boolean;
}

/** A type without parts: a primitive or one literal. */
type Atom = Extract<TypeNode, { kind: 'primitive' | 'literal' }>;

/**
 * Returns the members of an intersection of objects. A property that one of them requires is required. Its type is the intersection of its
 * types in all of them, including those of index signatures.
 *
 * @param refuse called with the name of each property whose types cannot be intersected, and without a name for index signatures
 */
export function intersectMembers(
  objects: readonly Members[],
  lookup: TypeLookup,
  refuse: (property?: string) => void,
): Members {
  const meet = (types: readonly TypeNode[], property?: string): TypeNode | undefined => {
    const [first, ...others] = types;
    const result = others.reduce<TypeNode | undefined>((met, type) => met && intersectTypes(met, type, lookup), first);
    if (first && !result) refuse(property);
    return result ?? first;
  };
  const tables = objects.map((object) => new Map(object.properties.map((each) => [each.name, each])));
  const named = new Map(tables.flatMap((table) => [...table]));
  const properties = [...named.values()].map((property) => {
    const { name } = property;
    const optional = tables.every((table) => table.get(name)?.optional ?? true);
    const types = objects.flatMap(({ index }, at) => tables[at]?.get(name)?.type ?? index ?? []);
    return { ...property, optional, type: meet(types, name) ?? property.type };
  });
  const index = meet(objects.flatMap((object) => object.index ?? []));
  return { properties, ...(index && { index }) };
}

/** Returns the type of the values that two types share. Returns undefined if there are none, or if the grammar cannot express the type. */
function intersectTypes(left: TypeNode, right: TypeNode, lookup: TypeLookup): TypeNode | undefined {
  const [a, b] = [left, right].map(lookup.resolve) as [TypeNode, TypeNode];
  if (textOf(a) === textOf(b) || isUnknown(b)) return left;
  if (isUnknown(a)) return right;
  if (lookup.isObject(left) && lookup.isObject(right)) {
    return { kind: 'intersection', members: [left, right], place: right.place };
  }
  const [some, others] = [atomsOf(a, lookup), atomsOf(b, lookup)];
  if (!some || !others) return undefined;
  const members = [...some.filter((atom) => isIn(atom, others)), ...others.filter((atom) => isIn(atom, some))];
  if (some.every((atom) => isIn(atom, others))) return left;
  if (others.every((atom) => isIn(atom, some))) return right;
  const shared = [...new Map(members.map((atom) => [textOf(atom), atom])).values()];
  const [only] = shared;
  return shared.length > 1 ? { kind: 'union', members: shared, place: right.place } : only;
}

function atomsOf(type: TypeNode, lookup: TypeLookup): readonly Atom[] | undefined {
  const found = lookup.resolve(type);
  if (found.kind === 'literal') return [found];
  if (found.kind === 'primitive')
    return ['string', 'number', 'boolean', 'null'].includes(found.name) ? [found] : undefined;
  if (found.kind !== 'union') return undefined;
  const members = found.members.map((member) => atomsOf(member, lookup));
  return members.every((member) => member !== undefined) ? members.flat() : undefined;
}

/** Returns whether all values of a type are values of one of the others. */
function isIn(atom: Atom, others: readonly Atom[]): boolean {
  return others.some((other) => {
    if (textOf(atom) === textOf(other)) return true;
    return atom.kind === 'literal' && other.kind === 'primitive' && other.name === typeof atom.value;
  });
}

function isUnknown(type: TypeNode): boolean {
  return type.kind === 'primitive' && type.name === 'unknown';
}

/** Returns a string that is equal for equal types. Ignores places and docs. */
function textOf(type: TypeNode): string {
  return textWithout(['place', 'docs'], type);
}
