// Refunds of what was counted or reserved: forgotten, or made twice.
import ts from 'typescript';
import { replace } from '../replace.mjs';
import { calledName, madeCall, receiverOf } from '../syntax.mjs';

const GIVING = /^(give|refund|subtract|decrement)(?![a-z])/;
const ENDING = /^(close|delete|end|release|remove)(?![a-z])/;

/** What counts or reserves something for somebody. */
const COUNTING = /(held|holding|shares?|shared|ledger|account|quota|budget|reserved)\w*\??$/i;

export function refund(node, source) {
  if (isArithmetic(node)) return [forgottenOrTwice(node, source)];
  const made = madeCall(node);
  if (made === undefined) return [];
  const { call, whole, without } = made;
  const name = calledName(call);
  const gives = GIVING.test(name) || (name === 'add' && isNegative(call.arguments[0]));
  // What gives back all that it has counted, and what ends something, mostly does nothing when it is called again.
  if (gives && whole === node && call.arguments.length > 0) return [forgottenOrTwice(node, source)];
  const ends = ENDING.test(name) && COUNTING.test(receiverOf(call, source));
  return gives || ends ? [replace(whole, source, ...without)] : [];
}

function isArithmetic(node) {
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  if (ts.isBinaryExpression(expression)) return expression.operatorToken.kind === ts.SyntaxKind.MinusEqualsToken;
  const updates = ts.isPrefixUnaryExpression(expression) || ts.isPostfixUnaryExpression(expression);
  return updates && expression.operator === ts.SyntaxKind.MinusMinusToken;
}

function isNegative(node) {
  return node !== undefined && ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken;
}

function forgottenOrTwice(statement, source) {
  const text = statement.getText(source);
  return replace(statement, source, '{}', `{ ${text} ${text} }`);
}
