/** Looks up declarations by name, and resolves names. */

import { reach } from '../collections.js';
import type { AnchorName, Names } from './anchors.js';
import {
  inheritDocs,
  type AliasDeclaration,
  type Base,
  type ConstantDeclaration,
  type Declaration,
  type InterfaceDeclaration,
  type Literal,
  type ObjectNode,
  type Property,
  type ReferenceNode,
  type TypeDeclaration,
  type TypeNode,
} from './declarations.js';

/** A type other than a reference. */
export type Structure = Exclude<TypeNode, ReferenceNode>;

/** A type with its names resolved. */
export interface Resolved {
  /** The result: an interface, or a type other than a reference. */
  readonly target: InterfaceDeclaration | Structure;
  /** The resolved aliases, the outermost first. */
  readonly aliases: readonly AliasDeclaration[];
}

/** The members of an interface or object type: its properties, and the type of its index signature, if there is one. */
export type Members = Pick<ObjectNode, 'properties' | 'index'>;

/** The declarations of one schema, by name. Every name in them must be declared: `checkNames` checks that. */
export class Definitions {
  /** Every declaration, in the order of the file. */
  readonly all: readonly Declaration[];
  /** The interfaces and aliases, in the order of the file: each has a definition in the JSON Schema. */
  readonly types: readonly TypeDeclaration[];
  /** The constants, in the order of the file. */
  readonly constants: readonly ConstantDeclaration[];
  /** The names of anchors, where they are not the usual ones. */
  readonly names: Names;
  readonly #byName: ReadonlyMap<string, Declaration>;
  #owners: ReadonlyMap<string, string> | undefined;
  readonly #flattened = new Map<string, readonly Property[]>();
  readonly #indexes = new Map<string, TypeNode | undefined>();

  constructor(all: readonly Declaration[], names: Names = {}) {
    this.all = all;
    this.names = names;
    this.types = all.filter((declaration) => declaration.kind !== 'constant');
    this.constants = all.filter((declaration) => declaration.kind === 'constant');
    this.#byName = new Map(all.map((declaration) => [declaration.name, declaration]));
  }

  /** Returns the declaration of that name, or undefined. */
  find(name: string): Declaration | undefined {
    return this.#byName.get(name);
  }

  /** Returns the interface or alias of that name, or undefined. */
  findType(name: string): TypeDeclaration | undefined {
    const found = this.find(name);
    return found?.kind === 'constant' ? undefined : found;
  }

  /** Returns the name of a declaration that the compiler reads meaning from. It may not be declared. */
  nameOf(anchor: AnchorName): string {
    return this.names[anchor] ?? anchor;
  }

  /** Returns whether a name is that of an anchor, or of an alias of it. */
  isAnchor(name: string, anchor: AnchorName): boolean {
    const wanted = this.nameOf(anchor);
    if (name === wanted) return true;
    const declaration = this.findType(name);
    return declaration?.kind === 'alias' && declaration.type.kind === 'reference'
      ? this.isAnchor(declaration.type.name, anchor)
      : false;
  }

  /** Returns the value of `typeof NAME`. */
  constantValue(name: string): Literal {
    const found = this.find(name);
    if (found?.kind !== 'constant') throw new Error(`No constant ${name}`);
    return found.value;
  }

  /** Resolves names until an interface or a structure is reached. */
  resolve(type: TypeNode): Resolved {
    const aliases: AliasDeclaration[] = [];
    let current = type;
    while (current.kind === 'reference') {
      const found = this.#typeNamed(current.name);
      if (found.kind === 'interface') return { target: found, aliases };
      aliases.push(found);
      current = found.type;
    }
    return { target: current, aliases };
  }

  /**
   * Returns all properties of an interface or an object type, inherited ones first. An own property replaces the inherited property of the
   * same name, except for docs and constraints that it does not have itself.
   */
  propertiesOf(declaration: InterfaceDeclaration | ObjectNode): readonly Property[] {
    if (declaration.kind === 'object') return declaration.properties;
    const known = this.#flattened.get(declaration.name);
    if (known) return known;
    const properties = new Map<string, Property>();
    for (const base of declaration.bases) {
      for (const property of this.#inherited(base)) {
        if (!properties.has(property.name)) properties.set(property.name, property);
      }
    }
    for (const property of declaration.properties) {
      properties.set(property.name, withInheritedDocs(property, properties.get(property.name)));
    }
    const flattened = [...properties.values()];
    this.#flattened.set(declaration.name, flattened);
    return flattened;
  }

  /** Returns a property of an interface, own or inherited, or undefined. */
  propertyNamed(declaration: InterfaceDeclaration, name: string): Property | undefined {
    return this.propertiesOf(declaration).find((property) => property.name === name);
  }

  /**
   * Returns the properties and the index signature of an object, inherited ones included. Returns undefined if the type is not a single
   * object.
   */
  membersOf(type: TypeNode): Members | undefined {
    const { target } = this.resolve(type);
    if (target.kind === 'object') return target;
    if (target.kind === 'record')
      return { properties: [], index: { kind: 'primitive', name: 'unknown', place: target.place } };
    if (target.kind !== 'interface') return undefined;
    const index = this.#indexOf(target);
    return { properties: this.propertiesOf(target), ...(index && { index }) };
  }

  /** Returns whether every value of a type is an object. */
  isObject(type: TypeNode): boolean {
    const { target } = this.resolve(type);
    if (target.kind === 'union') return target.members.every((member) => this.isObject(member));
    if (target.kind === 'intersection') return target.members.some((member) => this.isObject(member));
    return target.kind === 'interface' || target.kind === 'object' || target.kind === 'record';
  }

