/** Reads the types of a schema file: syntax as data. No types are inferred. */

import { Node, SyntaxKind } from 'ts-morph';
import type {
  IndexSignatureDeclaration,
  PropertyName,
  PropertySignature,
  TypeElementTypes,
  TypeLiteralNode,
  TypeNode as SyntaxNode,
  TypeReferenceNode,
} from 'ts-morph';
import type { PrimitiveName, Property, TypeNode } from '../model/declarations.js';
import type { Members } from '../model/definitions.js';
import type { Place } from '../problems.js';
import type { Computation, ComputedTypes } from './computedTypes.js';
import { literalTypeValue } from './literals.js';
import type { FileNames, Report } from './names.js';
import { readDocs } from './readDocs.js';

const PRIMITIVES = new Map<SyntaxKind, PrimitiveName>([
  [SyntaxKind.StringKeyword, 'string'],
  [SyntaxKind.NumberKeyword, 'number'],
  [SyntaxKind.BooleanKeyword, 'boolean'],
  [SyntaxKind.UnknownKeyword, 'unknown'],
  [SyntaxKind.AnyKeyword, 'any'],
  [SyntaxKind.ObjectKeyword, 'object'],
  [SyntaxKind.NeverKeyword, 'never'],
]);

/** The supported generic types, and their numbers of arguments. */
const GENERICS = new Map(
  Object.entries({ Array: 1, ReadonlyArray: 1, Readonly: 1, Record: 2, Partial: 1, Required: 1, Pick: 2, Omit: 2 }),
);

export const GRAMMAR =
  'The grammar is: interfaces, type aliases, enums, and constants of strings, numbers and booleans; in types: string, number, ' +
  'boolean, null, unknown, any, object, never, literals, arrays, unions, intersections, object literals, string index ' +
  'signatures, typeof CONSTANT, Record, Partial, Required, Pick, Omit, keyof, T["name"] and names.';

/** Remedies for unsupported syntax. For all other syntax, the remedy is the grammar. */
const REMEDIES = new Map<SyntaxKind, string>([
  [SyntaxKind.ConditionalType, 'Write the resulting type.'],
  [SyntaxKind.MappedType, 'Write out the properties, or use Record, Partial, Pick or Omit.'],
  [SyntaxKind.TemplateLiteralType, 'Use string, or a union of string literals.'],
  [SyntaxKind.TupleType, 'Tuples are not supported: write `(A | B)[]`.'],
  [SyntaxKind.FunctionType, 'JSON has no functions.'],
  [SyntaxKind.BigIntKeyword, 'JSON has no bigint: write number or string.'],
  [SyntaxKind.SymbolKeyword, 'JSON has no symbols.'],
  [SyntaxKind.UndefinedKeyword, 'JSON has no undefined: make the property optional with "?".'],
  [SyntaxKind.VariableDeclaration, 'A constant is one string, number or boolean. Write a set of values as an enum.'],
  [SyntaxKind.TypeParameter, 'Generic types cannot be declared: write one type for each use.'],
]);

/** The maximum nesting depth of types: later steps are recursive. */
const MAX_DEPTH = 100;

/** Reads the types of one file. */
export class TypeReader {
  readonly #names: FileNames;
  readonly #computed: ComputedTypes;
  readonly #report: Report;
  readonly #placeOf: (node: Node) => Place;
  /** The nesting depth of the current type. */
  #depth = 0;

  constructor(names: FileNames, computed: ComputedTypes, report: Report, placeOf: (node: Node) => Place) {
    this.#names = names;
    this.#computed = computed;
    this.#report = report;
    this.#placeOf = placeOf;
  }

  /** Reports syntax that is not in the grammar. */
  unknown(node: Node, role: string): void {
    const [line = ''] = node.getText().split('\n');
    const shown = line.length > 60 ? `${line.slice(0, 60)}...` : line;
    const remedy = REMEDIES.get(node.getKind()) ?? GRAMMAR;
    this.#report(node, `Unknown ${role}: ${shown} (${node.getKindName()})`, remedy);
  }

  /** Returns the declared name for a name in the file. */
  nameOf(name: string): string {
    return this.#names.imports.get(name) ?? name;
  }

