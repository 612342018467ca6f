/**
 * Intersections of a primitive with an object (`number & { readonly minimum: 0 }`). No JSON value is both: what is meant is a
 * primitive with a mark that only the type checker sees.
 */

import { isOpenMap, type Declaration, type TypeNode } from './declarations.js';
import { mapTypes } from './definitions.js';
import type { OpenDecisions } from './openDecisions.js';

const PRIMITIVES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** The declarations with each such intersection replaced by its primitive. What the object says is an open decision. */
export function withoutBrands(declarations: readonly Declaration[], open: OpenDecisions): readonly Declaration[] {
  const change = (type: TypeNode): TypeNode => {
    const primitive = type.kind === 'intersection' ? type.members.find(isPrimitive) : undefined;
    if (type.kind !== 'intersection' || !primitive) return type;
    const objects = type.members.filter((member) => member !== primitive);
    // `string & {}` says nothing about values: it keeps an editor's suggestions.
    if (objects.every((member) => member.kind === 'object' && isOpenMap(member))) return primitive;
    const message = `No value is both a ${primitive.name} and an object. Guess: any ${primitive.name}`;
    open.require(type.place, message, 'State what holds for the value in a tag, for example "@minimum 0".');
    return primitive;
  };
  return declarations.map((declaration) =>
    declaration.kind === 'constant' ? declaration : mapTypes(declaration, change),
  );
}

function isPrimitive(type: TypeNode): type is TypeNode & { kind: 'primitive' } {
  return type.kind === 'primitive' && PRIMITIVES.has(type.name);
}
