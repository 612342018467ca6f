// Mutations of conditions: comparisons, logical operators, negations, and what a branch depends on.
import ts from 'typescript';
import { replace } from '../replace.mjs';

const COMPARISONS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
};

const LOGICAL = { '&&': ['||'], '||': ['&&'], '&&=': ['||=', '='], '||=': ['&&=', '='], '??=': ['='] };

/** Negates what a branch depends on, or makes it constant. */
export function condition(node, source) {
  const tested = testedBy(node);
  if (tested === undefined || isConstant(tested)) return [];
  const text = tested.getText(source);
  // A loop without end would only cost the time until it is stopped.
  const constants = ts.isIterationStatement(node, false) ? ['false'] : ['true', 'false'];
  const negated = tested.kind === ts.SyntaxKind.PrefixUnaryExpression ? [] : [`!(${text})`];
  return [replace(tested, source, ...negated, ...constants)];
}

/** Reverses comparisons, and moves their boundaries. */
export function comparison(node, source) {
  return operator(node, source, COMPARISONS);
}

/** Swaps logical operators, and keeps one side of `??`. */
export function logical(node, source) {
  if (!ts.isBinaryExpression(node)) return [];
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    const [left, right] = [node.left.getText(source), node.right.getText(source)];
    return [replace(node, source, `(${left})!`, `(${right})`)];
  }
  return operator(node, source, LOGICAL);
}

/** Drops negations. */
export function negation(node, source) {
  if (!ts.isPrefixUnaryExpression(node) || node.operator !== ts.SyntaxKind.ExclamationToken) return [];
  return [replace(node, source, node.operand.getText(source))];
}

/** Flips boolean literals. */
export function boolean(node, source) {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, source, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, source, 'true')];
  return [];
}

function testedBy(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  if (ts.isConditionalExpression(node) || ts.isForStatement(node)) return node.condition;
  return undefined;
}

function isConstant({ kind }) {
  return kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
}

/** Replaces the operator of a binary expression by those of a table. */
export function operator(node, source, table) {
  if (!ts.isBinaryExpression(node)) return [];
  const others = table[node.operatorToken.getText(source)];
  return others === undefined ? [] : [replace(node.operatorToken, source, ...others)];
}
