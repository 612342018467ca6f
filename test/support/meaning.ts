/** What values a schema means: read from its syntax tree, with no help of the generator. */

import ts from 'typescript';
import { hostileText } from './hostile.js';
import type { Random } from '../../generator/cases/random.js';
import { nameOf, textOf, valueOf } from './syntax.js';

/** A property as its interface has it, inherited or own. */
interface Property {
  readonly name: string;
  readonly optional: boolean;
  readonly type: ts.TypeNode;
  /** Where its doc comment stands: at what it overrides, if it has no tags itself. */
  readonly docs: ts.Node;
}

/** The formats that senders keep to. Any other is a remark. */
const FORMATS: readonly unknown[] = ['byte', 'date-time', 'file-uri', 'uri', 'uri-template'];

export class Meaning {
  /** The names of the interfaces and aliases. */
  readonly names: readonly string[];
  readonly #types = new Map<string, ts.InterfaceDeclaration | ts.TypeNode>();
  readonly #constants = new Map<string, string | number>();

  constructor(schema: ts.SourceFile) {
    for (const statement of schema.statements) {
      if (ts.isInterfaceDeclaration(statement)) this.#types.set(statement.name.text, statement);
      if (ts.isTypeAliasDeclaration(statement)) this.#types.set(statement.name.text, statement.type);
      const [constant] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
      if (constant?.initializer) this.#constants.set(textOf(constant.name), valueOf(constant.initializer));
    }
    this.names = [...this.#types.keys()];
  }

  /** Whether a value is of the type of that name. */
  accepts(name: string, value: unknown): boolean {
    return this.#isOf(this.#named(name), value, []);
  }

  /** A value that is of the type of that name, or nearly so. */
  sample(name: string, random: Random): unknown {
    return this.#sample(this.#named(name), random, 0);
  }

  /** What a type consists of: the formats of properties in it, and the types that it refers to. */
  partsOf(name: string): { readonly formats: readonly string[]; readonly types: readonly string[] } {
    const formats: string[] = [];
    const types: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeReferenceNode(node)) types.push(textOf(node.typeName));
      if (ts.isTypeLiteralNode(node)) visitProperties(node.members.flatMap(property));
      ts.forEachChild(node, visit);
    };
    const visitProperties = (properties: readonly Property[]): void => {
      for (const { docs } of properties) {
        const format = tagOf(docs, 'format');
        if (FORMATS.includes(format)) formats.push(String(format));
      }
    };
    const type = this.#named(name);
    if (!ts.isInterfaceDeclaration(type)) visit(type);
    else {
      const properties = this.#properties(type);
      visitProperties(properties);
      for (const part of [...properties.map((each) => each.type), indexOf(type)]) if (part) visit(part);
    }
    return { formats, types };
  }

  #named(name: string): ts.InterfaceDeclaration | ts.TypeNode {
    const found = this.#types.get(name);
    if (!found) throw new Error(`Unknown type ${name}`);
    return found;
  }

  /** @param narrowing the tags in front of the places where the type stands */
  #isOf(type: ts.InterfaceDeclaration | ts.TypeNode, value: unknown, narrowing: readonly ts.Node[]): boolean {
    if (ts.isInterfaceDeclaration(type)) return this.#isObjectOf(this.#properties(type), indexOf(type), value);
    if (ts.isParenthesizedTypeNode(type)) return this.#isOf(type.type, value, narrowing);
    if (ts.isArrayTypeNode(type)) {
      return Array.isArray(value) && value.every((item) => this.#isOf(type.elementType, item, []));
    }
    if (ts.isUnionTypeNode(type)) return type.types.some((member) => this.#isOf(member, value, narrowing));
    if (ts.isIntersectionTypeNode(type)) return type.types.every((member) => this.#isOf(member, value, []));
    if (ts.isTypeLiteralNode(type)) return this.#isObjectOf(type.members.flatMap(property), indexOf(type), value);
    if (ts.isTypeQueryNode(type)) return value === this.#constants.get(textOf(type.exprName));
    if (ts.isTypeReferenceNode(type)) {
      const name = textOf(type.typeName);
      if (name === 'Record') return isObject(value);
      const target = this.#named(name);
      return this.#isOf(target, value, [...narrowing, target.parent]);
    }
    if (ts.isLiteralTypeNode(type)) {
      return type.literal.kind === ts.SyntaxKind.NullKeyword ? value === null : value === valueOf(type.literal);
    }
    return isPrimitive(type.getText(), value, narrowing);
  }

  #isObjectOf(properties: readonly Property[], index: ts.TypeNode | undefined, value: unknown): boolean {
    if (!isObject(value)) return false;
    const named = new Set(properties.map(({ name }) => name));
    return (
      properties.every(({ name, optional, type, docs }) =>
        Object.hasOwn(value, name) ? this.#isOf(type, value[name], [docs]) : optional,
      ) &&
      (!index || Object.keys(value).every((key) => named.has(key) || this.#isOf(index, value[key], [])))
    );
  }

  /** Inherited properties and own ones, which replace those of their names. */
  #properties(type: ts.InterfaceDeclaration): readonly Property[] {
    const found = new Map<string, Property>();
    for (const { expression, typeArguments } of (type.heritageClauses ?? []).flatMap(({ types }) => types)) {
      const [of, keys] = typeArguments ?? [];
      const base = this.#named((of ?? expression).getText());
      if (!ts.isInterfaceDeclaration(base)) throw new Error('Only interfaces are extended here');
      const wanted = keys && ts.isLiteralTypeNode(keys) ? valueOf(keys.literal) : undefined;
      for (const each of this.#properties(base)) {
        if (wanted === undefined || (each.name === wanted) === (expression.getText() === 'Pick'))
          found.set(each.name, each);
      }
    }
    for (const own of type.members.flatMap(property)) {
      const docs = ts.getJSDocTags(own.docs).length > 0 ? own.docs : found.get(own.name)?.docs;
      found.set(own.name, { ...own, docs: docs ?? own.docs });
    }
    return [...found.values()];
  }

  #sample(type: ts.InterfaceDeclaration | ts.TypeNode, random: Random, depth: number): unknown {
    if (depth > 8 || random.chance(4)) return random.pick(OTHERS);
    const inner = (part: ts.TypeNode): unknown => this.#sample(part, random, depth + 1);
    if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type)) {
      const properties = ts.isInterfaceDeclaration(type) ? this.#properties(type) : type.members.flatMap(property);
      const index = indexOf(type);
      const entries = properties
        .filter(({ optional }) => !random.chance(optional ? 50 : 3))
        .map((each): [string, unknown] => [each.name, inner(each.type)]);
      const extra = random.chance(30)
        ? [[random.chance(50) ? random.pick(KEYS) : hostileText(random), index ? inner(index) : 'extra'] as const]
        : [];
      // As it comes out of JSON: a key `__proto__` is a property like any other.
      return Object.fromEntries([...entries, ...extra.filter(([key]) => !properties.some(({ name }) => name === key))]);
    }
    if (ts.isParenthesizedTypeNode(type)) return inner(type.type);
    if (ts.isArrayTypeNode(type)) return Array.from({ length: random.below(3) }, () => inner(type.elementType));
    if (ts.isUnionTypeNode(type)) return inner(random.pick(type.types));
    if (ts.isIntersectionTypeNode(type))
      return Object.fromEntries(type.types.flatMap((member) => Object.entries(inner(member) ?? {})));
    if (ts.isTypeQueryNode(type)) return this.#constants.get(textOf(type.exprName));
    if (ts.isTypeReferenceNode(type)) {
      const name = textOf(type.typeName);
      return name === 'Record' ? { toString: 1 } : this.#sample(this.#named(name), random, depth + 1);
    }
    if (ts.isLiteralTypeNode(type)) {
      return type.literal.kind === ts.SyntaxKind.NullKeyword ? null : valueOf(type.literal);
    }
    const samples: { readonly [primitive: string]: unknown } = {
      string: hostileText(random),
      number: random.below(9) - 3,
    };
    return samples[type.getText()] ?? random.pick(OTHERS);
  }
}

