/** Reads the types of a schema: plain syntax as it is written, so that names are kept, and everything else as TypeScript resolves it. */

import { ts } from 'ts-morph';
import type { Property, TypeNode } from '../model/declarations.js';
import type { Members } from '../model/definitions.js';
import type { Place } from '../problems.js';
import { hasUndefined, MAX_DEPTH, PRIMITIVES, TypeExpander, type Expanded } from './expandTypes.js';
import { WITHOUT_JSON } from './library.js';
import type { Report } from './program.js';
import { readMemberDocs, withTags } from './readDocs.js';
import { hasFlag, isGeneric, isGlobal, literalOf, symbolOf } from './symbols.js';

/** The types that TypeScript resolves. `keyof` is added by its operator. */
const COMPUTED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ConditionalType,
  ts.SyntaxKind.ImportType,
  ts.SyntaxKind.IndexedAccessType,
  ts.SyntaxKind.MappedType,
  ts.SyntaxKind.TemplateLiteralType,
  ts.SyntaxKind.TupleType,
]);

export const GRAMMAR =
  'The grammar is: interfaces, type aliases, enums, and constants of strings, numbers and booleans; in types: string, number, ' +
  'boolean, null, unknown, any, object, never, literals, arrays, unions, intersections, object literals, string index ' +
  'signatures, typeof CONSTANT, names, and every type that TypeScript resolves to one of these.';

/** Remedies for unsupported syntax. For all other syntax, the remedy is the grammar. */
const REMEDIES = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.FunctionType, 'JSON has no functions.'],
  [ts.SyntaxKind.BigIntKeyword, 'JSON has no bigint: write number or string.'],
  [ts.SyntaxKind.SymbolKeyword, 'JSON has no symbols.'],
  [ts.SyntaxKind.UndefinedKeyword, 'JSON has no undefined: make the property optional with "?".'],
  [ts.SyntaxKind.VariableDeclaration, 'A constant is one string, number or boolean. Write a set of values as an enum.'],
]);

/** Reads the types of one program. */
export class TypeReader {
  readonly #checker: ts.TypeChecker;
  readonly #report: Report;
  readonly #placeOf: (node: ts.Node) => Place;
  readonly #expander: TypeExpander;
  /** The nesting depth of the current type. */
  #depth = 0;

  constructor(checker: ts.TypeChecker, report: Report, placeOf: (node: ts.Node) => Place) {
    this.#checker = checker;
    this.#report = report;
    this.#placeOf = placeOf;
    this.#expander = new TypeExpander(checker, this, report, placeOf);
  }

  /** Reports syntax that is not in the grammar. */
  unknown(node: ts.Node, role: string): void {
    const [line = ''] = node.getText().split('\n');
    const shown = line.length > 60 ? `${line.slice(0, 60)}...` : line;
    const remedy = REMEDIES.get(node.kind) ?? GRAMMAR;
    this.#report(node, `Unknown ${role}: ${shown} (${kindName(node)})`, remedy);
  }

