/** Prints types as annotations. */

import type { Definitions, Docs, Literal, ObjectNode, TypeNode } from '../targetInterface.js';
import { subscript, type Layout } from './codeLayout.js';
import { literal } from './pythonNames.js';

export type IntersectionNode = TypeNode & { readonly kind: 'intersection' };

/** How the types of a revision are printed at a place. */
export interface Context {
  readonly definitions: Definitions;
  /** Returns the name of a definition, as it is written at the place. */
  readonly nameOf: (definition: string) => string;
  /** Returns the name of the class of an anonymous type, which has properties. */
  readonly classOf: (type: ObjectNode | IntersectionNode) => string;
  /** Returns a union of several types. */
  readonly union: (members: readonly Layout[]) => Layout;
}

/** `A | B`, where Python does not evaluate it. */
export function withBars(members: readonly Layout[]): Layout {
  return { operator: '|', operands: members };
}

/** `Union[A, B]`, which Python can evaluate even if some names are strings. */
export function withUnion(members: readonly Layout[]): Layout {
  return subscript('Union', members);
}

/** The docs of a type inside of another one. */
export const NO_DOCS: Docs = { text: '', tags: [] };

const ANY_OBJECT = 'dict[str, Any]';

const PRIMITIVES = {
  string: 'str',
  number: 'int',
  boolean: 'bool',
  null: 'None',
  object: ANY_OBJECT,
  unknown: 'Any',
  any: 'Any',
  never: 'NoReturn',
} as const;

/**
 * Returns a type as an annotation.
 *
 * @param docs those of the place, which may allow a number to have a fraction
 */
export function annotation(type: TypeNode, docs: Docs, context: Context): Layout {
  const inner = (part: TypeNode): Layout => annotation(part, NO_DOCS, context);
  const { definitions, nameOf, classOf } = context;
  switch (type.kind) {
    case 'primitive':
      return type.fractional || (type.name === 'number' && hasFractions(docs)) ? 'float' : PRIMITIVES[type.name];
    case 'literal':
    case 'typeof':
      return unionOf([type], inner, context);
    case 'array':
      return subscript('list', [inner(type.element)]);
    case 'record':
      return ANY_OBJECT;
    case 'reference':
      return hasFractions(docs) && isNumber(type, definitions) ? 'float' : nameOf(type.name);
    case 'union':
      return unionOf(type.members, inner, context);
    case 'object':
      return type.properties.length > 0 ? classOf(type) : dictionary(type.index && inner(type.index));
    case 'intersection':
      return type.members.every((member) => definitions.membersOf(member)) ? classOf(type) : 'Any';
  }
}

/** Returns the type of an object without known names of properties. */
export function dictionary(values: Layout = 'Any'): Layout {
  return subscript('dict', ['str', values]);
}

/** Literals become one type. With a type that has every value, nothing else matters. */
function unionOf(
  members: readonly TypeNode[],
  inner: (type: TypeNode) => Layout,
  { definitions, union }: Context,
): Layout {
  const values = members.map((member) => literalOf(member, definitions));
  const literals = values.flatMap((value) => (value === undefined || isUntypable(value) ? [] : [literal(value)]));
  const others = members.flatMap((member, index) => {
    const value = values[index];
    if (value === undefined) return [inner(member)];
    return isUntypable(value) ? [Number.isInteger(value) ? 'int' : 'float'] : [];
  });
  const types = [...(literals.length > 0 ? [subscript('Literal', [...new Set(literals)])] : []), ...others];
  const [only, ...more] = [...new Map(types.map((each) => [JSON.stringify(each), each])).values()];
  if (only === undefined || types.includes('Any')) return 'Any';
  return more.length === 0 ? only : union([only, ...more]);
}

function literalOf(type: TypeNode, definitions: Definitions): Literal | undefined {
  if (type.kind === 'literal') return type.value;
  return type.kind === 'typeof' ? definitions.constantValue(type.name) : undefined;
}

/** Returns whether a literal cannot be a type: a fraction, or an integer that is too large for type checkers. */
function isUntypable(value: Literal): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value);
}

/** Returns whether the docs of a place allow a number to have a fraction. */
function hasFractions({ tags }: Docs): boolean {
  return tags.find(({ name }) => /^(?:TJS-)?type$/.test(name))?.text === 'number';
}

function isNumber(type: TypeNode, definitions: Definitions): boolean {
  const { target } = definitions.resolve(type);
  return target.kind === 'primitive' && target.name === 'number';
}
