// What belongs to one caller, session, or holder is kept for another, or for all.
import ts from 'typescript';
import { replace } from '../replace.mjs';

const OWNER =
  /(?:^|[a-z#])(?:caller|session|sessionId|holder|key|owner|client|clientId|account|subject|issuer|tenant)$/i;

/** How many other variables are tried in place of an owner. */
const MOST = 2;

/** Passes another owner, or a constant, as the first argument. */
export function scope(node, source) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const first = node.arguments?.[0];
  if (first === undefined || !isOwner(first)) return [];
  const others = [...namesAround(node)].filter((name) => OWNER.test(name) && name !== first.getText(source));
  return [replace(first, source, ...others.slice(0, MOST), `'shared'`)];
}

function isOwner(node) {
  if (ts.isPropertyAccessExpression(node)) return OWNER.test(node.name.text);
  return ts.isIdentifier(node) && OWNER.test(node.text);
}

/** Returns the names of parameters and of variables that are declared before a node, the nearest first. */
function namesAround(node) {
  const names = new Set();
  const add = ({ name }) => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element);
  };
  for (let around = node.parent, inner = node; around !== undefined; inner = around, around = around.parent) {
    if (ts.isFunctionLike(around)) around.parameters.forEach(add);
    if (!ts.isBlock(around)) continue;
    for (const statement of around.statements.slice(0, around.statements.indexOf(inner)).reverse()) {
      if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(add);
    }
  }
  return names;
}