  /**
   * Returns the first interface or alias that declares a property. Properties are compared by content and place, not by identity, because
   * definitions that were read from JSON share no objects.
   */
  ownerOf(property: Property): string | undefined {
    this.#owners ??= new Map(
      this.types.toReversed().flatMap(({ name, ...declaration }) => {
        const target = declaration.kind === 'interface' ? declaration : declaration.type;
        const own = target.kind === 'interface' || target.kind === 'object' ? target.properties : [];
        return own.map((each): [string, string] => [JSON.stringify(each), name]);
      }),
    );
    return this.#owners.get(JSON.stringify(property));
  }

  /** Returns whether an interface extends another, directly, through others, or through aliases. */
  extends(declaration: InterfaceDeclaration, ancestor: string): boolean {
    return reach(basesOf(declaration), (name) => basesOf(this.findType(name))).has(ancestor);
  }

  #indexOf(declaration: InterfaceDeclaration): TypeNode | undefined {
    const { name, index, bases } = declaration;
    if (index || this.#indexes.has(name)) return index ?? this.#indexes.get(name);
    // TypeScript picks named keys only, so the index signature is dropped.
    const whole = bases.filter(({ filter }) => filter?.kind !== 'pick');
    const inherited = whole.map(({ name, place }) => this.membersOf({ kind: 'reference', name, place })?.index);
    const found = inherited.find((each) => each !== undefined);
    this.#indexes.set(name, found);
    return found;
  }

  #inherited(base: Base): readonly Property[] {
    const { target } = this.resolve({ kind: 'reference', name: base.name, place: base.place });
    const all = target.kind === 'interface' || target.kind === 'object' ? this.propertiesOf(target) : [];
    const { filter } = base;
    return filter ? all.filter(({ name }) => filter.keys.includes(name) === (filter.kind === 'pick')) : all;
  }

  #typeNamed(name: string): TypeDeclaration {
    const found = this.findType(name);
    if (!found) throw new Error(`No type ${name}`);
    return found;
  }
}

/** Returns the names of the bases of an interface, or the name that an alias stands for. */
export function basesOf(type: TypeDeclaration | undefined): readonly string[] {
  if (type?.kind === 'interface') return type.bases.map(({ name }) => name);
  return type?.type.kind === 'reference' ? [type.type.name] : [];
}

function withInheritedDocs(own: Property, inherited: Property | undefined): Property {
  if (!inherited) return own;
  const docs = inheritDocs(own.docs, inherited.docs);
  const constraints = own.constraints ?? inherited.constraints;
  return { ...own, docs, ...(constraints && { constraints }) };
}

/** Calls `visit` with a type and every type inside it, in the order of the file. */
export function walkType(type: TypeNode, visit: (type: TypeNode) => void): void {
  visit(type);
  for (const part of partsOf(type)) walkType(part, visit);
}

/** Returns the names of types and constants that a type mentions, in the order of the file. */
export function namesIn(type: TypeNode): readonly string[] {
  const names: string[] = [];
  walkType(type, (part) => {
    if (part.kind === 'reference' || part.kind === 'typeof') names.push(part.name);
  });
  return names;
}

/** Returns the types that a type consists of, in the order of the file. Names are not resolved. */
export function partsOf(type: TypeNode): readonly TypeNode[] {
  switch (type.kind) {
    case 'array':
      return [type.element];
    case 'union':
    case 'intersection':
      return type.members;
    case 'object':
      return [...type.properties.map((property) => property.type), ...(type.index ? [type.index] : [])];
    case 'primitive':
    case 'literal':
    case 'record':
    case 'reference':
    case 'typeof':
      return [];
  }
}

/** Returns the types in a declaration: of its properties, its index signature, and its target. Bases are excluded. */
export function typesIn(declaration: TypeDeclaration): readonly TypeNode[] {
  if (declaration.kind === 'alias') return [declaration.type];
  const index = declaration.index ? [declaration.index] : [];
  return [...index, ...declaration.properties.map((property) => property.type)];
}

/** Returns a declaration with every type in it mapped, innermost types first. Bases are unchanged. */
export function mapTypes<Kind extends TypeDeclaration>(declaration: Kind, change: (type: TypeNode) => TypeNode): Kind;
export function mapTypes(declaration: TypeDeclaration, change: (type: TypeNode) => TypeNode): TypeDeclaration {
  return declaration.kind === 'alias'
    ? { ...declaration, type: mapType(declaration.type, change) }
    : { ...declaration, ...mapMembers(declaration, change) };
}

/** Returns a type with every type in it mapped, innermost types first. */
export function mapType(type: TypeNode, change: (type: TypeNode) => TypeNode): TypeNode {
  switch (type.kind) {
    case 'array':
      return change({ ...type, element: mapType(type.element, change) });
    case 'union':
    case 'intersection':
      return change({ ...type, members: type.members.map((member) => mapType(member, change)) });
    case 'object':
      return change({ ...type, ...mapMembers(type, change) });
    case 'primitive':
    case 'literal':
    case 'record':
    case 'reference':
    case 'typeof':
      return change(type);
  }
}

function mapMembers({ properties, index }: Members, change: (type: TypeNode) => TypeNode): Members {
  return {
    properties: properties.map((property) => ({ ...property, type: mapType(property.type, change) })),
    ...(index && { index: mapType(index, change) }),
  };
}

/** Returns the properties in a declaration, including those of nested object types. Inherited properties are excluded. */
export function propertiesIn(declaration: TypeDeclaration): readonly Property[] {
  const properties = declaration.kind === 'interface' ? [...declaration.properties] : [];
  for (const type of typesIn(declaration)) {
    walkType(type, (part) => {
      if (part.kind === 'object') properties.push(...part.properties);
    });
  }
  return properties;
}
