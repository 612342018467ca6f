/** Ways of writing that do not count in a comparison of types. They are taken from both sides. */

import ts from 'typescript';
import { rewrite } from './rewrite.js';

const { factory, SyntaxKind } = ts;

/**
 * Types without what says nothing about MCP:
 *
 * - Openness. Any object may have more properties than its type names, so `[key: string]: unknown` goes, wherever it is
 *   written or inherited, and `object` becomes an object of which nothing is known. Other index signatures stay.
 * - `any`, which would fit everything: it becomes `unknown`.
 * - `string & {}`, which lets a union keep names beside `string`: it becomes `string`.
 */
export function simplified(text: string): string {
  return rewrite(text, (node) => {
    if (ts.isIndexSignatureDeclaration(node) && isUnknown(node.type)) return null;
    if (node.kind === SyntaxKind.ObjectKeyword || isOpenRecord(node)) return factory.createTypeLiteralNode([]);
    if (node.kind === SyntaxKind.AnyKeyword) return factory.createKeywordTypeNode(SyntaxKind.UnknownKeyword);
    return isOpenString(node) ? factory.createKeywordTypeNode(SyntaxKind.StringKeyword) : undefined;
  });
}

function isUnknown(type: ts.TypeNode | undefined): boolean {
  return type?.kind === SyntaxKind.UnknownKeyword || type?.kind === SyntaxKind.AnyKeyword;
}

/** Whether it is `Record<string, unknown>`. */
function isOpenRecord(node: ts.Node): boolean {
  if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName) || node.typeName.text !== 'Record') return false;
  const [key, value] = node.typeArguments ?? [];
  return key?.kind === SyntaxKind.StringKeyword && isUnknown(value);
}

/** Whether it is `string & {}`. */
function isOpenString(node: ts.Node): boolean {
  if (!ts.isIntersectionTypeNode(node)) return false;
  const [string, nothing] = node.types;
  if (string?.kind !== SyntaxKind.StringKeyword || !nothing) return false;
  return ts.isTypeLiteralNode(nothing) && nothing.members.length === 0;
}
