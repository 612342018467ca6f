/**
 * Computes types from other types: `Record<K, V>`, `Partial<T>`, `Required<T>`, `Pick<T, K>`, `Omit<T, K>`, `keyof T` and `T['name']`. Each
 * is replaced by its result, so that later steps do not have to support them.
 */

import type { Base, Declaration, Literal, Property, TypeDeclaration, TypeNode } from '../model/declarations.js';
import { mapType, mapTypes, type Members } from '../model/definitions.js';
import type { Place, ProblemList } from '../problems.js';
import { intersectMembers } from './intersect.js';

/** An operand of a computed type. `undefined` is not a type of the grammar: it makes a property optional. */
export type Computation =
  | { readonly kind: 'record'; readonly keys: TypeNode; readonly value: TypeNode; readonly optional: boolean }
  | { readonly kind: 'partial' | 'required'; readonly of: TypeNode }
  | { readonly kind: 'pick' | 'omit'; readonly of: TypeNode; readonly keys: TypeNode }
  | { readonly kind: 'keys'; readonly of: TypeNode }
  | { readonly kind: 'member'; readonly of: TypeNode; readonly name: string };

/** Collects computed types while a file is read, and replaces them when all its declarations are known. */
export class ComputedTypes {
  readonly #problems: ProblemList;
  readonly #computations = new Map<TypeNode, Computation>();
  readonly #results = new Map<TypeNode, TypeNode | 'open'>();
  #declarations: ReadonlyMap<string, Declaration> = new Map();
  /** The results by the name of a declaration. A declaration that is still open refers to itself, and has no result. */
  readonly #membersByName = new Map<string, Members | undefined>();
  readonly #intersections = new Map<TypeNode, Members | undefined>();
  readonly #literalsByName = new Map<string, readonly Literal[] | undefined>();

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  /** Returns a placeholder for a computed type, which {@link replaceIn} replaces. */
  add(computation: Computation, place: Place): TypeNode {
    const node: TypeNode = { kind: 'reference', name: computation.kind, place };
    this.#computations.set(node, computation);
    return node;
  }

  /** Sets the declarations that computed types may refer to. */
  know(declarations: readonly Declaration[]): void {
    this.#declarations = new Map(declarations.map((each) => [each.name, each]));
  }

