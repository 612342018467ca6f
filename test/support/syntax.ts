/** What the declarations of a TypeScript text say, as plain data: from its syntax tree alone, and without its comments. */

import ts from 'typescript';

/** The declarations of a text, in its order: imports are left out. */
export function describeDeclarations(file: ts.SourceFile): readonly unknown[] {
  return file.statements.filter((statement) => !ts.isImportDeclaration(statement)).map(describeStatement);
}

function describeStatement(statement: ts.Statement): unknown {
  if (ts.isInterfaceDeclaration(statement)) {
    const bases = (statement.heritageClauses ?? []).flatMap(({ types }) => types.map(describeBase));
    return { interface: statement.name.text, bases, members: describeMembers(statement.members) };
  }
  if (ts.isTypeAliasDeclaration(statement)) return { type: statement.name.text, is: describeType(statement.type) };
  const [declaration, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  if (!declaration?.initializer || others.length > 0) throw unknown(statement);
  return { constant: textOf(declaration.name), is: valueOf(declaration.initializer) };
}

function describeBase({ expression, typeArguments = ts.factory.createNodeArray() }: ts.ExpressionWithTypeArguments) {
  return [textOf(expression), ...typeArguments.map(describeType)];
}

function describeMembers(members: readonly ts.TypeElement[]): readonly unknown[] {
  return members.map((member) => {
    if (ts.isIndexSignatureDeclaration(member)) return { index: describeType(member.type) };
    if (!ts.isPropertySignature(member) || !member.type) throw unknown(member);
    return { name: nameOf(member.name), optional: !!member.questionToken, is: describeType(member.type) };
  });
}

/** A type as data. `string & {}` beside literals is how an open list of texts is written, and means `string`. */
export function describeType(type: ts.TypeNode): unknown {
  if (ts.isParenthesizedTypeNode(type)) return describeType(type.type);
  if (ts.isArrayTypeNode(type)) return { items: describeType(type.elementType) };
  if (ts.isUnionTypeNode(type)) return { any: type.types.flatMap(unionMembers).map(describeType) };
  if (ts.isTypeLiteralNode(type)) return { members: describeMembers(type.members) };
  if (ts.isTypeQueryNode(type)) return { typeof: textOf(type.exprName) };
  if (ts.isTypeReferenceNode(type)) return [textOf(type.typeName), ...(type.typeArguments ?? []).map(describeType)];
  if (ts.isLiteralTypeNode(type)) {
    return type.literal.kind === ts.SyntaxKind.NullKeyword ? 'null' : { value: valueOf(type.literal) };
  }
  if (ts.isIntersectionTypeNode(type)) {
    const [first, second] = type.types;
    const isOpen = second && ts.isTypeLiteralNode(second) && second.members.length === 0;
    if (first && isOpen && type.getText().endsWith('& {}') && !ts.isTypeReferenceNode(first))
      return describeType(first);
    return { all: type.types.map(describeType) };
  }
  if (type.kind >= ts.SyntaxKind.FirstKeyword && type.kind <= ts.SyntaxKind.LastKeyword) return type.getText();
  throw unknown(type);
}

/** The members of a union, those of a union inside it too. */
function unionMembers(type: ts.TypeNode): readonly ts.TypeNode[] {
  if (ts.isParenthesizedTypeNode(type)) return unionMembers(type.type);
  return ts.isUnionTypeNode(type) ? type.types.flatMap(unionMembers) : [type];
}

/** The value of a literal. */
export function valueOf(node: ts.Expression): string | number {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand)) return 0 - Number(node.operand.text);
  throw unknown(node);
}

/** The name of a member, however it is written. */
export function nameOf(name: ts.PropertyName): string {
  if (ts.isIdentifier(name) || ts.isStringLiteral(name)) return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteral(name.expression)) return name.expression.text;
  throw unknown(name);
}

/** An identifier's name, escapes resolved. */
export function textOf(node: ts.Node): string {
  if (!ts.isIdentifier(node)) throw unknown(node);
  return node.text;
}

function unknown(node: ts.Node): Error {
  return new Error(`Nothing is expected here but declarations of data: ${node.getText()}`);
}
