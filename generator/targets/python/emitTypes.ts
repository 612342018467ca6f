/**
 * Emits types.py: a `TypedDict` for each object type, and an alias for each other type.
 *
 * A class has all properties, also those of bases: types of Python match by their properties, and a class must not declare a property of its
 * base again.
 */

import type {
  Declaration,
  Definitions,
  Docs,
  ObjectNode,
  Plan,
  Property,
  Protocol,
  TypeNode,
} from '../targetInterface.js';
import {
  annotation,
  dictionary,
  NO_DOCS,
  withBars,
  withUnion,
  type Context,
  type IntersectionNode,
} from './annotations.js';
import { commentLines, docstring } from './docstrings.js';
import {
  bracketed,
  enclosed,
  expressionAfter,
  flatText,
  HARD_LINE,
  printLayout,
  subscript,
  type Layout,
} from './codeLayout.js';
import { USED_BY_TYPES } from './moduleImports.js';
import { isName, literal, pascalCase, stringLiteral } from './pythonNames.js';
import { inOrder, type Statement } from './inOrder.js';

/** Returns the body of the module, in the order of the schema as far as aliases allow it. */
export function emitTypes({ definitions }: Protocol, proseOf: ProseOf): string {
  const emitter = new TypesEmitter(definitions, proseOf);
  return inOrder(definitions.all.flatMap((declaration) => emitter.statementsOf(declaration))).join('\n\n\n');
}

type ProseOf = Plan['proseOf'];

class TypesEmitter {
  readonly #definitions: Definitions;
  readonly #proseOf: ProseOf;
  readonly #names: Set<string>;
  /** The names of the classes of anonymous types. */
  readonly #classes = new Map<TypeNode, string>();
  /** The classes of anonymous types that are found while a declaration is printed. */
  #found: Statement[] = [];

  constructor(definitions: Definitions, proseOf: ProseOf) {
    this.#definitions = definitions;
    this.#proseOf = proseOf;
    this.#names = new Set([...USED_BY_TYPES, ...definitions.all.map(({ name }) => name)]);
  }

