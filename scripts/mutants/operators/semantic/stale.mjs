// What is remembered for too long or for too many: state that is not reset, keys that lack a part, and copies that are none.
import ts from 'typescript';
import { replace, replaceRange } from '../replace.mjs';
import { calledName, madeCall, withoutItem } from '../syntax.mjs';

const INVALIDATING = /^(invalidate|reset|evict|expire|refresh|flush)(?![a-z])/;
const KEYED = new Set(['get', 'set', 'has', 'delete']);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);
const COPYING = new Set(['structuredClone', 'Array.from']);

export function stale(node, source) {
  if (isReset(node)) return [replace(node, source, '{}')];
  const made = madeCall(node);
  if (made !== undefined && INVALIDATING.test(calledName(made.call))) {
    return [replace(made.whole, source, ...made.without)];
  }
  const original = copiedBy(node, source);
  if (original !== undefined) return [replace(node, source, original)];
  return isKey(node) ? partsOf(node).map((part) => withoutPart(node, part, source)) : [];
}

/** Returns whether a statement sets something back to what it was at first. */
function isReset(node) {
  if (!ts.isExpressionStatement(node) || !ts.isBinaryExpression(node.expression)) return false;
  const { operatorToken, right } = node.expression;
  return operatorToken.kind === ts.SyntaxKind.EqualsToken && isInitial(right);
}

function isInitial(node) {
  if (ts.isIdentifier(node)) return node.text === 'undefined';
  if (ts.isNumericLiteral(node) || ts.isStringLiteral(node)) return node.text === '0' || node.text === '';
  if (ts.isArrayLiteralExpression(node)) return node.elements.length === 0;
  if (ts.isObjectLiteralExpression(node)) return node.properties.length === 0;
  if (ts.isNewExpression(node)) return COLLECTIONS.has(node.expression.getText()) && isEmpty(node.arguments);
  return node.kind === ts.SyntaxKind.NullKeyword;
}

function isEmpty(list) {
  return list === undefined || list.length === 0;
}

/** Returns the text of what a copy is made of. */
function copiedBy(node, source) {
  if (ts.isObjectLiteralExpression(node)) return onlySpread(node.properties, source);
  if (ts.isArrayLiteralExpression(node)) return onlySpread(node.elements, source);
  if (ts.isNewExpression(node)) {
    return COLLECTIONS.has(node.expression.getText(source)) ? onlyName(node.arguments, source) : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  if (COPYING.has(node.expression.getText(source))) return onlyName(node.arguments, source);
  const isSlice = calledName(node) === 'slice' && isEmpty(node.arguments);
  return isSlice ? node.expression.expression.getText(source) : undefined;
}

function onlySpread(items, source) {
  const isSpread = items.length === 1 && (ts.isSpreadAssignment(items[0]) || ts.isSpreadElement(items[0]));
  return isSpread ? onlyName([items[0].expression], source) : undefined;
}

/** Returns what is copied if others know it, too: it has a name. */
function onlyName([only, ...others] = [], source) {
  if (only === undefined || others.length > 0) return undefined;
  return ts.isIdentifier(only) || ts.isPropertyAccessExpression(only) ? only.getText(source) : undefined;
}

/** Returns whether something is looked up by a text or a list of several parts. */
function isKey(node) {
  if (!ts.isTemplateExpression(node) && !ts.isArrayLiteralExpression(node)) return false;
  const user = ts.findAncestor(node.parent, (one) => !ts.isParenthesizedExpression(one) && !isEncoding(one));
  if (ts.isCallExpression(user)) return KEYED.has(calledName(user)) && ts.isPropertyAccessExpression(user.expression);
  const named = ts.isReturnStatement(user) ? ts.findAncestor(user, ts.isFunctionLike) : user;
  const name = named?.name ?? (named !== undefined && ts.isVariableDeclaration(named.parent) && named.parent.name);
  return /(^k|K)ey(Of|For)?$/.test(name ? name.getText() : '');
}

/** `JSON.stringify(...)`, `[...].join(...)` */
function isEncoding(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'join';
  return ts.isCallExpression(node) && ['stringify', 'join'].includes(calledName(node));
}

function partsOf(node) {
  return ts.isTemplateExpression(node) ? node.templateSpans : node.elements.length > 1 ? node.elements : [];
}

function withoutPart(node, part, source) {
  if (ts.isArrayLiteralExpression(node)) return withoutItem(node.elements, node.elements.indexOf(part), source);
  // From the `${` before the expression to the `}` behind it.
  return replaceRange(part.expression.getFullStart() - 2, part.literal.getStart(source) + 1, source, '');
}
