// Forgotten arguments and properties.
import ts from 'typescript';
import { calledName, isAssigned, withoutItem } from '../syntax.mjs';

/** Forgets the last argument, which may be optional, and properties, which may be so, too. */
export function argument(node, source) {
  if (ts.isObjectLiteralExpression(node)) return isAssigned(node) ? [] : forgottenProperties(node, source);
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const { arguments: args = [] } = node;
  const last = args.at(-1);
  if (last === undefined || ts.isSpreadElement(last) || isNeedless(node)) return [];
  return [withoutItem(args, args.length - 1, source)];
}

function forgottenProperties({ properties }, source) {
  return properties.flatMap((property, at) => {
    const isPlain = ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property);
    return isPlain ? [withoutItem(properties, at, source)] : [];
  });
}

/** Returns whether an argument says what holds without it, is the message of an error, or can hardly be optional. */
function isNeedless({ expression, arguments: [first, ...others] }) {
  if (others.length > 0) return false;
  if (ts.isArrowFunction(first) || ts.isFunctionExpression(first)) return true;
  if (calledName({ expression }) === 'join') return ts.isStringLiteral(first) && first.text === ',';
  return expression.kind === ts.SyntaxKind.SuperKeyword || calledName({ expression }).endsWith('Error');
}
