/** Defaults that sources write where they read a property: `{ depth = 8 }: Options` and `options.depth ?? 8`. */

import ts from 'typescript';
import { sources } from './typedConstants.js';

/** A default in a source, of a property of an interface. */
export interface CodedDefault {
  readonly path: string;
  /** The types that may have the property. */
  readonly types: readonly string[];
  readonly property: string;
  /** Undefined if it is not a constant. */
  readonly value: unknown;
}

/** The constants of all modules. */
const constants = sources.flatMap(declarationsIn);

/** Returns the defaults of properties whose types the parameters of functions state. */
export function codedDefaults(): readonly CodedDefault[] {
  return sources.flatMap((source) => {
    const found: CodedDefault[] = [];
    const add = (type: ts.TypeNode | undefined, property: string, value: ts.Expression): void => {
      if (type) found.push({ path: source.fileName, types: namesIn(type), property, value: valueOf(value) });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isBindingElement(node) && node.initializer && ts.isObjectBindingPattern(node.parent)) {
        const { parent } = node.parent;
        if (!ts.isBindingElement(parent))
          add(typeOf(parent), (node.propertyName ?? node.name).getText(), node.initializer);
      }
      if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
        const read = ts.isBinaryExpression(node.left) ? node.left.right : node.left;
        if (ts.isPropertyAccessExpression(read)) add(typeOfName(read.expression), read.name.text, node.right);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function declarationsIn(source: ts.SourceFile): { readonly name: string; readonly initializer: ts.Expression }[] {
  return source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ name, initializer }) => (initializer ? [{ name: name.getText(), initializer }] : []));
}

/** The type of a parameter, or of the parameter that a variable is taken from. */
function typeOf({ type, initializer }: ts.ParameterDeclaration | ts.VariableDeclaration): ts.TypeNode | undefined {
  return type ?? (initializer && typeOfName(initializer));
}

function typeOfName(name: ts.Expression): ts.TypeNode | undefined {
  for (let at: ts.Node = name; !ts.isSourceFile(at); at = at.parent) {
    const found = ts.isFunctionLike(at) && at.parameters.find((each) => each.name.getText() === name.getText());
    if (found) return found.type;
  }
  return undefined;
}

function namesIn(type: ts.TypeNode): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName.getText());
    ts.forEachChild(node, visit);
  };
  visit(type);
  return names;
}

function valueOf(node: ts.Expression): unknown {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isStringLiteral(node)) return node.text;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression);
  if (ts.isBinaryExpression(node)) return product(valueOf(node.left), node.operatorToken.kind, valueOf(node.right));
  return ts.isIdentifier(node) ? valueOfConstant(node) : undefined;
}

/** Returns the value of a constant of the same module, or of another one if its name is unique. */
function valueOfConstant(name: ts.Identifier): unknown {
  const all = constants.filter((each) => each.name === name.text);
  const own = all.filter(({ initializer }) => initializer.getSourceFile() === name.getSourceFile());
  const [found, ...others] = own.length > 0 ? own : all;
  return found === undefined || others.length > 0 ? undefined : valueOf(found.initializer);
}

function product(left: unknown, operator: ts.SyntaxKind, right: unknown): number | undefined {
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  if (operator === ts.SyntaxKind.AsteriskToken) return left * right;
  return operator === ts.SyntaxKind.SlashToken ? left / right : undefined;
}
