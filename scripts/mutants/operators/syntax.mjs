// What several operators ask about the syntax of a source.
import ts from 'typescript';
import { replaceRange } from './replace.mjs';

/**
 * Returns the call that a statement, or an arrow function without braces, is made of, and what it takes to drop it:
 * `{ call, whole, without }`, where the texts of `without` may stand in place of the node `whole`.
 */
export function madeCall(node) {
  const whole = ts.isExpressionStatement(node) ? node : resultOf(node);
  const call = whole === undefined ? undefined : calledBy(whole === node ? node.expression : whole);
  if (call === undefined) return undefined;
  return { call, whole, without: whole === node ? ['{}'] : ['undefined', 'Promise.resolve()'] };
}

/** Returns the name of the function or method that is called, a private one without `#`. */
export function calledName({ expression }) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text.replace(/^#/, '') : '';
}

/** Returns the text of what a method is called on. */
export function receiverOf({ expression }, source) {
  return ts.isPropertyAccessExpression(expression) ? expression.expression.getText(source) : '';
}

/** Drops an item of a list. The comma goes with it: the one behind it or, behind the last, the one before it. */
export function withoutItem(items, at, source) {
  const next = items[at + 1];
  const end = next?.getStart(source) ?? (items.hasTrailingComma ? items.end : items[at].end);
  const start = next !== undefined || at === 0 ? items[at].getStart(source) : items[at - 1].end;
  return replaceRange(start, end, source, '');
}

/** Swaps two neighbors, and leaves what stands between them where it is. */
export function swapped(one, other, source) {
  const between = source.text.slice(one.end, other.getStart(source));
  const text = other.getText(source) + between + one.getText(source);
  return replaceRange(one.getStart(source), other.end, source, text);
}

/** Returns whether something is assigned to the parts of an array or object: `[a, b] = [b, a]`. */
export function isAssigned(node) {
  const { parent } = node;
  return ts.isBinaryExpression(parent) && parent.left === node && ts.isAssignmentOperator(parent.operatorToken.kind);
}

/** Returns whether a node contains one of a kind, outside of functions within it. */
export function containsOwn(node, isKind) {
  if (isKind(node)) return true;
  return ts.forEachChild(node, (child) => !ts.isFunctionLike(child) && containsOwn(child, isKind)) === true;
}

/** Returns what a function without braces or a return statement results in. */
function resultOf(node) {
  if (ts.isReturnStatement(node)) return node.expression;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;
}

const CHAINED = new Set(['then', 'catch', 'finally']);

function calledBy(node) {
  if (ts.isAwaitExpression(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node)) {
    return calledBy(node.expression);
  }
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || !CHAINED.has(expression.name.text)) return node;
  return calledBy(expression.expression) ?? node;
}
