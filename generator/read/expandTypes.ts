/** Writes out the types that TypeScript resolves: generic, mapped, and conditional types, `keyof`, utility types ... */

import { ts } from 'ts-morph';
import type { Property, Tag, TypeNode } from '../model/declarations.js';
import { namesIn, type Members } from '../model/definitions.js';
import { keywordsOf } from '../model/keywords.js';
import type { Place } from '../problems.js';
import { WITHOUT_JSON } from './library.js';
import type { Report } from './program.js';
import { readDocs, readMemberDocs, withTags } from './readDocs.js';
import { hasFlag, isClosed, isGeneric, isGlobal, literalOf, symbolOf } from './symbols.js';

/** A type, and what the docs of its property or alias have to state in addition. */
export interface Expanded {
  readonly type: TypeNode;
  /** Constraints of the values: `minItems`, `maxItems`, `pattern`. */
  readonly tags: readonly Tag[];
}

/** Reads types as they are written. */
export interface WrittenTypes {
  readonly type: (node: ts.TypeNode) => TypeNode;
  /** Reads the type of a property, without `undefined`. */
  readonly defined: (node: ts.TypeNode) => Expanded;
}

/** The maximum nesting depth of types: later steps are recursive. */
export const MAX_DEPTH = 100;

const STRING = 'Write string. If the values have a form, add the tag "@pattern <regular expression>".';
const TUPLE =
  'Write an array of a union: `(A | B)[]`. If its length is fixed, add the tags "@minItems" and "@maxItems".';
const NESTED = 'Declare it as a type of its own, or as the type of a property.';

/** Remedies for resolved types that JSON does not have, by a flag of theirs. */
const WITHOUT_VALUES: readonly (readonly [ts.TypeFlags, string])[] = [
  [ts.TypeFlags.Undefined, 'JSON has no undefined: make the property optional with "?", or use NonNullable.'],
  [ts.TypeFlags.Void, 'JSON has no undefined: make the property optional with "?".'],
  [ts.TypeFlags.BigIntLike, 'JSON has no bigint: write number or string.'],
  [ts.TypeFlags.ESSymbolLike, 'JSON has no symbols.'],
  [ts.TypeFlags.StringMapping, STRING],
  [ts.TypeFlags.TemplateLiteral, STRING],
];

/** The primitive types: as they are written, and as TypeScript resolves them. */
export const PRIMITIVES = [
  { name: 'any', keyword: ts.SyntaxKind.AnyKeyword, flag: ts.TypeFlags.Any },
  { name: 'unknown', keyword: ts.SyntaxKind.UnknownKeyword, flag: ts.TypeFlags.Unknown },
  { name: 'string', keyword: ts.SyntaxKind.StringKeyword, flag: ts.TypeFlags.String },
  { name: 'number', keyword: ts.SyntaxKind.NumberKeyword, flag: ts.TypeFlags.Number },
  { name: 'boolean', keyword: ts.SyntaxKind.BooleanKeyword, flag: ts.TypeFlags.Boolean },
  { name: 'null', keyword: ts.SyntaxKind.NullKeyword, flag: ts.TypeFlags.Null },
  { name: 'object', keyword: ts.SyntaxKind.ObjectKeyword, flag: ts.TypeFlags.NonPrimitive },
  { name: 'never', keyword: ts.SyntaxKind.NeverKeyword, flag: ts.TypeFlags.Never },
] as const;

