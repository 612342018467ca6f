/**
 * Replaces intersections of a primitive with an object (`number & { readonly minimum: 0 }`). No JSON value matches both: such a type is a
 * primitive with a brand that only the type checker sees.
 */

import { isOpenMap, type Declaration, type TypeNode } from './declarations.js';
import { mapTypes } from './definitions.js';
import type { OpenDecisions } from './openDecisions.js';

const PRIMITIVES: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** Returns the declarations with each such intersection replaced by its primitive. The meaning of the object is an open decision. */
export function withoutBrands(declarations: readonly Declaration[], open: OpenDecisions): readonly Declaration[] {
  const change = (type: TypeNode): TypeNode => {
    const primitive = type.kind === 'intersection' ? type.members.find(isPrimitive) : undefined;
    if (type.kind !== 'intersection' || !primitive) return type;
    const objects = type.members.filter((member) => member !== primitive);
    // `string & {}` does not constrain values: it only keeps the suggestions of an editor.
    if (objects.every((member) => member.kind === 'object' && isOpenMap(member))) return primitive;
    const message = `An intersection of ${primitive.name} and an object has no values. Guess: any ${primitive.name}`;
    open.require(type.place, message, 'Constrain the value with a tag, for example "@minimum 0".');
    return primitive;
  };
  return declarations.map((declaration) =>
    declaration.kind === 'constant' ? declaration : mapTypes(declaration, change),
  );
}

function isPrimitive(type: TypeNode): type is TypeNode & { kind: 'primitive' } {
  return type.kind === 'primitive' && PRIMITIVES.has(type.name);
}
