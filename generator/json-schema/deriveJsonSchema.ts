/**
 * Derives the JSON Schema of a revision from its declarations, as the protocol's own schema.json is derived from its schema.ts. The result
 * has less information than the declarations (no null, no inheritance, integers for most numbers). It proves that two schema files agree,
 * but is never an input.
 */

import { reach } from '../collections.js';
import type {
  AliasDeclaration,
  InterfaceDeclaration,
  Literal,
  ObjectNode,
  Property,
  TypeDeclaration,
  TypeNode,
} from '../model/declarations.js';
import { namesIn, type Definitions, type Structure } from '../model/definitions.js';
import type { Dialect } from '../model/facts.js';
import { descriptionOf, keywordsOf, type JsonSchema } from '../model/keywords.js';
import { mentionOrder, reduceUnion, resolveDefined, type Member } from './reduceUnion.js';

/** The URI of each dialect, and its keyword for definitions. */
const DIALECTS = {
  'draft-07': { schema: 'http://json-schema.org/draft-07/schema#', definitions: 'definitions' },
  '2020-12': { schema: 'https://json-schema.org/draft/2020-12/schema', definitions: '$defs' },
} as const;

/** Returns the derived definitions, by name, in the order of the file. */
export function deriveDefinitions(definitions: Definitions, dialect: Dialect): ReadonlyMap<string, JsonSchema> {
  const derivation = new Derivation(definitions, `#/${DIALECTS[dialect].definitions}/`);
  return new Map(definitions.types.map((declaration) => [declaration.name, derivation.define(declaration)]));
}

/** Returns the text of the schema.json in the format of the official files: sorted keys, indented by four spaces. */
export function deriveJsonSchema(definitions: Definitions, dialect: Dialect): string {
  const { schema, definitions: keyword } = DIALECTS[dialect];
  const file = { $schema: schema, [keyword]: sortKeys(Object.fromEntries(deriveDefinitions(definitions, dialect))) };
  return `${JSON.stringify(file, undefined, 4)}\n\n`;
}

class Derivation {
  readonly #definitions: Definitions;
  readonly #prefix: string;
  readonly #order: ReadonlyMap<string, number>;
  readonly #referenced = new Set<string>();

  constructor(definitions: Definitions, prefix: string) {
    this.#definitions = definitions;
    this.#prefix = prefix;
    this.#order = mentionOrder(definitions);
  }