  /** Returns a declaration, after the classes of anonymous types in it. */
  statementsOf(declaration: Declaration): readonly Statement[] {
    this.#found = [];
    const own = this.#statement(declaration);
    return [...this.#found, own];
  }

  #statement(declaration: Declaration): Statement {
    const { name, docs } = declaration;
    if (declaration.kind === 'constant') {
      const text = [`${name}: Final = ${literal(declaration.value)}`, ...this.#docs(docs)].join('\n');
      return { name, needs: new Set(), print: () => text };
    }
    if (declaration.kind === 'alias') {
      const { type } = declaration;
      const isClass = type.kind === 'intersection' || (type.kind === 'object' && type.properties.length > 0);
      const properties = isClass ? this.#propertiesOf(type) : undefined;
      return properties
        ? this.#class(name, properties, docs)
        : this.#alias(name, docs, (context) => annotation(type, docs, context));
    }
    const properties = this.#definitions.propertiesOf(declaration);
    if (properties.length > 0) return this.#class(name, properties, docs);
    const { index } = this.#definitions.membersOf({ kind: 'reference', name, place: declaration.place }) ?? {};
    return this.#alias(name, docs, (context) => dictionary(index && annotation(index, NO_DOCS, context)));
  }

  #alias(name: string, docs: Docs, target: (context: Context) => Layout): Statement {
    const needs = new Set<string>();
    const print = (nameOf: Context['nameOf']): Layout => target({ ...this.#context(name), nameOf, union: withUnion });
    print((each) => {
      needs.add(each);
      return each;
    });
    return {
      name,
      needs,
      print: (known) => {
        const text = print((each) => (known.has(each) ? each : stringLiteral(each)));
        return [printLayout([`${name}: TypeAlias = `, text]), ...this.#docs(docs)].join('\n');
      },
    };
  }

  #class(name: string, properties: readonly Property[], docs: Docs): Statement {
    const fields = properties.filter((property) => this.#isField(property.name));
    // A type cannot have a key without characters.
    const others = properties.filter((property) => !this.#isField(property.name) && property.name !== '');
    const base = others.length === 0 ? 'TypedDict' : this.#keys(name, others);
    const body = [
      ...this.#docs(docs, 4),
      ...fields.map((property) => {
        const line = printLayout(expressionAfter(`${property.name}: `, this.#field(name, property)), 4);
        return [line, ...this.#docs(property.docs, 4)].join('\n');
      }),
    ];
    const lines = [
      printLayout([enclosed(`class ${name}(`, base, ')'), ':']),
      body.length === 0 ? '    pass' : body.join('\n\n'),
    ];
    return { name, needs: new Set(), print: () => lines.join('\n') };
  }

  /** Adds a base with the properties whose names are not names in Python. */
  #keys(name: string, properties: readonly Property[]): string {
    const base = this.#claim(`_${name}Keys`);
    const entries = properties.map((property): Layout => {
      const comments = commentLines(this.#proseOf(property.docs)).flatMap((line) => [line, HARD_LINE]);
      const type = flatText(this.#field(name, property));
      return [...comments, `${stringLiteral(property.name)}: ${type === 'None' ? type : stringLiteral(type)}`];
    });
    const call = bracketed('TypedDict(', [stringLiteral(base), bracketed('{', entries, '}')], ')');
    this.#found.push({ name: base, needs: new Set(), print: () => printLayout([`${base} = `, call]) });
    return base;
  }

  /** Returns the docstring of what stands above it, if there are docs. */
  #docs(docs: Docs, indent = 0): readonly string[] {
    const prose = this.#proseOf(docs);
    return prose === '' ? [] : [docstring(prose, indent)];
  }

  #field(owner: string, property: Property): Layout {
    const { name, optional, type, docs } = property;
    const path = (this.#definitions.ownerOf(property) ?? owner) + pascalCase(name);
    const text = annotation(type, docs, this.#context(path));
    return optional ? subscript('NotRequired', [text]) : text;
  }

  /** @param path what the classes of anonymous types are named after */
  #context(path: string): Context {
    return {
      definitions: this.#definitions,
      nameOf: (name) => name,
      classOf: (type) => this.#classOf(type, path),
      union: withBars,
    };
  }

  #classOf(type: ObjectNode | IntersectionNode, path: string): string {
    const known = this.#classes.get(type);
    if (known !== undefined) return known;
    const name = this.#claim(path);
    this.#classes.set(type, name);
    this.#found.push(this.#class(name, this.#propertiesOf(type) ?? [], NO_DOCS));
    return name;
  }

  /** Returns a name that nothing else has. */
  #claim(name: string): string {
    let free = name;
    for (let count = 2; this.#names.has(free); count++) free = `${name}${count}`;
    this.#names.add(free);
    return free;
  }

  /**
   * Returns whether a property can be written as a field of a class. Names with two underscores would be changed. For type checkers, a field
   * hides a type of its name from all annotations of the class.
   */
  #isField(name: string): boolean {
    return isName(name) && !name.startsWith('__') && !this.#names.has(name);
  }

  /** Returns the properties of an object, or of all members of an intersection; undefined for others. */
  #propertiesOf(type: TypeNode): readonly Property[] | undefined {
    if (type.kind !== 'intersection') return this.#definitions.membersOf(type)?.properties;
    const members = type.members.map((member) => this.#propertiesOf(member));
    const merged = new Map<string, Property>();
    for (const property of members.flatMap((properties) => properties ?? [])) {
      const optional = property.optional && (merged.get(property.name)?.optional ?? true);
      merged.set(property.name, { ...property, optional });
    }
    return members.every((properties) => properties !== undefined) ? [...merged.values()] : undefined;
  }
}
