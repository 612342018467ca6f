/** The definitions as tables: what a value of each one is, without prose. Explanations are made from these. */

import { isOpenMap, tagText, unreachable } from '../model/declarations.js';
import type { Docs, InterfaceDeclaration, Literal, ObjectNode, Property, TypeNode } from '../model/declarations.js';
import type { Definitions, Structure } from '../model/definitions.js';
import { discriminate } from './discriminate.js';

/** What a value may be. A text is a primitive or the name of a definition. */
export type Shape =
  | string
  | { readonly is: readonly Literal[] }
  | { readonly number: 'number' | 'integer'; readonly min?: number; readonly max?: number }
  | { readonly items: Shape; readonly least?: number; readonly most?: number }
  | ObjectShape
  | { readonly tag: string; readonly of: ShapeMap<Shape | readonly Shape[]> }
  | { readonly any: readonly Shape[] }
  | { readonly all: readonly Shape[] };

/** An object: the properties it has, those it may have, and what all others are. */
export interface ObjectShape {
  readonly has?: ShapeMap;
  readonly may?: ShapeMap;
  readonly rest?: Shape;
}

export type ShapeMap<Value = Shape> = { readonly [name: string]: Value };

const NO_DOCS: Docs = { text: '', tags: [] };

/**
 * The shape of every definition, by its name, in the order of the schema.
 *
 * @param openness whether an object that names some properties and allows any others in so many words is told from one
 * that is merely open. Default false: guards do not care.
 */
export function shapesOf(definitions: Definitions, openness = false): ShapeMap {
  const builder = new ShapeBuilder(definitions, openness);
  return Object.fromEntries(
    definitions.types.map((declaration) => [
      declaration.name,
      declaration.kind === 'interface'
        ? builder.object(declaration)
        : builder.shape(declaration.type, declaration.docs),
    ]),
  );
}

class ShapeBuilder {
  readonly #definitions: Definitions;
  readonly #openness: boolean;

  constructor(definitions: Definitions, openness: boolean) {
    this.#definitions = definitions;
    this.#openness = openness;
  }

  /** @param docs what is said of the place where the type stands: bounds narrow it. */
  shape(type: TypeNode, docs: Docs): Shape {
    switch (type.kind) {
      case 'reference':
        return this.#reference(type, docs);
      case 'primitive':
        return primitive(type, docs);
      case 'literal':
        return { is: [type.value] };
      case 'typeof':
        return { is: [this.#definitions.constantValue(type.name)] };
      case 'array':
        return { items: this.shape(type.element, NO_DOCS), ...bounds(docs, { least: 'minItems', most: 'maxItems' }) };
      case 'record':
        return 'object';
      case 'object':
        return isOpenMap(type) ? 'object' : this.object(type);
      case 'intersection':
        return { all: type.members.map((member) => this.shape(member, NO_DOCS)) };
      case 'union':
        return this.#union(type.members, docs);
      default:
        return unreachable(type);
    }
  }

  object(target: InterfaceDeclaration | ObjectNode): Shape {
    const properties = target.kind === 'interface' ? this.#definitions.propertiesOf(target) : target.properties;
    const required = properties.filter(({ optional }) => !optional);
    const optional = properties.filter((property) => property.optional);
    const rest = target.index ? this.shape(target.index, NO_DOCS) : 'any';
    if (properties.length === 0 && rest === 'any') return 'object';
    return {
      ...(required.length > 0 && { has: this.#properties(required) }),
      ...(optional.length > 0 && { may: this.#properties(optional) }),
      ...((rest !== 'any' || (this.#openness && target.index)) && { rest }),
    };
  }

  #properties(properties: readonly Property[]): ShapeMap {
    return Object.fromEntries(properties.map(({ name, type, docs }) => [name, this.shape(type, docs)]));
  }

  /** A name of a primitive is replaced by what it stands for, since the place where it is used may narrow it. */
  #reference(type: TypeNode & { kind: 'reference' }, docs: Docs): Shape {
    const { target, aliases } = this.#definitions.resolve(type);
    if (target.kind !== 'primitive') return type.name;
    const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
    return primitive(target, { text: '', tags });
  }

  #union(members: readonly TypeNode[], docs: Docs): Shape {
    const found = discriminate(members, this.#definitions);
    switch (found.by) {
      case 'value':
        return { is: found.values };
      case 'trial':
        return { any: found.members.map((member) => this.shape(member, docs)) };
      case 'tag':
        return {
          tag: found.tag,
          of: Object.fromEntries([...found.cases].map(([value, group]) => [value, this.#group(group)])),
        };
    }
  }

  #group(members: readonly TypeNode[]): Shape | readonly Shape[] {
    const [first, ...others] = members.map((member) => this.shape(member, NO_DOCS));
    return first !== undefined && others.length === 0 ? first : [...(first === undefined ? [] : [first]), ...others];
  }
}

function primitive({ name, fractional }: Structure & { kind: 'primitive' }, docs: Docs): Shape {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'object':
    case 'never':
      return name;
    case 'unknown':
    case 'any':
      return 'any';
    case 'number': {
      const number = fractional || tagText(docs, 'TJS-type') === 'number' ? 'number' : 'integer';
      const limits = bounds(docs, { min: 'minimum', max: 'maximum' });
      return Object.keys(limits).length === 0 ? number : { number, ...limits };
    }
  }
}

/** The numbers that tags state, each under the name it has in a shape. */
function bounds<Name extends string>(docs: Docs, tags: Record<Name, string>): Partial<Record<Name, number>> {
  const stated = Object.entries<string>(tags).flatMap(([name, tag]) => {
    const text = tagText(docs, tag);
    return text === undefined ? [] : [[name, Number(text)]];
  });
  return Object.fromEntries(stated) as Partial<Record<Name, number>>;
}
