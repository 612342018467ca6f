// Mutations of statements: what is dropped, and what a function returns instead.
import ts from 'typescript';
import { replace } from '../replace.mjs';

/** What to return instead, by the return type that stands in the code. Others may return anything that compiles. */
const RETURNED = {
  boolean: ['true', 'false'],
  string: [`''`],
  number: ['0'],
  void: ['undefined'],
};
const ANYTHING = ['undefined', '[]', 'true', 'false'];

/** Drops statements that call something. */
export function call(node, source) {
  if (!ts.isExpressionStatement(node)) return [];
  const called = withoutWrapping(node.expression);
  if (!ts.isCallExpression(called) || called.expression.kind === ts.SyntaxKind.SuperKeyword) return [];
  return [replace(node, source, '{}')];
}

/** Drops assignments and increments. */
export function assignment(node, source) {
  if (!ts.isExpressionStatement(node)) return [];
  const { expression } = node;
  const assigns =
    ts.isPostfixUnaryExpression(expression) ||
    (ts.isPrefixUnaryExpression(expression) && UPDATES.has(expression.operator)) ||
    (ts.isBinaryExpression(expression) && ts.isAssignmentOperator(expression.operatorToken.kind));
  return assigns ? [replace(node, source, '{}')] : [];
}

/** Returns something else. */
export function returned(node, source) {
  const value = returnedBy(node);
  if (value === undefined) return [];
  const texts = RETURNED[returnType(node)] ?? ANYTHING;
  return [replace(value, source, ...texts)];
}

/** Drops throws. */
export function thrown(node, source) {
  return ts.isThrowStatement(node) ? [replace(node, source, '{}')] : [];
}

/** Drops what leaves a loop or a function early. */
export function jump(node, source) {
  const leaves =
    ts.isContinueStatement(node) ||
    (ts.isBreakStatement(node) && !ts.isCaseOrDefaultClause(node.parent)) ||
    (ts.isReturnStatement(node) && node.expression === undefined);
  return leaves ? [replace(node, source, '{}')] : [];
}

/** Does not wait. */
export function awaited(node, source) {
  return ts.isAwaitExpression(node) ? [replace(node, source, node.expression.getText(source))] : [];
}

/** Empties the blocks behind `catch`. */
export function caught(node, source) {
  const isEmptied = ts.isBlock(node) && node.statements.length > 0 && ts.isCatchClause(node.parent);
  return isEmptied ? [replace(node, source, '{}')] : [];
}

/** Drops a case of a switch. */
export function switchCase(node, source) {
  if (!ts.isCaseOrDefaultClause(node) || node.parent.clauses.length < 2) return [];
  return [replace(node, source, '')];
}

const UPDATES = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

function withoutWrapping(node) {
  const wraps = ts.isAwaitExpression(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node);
  return wraps ? withoutWrapping(node.expression) : node;
}

function returnedBy(node) {
  if (ts.isReturnStatement(node)) return node.expression;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;
}

/** Returns the return type that stands in the code, without a promise around it. */
function returnType(node) {
  const { type } = ts.isArrowFunction(node) ? node : (ts.findAncestor(node.parent, ts.isFunctionLike) ?? {});
  const text = type?.getText() ?? '';
  return /^Promise<(.*)>$/s.exec(text)?.[1] ?? text;
}