/** Expands the types of one program. */
export class TypeExpander {
  readonly #checker: ts.TypeChecker;
  readonly #written: WrittenTypes;
  readonly #report: Report;
  readonly #placeOf: (node: ts.Node) => Place;
  /** The types that are being written out. */
  readonly #open = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker, written: WrittenTypes, report: Report, placeOf: (node: ts.Node) => Place) {
    this.#checker = checker;
    this.#written = written;
    this.#report = report;
    this.#placeOf = placeOf;
  }

  /** Writes out a type that is neither that of a property nor that of an alias. */
  type(node: ts.TypeNode): TypeNode {
    return this.#plain(this.#checker.getTypeFromTypeNode(node), node);
  }

  /** Writes out the type of an alias. */
  expand(node: ts.TypeNode): Expanded {
    const expanded = this.#named(this.#checker.getTypeFromTypeNode(node), node);
    this.#checkTags(node, expanded);
    return expanded;
  }

  /** Writes out the type of a property, without `undefined`. */
  defined(node: ts.TypeNode): Expanded {
    const expanded = this.#defined(this.#checker.getTypeFromTypeNode(node), node);
    this.#checkTags(node, expanded);
    return expanded;
  }

  /** Returns the properties of an object type, in the order of their declarations, and its index signature. */
  members(type: ts.Type, node: ts.Node): Members {
    const properties = this.#checker.getPropertiesOfType(type).toSorted(byPosition);
    if (properties.some(isGlobal)) this.#refuse(type, node);
    const index = this.#index(type, node);
    return { properties: properties.map((each) => this.#property(each, node)), ...(index && { index }) };
  }

  #plain(type: ts.Type, node: ts.Node, { type: read, tags } = this.#named(type, node)): TypeNode {
    const what = 'has constraints that can only be stated for a property or a type';
    return tags.length > 0 ? this.#refuse(type, node, NESTED, what) : read;
  }

  #named(type: ts.Type, node: ts.Node): Expanded {
    const written = this.#accessed(type, node);
    if (written) return this.#written.defined(written);
    const name = this.#nameOf(type, node);
    const place = this.#placeOf(node);
    if (name !== undefined) return untagged({ kind: 'reference', name, place });
    if (this.#open.has(type) || this.#open.size >= MAX_DEPTH) {
      const remedy = 'Declare an interface for each use: interface ToolNode { children: ToolNode[] }.';
      return untagged(this.#refuse(type, node, remedy, 'contains itself'));
    }
    this.#open.add(type);
    const expanded = this.#expand(type, node, place);
    this.#open.delete(type);
    return expanded;
  }

  #expand(type: ts.Type, node: ts.Node, place: Place): Expanded {
    const primitive = PRIMITIVES.find(({ flag }) => hasFlag(type, flag));
    if (primitive) return untagged({ kind: 'primitive', name: primitive.name, place });
    const value = literalOf(type, this.#checker);
    if (value !== undefined) return untagged({ kind: 'literal', value, place });
    if (type.isUnion()) return untagged({ kind: 'union', members: this.#membersOf(type.types, node), place });
    if (type.isIntersection()) {
      return untagged({ kind: 'intersection', members: this.#membersOf(type.types, node), place });
    }
    if (hasFlag(type, ts.TypeFlags.TemplateLiteral)) return this.#template(type as ts.TemplateLiteralType, node, place);
    const remedy = WITHOUT_VALUES.find(([flag]) => hasFlag(type, flag))?.[1];
    if (remedy !== undefined || !hasFlag(type, ts.TypeFlags.Object)) return untagged(this.#refuse(type, node, remedy));
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference, node, place);
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (element) return untagged({ kind: 'array', element: this.#plain(element, node), place });
    }
    const global = type.getSymbol();
    if (global && isGlobal(global) && WITHOUT_JSON.has(global.name)) {
      return untagged(this.#refuse(type, node, WITHOUT_JSON.get(global.name)));
    }
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) {
      return untagged(this.#refuse(type, node, 'JSON has no functions.'));
    }
    const isMapped = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
    return untagged({ kind: 'object', ...this.members(type, node), ...(isMapped && { mapped: true }), place });
  }

  /** Returns the name of a type that the schema declares. The alias that the type is the target of does not count. */
  #nameOf(type: ts.Type, node: ts.Node): string | undefined {
    const { aliasSymbol, aliasTypeArguments } = type;
    const symbol = type.getSymbol();
    const isNamed =
      aliasSymbol !== undefined &&
      !aliasTypeArguments &&
      !isGlobal(aliasSymbol) &&
      aliasSymbol !== this.#targetOf(node);
    if (isNamed) return aliasSymbol.name;
    const isMember = hasFlag(type, ts.TypeFlags.EnumLiteral) && !hasFlag(type, ts.TypeFlags.Union);
    const isDeclared =
      symbol !== undefined && !isMember && hasFlag(symbol, ts.SymbolFlags.Interface | ts.SymbolFlags.Enum);
    return isDeclared && !isGlobal(symbol) && !isGeneric(symbol) ? symbol.name : undefined;
  }

  #targetOf({ parent }: ts.Node): ts.Symbol | undefined {
    if (ts.isParenthesizedTypeNode(parent)) return this.#targetOf(parent);
    return ts.isTypeAliasDeclaration(parent) ? this.#checker.getSymbolAtLocation(parent.name) : undefined;
  }

  /** Returns the members of a union or an intersection, `null` last. TypeScript has `boolean` as two of them. */
  #membersOf(types: readonly ts.Type[], node: ts.Node): readonly TypeNode[] {
    const isBoolean = types.filter((type) => hasFlag(type, ts.TypeFlags.BooleanLiteral)).length > 1;
    const place = this.#placeOf(node);
    let isRead = false;
    const ordered = types.toSorted((a, b) => (a.flags & ts.TypeFlags.Null) - (b.flags & ts.TypeFlags.Null));
    return ordered.flatMap((type): TypeNode[] => {
      if (!isBoolean || !hasFlag(type, ts.TypeFlags.BooleanLiteral)) return [this.#plain(type, node)];
      if (isRead) return [];
      isRead = true;
      return [{ kind: 'primitive', name: 'boolean', place }];
    });
  }

  #property(symbol: ts.Symbol, node: ts.Node): Property {
    const declarations = (symbol.declarations ?? []).filter(ts.isPropertySignature);
    const type = this.#checker.getTypeOfSymbol(symbol);
    const written = this.#writtenAs(symbol, type);
    const { type: read, tags } = written ? this.#written.defined(written) : this.#defined(type, node);
    return {
      name: symbol.name,
      optional: hasFlag(symbol, ts.SymbolFlags.Optional) || isNever(type),
      type: read,
      docs: withTags(readMemberDocs(...declarations), tags),
      place: this.#placeOf(declarations[0] ?? node),
    };
  }

  /** Returns how the type of a property is written, unless it depends on type parameters, or was changed. */
  #writtenAs(symbol: ts.Symbol, type: ts.Type): ts.TypeNode | undefined {
    const [declaration, ...others] = symbol.declarations ?? [];
    const written = declaration && ts.isPropertySignature(declaration) ? declaration.type : undefined;
    return written && others.length === 0 && this.#isWritten(written, type) ? written : undefined;
  }

  /** Returns how the type `T['name']` is written. */
  #accessed(type: ts.Type, node: ts.Node): ts.TypeNode | undefined {
    const symbol = ts.isIndexedAccessTypeNode(node) ? this.#propertyOf(node) : undefined;
    return symbol && !hasUndefined(type) ? this.#writtenAs(symbol, type) : undefined;
  }

  #propertyOf({ indexType, objectType }: ts.IndexedAccessTypeNode): ts.Symbol | undefined {
    const key = this.#checker.getTypeFromTypeNode(indexType);
    const object = this.#checker.getTypeFromTypeNode(objectType);
    return key.isStringLiteral() ? this.#checker.getPropertyOfType(object, key.value) : undefined;
  }

  #index(type: ts.Type, node: ts.Node): TypeNode | undefined {
    const infos = this.#checker.getIndexInfosOfType(type);
    const info = infos.find(({ keyType }) => hasFlag(keyType, ts.TypeFlags.String));
    if (!info) {
      if (infos.length > 0) this.#refuse(type, node, 'Write an index signature for strings: [key: string]: Value.');
      return undefined;
    }
    const written = info.declaration?.type;
    if (written && this.#isWritten(written, info.type)) return this.#written.type(written);
    return this.#plain(info.type, node, this.#defined(info.type, node));
  }

  /** Returns whether a node means a type, apart from `undefined`, wherever it is written. */
  #isWritten(node: ts.TypeNode, type: ts.Type): boolean {
    const written = partsOf(this.#checker.getTypeFromTypeNode(node));
    const parts = new Set(partsOf(type));
    const isSame = written.length === parts.size && written.every((part) => parts.has(part));
    return isSame && isClosed(node, this.#checker);
  }

  /** Writes out a type without `undefined`. */
  #defined(type: ts.Type, node: ts.Node): Expanded {
    if (!hasUndefined(type)) return this.#named(type, node);
    const parts = partsOf(type);
    const place = this.#placeOf(node);
    if (parts.length === 0) return untagged({ kind: 'primitive', name: 'never', place });
    const hasNull = parts.some((part) => hasFlag(part, ts.TypeFlags.Null));
    // The union without `undefined` has its name.
    if (!hasNull) return this.#named(this.#checker.getNonNullableType(type), node);
    return untagged({ kind: 'union', members: this.#membersOf(parts, node), place });
  }

  /**
   * Checks that aliases of primitives keep their constraints: for TypeScript, they are the primitives themselves, so that their names are
   * lost where it resolves a type.
   */
  #checkTags(node: ts.Node, { type }: Expanded): void {
    const names = namesIn(type);
    const visit = (part: ts.Node): void => {
      const symbol = ts.isTypeReferenceNode(part) ? symbolOf(part.typeName, this.#checker) : undefined;
      const [declaration] = symbol?.declarations ?? [];
      if (symbol && declaration && ts.isTypeAliasDeclaration(declaration) && !names.includes(symbol.name)) {
        const tags = Object.keys(keywordsOf({ ...readDocs(declaration), text: '' }));
        const isPrimitive = this.#nameOf(this.#checker.getDeclaredTypeOfSymbol(symbol), part) === undefined;
        const remedy = 'Write the type out, or state the tag at the property.';
        if (tags.length > 0 && isPrimitive)
          this.#report(part, `The tag @${tags[0]} of ${symbol.name} is lost here`, remedy);
      }
      const accessed = ts.isIndexedAccessTypeNode(part) ? this.#propertyOf(part)?.declarations?.[0] : undefined;
      if (accessed && ts.isPropertySignature(accessed) && accessed.type) visit(accessed.type);
      ts.forEachChild(part, visit);
    };
    visit(node);
  }

  /** Reads a tuple whose elements have one type as an array of fixed or minimum length. */
  #tuple(type: ts.TupleTypeReference, node: ts.Node, place: Place): Expanded {
    const { minLength, combinedFlags, fixedLength } = type.target as ts.TupleType & { readonly fixedLength: number };
    const elements = this.#checker.getTypeArguments(type).map((each) => {
      const [only, ...others] = partsOf(each);
      return only && others.length === 0 ? only : each;
    });
    const [element] = elements;
    if (!element || elements.some((each) => each !== element)) return untagged(this.#refuse(type, node, TUPLE));
    const tags = [
      { name: 'minItems', text: String(minLength) },
      ...((combinedFlags & ts.ElementFlags.Variable) !== 0 ? [] : [{ name: 'maxItems', text: String(fixedLength) }]),
    ];
    return { type: { kind: 'array', element: this.#plain(element, node), place }, tags };
  }

  /** Reads a template literal whose open parts are strings as a pattern. */
  #template(type: ts.TemplateLiteralType, node: ts.Node, place: Place): Expanded {
    if (!type.types.every((each) => hasFlag(each, ts.TypeFlags.String)))
      return untagged(this.#refuse(type, node, STRING));
    // As the official tool writes it.
    const text = type.texts.map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.*');
    const tags = [{ name: 'pattern', text: JSON.stringify(`^${text}$`) }];
    return { type: { kind: 'primitive', name: 'string', place }, tags };
  }

  #refuse(
    type: ts.Type,
    node: ts.Node,
    remedy = 'Write the resulting type.',
    what = 'is not a type of JSON values',
  ): TypeNode {
    const isOf = ts.isTypeNode(node) && this.#checker.getTypeFromTypeNode(node) === type;
    const name = isOf ? node.getText().replaceAll(/\s+/g, ' ') : this.#checker.typeToString(type);
    const shown = name.length > 60 ? `${name.slice(0, 60)}...` : name;
    this.#report(node, `${shown} ${what}`, remedy);
    return { kind: 'primitive', name: 'unknown', place: this.#placeOf(node) };
  }
}

function untagged(type: TypeNode): Expanded {
  return { type, tags: [] };
}

function allPartsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Returns whether `undefined` is among the values of a type, or it has no values. */
export function hasUndefined(type: ts.Type): boolean {
  return isNever(type) || partsOf(type).length < allPartsOf(type).length;
}

/** Returns whether a property must be absent. */
function isNever(type: ts.Type): boolean {
  return hasFlag(type, ts.TypeFlags.Never | ts.TypeFlags.Undefined);
}

/** Returns the members of a union, or the type itself, without `undefined`. */
function partsOf(type: ts.Type): readonly ts.Type[] {
  return allPartsOf(type).filter((each) => !hasFlag(each, ts.TypeFlags.Undefined));
}

/** Compares properties by their place in the file. Those of other files, and those without a declaration, keep their order. */
function byPosition(a: ts.Symbol, b: ts.Symbol): number {
  const [one, other] = [a.declarations?.[0], b.declarations?.[0]];
  return one && other && one.getSourceFile() === other.getSourceFile() ? one.pos - other.pos : 0;
}