  /** Returns a declaration with every computed type in it replaced. */
  replaceIn(declaration: Declaration): Declaration {
    if (declaration.kind === 'interface') declaration.bases.forEach((base) => this.#checkBase(base));
    return declaration.kind === 'constant' ? declaration : mapTypes(declaration, (type) => this.#resolve(type));
  }

  /** Returns the only value of a type, with names resolved, or undefined if it has several. */
  literalOf(type: TypeNode): Literal | undefined {
    const literals = this.#literals(type);
    return literals?.length === 1 ? literals[0] : undefined;
  }

  #resolve(node: TypeNode): TypeNode {
    const computation = this.#computations.get(node);
    if (!computation) return node;
    const known = this.#results.get(node);
    if (known === 'open') return this.#fail(node, 'This type is computed from itself', 'Remove the cycle.');
    if (known) return known;
    this.#results.set(node, 'open');
    const result = mapType(this.#compute(computation, node), (type) => this.#resolve(type));
    this.#results.set(node, result);
    return result;
  }

  #compute(computation: Computation, node: TypeNode): TypeNode {
    const { place } = node;
    switch (computation.kind) {
      case 'record': {
        const { value, optional } = computation;
        const keyType = this.#resolve(computation.keys);
        if (keyType.kind === 'primitive' && keyType.name === 'string') {
          return { kind: 'object', properties: [], index: value, place };
        }
        const keys = this.#keys(keyType, node);
        const docs = { text: '', tags: [] };
        return {
          kind: 'object',
          properties: keys.map((name) => ({ name, optional, type: value, docs, place })),
          place,
        };
      }
      case 'partial':
      case 'required': {
        const optional = computation.kind === 'partial';
        return this.#object(computation.of, node, (properties) => properties.map((each) => ({ ...each, optional })));
      }
      case 'pick': {
        const members = this.#members(computation.of);
        if (!members) return this.#notObject(computation.of, node);
        const keys = this.#keys(computation.keys, node);
        this.#checkPicked(keys, members, place);
        return { kind: 'object', properties: members.properties.filter(({ name }) => keys.includes(name)), place };
      }
      case 'omit': {
        if (this.#members(computation.of)?.index) return this.#failKeys('Omit', node);
        const keys = new Set(this.#keys(computation.keys, node));
        return this.#object(computation.of, node, (properties) => properties.filter(({ name }) => !keys.has(name)));
      }
      case 'keys': {
        const found = this.#members(computation.of);
        if (!found) return this.#notObject(computation.of, node);
        if (found.index) return this.#failKeys('keyof', node);
        const members = found.properties.map(({ name }): TypeNode => ({ kind: 'literal', value: name, place }));
        return members.length > 0 ? { kind: 'union', members, place } : { kind: 'primitive', name: 'never', place };
      }
      case 'member': {
        const members = this.#members(computation.of);
        if (!members) return this.#notObject(computation.of, node);
        const found = members.properties.find(({ name }) => name === computation.name);
        if (found) return this.#resolve(found.type);
        return this.#fail(node, `Unknown property ${JSON.stringify(computation.name)}`, 'Correct the name.');
      }
    }
  }

  #object(of: TypeNode, node: TypeNode, change: (properties: readonly Property[]) => readonly Property[]): TypeNode {
    const members = this.#members(of);
    if (!members) return this.#notObject(of, node);
    const { properties, index } = members;
    return { kind: 'object', properties: change(properties), ...(index && { index }), place: node.place };
  }

  /** Returns the properties of an object type, inherited ones first, and its index signature. Returns undefined for other types. */
  #members(type: TypeNode): Members | undefined {
    const node = this.#resolve(type);
    if (node.kind === 'object') return node;
    if (node.kind === 'record')
      return { properties: [], index: { kind: 'primitive', name: 'unknown', place: node.place } };
    if (node.kind === 'intersection') return this.#intersection(node);
    if (node.kind !== 'reference') return undefined;
    const declaration = this.#declarations.get(node.name);
    if (!declaration || declaration.kind === 'constant') return undefined;
    return once(this.#membersByName, node.name, () => this.#membersOf(declaration));
  }

  #membersOf(declaration: TypeDeclaration): Members | undefined {
    if (declaration.kind === 'alias') return this.#members(declaration.type);
    const bases = declaration.bases.map(({ name, filter, place }) => {
      const members = this.#members({ kind: 'reference', name, place });
      if (!members || !filter) return members;
      const isPicked = filter.kind === 'pick';
      const properties = members.properties.filter((each) => filter.keys.includes(each.name) === isPicked);
      return isPicked ? { properties } : { ...members, properties };
    });
    return join(bases, declaration);
  }

  /** Reports each intersection once, even if several types are computed from it. */
  #intersection(node: TypeNode & { kind: 'intersection' }): Members | undefined {
    if (this.#intersections.has(node)) return this.#intersections.get(node);
    const objects = node.members.map((member) => this.#members(member));
    const lookup = {
      resolve: (type: TypeNode) => this.#follow(type),
      isObject: (type: TypeNode) => this.#isObject(type),
    };
    const members = objects.every((object) => object !== undefined)
      ? intersectMembers(objects, lookup, (property) => this.#failProperty(property, node))
      : undefined;
    this.#intersections.set(node, members);
    return members;
  }

  /**
   * Returns whether a type has members. An intersection may refer to itself in the types of its properties. `checkNames` reports one that
   * is a member of itself.
   */
  #isObject(type: TypeNode, seen: ReadonlySet<TypeNode> = new Set()): boolean {
    const node = this.#follow(type);
    if (node.kind !== 'intersection') return this.#members(node) !== undefined;
    return seen.has(node) || node.members.every((member) => this.#isObject(member, new Set([...seen, node])));
  }

  /** Resolves a type: follows the names of aliases and constants. */
  #follow(type: TypeNode): TypeNode {
    const seen = new Set<string>();
    let node = this.#resolve(type);
    while ((node.kind === 'reference' || node.kind === 'typeof') && !seen.has(node.name)) {
      seen.add(node.name);
      const declaration = this.#declarations.get(node.name);
      if (declaration?.kind === 'constant') return { kind: 'literal', value: declaration.value, place: node.place };
      if (declaration?.kind !== 'alias') return node;
      node = this.#resolve(declaration.type);
    }
    return node;
  }

  #keys(type: TypeNode, node: TypeNode): readonly string[] {
    const literals = this.#literals(this.#resolve(type));
    if (literals?.every((key) => typeof key === 'string')) return literals;
    this.#fail(
      node,
      'The keys are not a finite set of strings',
      "Write them as 'a' | 'b', or as a type that resolves to this.",
    );
    return [];
  }

