// Listeners that are not registered, not removed, or called once where they are to be called often, and the other way round.
import ts from 'typescript';
import { replace } from '../replace.mjs';
import { calledName, madeCall } from '../syntax.mjs';

const NAMES = new Set([
  ...['on', 'once', 'addListener', 'addEventListener', 'subscribe'],
  ...['off', 'removeListener', 'removeAllListeners', 'removeEventListener', 'unsubscribe'],
]);
const COUNTERPARTS = { on: 'once', once: 'on' };

export function listener(node, source) {
  if (isOnceOption(node)) return [replace(node, source, node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true')];
  if (isSwappable(node)) {
    const { name, expression: emitter } = node.expression;
    const range = { start: emitter.getStart(source), end: emitter.end };
    const asks = { emitter: range, event: node.arguments[0].text };
    return [{ ...replace(name, source, COUNTERPARTS[calledName(node)]), asks }];
  }
  const made = madeCall(node);
  return made !== undefined && isAboutListener(made.call) ? [replace(made.whole, source, ...made.without)] : [];
}

function isSwappable(node) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  return Object.hasOwn(COUNTERPARTS, calledName(node)) && namesEvent(node);
}

function namesEvent({ arguments: [event, ...others] }) {
  return others.length > 0 && ts.isStringLiteral(event);
}

function isAboutListener(call) {
  const name = calledName(call);
  if (Object.hasOwn(COUNTERPARTS, name)) return namesEvent(call);
  return NAMES.has(name) || (/^on[A-Z]/.test(name) && call.arguments.some(isFunction));
}

function isFunction(node) {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** `{ once: true }` */
function isOnceOption({ kind, parent }) {
  const isBoolean = kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
  return isBoolean && ts.isPropertyAssignment(parent) && parent.name.getText() === 'once';
}