  members(members: readonly TypeElementTypes[]): Members {
    const properties: Property[] = [];
    let index: TypeNode | undefined;
    for (const member of members) {
      if (Node.isPropertySignature(member)) properties.push(this.#property(member));
      else if (Node.isIndexSignatureDeclaration(member) && !index) index = this.#index(member);
      else this.unknown(member, 'member');
    }
    return index ? { properties, index } : { properties };
  }

  type(node: SyntaxNode): TypeNode {
    if (this.#depth >= MAX_DEPTH) {
      const message = `Types are nested more than ${MAX_DEPTH} levels deep`;
      this.#report(node, message, 'Declare inner types separately.');
      return { kind: 'primitive', name: 'unknown', place: this.#placeOf(node) };
    }
    this.#depth++;
    const type = this.#typeInside(node);
    this.#depth--;
    return type;
  }

  #typeInside(node: SyntaxNode): TypeNode {
    const place = this.#placeOf(node);
    const primitive = PRIMITIVES.get(node.getKind());
    if (primitive) return { kind: 'primitive', name: primitive, place };
    if (Node.isParenthesizedTypeNode(node)) return this.type(node.getTypeNode());
    if (Node.isArrayTypeNode(node)) return { kind: 'array', element: this.type(node.getElementTypeNode()), place };
    if (Node.isUnionTypeNode(node)) return this.#union(node.getTypeNodes(), place);
    if (Node.isIntersectionTypeNode(node)) {
      return { kind: 'intersection', members: node.getTypeNodes().map((member) => this.type(member)), place };
    }
    if (Node.isTypeLiteral(node)) return this.#object(node);
    if (Node.isTypeReference(node)) return this.#reference(node);
    if (Node.isTypeOperatorTypeNode(node)) {
      if (node.getOperator() === SyntaxKind.ReadonlyKeyword) return this.type(node.getTypeNode());
      if (node.getOperator() === SyntaxKind.KeyOfKeyword) {
        return this.#computed.add({ kind: 'keys', of: this.type(node.getTypeNode()) }, place);
      }
    }
    if (Node.isIndexedAccessTypeNode(node)) {
      const name = literalTypeValue(node.getIndexTypeNode());
      if (typeof name === 'string') {
        return this.#computed.add({ kind: 'member', of: this.type(node.getObjectTypeNode()), name }, place);
      }
    }
    if (Node.isTypeQuery(node) && node.getTypeArguments().length === 0) {
      const name = node.getExprName();
      if (Node.isIdentifier(name)) return { kind: 'typeof', name: this.nameOf(name.getText()), place };
    }
    if (Node.isLiteralTypeNode(node)) {
      if (node.getLiteral().isKind(SyntaxKind.NullKeyword)) return { kind: 'primitive', name: 'null', place };
      const value = literalTypeValue(node);
      if (value !== undefined) return { kind: 'literal', value, place };
    }
    this.unknown(node, 'type');
    return { kind: 'primitive', name: 'unknown', place };
  }

  #property(node: PropertySignature): Property {
    const typeNode = node.getTypeNode();
    if (!typeNode) this.unknown(node, 'property without a type');
    const { type, optional } = typeNode ? this.#optionalType(typeNode) : { type: undefined, optional: false };
    // A property of type `never` or `undefined` is always absent, with or without a question mark.
    const isNever = type?.kind === 'primitive' && type.name === 'never';
    return {
      name: this.#key(node.getNameNode()),
      optional: node.hasQuestionToken() || optional || isNever,
      type: type ?? { kind: 'primitive', name: 'unknown', place: this.#placeOf(node) },
      docs: readDocs(node),
      place: this.#placeOf(node),
    };
  }

  /** Reads a key, which may be computed from a constant or an enum member. */
  #key(node: PropertyName): string {
    if (Node.isIdentifier(node) || Node.isStringLiteral(node)) return node.compilerNode.text;
    if (Node.isComputedPropertyName(node)) {
      const expression = node.getExpression();
      const value = Node.isStringLiteral(expression)
        ? expression.getLiteralText()
        : this.#names.values.get(expression.getText());
      if (typeof value === 'string') return value;
      this.#report(node, `${node.getText()} is not a known key`, 'Use constants with string values as keys.');
      return node.getText();
    }
    this.unknown(node, 'property name');
    return node.getText();
  }

  /** A property that may be undefined is optional, because JSON has no undefined. */
  #optionalType(node: SyntaxNode): { type: TypeNode; optional: boolean } {
    if (Node.isParenthesizedTypeNode(node)) return this.#optionalType(node.getTypeNode());
    if (!Node.isUnionTypeNode(node)) return { type: this.type(node), optional: false };
    const all = node.getTypeNodes();
    const members = all.filter((member) => !member.isKind(SyntaxKind.UndefinedKeyword));
    const [only] = members;
    const optional = members.length < all.length;
    if (only && optional && members.length === 1) return { type: this.type(only), optional };
    return { type: this.#union(members, this.#placeOf(node)), optional };
  }

  #union(nodes: readonly SyntaxNode[], place: Place): TypeNode {
    return { kind: 'union', members: nodes.map((node) => this.type(node)), place };
  }

  #index(node: IndexSignatureDeclaration): TypeNode {
    if (!node.getKeyTypeNode().isKind(SyntaxKind.StringKeyword)) this.unknown(node, 'index signature');
    return this.type(node.getReturnTypeNodeOrThrow());
  }

  #object(node: TypeLiteralNode): TypeNode {
    return { kind: 'object', ...this.members(node.getMembers()), place: this.#placeOf(node) };
  }

  #reference(node: TypeReferenceNode): TypeNode {
    const place = this.#placeOf(node);
    const name = node.getTypeName().getText();
    const member = this.#names.values.get(name);
    if (!Node.isIdentifier(node.getTypeName()) && member !== undefined)
      return { kind: 'literal', value: member, place };
    const types = node.getTypeArguments();
    if (types.length === 0 && Node.isIdentifier(node.getTypeName())) {
      return { kind: 'reference', name: this.nameOf(name), place };
    }
    if (GENERICS.get(name) === types.length) return this.#generic(name, types, place);
    this.unknown(node, 'type');
    return { kind: 'primitive', name: 'unknown', place };
  }

  #generic(name: string, [first, second]: readonly SyntaxNode[], place: Place): TypeNode {
    if (!first) throw new Error(`${name} without arguments`);
    if (name === 'Record' && first.isKind(SyntaxKind.StringKeyword) && second?.isKind(SyntaxKind.UnknownKeyword)) {
      return { kind: 'record', place };
    }
    const of = this.type(first);
    if (name === 'Array' || name === 'ReadonlyArray') return { kind: 'array', element: of, place };
    if (name === 'Readonly') return of;
    return this.#computed.add(this.#computation(name, of, second), place);
  }

  #computation(name: string, of: TypeNode, second: SyntaxNode | undefined): Computation {
    if (!second) return { kind: name === 'Partial' ? 'partial' : 'required', of };
    if (name !== 'Record') return { kind: name === 'Pick' ? 'pick' : 'omit', of, keys: this.type(second) };
    const { type, optional } = this.#optionalType(second);
    return { kind: 'record', keys: of, value: type, optional };
  }
}
