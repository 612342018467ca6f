/** Plans how a guard finds the member of a union that a value matches. */

import type { TypeNode } from '../model/declarations.js';
import { typesIn, walkType, type Definitions } from '../model/definitions.js';
import { isEmpty, limitsOf } from '../model/limits.js';
import { discriminate, isAnything, isAnyString, isPrimitive, type Discrimination } from './discriminate.js';

/** A union, by which {@link Unions} are looked up: the object itself, not an equal one. */
export type UnionNode = TypeNode & { readonly kind: 'union' };

/**
 * How the member of a union that a value matches is found: by its value, by a property that is a tag, as the only array, or by trying the
 * members in their order. `all` includes the members that guards skip, because others accept the same values: a sender may have to check
 * them. `anything` means that every value is accepted.
 */
export type Choice =
  | Extract<Discrimination, { by: 'value' }>
  | (Extract<Discrimination, { by: 'tag' }> & { readonly all: ReadonlyMap<string, readonly TypeNode[]> })
  /** Arrays have one type, and all other values have the other. */
  | { readonly by: 'array'; readonly array: TypeNode & { readonly kind: 'array' }; readonly other: TypeNode }
  | {
      readonly by: 'trial';
      readonly members: readonly TypeNode[];
      readonly all: readonly TypeNode[];
      readonly anything: boolean;
    };

/** The choice of each union. Unions inside of the members of another are part of it, and need no lookup of their own. */
export type Unions = ReadonlyMap<UnionNode, Choice>;

/** Plans the guards of all unions. */
export function planUnions(definitions: Definitions): Unions {
  const found = new Map<UnionNode, Choice>();
  const plan = (type: TypeNode): void => {
    if (type.kind !== 'union' || found.has(type)) return;
    const choice = choose(type, definitions);
    found.set(type, choice);
    if (choice.by === 'array') plan(choice.other);
  };
  for (const type of definitions.types.flatMap(typesIn)) walkType(type, plan);
  return found;
}

function choose(type: UnionNode, definitions: Definitions): Choice {
  const found = discriminate(type.members, definitions);
  switch (found.by) {
    case 'value':
      return found;
    case 'tag': {
      const eachCase = (change: typeof withoutParts) =>
        new Map([...found.cases].map(([value, group]) => [value, change(group, definitions)] as const));
      return { ...found, cases: eachCase(withoutParts), all: eachCase(withoutRepeated) };
    }
    case 'trial':
      return arrayOrTag(type, definitions) ?? trial(found.members, definitions);
  }
}

function trial(all: readonly TypeNode[], definitions: Definitions): Choice {
  const members = withoutParts(all, definitions);
  const anything = members.some((member) => isAnything(member, definitions));
  return { by: 'trial', members, all: withoutRepeated(all, definitions), anything };
}

/** Separates an array from members with a tag, because the array does not have the tag. */
function arrayOrTag(type: UnionNode, definitions: Definitions): Choice | undefined {
  const [array, ...arrays] = type.members.filter((member) => member.kind === 'array');
  const others = type.members.filter((member) => member !== array);
  const [only, ...more] = others;
  if (!array || !only || arrays.length > 0 || discriminate(others, definitions).by !== 'tag') return undefined;
  return { by: 'array', array, other: more.length === 0 ? only : { ...type, members: others } };
}

/** Removes members that are another name of an earlier one. */
function withoutRepeated(members: readonly TypeNode[], definitions: Definitions): readonly TypeNode[] {
  const byTarget = new Map(members.toReversed().map((member) => [definitions.resolve(member).target, member]));
  const first = new Set(byTarget.values());
  return members.filter((member) => first.has(member));
}

/** Removes redundant members: those whose values all match another member. */
function withoutParts(members: readonly TypeNode[], definitions: Definitions): readonly TypeNode[] {
  return members.filter((member, at) =>
    members.every((other, otherAt) => {
      if (other === member || !isPart(member, other, definitions)) return true;
      return otherAt > at && isPart(other, member, definitions);
    }),
  );
}

/** Returns whether an object has all properties of another one, unchanged or with a literal instead of a string. */
function isPart(part: TypeNode, whole: TypeNode, definitions: Definitions): boolean {
  const { target } = definitions.resolve(part);
  if (target.kind === 'intersection') return target.members.some((member) => isPart(member, whole, definitions));
  if (hasLimits(whole, definitions)) return false;
  const [own, stated] = [definitions.membersOf(part), definitions.membersOf(whole)];
  if (!own || !stated || (stated.index && !isAnything(stated.index, definitions))) return false;
  return stated.properties.every((property) =>
    own.properties.some((each) => {
      if (each === property) return true;
      const isKept = each.name === property.name && (property.optional || !each.optional);
      if (!isKept || !isEmpty(limitsOf(property.docs))) return false;
      return isAnyString(property.type, definitions) && isText(each.type, definitions);
    }),
  );
}

/** Returns whether a type has limits of its own, besides those of its properties. */
function hasLimits(type: TypeNode, definitions: Definitions): boolean {
  const { target, aliases } = definitions.resolve(type);
  return [...aliases, ...(target.kind === 'interface' ? [target] : [])].some(({ docs }) => !isEmpty(limitsOf(docs)));
}

function isText(type: TypeNode, definitions: Definitions): boolean {
  const { target } = definitions.resolve(type);
  if (target.kind === 'union') return target.members.every((member) => isText(member, definitions));
  return (target.kind === 'literal' && typeof target.value === 'string') || isPrimitive(type, ['string'], definitions);
}
