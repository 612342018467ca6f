// Wrong defaults, and wrong units of time.
import ts from 'typescript';
import { replace } from '../replace.mjs';

/** How many of a unit the next greater one has. */
const FACTORS = new Set(['1000', '60']);

export function defaultValue(node, source) {
  const scaled = unscaled(node, source);
  if (scaled.length > 0) return [replace(node, source, ...scaled)];
  return isDefault(node) ? [replace(node, source, ...othersThan(node, source))] : [];
}

/** `seconds * 1000` without the factor. */
function unscaled(node, source) {
  if (!ts.isBinaryExpression(node) || !SCALING.has(node.operatorToken.kind)) return [];
  const isFactor = (one) => ts.isNumericLiteral(one) && FACTORS.has(one.text);
  const { left, right } = node;
  if (isFactor(right)) return [`(${left.getText(source)})`];
  return isFactor(left) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken
    ? [`(${right.getText(source)})`]
    : [];
}

const SCALING = new Set([ts.SyntaxKind.AsteriskToken, ts.SyntaxKind.SlashToken]);
const ELSE = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.QuestionQuestionEqualsToken]);

function isDefault(node) {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isParameter(parent) || isProperty(parent)) return parent.initializer === node;
  if (ts.isBinaryExpression(parent)) return parent.right === node && ELSE.has(parent.operatorToken.kind);
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && /default/i.test(parent.name.getText());
  return isOfOption(node);
}

/** `{ limit = 1 }`. What is missing in an array often cannot be missing: `const [first = ''] = text.split(',')`. */
function isProperty(node) {
  return ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent);
}

/** A row of a table of options: `limit: count(100)`. */
function isOfOption(node) {
  const { parent } = node;
  if (!ts.isCallExpression(parent) || !ts.isIdentifier(parent.expression)) return false;
  return ts.isPropertyAssignment(parent.parent) && parent.arguments[0] === node && !ts.isStringLiteral(node);
}

function othersThan(node, source) {
  const text = node.getText(source);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return ['true'];
  if (ts.isNumericLiteral(node)) return tenfold(Number(node.text));
  if (ts.isStringLiteral(node)) return [`''`];
  const isConstant = /^[A-Z][A-Z\d_]*(\.\w+)?$/.test(text);
  return isConstant ? [`${text} * 10`] : [];
}

function tenfold(value) {
  if (value === 0) return ['1'];
  return [`${value * 10}`, ...(value % 10 === 0 ? [`${value / 10}`] : [])];
}
