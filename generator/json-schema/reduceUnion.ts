/** Converts unions to the form of the official JSON Schemas: flattened, reduced, and in the order in which their names appear. */

import { textWithout, type ReferenceNode, type TypeNode } from '../model/declarations.js';
import { partsOf, typesIn, type Definitions, type Resolved, type Structure } from '../model/definitions.js';

/** A member of a reduced union: the name of an interface or of an alias that keeps its name, or an anonymous structure. */
export type Member = ReferenceNode | Structure;

const PRIMITIVE_ORDER = ['string', 'number', 'boolean'];

/**
 * Resolves names like `Definitions.resolve`, and beyond that, `A | null` and `A | A` to `A`: the official tool runs without strict checks
 * of `null`.
 */
export function resolveDefined(type: TypeNode, definitions: Definitions): Resolved {
  const { target, aliases } = definitions.resolve(type);
  if (target.kind !== 'union') return { target, aliases };
  const unique = new Map(target.members.map((member) => [textWithout(['place'], member), member]));
  const isNull = (member: TypeNode): boolean => primitiveName(definitions.resolve(member).target) === 'null';
  const members = [...unique.values()];
  const defined = members.filter((member) => !isNull(member));
  const [only = members[0], ...others] = defined;
  if (!only || others.length > 0) return { target, aliases };
  const inner = resolveDefined(only, definitions);
  return { target: inner.target, aliases: [...aliases, ...inner.aliases] };
}

/**
 * Returns the reduced members of a union. Flattens nested unions and aliases of unions, and replaces `typeof` with its literal. Removes
 * `null`, duplicates, and what another member includes.
 */
export function reduceUnion(
  members: readonly TypeNode[],
  definitions: Definitions,
  order: ReadonlyMap<string, number>,
): readonly Member[] {
  const flat = withBooleans(members.flatMap((member) => flatten(member, definitions)));
  const everything = flat.find((member) => ['any', 'unknown'].includes(primitiveName(member) ?? ''));
  if (everything) return [everything];
  const primitives = new Set(flat.map(primitiveName));
  const kept = flat.filter((member) =>
    member.kind === 'literal'
      ? !primitives.has(typeof member.value)
      : !['null', 'never'].includes(primitiveName(member) ?? ''),
  );
  const unique = new Map(kept.map((member) => [identity(member), member]));
  return [...unique.values()].sort((a, b) => rank(a, order) - rank(b, order));
}

/** TypeScript has `boolean` as two literals, which the official tool only joins if the union has no other literals. */
function withBooleans(members: readonly Member[]): readonly Member[] {
  const isBoolean = (member: Member): boolean => primitiveName(member) === 'boolean';
  const literals = members.filter((member) => member.kind === 'literal');
  const stated = new Set(literals.map(({ value }) => value));
  const [first] = members;
  if (!first || !(members.some(isBoolean) || (stated.has(true) && stated.has(false)))) return members;
  const { place } = first;
  const others = members.filter(
    (each) => !isBoolean(each) && !(each.kind === 'literal' && typeof each.value === 'boolean'),
  );
  const primitives = new Set(others.map(primitiveName));
  const hasLiterals = others.some((each) => each.kind === 'literal' && !primitives.has(typeof each.value));
  if (!hasLiterals) return [...others, { kind: 'primitive', name: 'boolean', place }];
  return [...others, ...[false, true].map((value) => ({ kind: 'literal', value, place }) as const)];
}

function flatten(type: TypeNode, definitions: Definitions): readonly Member[] {
  const { target, aliases } = resolveDefined(type, definitions);
  switch (target.kind) {
    case 'union':
      return target.members.flatMap((member) => flatten(member, definitions));
    case 'typeof':
      return [{ kind: 'literal', value: definitions.constantValue(target.name), place: target.place }];
    case 'primitive':
    case 'literal':
      return [target];
    case 'interface':
      return [{ kind: 'reference', name: target.name, place: target.place }];
    case 'array':
    case 'intersection':
    case 'object':
    case 'record': {
      const alias = aliases.at(-1);
      return [alias ? { kind: 'reference', name: alias.name, place: alias.place } : target];
    }
  }
}

function primitiveName(member: Resolved['target'] | Member): string | undefined {
  return member.kind === 'primitive' ? member.name : undefined;
}

function identity(member: Member): string {
  return member.kind === 'reference' ? member.name : textWithout(['place'], member);
}

/** Sorts members: primitives first, then names by their first mention, then anonymous structures. */
function rank(member: Member, order: ReadonlyMap<string, number>): number {
  if (member.kind === 'reference') return order.get(member.name) ?? Infinity;
  const primitive = PRIMITIVE_ORDER.indexOf(primitiveName(member) ?? '');
  return primitive < 0 ? Number.MAX_SAFE_INTEGER : primitive - PRIMITIVE_ORDER.length;
}

/**
 * Numbers every declaration at its first mention in a walk through the file. At the first mention of an alias, the walk continues in its
 * target. It does not enter interfaces that are only mentioned.
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