/** Keys that every object seems to have. */
const KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '0'];

const OTHERS: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    0.5,
    '',
    'text',
    [],
    ['0'],
    [[]],
    {},
    { length: 0 },
    { constructor: 'A' },
    { kind: 'toString' },
  ],
  JSON.parse('{ "__proto__": { "kind": "x" } }'),
];

function property(member: ts.TypeElement): readonly Property[] {
  if (!ts.isPropertySignature(member) || !member.type) return [];
  return [{ name: nameOf(member.name), optional: !!member.questionToken, type: member.type, docs: member }];
}

function indexOf({ members }: ts.InterfaceDeclaration | ts.TypeLiteralNode): ts.TypeNode | undefined {
  return members.find(ts.isIndexSignatureDeclaration)?.type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPrimitive(name: string, value: unknown, narrowing: readonly ts.Node[]): boolean {
  switch (name) {
    case 'unknown':
      return true;
    case 'object':
      return isObject(value);
    case 'number': {
      const minimum = narrowing.map((node) => tagOf(node, 'minimum')).find((found) => found !== undefined);
      return Number.isInteger(value) && (minimum === undefined || (value as number) >= Number(minimum));
    }
    default:
      return typeof value === name;
  }
}

/** The text of a tag in the doc comment of a node. */
function tagOf(node: ts.Node, name: string): unknown {
  return ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name)?.comment;
}
