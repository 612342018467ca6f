// Objects that are merged in the wrong order: the defaults win over what was set.
//
// `asks.merged` has the ranges of what is merged, or the names of properties, or the ranges of names that are computed: the order
// matters if both can have one property.
import ts from 'typescript';
import { isAssigned, swapped } from '../syntax.mjs';

export function spread(node, source) {
  if (!ts.isObjectLiteralExpression(node) || isAssigned(node)) return [];
  return node.properties.slice(1).flatMap((second, at) => {
    const pair = [node.properties[at], second];
    if (!pair.some(ts.isSpreadAssignment)) return [];
    return [{ ...swapped(...pair, source), asks: { merged: pair.map((one) => mergedBy(one, source)) } }];
  });
}

function mergedBy(property, source) {
  const isSpread = ts.isSpreadAssignment(property);
  if (!isSpread && !ts.isComputedPropertyName(property.name)) return { name: property.name.text };
  const { expression } = isSpread ? property : property.name;
  return { start: expression.getStart(source), end: expression.end, isSpread };
}
