/** Reads the literals of a schema file: the values of literal types, constants, enum members, and keys. */

import { Node, SyntaxKind } from 'ts-morph';
import type { EnumDeclaration, EnumMember, TypeNode as SyntaxNode } from 'ts-morph';
import type { Literal } from '../model/declarations.js';

/** Returns the value of a string, number, or boolean literal, including negative numbers and `as const`. */
export function literalValue(node: Node): Literal | undefined {
  if (Node.isAsExpression(node) && node.getTypeNode()?.getText() === 'const') return literalValue(node.getExpression());
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)) return node.getLiteralText();
  if (Node.isTrueLiteral(node)) return true;
  if (Node.isFalseLiteral(node)) return false;
  const negative = Node.isPrefixUnaryExpression(node) && node.getOperatorToken() === SyntaxKind.MinusToken;
  const number = negative ? node.getOperand() : node;
  if (!Node.isNumericLiteral(number)) return undefined;
  const value = Number(number.compilerNode.text);
  // `1e999` would be Infinity, which JSON does not have.
  if (!Number.isFinite(value)) return undefined;
  return negative ? -value : value;
}

/** Returns the value of a literal type, or undefined for any other type. */
export function literalTypeValue(node: SyntaxNode | undefined): Literal | undefined {
  return Node.isLiteralTypeNode(node) ? literalValue(node.getLiteral()) : undefined;
}

/** Returns the value of each member of an enum. A member without an initializer has the next number; a computed one has no value. */
export function enumValues(
  node: EnumDeclaration,
): readonly { readonly member: EnumMember; readonly value: Literal | undefined }[] {
  let next: number | undefined = 0;
  return node.getMembers().map((member) => {
    const initializer = member.getInitializer();
    const value = initializer ? literalValue(initializer) : next;
    next = typeof value === 'number' ? value + 1 : undefined;
    return { member, value };
  });
}
