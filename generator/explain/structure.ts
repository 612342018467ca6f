/**
 * What values a type has, as a digest: equal digests, equal values. Names do not count, so that a type that is taken out
 * of another and given a name changes nothing; neither do prose and the order of properties and members.
 */

import { createHash } from 'node:crypto';
import { keywordsOf } from '../emit/json-schema/keywords.js';
import { unreachable } from '../model/declarations.js';
import type { Docs, InterfaceDeclaration, ObjectNode, TypeNode } from '../model/declarations.js';
import type { Definitions, Structure } from '../model/definitions.js';
import { partsOfDeclaration, reach } from './reach.js';

const NO_DOCS: Docs = { text: '', tags: [] };
const OBJECT = ['object'];

/** Takes the digests of one schema's types. */
export class Structures {
  readonly #definitions: Definitions;
  readonly #recursive: ReadonlySet<string>;
  readonly #named = new Map<string, string>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    const recursive = definitions.types.filter((declaration) =>
      reach(partsOfDeclaration(declaration, definitions), definitions).has(declaration.name),
    );
    this.#recursive = new Set(recursive.map(({ name }) => name));
  }

  /** @param docs what is said of the place where the type stands: bounds and formats narrow it */
  digest(type: TypeNode, docs = NO_DOCS): string {
    // A name that is part of its own definition stays a name. What it stands for is added here.
    const recursive = [...reach([type], this.#definitions)].filter((name) => this.#recursive.has(name)).sort();
    return digest([this.#digest(type, docs), ...recursive.map((name) => [name, this.#define(name)])]);
  }

  /** The digest of each field of an object type, by name. Nothing for other types. */
  fields(type: TypeNode): ReadonlyMap<string, string> {
    const { target } = this.#definitions.resolve(type);
    if (target.kind === 'intersection') return new Map(target.members.flatMap((member) => [...this.fields(member)]));
    if (target.kind !== 'interface' && target.kind !== 'object') return new Map();
    const properties = target.kind === 'interface' ? this.#definitions.propertiesOf(target) : target.properties;
    return new Map(
      properties.map(({ name, optional, type, docs }) => [name, digest([optional, this.digest(type, docs)])]),
    );
  }

  #digest(type: TypeNode, docs: Docs): string {
    return narrowed(type.kind === 'reference' ? this.#reference(type.name) : digest(this.#structure(type)), docs);
  }

  #reference(name: string): string {
    return this.#recursive.has(name) ? digest(['name', name]) : this.#define(name);
  }

  #define(name: string): string {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const declaration = this.#definitions.findType(name);
    if (!declaration) throw new Error(`No type ${name}`);
    const { docs } = declaration;
    const defined =
      declaration.kind === 'interface'
        ? narrowed(digest(this.#object(declaration)), docs)
        : this.#digest(declaration.type, docs);
    this.#named.set(name, defined);
    return defined;
  }

  #structure(type: Structure): unknown {
    switch (type.kind) {
      case 'primitive':
        if (type.name === 'object') return OBJECT;
        return type.name === 'any' ? 'unknown' : type.name;
      case 'literal':
        return ['is', type.value];
      case 'typeof':
        return ['is', this.#definitions.constantValue(type.name)];
      case 'array':
        return ['items', this.#digest(type.element, NO_DOCS)];
      case 'record':
        return OBJECT;
      case 'object':
        return this.#object(type);
      case 'union':
        return ['any', ...new Set(this.#flattened(type.members))].sort();
      case 'intersection':
        return ['all', ...type.members.map((member) => this.#digest(member, NO_DOCS)).sort()];
      default:
        return unreachable(type);
    }
  }

  /** An index signature of unknown values says nothing: any object may have other properties. */
  #object(target: InterfaceDeclaration | ObjectNode): unknown {
    const properties = target.kind === 'interface' ? this.#definitions.propertiesOf(target) : target.properties;
    const fields = properties.map(({ name, optional, type, docs }) => [name, optional, this.#digest(type, docs)]);
    const sorted = fields.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    return [
      ...OBJECT,
      ...sorted,
      ...(target.index && !isAnything(target.index) ? [this.#digest(target.index, NO_DOCS)] : []),
    ];
  }

  /** The digests of a union's members, those of nested unions in place of these. */
  #flattened(members: readonly TypeNode[]): readonly string[] {
    return members.flatMap((member) => {
      const recursive = member.kind === 'reference' && this.#recursive.has(member.name);
      const { target } = this.#definitions.resolve(member);
      return target.kind === 'union' && !recursive ? this.#flattened(target.members) : [this.#digest(member, NO_DOCS)];
    });
  }
}

function isAnything(type: TypeNode): boolean {
  return type.kind === 'primitive' && (type.name === 'unknown' || type.name === 'any');
}

/** A structure under the keywords that its docs state. */
function narrowed(structure: string, docs: Docs): string {
  const keywords = Object.entries(keywordsOf({ text: '', tags: docs.tags }));
  return keywords.length === 0
    ? structure
    : digest([structure, ...keywords.map((keyword) => JSON.stringify(keyword)).sort()]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
