// Forgotten cleanup.
import ts from 'typescript';
import { replace } from '../replace.mjs';
import { calledName, madeCall } from '../syntax.mjs';

const ENDING =
  /^(close|stop|release|dispose|clear|delete|unref|abort|destroy|cancel|remove|drop|forget|withdraw|disconnect|kill|rm)(?![a-z])/;

/** Leaves open, running, or stored what was to be closed, stopped, or removed, and empties `finally`. */
export function cleanup(node, source) {
  if (isFinally(node) || (ts.isExpressionStatement(node) && ts.isDeleteExpression(node.expression))) {
    return [replace(node, source, '{}')];
  }
  const made = madeCall(node);
  return made !== undefined && ENDING.test(calledName(made.call)) ? [replace(made.whole, source, ...made.without)] : [];
}

function isFinally(node) {
  const { parent } = node;
  return (
    parent !== undefined && ts.isTryStatement(parent) && parent.finallyBlock === node && node.statements.length > 0
  );
}
