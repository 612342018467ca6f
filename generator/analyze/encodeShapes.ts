/** Encodes shapes as compact tables, which targets get as `shapes` of a revision. The runtime's `explainShape` walks them. */

import { groupBy } from '../collections.js';
import { isEmpty, type Limits } from '../model/limits.js';
import type { CompactShape, CompactTable } from './compactShape.js';
import { numberName } from './describeShape.js';
import type { Field, ObjectShape, Shape, ShapeTable } from './shape.js';

/** Encodes the definitions of a revision, in their order. */
export function encodeShapes(table: ShapeTable): CompactTable {
  return Object.fromEntries([...table].map(([name, shape]) => [name, encodeShape(shape)]));
}

function encodeShape(shape: Shape): CompactShape {
  switch (shape.kind) {
    case 'any':
    case 'never':
    case 'boolean':
    case 'null':
      return shape.kind;
    case 'string':
      return withLimits('string', shape.limits);
    case 'limits':
      return { limits: shape.limits };
    case 'literal':
      return { is: [shape.value] };
    case 'reference':
      return shape.name;
    case 'intersection':
      return { all: shape.members.map(encodeShape) };
    case 'number': {
      const { minimum, maximum, ...others } = shape.limits ?? {};
      const isFree = minimum === undefined && maximum === undefined;
      const name = numberName(shape);
      return withLimits(isFree ? name : { number: name, ...given({ min: minimum, max: maximum }) }, others);
    }
    case 'array': {
      const { minItems, maxItems, ...others } = shape.limits ?? {};
      return withLimits({ items: encodeShape(shape.items), ...given({ least: minItems, most: maxItems }) }, others);
    }
    case 'object':
      return withLimits(encodeObject(shape), shape.limits);
    case 'union': {
      const { members, tag } = shape;
      const values = members.flatMap((member) => (member.kind === 'literal' ? [member.value] : []));
      if (members.length > 0 && values.length === members.length) return { is: values };
      if (!tag) return { any: members.map(encodeShape) };
      const cases = groupBy(
        members.map((member, index) => ({ member, value: tag.values[index] ?? '' })),
        ({ value }) => value,
      );
      const of = [...cases].map(([value, group]) => [value, encodeGroup(group.map(({ member }) => member))] as const);
      return { tag: tag.name, of: Object.fromEntries(of) };
    }
  }
}

/** Adds limits for which the encoded shape has no fields. */
function withLimits(encoded: CompactShape, limits: Limits = {}): CompactShape {
  return isEmpty(limits) ? encoded : { all: [encoded, { limits }] };
}

function encodeObject({ fields, rest: stated }: ObjectShape): CompactShape {
  const rest = stated?.kind === 'any' ? undefined : stated;
  if (fields.size === 0 && !rest) return 'object';
  const groups = groupBy(fields, ([, { optional }]) => optional);
  const [has, may] = [groups.get(false), groups.get(true)];
  return {
    ...(has && { has: encodeFields(has) }),
    ...(may && { may: encodeFields(may) }),
    ...(rest && { rest: encodeShape(rest) }),
  };
}

function encodeGroup(members: readonly Shape[]): CompactShape | readonly CompactShape[] {
  const [first = '', ...others] = members.map(encodeShape);
  return others.length === 0 ? first : [first, ...others];
}

function encodeFields(fields: readonly (readonly [string, Field])[]): CompactTable {
  return Object.fromEntries(fields.map(([name, { shape }]) => [name, encodeShape(shape)]));
}

/** Removes undefined bounds. */
function given(limits: { readonly [name: string]: number | undefined }): object {
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
}
