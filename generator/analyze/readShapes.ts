/** Ways to look at shapes: what a name stands for, what a union may be, what an object has. */

import type { ObjectShape, Shape, ShapeMap } from './shapes.js';

/** One property of an object. */
export interface Field {
  readonly optional: boolean;
  readonly shape: Shape;
}

/** What a value of any kind may be. */
export const ANYTHING: readonly Shape[] = ['null', 'boolean', 'number', 'string', { items: 'any' }, 'object'];

const PRIMITIVES: ReadonlySet<Shape> = new Set(['any', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

/** The definition of a name, or nothing. */
export function definitionOf(name: string, shapes: ShapeMap): Shape | undefined {
  return Object.hasOwn(shapes, name) ? shapes[name] : undefined;
}

/** What a shape is when it is no name. A name that is not in the table stands for itself. */
export function resolveShape(shape: Shape, shapes: ShapeMap): Shape {
  if (typeof shape !== 'string' || PRIMITIVES.has(shape)) return shape;
  const found = definitionOf(shape, shapes);
  return found === undefined ? shape : resolveShape(found, shapes);
}

/** What a value may be, each possibility by itself: the members of a union and of the unions inside it, else the shape. */
export function alternatives(shape: Shape, shapes: ShapeMap): readonly Shape[] {
  if (typeof shape === 'string') {
    const found = PRIMITIVES.has(shape) ? undefined : definitionOf(shape, shapes);
    const isMore =
      found !== undefined && (typeof found === 'string' || 'any' in found || 'tag' in found || 'is' in found);
    return isMore ? alternatives(found, shapes) : [shape];
  }
  if ('any' in shape) return shape.any.flatMap((member) => alternatives(member, shapes));
  if ('tag' in shape) return Object.values(shape.of).flatMap((member) => flattenGroup(member, shapes));
  if ('is' in shape) return shape.is.map((value) => ({ is: [value] }));
  return [shape];
}

/** An object, or nothing if it is something else. Any object at all has properties of any kind. */
export function objectOf(shape: Shape, shapes: ShapeMap): ObjectShape | undefined {
  const found = resolveShape(shape, shapes);
  if (found === 'object') return { rest: 'any' };
  if (typeof found === 'string') return undefined;
  return 'is' in found || 'number' in found || 'items' in found || 'tag' in found || 'any' in found || 'all' in found
    ? undefined
    : found;
}

/** One object with the properties of all members, if they are objects. */
export function mergeObjects(members: readonly Shape[], shapes: ShapeMap): ObjectShape | undefined {
  const objects = members.map((member) => objectOf(member, shapes));
  if (!objects.every((object) => object !== undefined)) return undefined;
  return {
    has: Object.assign({}, ...objects.map(({ has }) => has)) as ShapeMap,
    may: Object.assign({}, ...objects.map(({ may }) => may)) as ShapeMap,
  };
}

/** The properties of an object by name, required ones first. */
export function fieldsOf({ has = {}, may = {} }: ObjectShape): ReadonlyMap<string, Field> {
  const required = Object.entries(has).map(([name, shape]) => [name, { optional: false, shape }] as const);
  const optional = Object.entries(may).map(([name, shape]) => [name, { optional: true, shape }] as const);
  return new Map<string, Field>([...required, ...optional]);
}

/** The shapes directly inside a shape. */
export function partsOf(shape: Shape): readonly Shape[] {
  if (typeof shape === 'string' || 'is' in shape || 'number' in shape) return [];
  if ('items' in shape) return [shape.items];
  if ('any' in shape) return shape.any;
  if ('all' in shape) return shape.all;
  if ('tag' in shape) return Object.values(shape.of).flat();
  return [...fieldsOf(shape).values()].map((field) => field.shape).concat(shape.rest ?? []);
}

/** The same shapes, with every name replaced that has another now: the names of definitions, and those inside them. */
export function renameShapes(shapes: ShapeMap, renames: ReadonlyMap<string, string>): ShapeMap {
  if (renames.size === 0) return shapes;
  const rename = (shape: Shape): Shape => {
    if (typeof shape === 'string') return renames.get(shape) ?? shape;
    if ('is' in shape || 'number' in shape) return shape;
    if ('items' in shape) return { ...shape, items: rename(shape.items) };
    if ('any' in shape) return { any: shape.any.map(rename) };
    if ('all' in shape) return { all: shape.all.map(rename) };
    if ('tag' in shape) return { ...shape, of: mapValues(shape.of, (group) => renameGroup(group, rename)) };
    return {
      ...(shape.has && { has: mapValues(shape.has, rename) }),
      ...(shape.may && { may: mapValues(shape.may, rename) }),
      ...(shape.rest !== undefined && { rest: rename(shape.rest) }),
    };
  };
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [renames.get(name) ?? name, rename(shape)]));
}

function flattenGroup(group: Shape | readonly Shape[], shapes: ShapeMap): readonly Shape[] {
  return isGroup(group) ? group.flatMap((member) => alternatives(member, shapes)) : alternatives(group, shapes);
}

function renameGroup(group: Shape | readonly Shape[], rename: (shape: Shape) => Shape): Shape | readonly Shape[] {
  return isGroup(group) ? group.map(rename) : rename(group);
}

function isGroup(group: Shape | readonly Shape[]): group is readonly Shape[] {
  return Array.isArray(group);
}

function mapValues<From, To>(values: ShapeMap<From>, map: (value: From) => To): ShapeMap<To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
