// Mutations of structures: items of lists, optional chains, and methods that have a counterpart.
import ts from 'typescript';
import { replace, replaceRange } from '../replace.mjs';
import { isAssigned, withoutItem } from '../syntax.mjs';

const COUNTERPARTS = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  push: 'unshift',
  unshift: 'push',
  shift: 'pop',
  pop: 'shift',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  all: 'race',
};

/** Methods that return something of the kind that they are called on: a call of one can be dropped. */
const REFINING = ['filter', 'slice', 'sort', 'toSorted', 'reverse', 'trim', 'trimStart', 'trimEnd', 'toLowerCase'];

/** Takes for granted what an optional chain asks. */
export function optional(node, source) {
  const token = node.questionDotToken;
  if (token === undefined || !ts.isOptionalChain(node)) return [];
  return [replace(token, source, ts.isPropertyAccessExpression(node) ? '!.' : '!')];
}

/** Drops items of lists, and whatever is spread. */
export function item(node, source) {
  const { parent } = node;
  if (parent === undefined) return [];
  const items = ts.isArrayLiteralExpression(parent)
    ? parent.elements
    : ts.isSpreadAssignment(node)
      ? parent.properties
      : ts.isSpreadElement(node)
        ? parent.arguments
        : undefined;
  const at = items?.indexOf(node) ?? -1;
  return at === -1 || isAssigned(parent) ? [] : [withoutItem(items, at, source)];
}

/** Calls the counterpart of a method, or none. */
export function method(node, source) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  const counterpart = Object.hasOwn(COUNTERPARTS, name.text) ? [COUNTERPARTS[name.text]] : [];
  const swapped = counterpart.map((text) => replace(name, source, text));
  // Behind an optional chain there is more to take away than the call.
  if (!REFINING.includes(name.text) || ts.isOptionalChain(node)) return swapped;
  return [...swapped, replaceRange(expression.end, node.end, source, '')];
}
