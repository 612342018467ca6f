/** Finds out how the members of a union can be distinguished. */

import { groupBy } from '../collections.js';
import type { Literal, PrimitiveName, TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import { isEmpty, limitsOf } from '../model/limits.js';

/** How the members of a union can be distinguished. */
export type Discrimination =
  /** All members are literals. */
  | { readonly by: 'value'; readonly values: readonly Literal[] }
  /** A required property, whose string literal differs between members or groups of members. */
  | { readonly by: 'tag'; readonly tag: string; readonly cases: ReadonlyMap<string, readonly TypeNode[]> }
  /** Only by trying each member: a value may match several members. */
  | { readonly by: 'trial'; readonly members: readonly TypeNode[] };

/** Looks for literals first, then for a tag. Nested unions count as part of the outer one. */
export function discriminate(members: readonly TypeNode[], definitions: Definitions): Discrimination {
  const unions = new Set<object>();
  const flat = withoutAbsorbed(
    members.flatMap((member) => flatten(member, definitions, unions)),
    definitions,
  );
  const values = flat.map((member) => literalOf(member, definitions));
  if (values.every((value) => value !== undefined)) return { by: 'value', values: [...new Set(values)] };
  const tags = flat.map((member) => tagsOf(member, definitions));
  const shared = [...(tags[0]?.keys() ?? [])].filter((name) => tags.every((tag) => tag.has(name)));
  const distinct = (name: string) => new Set(tags.map((tag) => tag.get(name))).size;
  const [tag] = shared.sort((a, b) => distinct(b) - distinct(a));
  if (tag === undefined || distinct(tag) === 1) return { by: 'trial', members: flat };
  return { by: 'tag', tag, cases: groupBy(flat, (member) => tagsOf(member, definitions).get(tag) ?? '') };
}

/** Returns the members of a union, including those of nested unions. A union that several members refer to counts once. */
function flatten(type: TypeNode, definitions: Definitions, unions: Set<object>): readonly TypeNode[] {
  const { target, aliases } = definitions.resolve(type);
  // A nested union with limits is checked as a whole.
  if (target.kind !== 'union' || aliases.some(({ docs }) => !isEmpty(limitsOf(docs)))) return [type];
  if (unions.has(target)) return [];
  unions.add(target);
  return target.members.flatMap((member) => flatten(member, definitions, unions));
}

/** Returns whether a type accepts any value: `unknown` or `any`. */
export function isAnything(type: TypeNode, definitions: Definitions): boolean {
  const { aliases } = definitions.resolve(type);
  return isPrimitive(type, ['unknown', 'any'], definitions) && aliases.every(({ docs }) => isEmpty(limitsOf(docs)));
}

/** Returns whether a type resolves to one of the given primitives. */
export function isPrimitive(type: TypeNode, names: readonly PrimitiveName[], definitions: Definitions): boolean {
  const { target } = definitions.resolve(type);
  return target.kind === 'primitive' && names.includes(target.name);
}

/** In `'a' | string` the literal is redundant. In `0.5 | number` it is not: `number` accepts only integers, or values within limits. */
function withoutAbsorbed(members: readonly TypeNode[], definitions: Definitions): readonly TypeNode[] {
  const isOpen = members.some((member) => isAnyString(member, definitions));
  return isOpen ? members.filter((member) => typeof literalOf(member, definitions) !== 'string') : members;
}

/** Returns whether a type accepts every string. */
export function isAnyString(type: TypeNode, definitions: Definitions): boolean {
  const { aliases } = definitions.resolve(type);
  return isPrimitive(type, ['string'], definitions) && aliases.every(({ docs }) => isEmpty(limitsOf(docs)));
}

/** Returns the only value of a type. Undefined if it has several. */
export function literalOf(type: TypeNode, definitions: Definitions): Literal | undefined {
  const { target } = definitions.resolve(type);
  if (target.kind === 'literal') return target.value;
  return target.kind === 'typeof' ? definitions.constantValue(target.name) : undefined;
}

/** Returns the required properties whose type is one string literal. */
function tagsOf(type: TypeNode, definitions: Definitions): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const property of definitions.membersOf(type)?.properties ?? []) {
    const value = property.optional ? undefined : literalOf(property.type, definitions);
    if (typeof value === 'string') tags.set(property.name, value);
  }
  return tags;
}
