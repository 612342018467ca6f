/** Builds the shapes of definitions. */

import { isOpenMap, NO_DOCS } from '../model/declarations.js';
import type { Docs, InterfaceDeclaration, ObjectNode, Tag, TypeNode } from '../model/declarations.js';
import type { Definitions, Structure } from '../model/definitions.js';
import { isFractional, keywordsOf, PROSE } from '../model/keywords.js';
import { allLimits, isLimit, limitsAt, limitsOf } from '../model/limits.js';
import { quote } from './describeShape.js';
import { discriminate } from './discriminate.js';
import { ANY, withLimits, requiredFirst, within, type Notes, type Shape, type ShapeTable } from './shape.js';

/** The shapes of definitions that have their own names: several steps ask for them. */
const built = new WeakMap<Definitions, ShapeTable>();

/**
 * Returns the shape of every definition, in the order of the schema.
 *
 * @param renames other names for some definitions
 */
export function shapesOf(definitions: Definitions, renames?: ReadonlyMap<string, string>): ShapeTable {
  const known = renames ? undefined : built.get(definitions);
  const shapes = known ?? buildShapes(definitions, renames ?? new Map());
  if (!renames) built.set(definitions, shapes);
  return shapes;
}

function buildShapes(definitions: Definitions, renames: ReadonlyMap<string, string>): ShapeTable {
  const builder = new ShapeBuilder(definitions, renames);
  return new Map(
    definitions.types.map((declaration) => {
      const { name, docs } = declaration;
      const shape =
        declaration.kind === 'alias'
          ? builder.shape(declaration.type, docs)
          : withNotes(within(builder.object(declaration), limitsOf(docs)), docs.tags);
      return [renames.get(name) ?? name, shape];
    }),
  );
}

class ShapeBuilder {
  readonly #definitions: Definitions;
  readonly #renames: ReadonlyMap<string, string>;

  constructor(definitions: Definitions, renames: ReadonlyMap<string, string>) {
    this.#definitions = definitions;
    this.#renames = renames;
  }

  /** @param docs the doc comment of the place where the type is used: its limits hold there */
  shape(type: TypeNode, docs: Docs): Shape {
    return withNotes(this.#values(type, docs), docs.tags, this.#inherited(type), knownValues(type));
  }

  object(target: InterfaceDeclaration | ObjectNode): Shape {
    const properties = this.#definitions.propertiesOf(target);
    const fields = properties.map(
      ({ name, optional, type, docs }) => [name, { optional, shape: this.shape(type, docs) }] as const,
    );
    const stated = target.index && this.shape(target.index, NO_DOCS);
    const rest = stated ?? (fields.length === 0 ? ANY : undefined);
    return { kind: 'object', fields: requiredFirst(fields), ...(rest && { rest }) };
  }

  #values(type: TypeNode, docs: Docs): Shape {
    switch (type.kind) {
      case 'reference': {
        const { target, aliases } = this.#definitions.resolve(type);
        // The place where a primitive is used may narrow it, so its name is replaced.
        if (target.kind === 'primitive') {
          const tags = [...docs.tags, ...this.#inherited(type)];
          return within(primitive(target, { text: '', tags }), allLimits(docs, aliases));
        }
        const name = this.#renames.get(type.name) ?? type.name;
        return within({ kind: 'reference', name }, limitsAt(docs, aliases));
      }
      case 'primitive':
        return within(primitive(type, docs), limitsOf(docs));
      case 'literal':
        return { kind: 'literal', value: type.value };
      case 'typeof':
        return { kind: 'literal', value: this.#definitions.constantValue(type.name) };
      case 'array':
        return withLimits({ kind: 'array', items: this.shape(type.element, NO_DOCS) }, limitsOf(docs));
      case 'record':
        return within(OBJECT, limitsOf(docs));
      case 'object':
        return within(isOpenMap(type) ? OBJECT : this.object(type), limitsOf(docs));
      case 'intersection': {
        const members = type.members.map((member) => this.shape(member, NO_DOCS));
        return within({ kind: 'intersection', members }, limitsOf(docs));
      }
      case 'union':
        return within(this.#union(type.members), limitsOf(docs));
    }
  }

  #union(members: readonly TypeNode[]): Shape {
    const found = discriminate(members, this.#definitions);
    switch (found.by) {
      case 'value':
        return { kind: 'union', members: found.values.map((value): Shape => ({ kind: 'literal', value })) };
      case 'trial':
        return { kind: 'union', members: found.members.map((member) => this.#values(member, NO_DOCS)) };
      case 'tag': {
        const cases = [...found.cases].flatMap(([value, group]) => group.map((member) => ({ value, member })));
        return {
          kind: 'union',
          members: cases.map(({ member }) => this.#values(member, NO_DOCS)),
          tag: { name: found.tag, values: cases.map(({ value }) => value) },
        };
      }
    }
  }

  /** Returns the tags of the aliases between a name and its primitive. */
  #inherited(type: TypeNode): readonly Tag[] {
    const { target, aliases } = this.#definitions.resolve(type);
    return target.kind === 'primitive' ? aliases.flatMap(({ docs }) => docs.tags) : [];
  }
}

/** Any object. */
const OBJECT: Shape = { kind: 'object', fields: new Map(), rest: ANY };

function primitive(type: Structure & { kind: 'primitive' }, docs: Docs): Shape {
  switch (type.name) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'never':
      return { kind: type.name };
    case 'object':
      return OBJECT;
    case 'unknown':
    case 'any':
      return ANY;
    case 'number':
      return { kind: 'number', integer: !isFractional(type, docs) };
  }
}

/** @param inherited the tags of the aliases that the shape replaces */
function withNotes(
  shape: Shape,
  tags: readonly Tag[],
  inherited: readonly Tag[] = [],
  known: readonly string[] = [],
): Shape {
  // The tag nearest to the place takes precedence.
  const stated = Object.entries(keywordsOf({ text: '', tags: [...tags, ...inherited].toReversed() }));
  const keywords = stated.filter(([name]) => !isLimit(name) && !PROSE.has(name) && name !== 'type');
  const notes: Notes = {
    ...(tags.some(({ name }) => name === 'deprecated') && { deprecated: true }),
    ...(keywords.length > 0 && { keywords: Object.fromEntries(keywords) }),
    ...(known.length > 0 && { known }),
  };
  return { ...shape, notes };
}

function knownValues(type: TypeNode): readonly string[] {
  const members = type.kind === 'union' ? type.members : [];
  const isOpen = members.some((member) => member.kind === 'primitive' && member.name === 'string');
  const values = members.flatMap((member) => (member.kind === 'literal' ? [member.value] : []));
  return isOpen ? values.filter((value) => typeof value === 'string').map(quote) : [];
}
