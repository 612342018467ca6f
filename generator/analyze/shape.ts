/** Shapes: types as plain data, in the form in which they are compared, numbered, described, and encoded. */

import { reach } from '../collections.js';
import type { Literal } from '../model/declarations.js';
import { isEmpty, joinLimits, type Limits } from '../model/limits.js';

/** Annotations that guards do not check. */
export interface Notes {
  readonly deprecated?: true;
  /** JSON Schema keywords besides limits: `{ "format": "uri" }`. */
  readonly keywords?: { readonly [keyword: string]: unknown };
  /** The literals in a union with `string`: `'a'` in `'a' | string`. */
  readonly known?: readonly string[];
}

/** The values that a place may hold. */
export type Shape = { readonly notes?: Notes } & (
  | { readonly kind: 'any' | 'never' | 'boolean' | 'null' }
  | StringShape
  | { readonly kind: 'literal'; readonly value: Literal }
  | NumberShape
  | ArrayShape
  | ObjectShape
  | UnionShape
  | { readonly kind: 'intersection'; readonly members: readonly Shape[] }
  /** The name of a definition. */
  | { readonly kind: 'reference'; readonly name: string }
  | LimitsShape
);

/** A shape whose values may have limits of their own. Absent if there are none. */
interface LimitedShape {
  readonly limits?: Limits;
}

export interface StringShape extends LimitedShape {
  readonly kind: 'string';
}

export interface NumberShape extends LimitedShape {
  readonly kind: 'number';
  readonly integer: boolean;
}

export interface ArrayShape extends LimitedShape {
  readonly kind: 'array';
  readonly items: Shape;
}

/** Any value within limits. The limits of a place whose type is a name or a union are a part of an intersection. */
export interface LimitsShape {
  readonly kind: 'limits';
  readonly limits: Limits;
}

export interface ObjectShape extends LimitedShape {
  readonly kind: 'object';
  /** Required fields come first. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The shape of all other properties, if the schema states one. Objects are always open. */
  readonly rest?: Shape;
}

export interface Field {
  readonly optional: boolean;
  readonly shape: Shape;
}

export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly Shape[];
  /** The required property that identifies the members, and its value in each of them. */
  readonly tag?: { readonly name: string; readonly values: readonly string[] };
}

/** The definitions of a revision, by name. */
export type ShapeTable = ReadonlyMap<string, Shape>;

/** A shape and the definitions that its names refer to. A name that is not in the table is compared as a string. */
export interface Located {
  readonly shape: Shape;
  readonly table: ShapeTable;
}

export const ANY: Shape = { kind: 'any' };

/** Returns the union of some definitions, or the reference to a single one. */
export function oneOf(names: readonly string[]): Shape {
  const members = names.map((name): Shape => ({ kind: 'reference', name }));
  return members.length === 1 && members[0] ? members[0] : { kind: 'union', members };
}

/** Resolves references until a shape is not a reference. */
export function resolveShape(shape: Shape, table: ShapeTable): Shape {
  const found = shape.kind === 'reference' ? table.get(shape.name) : undefined;
  return found ? resolveShape(found, table) : shape;
}

/**
 * Returns the members of a union, including those of nested unions; for other shapes, the shape itself. A union that several members refer
 * to counts once.
 */
export function alternatives(shape: Shape, table: ShapeTable, unions = new Set<Shape>()): readonly Shape[] {
  if (shape.kind === 'never') return [];
  if (shape.kind === 'union') {
    if (unions.has(shape)) return [];
    unions.add(shape);
    return shape.members.flatMap((member) => alternatives(member, table, unions));
  }
  const found = shape.kind === 'reference' ? table.get(shape.name) : undefined;
  const keepsName = !found || found.kind === 'object' || found.kind === 'array' || found.kind === 'intersection';
  return keepsName ? [shape] : alternatives(found, table, unions);
}

