/** Questions about the symbols of a checked schema. */

import { ts } from 'ts-morph';
import type { Literal } from '../model/declarations.js';
import { LIBRARY_FILE } from './program.js';

/** Returns whether a type or a symbol has any of some flags. */
export function hasFlag({ flags }: { readonly flags: number }, any: number): boolean {
  return (flags & any) !== 0;
}

/** Returns what a name refers to, behind imports. */
export function symbolOf(node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && hasFlag(symbol, ts.SymbolFlags.Alias) ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Returns whether a symbol is a type of the library, not of the schema. */
export function isGlobal(symbol: ts.Symbol): boolean {
  return symbol.declarations?.some((each) => each.getSourceFile().fileName === LIBRARY_FILE) ?? false;
}

/** Returns whether a symbol is a type with parameters. */
export function isGeneric(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (each) => (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each)) && each.typeParameters !== undefined,
  );
}

/** Returns whether a type means the same wherever it is written: it does not depend on parameters that are declared outside of it. */
export function isClosed(node: ts.Node, checker: ts.TypeChecker, within: ts.Node = node): boolean {
  if (node.kind === ts.SyntaxKind.ThisType) return false;
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) {
    const symbol = checker.getSymbolAtLocation(node.typeName);
    const [declaration] = symbol?.declarations ?? [];
    if (declaration && ts.isTypeParameterDeclaration(declaration) && !contains(within, declaration)) return false;
  }
  return ts.forEachChild(node, (child) => !isClosed(child, checker, within) || undefined) !== true;
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.getSourceFile() === inner.getSourceFile() && outer.pos <= inner.pos && inner.end <= outer.end;
}

/** Returns the only value of a type, or undefined if it has several. `1e999` would be Infinity, which JSON does not have. */
export function literalOf(type: ts.Type, checker: ts.TypeChecker): Literal | undefined {
  if (type.isStringLiteral()) return type.value;
  if (type.isNumberLiteral()) return Number.isFinite(type.value) ? type.value : undefined;
  return hasFlag(type, ts.TypeFlags.BooleanLiteral) ? checker.typeToString(type) === 'true' : undefined;
}

/** Returns the string literals that a type consists of, or undefined if it has other values. */
export function stringsOf(type: ts.Type): readonly string[] | undefined {
  const members = type.isUnion() ? type.types : [type];
  const values = members.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
  return values.length === members.length ? values : undefined;
}
