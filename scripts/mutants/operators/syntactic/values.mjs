// Mutations of values: arithmetic, numbers, strings that something depends on, and regular expressions.
import ts from 'typescript';
import { operator } from './conditions.mjs';
import { replace, replaceRange } from '../replace.mjs';

const ARITHMETIC = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '|=': ['&='],
  '&=': ['|='],
};

/** Methods whose argument is compared with something. */
const COMPARING = ['has', 'get', 'set', 'delete', 'includes', 'startsWith', 'endsWith', 'indexOf', 'lastIndexOf'];

/** What a regular expression may say instead of a part of it. */
const PATTERN_PARTS = [
  { part: /\\[dDwWsSbB]/g, options: (found) => [`\\${swapCase(found[1])}`] },
  { part: /\[\^/g, options: () => ['['] },
  { part: /\[(?!\^)/g, options: () => ['[^'] },
  { part: /[+*](?!\?)/g, options: (found) => [found === '+' ? '*' : '+'] },
  { part: /(?<=[\w)\]}])\?/g, options: () => [''] },
  { part: /^\^|\$$/g, options: () => [''] },
  { part: /\(\?=|\(\?!/g, options: (found) => [found === '(?=' ? '(?!' : '(?='] },
];

/** Swaps arithmetic operators. Strings are joined with `+`, too: those stay unchanged. */
export function arithmetic(node, source) {
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return update(node, source);
  if (!ts.isBinaryExpression(node) || isText(node.left) || isText(node.right)) return [];
  return operator(node, source, ARITHMETIC);
}

/** Adds one to numbers, and subtracts one. */
export function number(node, source) {
  // A number may also be the name of a property.
  if (!ts.isNumericLiteral(node) || node.parent.name === node) return [];
  const value = Number(node.text);
  if (!Number.isSafeInteger(value)) return [];
  return [replace(node, source, `${value + 1}`, value === 0 ? '(-1)' : `${value - 1}`)];
}

/** Empties strings that are compared, or used as a key. Others are messages. */
export function string(node, source) {
  if (!ts.isStringLiteralLike(node) || !isCompared(node)) return [];
  return [replace(node, source, node.text === '' ? `'mutant'` : `''`)];
}

/** Changes a regular expression a little. */
export function regex(node, source) {
  if (!ts.isRegularExpressionLiteral(node)) return [];
  const text = node.getText(source);
  const pattern = text.slice(1, text.lastIndexOf('/'));
  const start = node.getStart(source) + 1;
  return PATTERN_PARTS.flatMap(({ part, options }) =>
    [...pattern.matchAll(part)]
      .filter(({ index }) => !isEscaped(pattern, index))
      .map(({ 0: found, index }) =>
        replaceRange(start + index, start + index + found.length, source, ...options(found)),
      ),
  );
}

function update(node, source) {
  const swapped = { [ts.SyntaxKind.PlusPlusToken]: '--', [ts.SyntaxKind.MinusMinusToken]: '++' }[node.operator];
  if (swapped === undefined) return [];
  const start = ts.isPrefixUnaryExpression(node) ? node.getStart(source) : node.end - 2;
  return [replaceRange(start, start + 2, source, swapped)];
}

function isText(node) {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  if (ts.isParenthesizedExpression(node)) return isText(node.expression);
  return ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}

function isCompared(node) {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return true;
  if (ts.isElementAccessExpression(parent)) return parent.argumentExpression === node;
  if (ts.isBinaryExpression(parent)) return COMPARING_OPERATORS.has(parent.operatorToken.kind);
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { name } = parent.expression;
  if (name.text === 'hasOwn') return parent.arguments[1] === node;
  return COMPARING.includes(name.text) && parent.arguments[0] === node;
}

const COMPARING_OPERATORS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

function isEscaped(pattern, at) {
  const backslashes = /\\*$/.exec(pattern.slice(0, at));
  return (backslashes?.[0].length ?? 0) % 2 === 1;
}

function swapCase(letter) {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
