// Loops and functions that are left in another way.
import ts from 'typescript';
import { replace } from '../replace.mjs';

/** Swaps `continue`, `break`, and `return` within loops. */
export function exit(node, source) {
  if (!ts.isContinueStatement(node) && !ts.isBreakStatement(node) && !ts.isReturnStatement(node)) return [];
  if (node.label !== undefined) return [];
  const target = ts.findAncestor(
    node.parent,
    (one) => isLoop(one) || ts.isFunctionLike(one) || ts.isSwitchStatement(one),
  );
  if (target === undefined || !isLoop(target)) return [];
  const returned = ts.isReturnStatement(node) ? node.expression : undefined;
  // What `return` alone returns.
  const isSame = returned !== undefined && ts.isIdentifier(returned) && returned.text === 'undefined';
  return [replace(node, source, 'continue;', 'break;', ...(isSame ? [] : ['return;']))];
}

function isLoop(node) {
  return ts.isIterationStatement(node, false);
}
