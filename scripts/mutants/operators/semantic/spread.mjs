// Objects that are merged in the wrong order: the defaults win over what was set.
//
// `asks.merged` has the ranges of what is merged, or the names of properties, undefined if they are computed: the order matters if
// both can have one property.
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
  if (!ts.isSpreadAssignment(property))
    return { name: ts.isComputedPropertyName(property.name) ? undefined : property.name.text };
  return { start: property.expression.getStart(source), end: property.expression.end };
}