/** Returns the definitions that mention themselves, directly or through others. */
export function recursiveNames(table: ShapeTable): ReadonlySet<string> {
  const mentioned = new Map([...table].map(([name, shape]) => [name, namesIn(shape)]));
  const isRecursive = ([name, names]: readonly [string, readonly string[]]): boolean =>
    reach(names, (each) => mentioned.get(each)).has(name);
  return new Set([...mentioned].filter(isRecursive).map(([name]) => name));
}

/** Returns the names in a shape. */
export function namesIn(shape: Shape): readonly string[] {
  return shape.kind === 'reference' ? [shape.name] : partsOf(shape).flatMap(namesIn);
}

/** Returns whether a shape has limits besides the bounds of numbers, and of the numbers of items. */
export function hasLimits(shape: Shape): boolean {
  if (shape.kind === 'limits') return true;
  const { minimum, maximum, minItems, maxItems, ...others } = 'limits' in shape ? (shape.limits ?? {}) : {};
  return !isEmpty(others) || partsOf(shape).some(hasLimits);
}

/** Returns the shapes that a shape consists of. Names are not followed. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'array':
      return [shape.items];
    case 'union':
    case 'intersection':
      return shape.members;
    case 'object':
      return [...[...shape.fields.values()].map((field) => field.shape), shape.rest ?? ANY];
    default:
      return [];
  }
}

/**
 * Returns an object shape, or the merged members of an intersection. Returns undefined for other shapes.
 *
 * @param known the intersections that are already merged: each is merged once, even if many members refer to it
 */
export function objectOf(
  shape: Shape,
  table: ShapeTable,
  known = new Map<Shape, ObjectShape | undefined>(),
): ObjectShape | undefined {
  const found = resolveShape(shape, table);
  if (found.kind === 'object') return found;
  if (found.kind !== 'intersection') return undefined;
  if (!known.has(found)) {
    const parts = found.members.filter((each) => each.kind !== 'limits');
    const object = merged(new Set(parts.map((each) => objectOf(each, table, known))));
    known.set(found, object && withLimits(object, limitsIn(found.members)));
  }
  return known.get(found);
}

/** Returns a shape with limits of its own, besides those that it has. */
export function withLimits<Kind extends StringShape | NumberShape | ArrayShape | ObjectShape>(
  shape: Kind,
  limits: Limits,
): Kind {
  return isEmpty(limits) ? shape : { ...shape, limits: joinLimits(shape.limits ?? {}, limits) };
}

/** Returns the values of a shape that are within limits. */
export function within(shape: Shape, limits: Limits): Shape {
  if (isEmpty(limits)) return shape;
  switch (shape.kind) {
    case 'string':
    case 'number':
    case 'array':
    case 'object':
      return withLimits(shape, limits);
    case 'any':
      return { kind: 'limits', limits };
    default: {
      const members = shape.kind === 'intersection' ? shape.members : [shape];
      return { kind: 'intersection', members: [...members, { kind: 'limits', limits }] };
    }
  }
}

function limitsIn(members: readonly Shape[]): Limits {
  return members.reduce<Limits>((all, each) => (each.kind === 'limits' ? joinLimits(all, each.limits) : all), {});
}

function merged(objects: ReadonlySet<ObjectShape | undefined>): ObjectShape | undefined {
  const fields = new Map<string, Field>();
  let rest: Shape | undefined;
  let limits: Limits = {};
  for (const object of objects) {
    if (object === undefined) return undefined;
    limits = joinLimits(limits, object.limits ?? {});
    for (const [name, { optional, shape: field }] of object.fields) {
      fields.set(name, { optional: optional && (fields.get(name)?.optional ?? true), shape: field });
    }
    rest ??= object.rest;
  }
  return withLimits({ kind: 'object', fields: requiredFirst(fields), ...(rest && { rest }) }, limits);
}

/** Moves required fields to the front, as in the tables of generated code. */
export function requiredFirst(fields: Iterable<readonly [string, Field]>): ReadonlyMap<string, Field> {
  return new Map([...fields].toSorted(([, a], [, b]) => Number(a.optional) - Number(b.optional)));
}
