import { OPERATORS } from './operators.js';
import type { TemplatePart } from './parseTemplate.js';
import { unitsOf } from './units.js';

/** The specificity of a template: compared number by number, smaller first. */
export type Specificity = readonly number[];

/**
 * Returns how specific a template is. Of two templates that match a URI, the more specific one has more literal characters; then fewer
 * variables that match several path segments; then fewer variables of any length; then fewer variables.
 */
export function specificityOf(parts: readonly TemplatePart[]): Specificity {
  const literal = parts.flatMap((part) => (typeof part === 'string' ? (unitsOf(part) ?? []) : []));
  const expressions = parts.filter((part) => typeof part !== 'string');
  const variables = expressions.flatMap(({ operator, variables }) =>
    variables.map((variable) => ({ ...variable, isWide: OPERATORS[operator].reserved || variable.explode })),
  );
  const wide = variables.filter(({ isWide }) => isWide);
  const ofAnyLength = variables.filter(({ prefix }) => prefix === undefined);
  return [-literal.length, wide.length, ofAnyLength.length, variables.length];
}

/** Compares two templates for sorting: the more specific one first. */
export function compareSpecificity(one: Specificity, other: Specificity): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