  members(members: readonly ts.TypeElement[]): Members {
    const properties: Property[] = [];
    let index: TypeNode | undefined;
    for (const member of members) {
      if (ts.isPropertySignature(member)) properties.push(this.#property(member));
      else if (ts.isIndexSignatureDeclaration(member) && !index) index = this.#index(member);
      else this.unknown(member, 'member');
    }
    return index ? { properties, index } : { properties };
  }

  type(node: ts.TypeNode): TypeNode {
    if (this.#depth >= MAX_DEPTH) {
      this.#report(node, `Types are nested more than ${MAX_DEPTH} levels deep`, 'Declare inner types separately.');
      return { kind: 'primitive', name: 'unknown', place: this.#placeOf(node) };
    }
    this.#depth++;
    const type = this.#typeInside(node);
    this.#depth--;
    return type;
  }

  /** Reads the type of an alias, whose docs can state what a tuple or a template literal constrains. */
  aliased(node: ts.TypeNode): Expanded {
    const inner = withoutParentheses(node);
    if (this.#isComputed(inner)) return this.#expander.expand(inner);
    return this.#date(inner) ?? { type: this.type(node), tags: [] };
  }

  /** Reads the type of a property, without `undefined`: JSON has none, so that a property is present with another value, or absent. */
  defined(node: ts.TypeNode): Expanded {
    const inner = withoutParentheses(node);
    if (this.#isComputed(inner)) return this.#expander.defined(inner);
    const members = ts.isUnionTypeNode(inner)
      ? inner.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword)
      : [];
    if (members.length === 0) return this.#date(inner) ?? { type: this.type(node), tags: [] };
    const [only, ...others] = members;
    if (only && others.length === 0) return this.defined(only);
    return { type: this.#union(members, this.#placeOf(inner)), tags: [] };
  }

  /** Reads `Date` as JSON has it, and the official tool: as a string with a format. */
  #date(node: ts.TypeNode): Expanded | undefined {
    const symbol = ts.isTypeReferenceNode(node) ? symbolOf(node.typeName, this.#checker) : undefined;
    if (!symbol || symbol.name !== 'Date' || !isGlobal(symbol)) return undefined;
    const type = { kind: 'primitive', name: 'string', place: this.#placeOf(node) } as const;
    return { type, tags: [{ name: 'format', text: 'date-time' }] };
  }

  /** Reads the properties and the index signature of a base that is not a name. */
  membersOf(node: ts.TypeNode): Members {
    return this.#expander.members(this.#checker.getTypeFromTypeNode(node), node);
  }

  #typeInside(node: ts.TypeNode): TypeNode {
    const place = this.#placeOf(node);
    const primitive = PRIMITIVES.find(({ keyword }) => keyword === node.kind);
    if (primitive) return { kind: 'primitive', name: primitive.name, place };
    if (ts.isParenthesizedTypeNode(node)) return this.type(node.type);
    if (ts.isArrayTypeNode(node)) return { kind: 'array', element: this.type(node.elementType), place };
    if (ts.isUnionTypeNode(node)) return this.#union(node.types, place);
    if (ts.isIntersectionTypeNode(node)) return { kind: 'intersection', members: this.#intersected(node), place };
    if (ts.isTypeLiteralNode(node)) return { kind: 'object', ...this.members(node.members), place };
    if (this.#isComputed(node)) return this.#expander.type(node);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, place);
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return this.type(node.type);
    if (ts.isTypeQueryNode(node)) {
      const name = this.#constantName(node);
      if (name !== undefined) return { kind: 'typeof', name, place };
    }
    if (ts.isLiteralTypeNode(node)) {
      if (node.literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'primitive', name: 'null', place };
      const value = literalOf(this.#checker.getTypeFromTypeNode(node), this.#checker);
      if (value !== undefined) return { kind: 'literal', value, place };
    }
    this.unknown(node, 'type');
    return { kind: 'primitive', name: 'unknown', place };
  }

  /** Returns whether TypeScript has to resolve a type. */
  #isComputed(node: ts.TypeNode): boolean {
    if (ts.isTypeOperatorNode(node)) {
      return node.operator === ts.SyntaxKind.KeyOfKeyword || ts.isTupleTypeNode(node.type);
    }
    if (!ts.isTypeReferenceNode(node)) return COMPUTED.has(node.kind);
    const symbol = symbolOf(node.typeName, this.#checker);
    if (!symbol) return false;
    if (!isGlobal(symbol)) return isGeneric(symbol) || hasFlag(symbol, ts.SymbolFlags.EnumMember);
    return !WITHOUT_JSON.has(symbol.name) && !PLAIN_GLOBALS.has(symbol.name) && !isOpenRecord(node);
  }

  #property(node: ts.PropertySignature): Property {
    const { name, type: typeNode } = node;
    if (!typeNode) this.unknown(node, 'property without a type');
    const place = this.#placeOf(node);
    const unknown = { type: { kind: 'primitive', name: 'unknown', place } as const, tags: [] };
    const { type, tags } = typeNode ? this.defined(typeNode) : unknown;
    // A property of type `never` or `undefined` is always absent, with or without a question mark.
    const isNever = type.kind === 'primitive' && type.name === 'never';
    return {
      name: this.#key(name),
      optional: node.questionToken !== undefined || isNever,
      type,
      docs: withTags(readMemberDocs(node), tags),
      place,
    };
  }

  /** Reads a key, which may be computed from a constant or an enum member. */
  #key(node: ts.PropertyName): string {
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) return node.text;
    if (ts.isComputedPropertyName(node)) {
      const value = literalOf(this.#checker.getTypeAtLocation(node.expression), this.#checker);
      if (typeof value === 'string') return value;
      this.#report(node, `${node.getText()} is not a known key`, 'Use constants with string values as keys.');
      return node.getText();
    }
    this.unknown(node, 'property name');
    return node.getText();
  }

  #union(nodes: readonly ts.TypeNode[], place: Place): TypeNode {
    return { kind: 'union', members: nodes.map((node) => this.type(node)), place };
  }

  /** Reads the members of an intersection. If one of them excludes `undefined`, the `undefined` of the others has no meaning. */
  #intersected(node: ts.IntersectionTypeNode): readonly TypeNode[] {
    if (hasUndefined(this.#checker.getTypeFromTypeNode(node))) return node.types.map((member) => this.type(member));
    return node.types.map((member) => {
      const inner = withoutParentheses(member);
      const isOptional = this.#isComputed(inner) && hasUndefined(this.#checker.getTypeFromTypeNode(inner));
      return isOptional ? this.#expander.defined(inner).type : this.type(member);
    });
  }

  #index(node: ts.IndexSignatureDeclaration): TypeNode {
    const [key] = node.parameters;
    if (key?.type?.kind !== ts.SyntaxKind.StringKeyword) this.unknown(node, 'index signature');
    return this.type(node.type);
  }

  #reference(node: ts.TypeReferenceNode, place: Place): TypeNode {
    const symbol = symbolOf(node.typeName, this.#checker);
    const [first] = node.typeArguments ?? [];
    if (!symbol || !isGlobal(symbol)) return { kind: 'reference', name: symbol?.name ?? node.getText(), place };
    if (first && symbol.name === 'Readonly') return this.type(first);
    if (first && ARRAYS.has(symbol.name)) return { kind: 'array', element: this.type(first), place };
    if (symbol.name === 'Record') return { kind: 'record', place };
    const remedy = WITHOUT_JSON.get(symbol.name) ?? GRAMMAR;
    this.#report(node, `${symbol.name} is not a type of JSON values`, remedy);
    return { kind: 'primitive', name: 'unknown', place };
  }

  /** Returns the name of the constant in `typeof NAME`. */
  #constantName({ exprName, typeArguments }: ts.TypeQueryNode): string | undefined {
    const symbol = typeArguments ? undefined : symbolOf(exprName, this.#checker);
    return symbol && hasFlag(symbol, ts.SymbolFlags.BlockScopedVariable) ? symbol.name : undefined;
  }
}

const ARRAYS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray']);

/** The global types that are read as they are written. */
const PLAIN_GLOBALS: ReadonlySet<string> = new Set([...ARRAYS, 'Readonly']);

/** Returns whether a type is `Record<string, unknown>`, which has a form of its own in the official JSON Schema. */
function isOpenRecord({ typeName, typeArguments }: ts.TypeReferenceNode): boolean {
  const [key, value] = typeArguments ?? [];
  const isOpen = key?.kind === ts.SyntaxKind.StringKeyword && value?.kind === ts.SyntaxKind.UnknownKeyword;
  return typeName.getText() === 'Record' && isOpen;
}

/** Returns the name of a kind of syntax. Some kinds have a second name: the first or last of a group. */
function kindName({ kind }: ts.Node): string {
  return Object.entries(ts.SyntaxKind).find(([, value]) => value === kind)?.[0] ?? '';
}

export function withoutParentheses(node: ts.TypeNode): ts.TypeNode {
  return ts.isParenthesizedTypeNode(node) ? withoutParentheses(node.type) : node;
}
