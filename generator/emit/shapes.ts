/**
 * Emits shapes.ts, every definition as a compact table, and explain.ts, which says what is wrong with a value. A guard
 * says no in nanoseconds; these two are loaded when one has said no.
 */

import { discriminate } from '../analyze/discriminate.js';
import { isOpenMap, tagText, unreachable } from '../model/declarations.js';
import type { Docs, InterfaceDeclaration, ObjectNode, Property, TypeDeclaration, TypeNode } from '../model/declarations.js';
import type { Definitions, Structure } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';
import { Code, code, concat, imported, literal, propertyKey } from '../print/code.js';
import { CODEGEN, sourceFile, type GeneratedFile } from './file.js';

const EXPLAIN = `${CODEGEN}/explain`;
const NO_DOCS: Docs = { text: '', tags: [] };

export function emitShapes(protocol: Protocol): GeneratedFile {
  const { definitions, revision } = protocol;
  const emitter = new ShapeEmitter(definitions);
  const names = concat(
    definitions.types.map(({ name }) => literal(name)),
    ' | ',
  );
  const shapes = definitions.types.map((type) => code`${propertyKey(type.name)}: ${emitter.definition(type)},`);
  return sourceFile(protocol, 'shapes', `The definitions of revision ${revision}, as tables.`, [
    code`/** The name of a definition. */
      export type DefinitionName = ${names};`,
    code`/** What a value of each definition is. */
      export const shapes: { readonly [Name in DefinitionName]: ${imported('Shape', EXPLAIN, 'type')} } = { ${shapes} };`,
  ]);
}

export function emitExplain(protocol: Protocol): GeneratedFile {
  const about = `Says what is wrong with a value that a guard of revision ${protocol.revision} refuses.`;
  const Issue = imported('Issue', CODEGEN, 'type');
  const walk = imported('explainShape', EXPLAIN, 'value');
  const definition = imported('DefinitionName', './shapes.js', 'type');
  return sourceFile(protocol, 'explain', about, [
    code`/** Every place where a value is not as its definition says, ten at most. Empty exactly where the guard accepts it. */
      export function explain(definition: ${definition}, value: unknown): readonly ${Issue}[] {
        return ${walk}(${imported('shapes', './shapes.js', 'value')}, definition, value);
      }`,
  ]);
}

class ShapeEmitter {
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  definition(declaration: TypeDeclaration): Code {
    return declaration.kind === 'interface' ? this.#object(declaration) : this.#shape(declaration.type, declaration.docs);
  }

  #shape(type: TypeNode, docs: Docs): Code {
    if (type.kind === 'reference') return this.#reference(type, docs);
    switch (type.kind) {
      case 'primitive':
        return primitive(type.name, docs);
      case 'literal':
        return code`{ is: [${type.value}] }`;
      case 'typeof':
        return code`{ is: [${this.#definitions.constantValue(type.name)}] }`;
      case 'array': {
        const most = tagText(docs, 'maxItems');
        const limit = most === undefined ? undefined : code`, most: ${Number(most)}`;
        return code`{ items: ${this.#shape(type.element, NO_DOCS)}${limit} }`;
      }
      case 'record':
        return literal('object');
      case 'object':
        return isOpenMap(type) ? literal('object') : this.#object(type);
      case 'intersection':
        return code`{ all: [${this.#list(type.members, NO_DOCS)}] }`;
      case 'union':
        return this.#union(type.members, docs);
      default:
        return unreachable(type);
    }
  }

  /** Names of primitives are replaced by what they stand for, since what is said of a property may narrow it. */
  #reference(type: TypeNode & { kind: 'reference' }, docs: Docs): Code {
    const { target, aliases } = this.#definitions.resolve(type);
    if (target.kind !== 'primitive') return literal(type.name);
    const tags = [docs, ...aliases.map((alias) => alias.docs)].flatMap((each) => each.tags);
    return primitive(target.name, { text: '', tags });
  }

  #object(target: InterfaceDeclaration | ObjectNode): Code {
    const properties = target.kind === 'interface' ? this.#definitions.propertiesOf(target) : target.properties;
    const rest = target.index ? this.#shape(target.index, NO_DOCS) : literal('any');
    const parts = [
      ...this.#properties('has', properties.filter(({ optional }) => !optional)),
      ...this.#properties('may', properties.filter(({ optional }) => optional)),
      ...(rest.text === '"any"' ? [] : [code`rest: ${rest}`]),
    ];
    return parts.length === 0 ? literal('object') : code`{ ${concat(parts, ', ')} }`;
  }

  #properties(key: 'has' | 'may', properties: readonly Property[]): readonly Code[] {
    if (properties.length === 0) return [];
    const lines = properties.map(({ name, type, docs }) => code`${propertyKey(name)}: ${this.#shape(type, docs)}`);
    return [code`${new Code(key)}: { ${concat(lines, ', ')} }`];
  }

  #union(members: readonly TypeNode[], docs: Docs): Code {
    const found = discriminate(members, this.#definitions);
    switch (found.by) {
      case 'value':
        return code`{ is: [${concat(found.values.map(literal), ', ')}] }`;
      case 'trial':
        return code`{ any: [${this.#list(found.members, docs)}] }`;
      case 'tag': {
        const cases = [...found.cases].map(([value, group]) => {
          const list = this.#list(group, NO_DOCS);
          return code`${propertyKey(String(value))}: ${group.length === 1 ? list : code`[${list}]`}`;
        });
        return code`{ tag: ${found.tag}, of: { ${concat(cases, ', ')} } }`;
      }
    }
  }

  #list(types: readonly TypeNode[], docs: Docs): Code {
    return concat(
      types.map((type) => this.#shape(type, docs)),
      ', ',
    );
  }
}

function primitive(name: (Structure & { kind: 'primitive' })['name'], docs: Docs): Code {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'object':
      return literal(name);
    case 'unknown':
    case 'any':
      return literal('any');
    case 'number': {
      const kind = tagText(docs, 'TJS-type') === 'number' ? 'number' : 'integer';
      const min = tagText(docs, 'minimum');
      const max = tagText(docs, 'maximum');
      if (min === undefined && max === undefined) return literal(kind);
      const bounds = [
        ...(min === undefined ? [] : [code`min: ${Number(min)}`]),
        ...(max === undefined ? [] : [code`max: ${Number(max)}`]),
      ];
      return code`{ ${concat([code`number: ${kind}`, ...bounds], ', ')} }`;
    }
  }
}
