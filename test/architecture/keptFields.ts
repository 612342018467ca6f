/** Where the source keeps more than one value, or a string that grows: fields of classes and interfaces, and variables of modules. */

import ts from 'typescript';
import { readProjectFile } from '../support/schemas.js';

const MAPS: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'ReadonlyMap',
  'ReadonlySet',
  'ByteGatherer',
]);
const ARRAYS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray', 'Record']);

/**
 * Returns the collections that a module keeps: `runtime/src/http/server/sessions/sessions.ts Sessions.#entries`.
 *
 * A field of a class counts if its type or its initial value is a map, a set, an array, an object with any keys, or an empty string; one
 * of an interface if it is a map or a set. A variable of a module counts if it is empty at first: others are constants.
 */
export function keptFields(path: string, text: string = readProjectFile(path)): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      for (const member of node.members) if (ts.isPropertyDeclaration(member)) note(node, member, isCollection(member));
    } else if (ts.isInterfaceDeclaration(node)) {
      for (const member of node.members)
        if (ts.isPropertySignature(member)) note(node, member, hasType(member.type, isMap));
    }
    ts.forEachChild(node, visit);
  };
  const note = (
    owner: ts.ClassLikeDeclaration | ts.InterfaceDeclaration,
    member: ts.ClassElement | ts.TypeElement,
    counts: boolean,
  ): void => {
    if (counts) found.push(`${path} ${owner.name?.text ?? 'class'}.${member.name?.getText() ?? ''}`);
  };
  visit(source);
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (initializer !== undefined && isEmpty(initializer) && !isConstant(statement, initializer))
        found.push(`${path} ${name.getText()}`);
    }
  }
  return found;
}

function isCollection({ type, initializer }: ts.PropertyDeclaration): boolean {
  if (hasType(type, (each) => isMap(each) || isArray(each))) return true;
  if (initializer === undefined) return false;
  if (ts.isArrayLiteralExpression(initializer)) return true;
  return isEmpty(initializer) || (ts.isNewExpression(initializer) && MAPS.has(initializer.expression.getText()));
}

/** Whether it begins as an empty collection, or an empty string. */
function isEmpty(value: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(value)) return value.elements.length === 0;
  if (ts.isStringLiteral(value)) return value.text === '';
  return ts.isNewExpression(value) && MAPS.has(value.expression.getText()) && !value.arguments?.length;
}

function isConstant({ declarationList }: ts.VariableStatement, value: ts.Expression): boolean {
  return (declarationList.flags & ts.NodeFlags.Const) !== 0 && ts.isStringLiteral(value);
}

/** Whether a type has a part of a kind. What a function takes and returns is not kept. */
function hasType(type: ts.TypeNode | undefined, isKind: (type: ts.Node) => boolean): boolean {
  const search = (node: ts.Node): boolean =>
    !ts.isFunctionTypeNode(node) && (isKind(node) || ts.forEachChild(node, search) === true);
  return type !== undefined && search(type);
}

function isMap(type: ts.Node): boolean {
  return ts.isTypeReferenceNode(type) && MAPS.has(type.typeName.getText());
}

function isArray(type: ts.Node): boolean {
  if (ts.isArrayTypeNode(type) || ts.isTupleTypeNode(type) || ts.isIndexSignatureDeclaration(type)) return true;
  return ts.isTypeReferenceNode(type) && ARRAYS.has(type.typeName.getText());
}