  define(declaration: TypeDeclaration): JsonSchema {
    if (declaration.kind === 'interface') return this.#interface(declaration);
    const { target, aliases } = resolveDefined(declaration.type, this.#definitions);
    const innermost = aliases.at(-1);
    const named = target.kind === 'interface' ? target : innermost;
    // The tool writes out what it has not referred to before.
    if (named && this.#referenced.has(named.name))
      return { ...descriptionOf(named.docs), ...this.#reference(named.name) };
    if (target.kind === 'interface') return this.#interface(target);
    return { ...keywordsOf(declaration.docs), ...this.#structure(target) };
  }

  #interface(declaration: InterfaceDeclaration): JsonSchema {
    const properties = this.#definitions.propertiesOf(declaration);
    return { ...keywordsOf(declaration.docs), ...this.#object(properties, declaration.index) };
  }

  /** Returns the schema of a type where it is used: in a property, an array, an index signature, or an intersection. */
  #use(type: TypeNode): JsonSchema {
    const { target, aliases } = resolveDefined(type, this.#definitions);
    if (target.kind === 'interface') return this.#reference(target.name);
    const innermost = aliases.at(-1);
    if (innermost && this.#keepsName(innermost, target)) return this.#reference(innermost.name);
    const docs = aliases.toReversed().map((alias) => keywordsOf(alias.docs));
    return Object.assign({}, ...docs, this.#structure(target)) as JsonSchema;
  }

  #structure(type: Structure): JsonSchema {
    switch (type.kind) {
      case 'primitive':
        return primitiveSchema(type.name);
      case 'literal':
        return literalSchema(type.value);
      case 'typeof':
        return literalSchema(this.#definitions.constantValue(type.name));
      case 'array':
        return { type: 'array', items: this.#use(type.element) };
      case 'intersection':
        return this.#intersection(type);
      case 'record':
        return { type: 'object' };
      case 'object':
        return this.#objectLiteral(type);
      case 'union':
        return type.enum ? this.#enum(type.members) : this.#union(type.members);
    }
  }

  /** TypeScript distributes intersections over the unions in them. */
  #intersection({ members, place }: TypeNode & { kind: 'intersection' }): JsonSchema {
    const [first, ...others] = this.#distribute(members);
    if (first && others.length === 0) return { allOf: withPrimitivesLast(first.map((each) => this.#use(each))) };
    return this.#union([first ?? [], ...others].map((each) => ({ kind: 'intersection', members: each, place })));
  }

  /** Returns the intersections whose union an intersection is, each without intersections and unions in it. */
  #distribute(members: readonly TypeNode[]): readonly (readonly TypeNode[])[] {
    return members.reduce<readonly (readonly TypeNode[])[]>(
      (all, member) => {
        const { target } = resolveDefined(member, this.#definitions);
        const alternatives =
          target.kind === 'intersection'
            ? this.#distribute(target.members)
            : target.kind === 'union'
              ? target.members.flatMap((each) => this.#distribute([each]))
              : [[member]];
        return all.flatMap((each) => alternatives.map((alternative) => [...each, ...alternative]));
      },
      [[]],
    );
  }

  #objectLiteral(type: ObjectNode): JsonSchema {
    if (type.mapped) return this.#object(type.properties, undefined);
    const empty = type.properties.length === 0 && !type.index;
    return empty ? { type: 'object', properties: {} } : this.#object(type.properties, type.index);
  }

  #object(properties: readonly Property[], index: TypeNode | undefined): JsonSchema {
    const schema: JsonSchema = { type: 'object' };
    if (index) schema['additionalProperties'] = this.#use(index);
    const stated = properties.filter(({ type }) => !isNever(type));
    if (stated.length > 0) {
      schema['properties'] = Object.fromEntries(stated.map((property) => [property.name, this.#property(property)]));
    }
    const required = properties.filter(({ optional }) => !optional).map(({ name }) => name);
    if (required.length > 0) schema['required'] = required.sort();
    return schema;
  }

  #property(property: Property): JsonSchema {
    const keywords = keywordsOf(property.docs);
    // A type in a tag replaces the declared one.
    if ('type' in keywords) return keywords;
    const schema = { ...this.#use(property.type), ...keywords };
    return property.docs.tags.some(({ name }) => name === 'nullable') ? orNull(schema) : schema;
  }

  #union(members: readonly TypeNode[]): JsonSchema {
    const entries: JsonSchema[] = [];
    const literals: Literal[] = [];
    for (const member of reduceUnion(members, this.#definitions, this.#order)) {
      if (member.kind === 'literal') literals.push(member.value);
      else entries.push(this.#member(member));
    }
    const [literal, ...more] = literals.toSorted();
    if (literal !== undefined && more.length === 0 && entries.length === 0) return literalSchema(literal);
    if (literal !== undefined) entries.push(literalsSchema([literal, ...more]));
    const [only, ...others] = withPrimitivesLast(entries);
    return only && others.length === 0 ? only : { anyOf: [only, ...others] };
  }

  #enum(members: readonly TypeNode[]): JsonSchema {
    const values = members.flatMap((member) => (member.kind === 'literal' ? [member.value] : []));
    return { type: [...new Set(values.map((value) => typeof value))], ...literalsSchema(values) };
  }

  #member(member: Member): JsonSchema {
    if (member.kind !== 'reference') return this.#structure(member);
    const declaration = this.#definitions.findType(member.name);
    const { target } = resolveDefined(member, this.#definitions);
    if (declaration?.kind !== 'alias' || target.kind === 'interface') return this.#reference(member.name);
    const schema = this.#keepsName(declaration, target) ? this.#reference(member.name) : this.#structure(target);
    return { ...keywordsOf(declaration.docs), ...schema };
  }

  /** Returns whether an alias is referred to by name, instead of being replaced by its target. */
  #keepsName(alias: AliasDeclaration, target: Structure): boolean {
    switch (target.kind) {
      case 'union':
        return reduceUnion(target.members, this.#definitions, this.#order).length > 1;
      case 'intersection':
      case 'record':
        return true;
      case 'object':
        return target.mapped === true || this.#isRecursive(alias, target);
      case 'primitive':
      case 'literal':
      case 'typeof':
      case 'array':
        return false;
    }
  }

  #isRecursive(alias: AliasDeclaration, target: Structure): boolean {
    const aliased = (name: string): readonly string[] => {
      const declaration = this.#definitions.findType(name);
      return declaration?.kind === 'alias' ? namesIn(declaration.type) : [];
    };
    return reach(namesIn(target), aliased).has(alias.name);
  }

  #reference(name: string): JsonSchema {
    this.#referenced.add(name);
    return { $ref: this.#prefix + encodeURIComponent(name) };
  }
}

/** Returns the schemas, with one schema for all primitives at the end. */
function withPrimitivesLast(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const isPrimitive = (schema: JsonSchema): boolean => 'type' in schema && Object.keys(schema).length === 1;
  const types = schemas.filter(isPrimitive).map((schema) => schema['type']);
  const others = schemas.filter((schema) => !isPrimitive(schema));
  return types.length === 0 ? others : [...others, { type: types.length === 1 ? types[0] : types }];
}

/** Omits properties that must be absent. */
function isNever(type: TypeNode): boolean {
  return type.kind === 'primitive' && type.name === 'never';
}

function primitiveSchema(name: (Structure & { kind: 'primitive' })['name']): JsonSchema {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
      return { type: name };
    case 'number':
      return { type: 'integer' };
    case 'unknown':
    case 'any':
      return {};
    case 'object':
      return { type: 'object', properties: {}, additionalProperties: true };
    case 'never':
      return { not: {} };
  }
}

/** Returns a schema that accepts null, too, in the form of the official tool. */
function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  const isSimple = Object.keys(schema).every((keyword) => keyword === 'type' || keyword === 'description');
  // For the tool, an object without properties is a reference to `Record<...>`.
  if (isSimple && type !== 'object') return type === 'null' ? schema : { ...schema, type: [type, 'null'].flat() };
  return Array.isArray(anyOf)
    ? { ...schema, anyOf: [...(anyOf as readonly unknown[]), { type: 'null' }] }
    : { anyOf: [schema, { type: 'null' }] };
}

function literalSchema(value: Literal | undefined): JsonSchema {
  return { const: value, type: jsonType(value) };
}

/** Returns the schema of literals beside other members of a union. The official tool does not know integers here. */
function literalsSchema(values: readonly Literal[]): JsonSchema {
  const [only, ...more] = values;
  const [type, ...others] = new Set(values.map((value) => typeof value));
  const schema = more.length === 0 ? { const: only } : { enum: values };
  return others.length === 0 ? { ...schema, type } : schema;
}

function jsonType(value: Literal | undefined): string {
  if (typeof value !== 'number') return typeof value;
  return Number.isInteger(value) ? 'integer' : 'number';
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, part]) => [key, sortKeys(part)]));
}
