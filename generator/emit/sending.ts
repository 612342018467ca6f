/**
 * Emits sending.ts: checks of what a program sends, beyond the guards. They cover formats (`byte`, `uri` ...), the keys of
 * `_meta`, and rules that hold for senders alone; nothing that is received is refused for these.
 */

import { discriminate } from '../analyze/discriminate.js';
import { RuleFinder, type SendRule } from '../analyze/sendRules.js';
import type { Property, TypeDeclaration, TypeNode } from '../model/declarations.js';
import type { Definitions } from '../model/definitions.js';
import type { Protocol } from '../model/protocol.js';
import { Code, code, concat, identifier, imported, isIdentifier, literal } from '../print/code.js';
import { SchemaProblems } from '../problems.js';
import { runtime } from './codegen.js';
import type { EmittedFunction } from './functions.js';
import { guardName, importedGuard } from './validators.js';

const { Issue, checkEach, checkEntries, checkFormat, checkLength, checkMetadata, under } = runtime;
const VALUE = new Code('value');

/** The name of a definition's check before sending: `checkResource`. */
export function sendCheckName(type: string): string {
  return `check${type}`;
}

/** A function of sending.ts, for whoever calls it. */
export function importedSendCheck(name: string): Code {
  return imported(name, './sending.js', 'value');
}

/** The checks that the params and results of all methods need, in the order of the definitions. */
export function emitSending(protocol: Protocol): readonly EmittedFunction[] {
  return new SendingEmitter(protocol).functions();
}

class SendingEmitter {
  readonly #definitions: Definitions;
  readonly #finder: RuleFinder;
  /** The params and results that the methods have, and what is reached from their checks. */
  readonly #needed: Set<string>;

  constructor(protocol: Protocol) {
    const { definitions, requests, notifications } = protocol;
    this.#definitions = definitions;
    this.#finder = new RuleFinder(protocol);
    const sent = [
      ...requests.flatMap(({ params, results }) => [params.type, ...results]),
      ...notifications.map(({ params }) => params.type),
    ];
    this.#needed = new Set(sent.filter((name) => this.#finder.inDefinition(name)));
  }

  functions(): readonly EmittedFunction[] {
    const written = new Map<TypeDeclaration, EmittedFunction>();
    // Writing one function may call for others, which a set in iteration goes on to visit.
    for (const name of this.#needed) {
      const declaration = this.#definitions.findType(name);
      if (declaration) written.set(declaration, this.#function(declaration));
    }
    return this.#definitions.types.flatMap((declaration) => written.get(declaration) ?? []);
  }

  #checkOf(name: string): Code {
    this.#needed.add(name);
    return importedSendCheck(sendCheckName(name));
  }

  #function(declaration: TypeDeclaration): EmittedFunction {
    const name = sendCheckName(declaration.name);
    const type = imported(declaration.name, './types.js', 'type');
    const problem =
      declaration.kind === 'interface'
        ? this.#object(this.#definitions.propertiesOf(declaration), declaration.index, VALUE, '')
        : this.#type(declaration.type, VALUE, '');
    return {
      name,
      exported: true,
      docs: code`/** The first thing that keeps a {@link ${identifier(declaration.name)}} from being sent. */`,
      code: code`function ${identifier(name)}(value: ${type}): ${Issue} | undefined { return ${problem}; }`,
    };
  }

  #properties(properties: readonly Property[], value: Code, path: string): Code {
    const checks = properties
      .filter((property) => this.#finder.inProperty(property))
      .map((property) => this.#property(property, value, path));
    return concat(checks, ' ?? ');
  }

  /** An index signature is checked where it stands alone: beside named properties it would take them for its own. */
  #object(properties: readonly Property[], index: TypeNode | undefined, value: Code, path: string): Code {
    if (!index || !this.#finder.inType(index)) return this.#properties(properties, value, path);
    if (properties.length > 0) throw unsupported(index, 'A format in an index signature beside properties');
    return code`${checkEntries}(${value}, ${path}, ${this.#itemCheck(index)})`;
  }

  #property(property: Property, object: Code, path: string): Code {
    const { name } = property;
    const value = memberOf(object, name);
    const pointer = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const rule = this.#finder.ruleOf(property);
    const own = rule ? [ruleCheck(rule, value, pointer)] : [];
    if (!this.#finder.inType(property.type)) return concat(own, '');
    const check = this.#type(property.type, value, pointer);
    const isPassedOver = property.optional && this.#definitions.resolve(property.type).target.kind !== 'array';
    return concat([...own, isPassedOver ? code`(${value} && (${check}))` : check], ' ?? ');
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
        return this.#object(type.properties, type.index, value, path);
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
        return new Code('undefined');
    }
  }

  #itemCheck(element: TypeNode): Code {
    if (element.kind === 'reference') return this.#checkOf(element.name);
    return code`(item) => ${this.#type(element, new Code('item'), '')}`;
  }

  /** Members without rules are passed over; a value of several members is checked as each of them. */
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
    if (member.kind !== 'reference') throw unsupported(member, 'A format in a union of types without names or tags');
    return code`${importedGuard(guardName(member.name))}(${value})`;
  }
}

function unsupported({ place }: TypeNode, what: string): SchemaProblems {
  const remedy = 'Give the type a name, or teach generator/emit/sending.ts to check it.';
  return new SchemaProblems([{ ...place, message: `${what} cannot be checked`, remedy }]);
}

function ruleCheck(rule: SendRule, value: Code, pointer: string): Code {
  switch (rule.kind) {
    case 'format':
      return code`${checkFormat}(${rule.format}, ${value}, ${pointer})`;
    case 'length':
      return code`${checkLength}(${value}, ${rule.most}, ${pointer})`;
    case 'metadata':
      return code`${checkMetadata}(${value}, ${pointer})`;
  }
}

/** A property of an expression. */
function memberOf(object: Code, name: string): Code {
  return isIdentifier(name) ? code`${object}.${identifier(name)}` : code`${object}[${literal(name)}]`;
}