  /** Returns the literals that a type consists of, or undefined if it has other values. */
  #literals(type: TypeNode): readonly Literal[] | undefined {
    const node = this.#resolve(type);
    if (node.kind === 'literal') return [node.value];
    if (node.kind === 'primitive' && node.name === 'never') return [];
    if (node.kind === 'union') {
      const members = node.members.map((member) => this.#literals(member));
      return members.every((member) => member !== undefined) ? [...new Set(members.flat())] : undefined;
    }
    if (node.kind !== 'reference' && node.kind !== 'typeof') return undefined;
    const declaration = this.#declarations.get(node.name);
    if (declaration?.kind === 'constant') return [declaration.value];
    if (declaration?.kind !== 'alias') return undefined;
    return once(this.#literalsByName, node.name, () => this.#literals(declaration.type));
  }

  #notObject(of: TypeNode, node: TypeNode): TypeNode {
    if (of.kind === 'reference' && !this.#computations.has(of) && !this.#declarations.has(of.name)) {
      return this.#fail(of, `${of.name} is not declared`, 'Declare it in this file, or correct the name.');
    }
    const remedy = 'Use the name of an interface or of an object type, declared in this file or in the revision.';
    return this.#fail(node, 'This type is computed from one that is not an object', remedy);
  }

  /** Checks an `extends Omit<R, ...>` or `extends Pick<R, ...>`. It is not computed, so that the base keeps its name. */
  #checkBase({ name, filter, place }: Base): void {
    const base: TypeNode = { kind: 'reference', name, place };
    const members = filter && this.#members(base);
    if (!members) return;
    if (filter.kind === 'pick') this.#checkPicked(filter.keys, members, place);
    else if (members.index) this.#failKeys('Omit', base);
  }

  #checkPicked(keys: readonly string[], { properties }: Members, place: Place): void {
    const missing = keys.find((key) => !properties.some(({ name }) => name === key));
    if (missing === undefined) return;
    const remedy = 'Correct the name, or remove it.';
    this.#problems.add(place, `Unknown property ${JSON.stringify(missing)} to pick`, remedy);
  }

  #failProperty(property: string | undefined, node: TypeNode): void {
    const what = property === undefined ? 'Index signatures' : `Types of the property ${JSON.stringify(property)}`;
    const remedy = 'Declare the common type in one of the objects, and remove it from the others.';
    this.#fail(node, `${what} in this intersection cannot be combined`, remedy);
  }

  /** With an index signature, every string is a key: TypeScript does not distinguish the named properties. */
  #failKeys(operator: 'Omit' | 'keyof', node: TypeNode): TypeNode {
    const remedy = 'Remove the index signature, or write the result out.';
    return this.#fail(node, `${operator} cannot be applied to a type with an index signature`, remedy);
  }

  #fail({ place }: TypeNode, message: string, remedy: string): TypeNode {
    this.#problems.add(place, message, remedy);
    return { kind: 'primitive', name: 'unknown', place };
  }
}

/** Computes the result for each name once. Otherwise types with shared parts would take exponential time. */
function once<Result>(
  results: Map<string, Result | undefined>,
  name: string,
  compute: () => Result | undefined,
): Result | undefined {
  if (results.has(name)) return results.get(name);
  results.set(name, undefined);
  const result = compute();
  results.set(name, result);
  return result;
}

/**
 * Returns the members of an interface and its bases. Own members override inherited ones. The index signature is that of the first base
 * with one.
 */
function join(bases: readonly (Members | undefined)[], own: Members): Members | undefined {
  if (!bases.every((base) => base !== undefined)) return undefined;
  const objects = [...bases, own];
  const properties = new Map(objects.flatMap((object) => object.properties.map((each) => [each.name, each] as const)));
  const index = own.index ?? bases.find((base) => base.index)?.index;
  return { properties: [...properties.values()], ...(index && { index }) };
}
