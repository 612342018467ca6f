/**
 * Emits formats.ts: for every definition that contains text of a format (`byte`, `uri`, `uri-template`), a check of its
 * own. It runs on what a program sends; what it receives is not refused for its formats.
 */

import { discriminate } from '../analyze/discriminate.js';
import { tagText, type Property, type TypeDeclaration, type TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';
import { Code, code, concat, identifier, imported, isIdentifier, literal } from '../print/code.js';
import { CODEGEN, sourceFile, type GeneratedFile } from './file.js';
import { guardName } from './validators.js';

const checkFormat = imported('checkFormat', CODEGEN, 'value');
const checkEach = imported('checkEach', CODEGEN, 'value');
const under = imported('under', CODEGEN, 'value');
const FormatProblem = imported('FormatProblem', CODEGEN, 'type');
const VALUE = new Code('value');

/** The name of a definition's format check: `checkResourceFormats`. */
export function formatCheckName(type: string): string {
  return `check${type}Formats`;
}

/** Which definitions contain text of a format, themselves or through others. */
export class FormatFinder {
  readonly #definitions: Definitions;
  readonly #known = new Map<string, boolean>();

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
  }

  inDefinition(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // What is being looked at counts as without formats where it contains itself.
    this.#known.set(name, false);
    const declaration = this.#definitions.findType(name);
    const found =
      declaration?.kind === 'interface'
        ? this.#definitions.propertiesOf(declaration).some((property) => this.inProperty(property))
        : declaration !== undefined && this.inType(declaration.type);
    this.#known.set(name, found);
    return found;
  }

  inProperty(property: Property): boolean {
    return tagText(property.docs, 'format') !== undefined || this.inType(property.type);
  }

  inType(type: TypeNode): boolean {
    switch (type.kind) {
      case 'reference':
        return this.inDefinition(type.name);
      case 'array':
        return this.inType(type.element);
      case 'union':
      case 'intersection':
        return type.members.some((member) => this.inType(member));
      case 'object':
        return (
          type.properties.some((property) => this.inProperty(property)) || (!!type.index && this.inType(type.index))
        );
      case 'primitive':
      case 'literal':
      case 'record':
      case 'typeof':
        return false;
    }
  }
}

export function emitFormats(protocol: Protocol): GeneratedFile {
  const emitter = new FormatEmitter(protocol);
  const about = `Format checks of revision ${protocol.revision}: for values that their guard has accepted, before they are sent.`;
  return sourceFile(protocol, 'formats', about, emitter.functions());
}

class FormatEmitter {
  readonly #definitions: Definitions;
  readonly #finder: FormatFinder;
  /** The params and results that the methods have, and what is reached from their checks. */
  readonly #needed: Set<string>;

  constructor({ definitions, requests, notifications }: Protocol) {
    this.#definitions = definitions;
    this.#finder = new FormatFinder(definitions);
    const sent = [
      ...requests.flatMap(({ params, result }) => [params.type, result]),
      ...notifications.map(({ params }) => params.type),
    ];
    this.#needed = new Set(sent.filter((name) => this.#finder.inDefinition(name)));
  }

  functions(): readonly Code[] {
    const written = new Map<TypeDeclaration, Code>();
    // Writing one function may call for others, which a set in iteration goes on to visit.
    for (const name of this.#needed) {
      const declaration = this.#definitions.findType(name);
      if (declaration) written.set(declaration, this.#function(declaration));
    }
    return this.#definitions.types.flatMap((declaration) => written.get(declaration) ?? []);
  }

  #checkOf(name: string): Code {
    this.#needed.add(name);
    return identifier(formatCheckName(name));
  }

  #function(declaration: TypeDeclaration): Code {
    const type = imported(declaration.name, './types.js', 'type');
    const problem =
      declaration.kind === 'interface'
        ? this.#properties(this.#definitions.propertiesOf(declaration), VALUE, '')
        : this.#type(declaration.type, VALUE, '');
    return code`/** The first wrong format in a {@link ${identifier(declaration.name)}}. */
      export function ${identifier(formatCheckName(declaration.name))}(value: ${type}): ${FormatProblem} | undefined {
        return ${problem};
      }`;
  }

  #properties(properties: readonly Property[], value: Code, path: string): Code {
    const checks = properties
      .filter((property) => this.#finder.inProperty(property))
      .map((property) => this.#property(property, value, path));
    return concat(checks, ' ?? ');
  }

  #property(property: Property, object: Code, path: string): Code {
    const { name } = property;
    const value = memberOf(object, name);
    const pointer = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const format = tagText(property.docs, 'format');
    if (format !== undefined) return code`${checkFormat}(${format}, ${value}, ${pointer})`;
    const check = this.#type(property.type, value, pointer);
    return property.optional && this.#definitions.resolve(property.type).target.kind !== 'array'
      ? code`(${value} && (${check}))`
      : check;
  }

  /** An expression that checks a value; `path` is where it stands in the value that the function was given. */
  #type(type: TypeNode, value: Code, path: string): Code {
    if (type.kind === 'reference') {
      const check = code`${this.#checkOf(type.name)}(${value})`;
      return path === '' ? check : code`${under}(${path}, ${check})`;
    }
    switch (type.kind) {
      case 'array':
        return code`${checkEach}(${value}, ${path}, ${this.#itemCheck(type.element)})`;
      case 'object':
        if (type.index && this.#finder.inType(type.index)) break;
        return this.#properties(type.properties, value, path);
      case 'union':
        return this.#union(type.members, value, path);
      case 'intersection': {
        const members = type.members.filter((member) => this.#finder.inType(member));
        return concat(
          members.map((member) => this.#type(member, value, path)),
          ' ?? ',
        );
      }
      case 'primitive':
      case 'literal':
      case 'record':
      case 'typeof':
    }
    const { file, line, column } = type.place;
    throw new Error(`${file}:${line}:${column}  Formats inside an index signature are not supported`);
  }

  #itemCheck(element: TypeNode): Code {
    if (element.kind === 'reference') return this.#checkOf(element.name);
    return code`(item) => ${this.#type(element, new Code('item'), '')}`;
  }

  /** Members without formats are passed over; a value of several members is checked as each of them. */
  #union(members: readonly TypeNode[], value: Code, path: string): Code {
    const found = discriminate(members, this.#definitions);
    if (found.by === 'value') return new Code('undefined');
    const checks =
      found.by === 'trial'
        ? found.members.map((member) => ({ member, test: this.#trial(member, value) }))
        : [...found.cases].flatMap(([tag, group]) =>
            group.map((member) => ({ member, test: code`${memberOf(value, found.tag)} === ${tag}` })),
          );
    const relevant = checks.filter(({ member }) => this.#finder.inType(member));
    return concat(
      relevant.map(({ member, test }) => code`(${test} ? ${this.#type(member, value, path)} : undefined)`),
      ' ?? ',
    );
  }

  #trial(member: TypeNode, value: Code): Code {
    if (member.kind === 'array') return code`Array.isArray(${value})`;
    if (member.kind !== 'reference') throw new Error('A union of types without names or tags has formats');
    return code`${imported(guardName(member.name), './validators.js', 'value')}(${value})`;
  }
}

/** A property of an expression. */
function memberOf(object: Code, name: string): Code {
  return isIdentifier(name) ? code`${object}.${identifier(name)}` : code`${object}[${literal(name)}]`;
}
