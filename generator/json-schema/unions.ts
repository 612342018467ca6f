/** Unions as the official JSON Schemas have them: flattened, reduced, and in the order in which their names appear. */

import type { AliasDeclaration, InterfaceDeclaration, TypeNode } from '../model/declarations.js';
import { partsOf, typesIn, type Definitions, type Structure } from '../model/definitions.js';

/** A member of a reduced union: an interface, an alias that keeps its name, or a structure without one. */
export type Member =
  | { readonly kind: 'interface'; readonly declaration: InterfaceDeclaration }
  | { readonly kind: 'alias'; readonly alias: AliasDeclaration }
  | { readonly kind: 'structure'; readonly type: Structure };

const PRIMITIVE_ORDER = ['string', 'number', 'boolean'];

/**
 * The members of a union, reduced: nested unions are flattened through aliases, `null` goes, `typeof` becomes its
 * literal, literals go where their primitive is a member too, and nothing stands twice.
 */
export function reduceUnion(
  members: readonly TypeNode[],
  definitions: Definitions,
  order: ReadonlyMap<string, number>,
): readonly Member[] {
  const flat = members.flatMap((member) => flatten(member, definitions));
  const primitives = new Set(flat.map((member) => primitiveName(member)));
  const kept = flat.filter((member) => {
    if (member.kind !== 'structure') return true;
    if (member.type.kind === 'literal') return !primitives.has(typeof member.type.value);
    return primitiveName(member) !== 'null';
  });
  const unique = new Map(kept.map((member) => [identity(member), member]));
  return [...unique.values()].sort((a, b) => rank(a, order) - rank(b, order));
}

function flatten(type: TypeNode, definitions: Definitions): readonly Member[] {
  const { target, aliases } = definitions.resolve(type);
  switch (target.kind) {
    case 'interface':
      return [{ kind: 'interface', declaration: target }];
    case 'union':
      return target.members.flatMap((member) => flatten(member, definitions));
    case 'typeof': {
      const value = definitions.constantValue(target.name);
      return [{ kind: 'structure', type: { kind: 'literal', value, place: target.place } }];
    }
    case 'primitive':
    case 'literal':
      return [{ kind: 'structure', type: target }];
    case 'array':
    case 'intersection':
    case 'object':
    case 'record': {
      const alias = aliases.at(-1);
      return [alias ? { kind: 'alias', alias } : { kind: 'structure', type: target }];
    }
  }
}

function primitiveName(member: Member): string | undefined {
  return member.kind === 'structure' && member.type.kind === 'primitive' ? member.type.name : undefined;
}

function identity(member: Member): string {
  if (member.kind === 'interface') return member.declaration.name;
  if (member.kind === 'alias') return member.alias.name;
  return JSON.stringify(member.type, (key, value: unknown) => (key === 'place' ? undefined : value));
}

/** Primitives come first, then names by their first mention, then what has no name. */
function rank(member: Member, order: ReadonlyMap<string, number>): number {
  switch (member.kind) {
    case 'interface':
      return order.get(member.declaration.name) ?? Infinity;
    case 'alias':
      return order.get(member.alias.name) ?? Infinity;
    case 'structure': {
      const primitive = PRIMITIVE_ORDER.indexOf(primitiveName(member) ?? '');
      return primitive < 0 ? Number.MAX_SAFE_INTEGER : primitive - PRIMITIVE_ORDER.length;
    }
  }
}

/**
 * Numbers every declaration at its first mention in a walk through the file. On the first mention of an alias the walk
 * goes on in its target; it never goes into an interface that is only mentioned.
 */
export function mentionOrder(definitions: Definitions): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const mention = (name: string): boolean => {
    if (order.has(name)) return false;
    order.set(name, order.size);
    return true;
  };
  const visit = (type: TypeNode): void => {
    if (type.kind !== 'reference') return partsOf(type).forEach(visit);
    const declaration = definitions.findType(type.name);
    if (declaration && mention(type.name) && declaration.kind === 'alias') visit(declaration.type);
  };
  for (const declaration of definitions.types) {
    mention(declaration.name);
    const bases = declaration.kind === 'interface' ? declaration.bases : [];
    for (const { name, place } of bases) visit({ kind: 'reference', name, place });
    typesIn(declaration).forEach(visit);
  }
  return order;
}
