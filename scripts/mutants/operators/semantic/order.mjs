// Asynchronous steps in the wrong order.
import ts from 'typescript';
import { replace } from '../replace.mjs';
import { containsOwn, swapped } from '../syntax.mjs';

/** Swaps two steps one of which waits, and does not wait for the end of a step. */
export function order(node, source) {
  if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression)) {
    return [replace(node.expression, source, node.expression.expression.getText(source))];
  }
  if (!ts.isBlock(node) && !ts.isCaseOrDefaultClause(node) && !ts.isSourceFile(node)) return [];
  return node.statements.slice(1).flatMap((second, at) => {
    const first = node.statements[at];
    return isPair(first, second) ? [swapped(first, second, source)] : [];
  });
}

/** Two declarations can mostly be swapped without harm. */
function isPair(...pair) {
  const areSteps = pair.every((one) => ts.isExpressionStatement(one) || ts.isVariableStatement(one));
  return (
    areSteps &&
    pair.some(ts.isExpressionStatement) &&
    pair.some((one) => containsOwn(one, ts.isAwaitExpression)) &&
    !pair.some(isTaking)
  );
}

/** Returns whether a step only takes properties of a variable: `const { session } = connected`. */
function isTaking(one) {
  if (!ts.isVariableStatement(one)) return false;
  return one.declarationList.declarations.every(
    ({ name, initializer }) =>
      ts.isObjectBindingPattern(name) && initializer !== undefined && ts.isIdentifier(initializer),
  );
}
