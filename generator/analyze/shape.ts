/** Shapes: types as plain data, in the form in which they are compared, numbered, described, and encoded. */

import type { Literal } from '../model/declarations.js';

/** Annotations that guards do not check. */
export interface Notes {
  readonly deprecated?: true;
  /** JSON Schema keywords besides bounds: `{ "format": "uri" }`. */
  readonly keywords?: { readonly [keyword: string]: unknown };
  /** The literals in a union with `string`: `'a'` in `'a' | string`. */
  readonly known?: readonly string[];
}

/** The values that a place may hold. */
export type Shape = { readonly notes?: Notes } & (
  | { readonly kind: 'any' | 'never' | 'string' | 'boolean' | 'null' }
  | { readonly kind: 'literal'; readonly value: Literal }
  | NumberShape
  | ArrayShape
  | ObjectShape
  | UnionShape
  | { readonly kind: 'intersection'; readonly members: readonly Shape[] }
  /** The name of a definition. */
  | { readonly kind: 'reference'; readonly name: string }
);

/** Bounds of a number, or of the number of items. */
export interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface NumberShape extends Bounds {
  readonly kind: 'number';
  readonly integer: boolean;
}

export interface ArrayShape extends Bounds {
  readonly kind: 'array';
  readonly items: Shape;
}

export interface ObjectShape {
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

/** Returns the names in a shape. */
export function namesIn(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'reference':
      return [shape.name];
    case 'array':
      return namesIn(shape.items);
    case 'union':
    case 'intersection':
      return shape.members.flatMap(namesIn);
    case 'object':
      return [...[...shape.fields.values()].map((field) => field.shape), shape.rest ?? ANY].flatMap(namesIn);
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
  if (!known.has(found)) known.set(found, merged(new Set(found.members.map((each) => objectOf(each, table, known)))));
  return known.get(found);
}

function merged(objects: ReadonlySet<ObjectShape | undefined>): ObjectShape | undefined {
  const fields = new Map<string, Field>();
  let rest: Shape | undefined;
  for (const object of objects) {
    if (object === undefined) return undefined;
    for (const [name, { optional, shape: field }] of object.fields) {
      fields.set(name, { optional: optional && (fields.get(name)?.optional ?? true), shape: field });
    }
    rest ??= object.rest;
  }
  return { kind: 'object', fields: requiredFirst(fields), ...(rest && { rest }) };
}

/** Moves required fields to the front, as in the tables of generated code. */
export function requiredFirst(fields: Iterable<readonly [string, Field]>): ReadonlyMap<string, Field> {
  return new Map([...fields].toSorted(([, a], [, b]) => Number(a.optional) - Number(b.optional)));
}
