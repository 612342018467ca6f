/** Describes shapes briefly. Every string of a schema enters a report through this module, which makes it safe to print. */

import type { Literal } from '../model/declarations.js';
import { escapeHidden } from '../printable.js';
import { entriesOf, type Limits, type LimitedType } from '../model/limits.js';
import type { NumberShape, ObjectShape, Shape } from './shape.js';

/** Quotes a string. Control and invisible characters are escaped. */
export function quote(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

/** Returns a string as it is, or quoted if it contains characters that have to be escaped. */
export function plainText(text: string): string {
  const quoted = quote(text);
  return quoted === `"${text}"` ? text : quoted;
}

/** Returns a property name or method as it is, or quoted if it is not unambiguous in a path. */
export function nameText(name: string): string {
  return /^[\w$@/:-]+$/.test(name) ? name : quote(name);
}

/** Returns the path of a property: `params.name`, `_meta."two words"`. */
export function joinPath(path: string, name: string): string {
  return path === '' ? nameText(name) : `${path}.${nameText(name)}`;
}

/** Describes a shape in one line, as TypeScript writes it where it can. Objects are named by their properties. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'any':
      return 'unknown';
    case 'never':
    case 'boolean':
    case 'null':
      return shape.kind;
    case 'string':
      return `string${range(shape.limits)}`;
    case 'limits':
      return `unknown${range(shape.limits)}`;
    case 'literal':
      return valueText(shape.value);
    case 'number':
      return `${numberName(shape)}${range(shape.limits)}`;
    case 'array':
      return `${inBrackets(describeShape(shape.items))}[]${range(shape.limits)}`;
    case 'union':
      return shape.members.map(describeShape).join(' | ');
    case 'intersection':
      return shape.members.map((member) => inBrackets(describeShape(member))).join(' & ');
    case 'reference':
      return shape.name;
    case 'object':
      return describeObject(shape);
  }
}

function describeObject({ fields, rest, limits }: ObjectShape): string {
  if (fields.size === 0 && rest?.kind === 'any') return `object${range(limits)}`;
  const names = [...fields].map(([name, { optional }]) => `${nameText(name)}${optional ? '?' : ''}`);
  const others = rest && rest.kind !== 'any' ? [`[*]: ${describeShape(rest)}`] : [];
  return `{ ${[...names, ...others].join(', ')} }${range(limits)}`;
}

/** Returns a literal as it is written in code. */
export function valueText(value: Literal): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

/** Returns `integer`, or `number` if fractions are allowed. */
export function numberName({ integer }: NumberShape): 'integer' | 'number' {
  return integer ? 'integer' : 'number';
}

/** The units of the lengths of each type. */
const UNITS: { readonly [Type in LimitedType]: string } = {
  string: ' characters',
  number: '',
  array: ' items',
  object: ' properties',
};

/** Describes limits: ` (0 to 1)`, ` (at least 0)`, ` (at most 100 items, unique)`, or an empty string. */
export function range(limits: Limits = {}): string {
  const texts = rangeTexts(limits);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
}

/** Describes each limit. A lower and an upper limit are one. */
export function rangeTexts(limits: Limits): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, minProperties, maxProperties } = limits;
  const others = entriesOf(limits).flatMap(([name, value]) => {
    const text = OTHER_LIMITS[name];
    return text === undefined ? [] : [`${text}${typeof value === 'string' ? quote(value) : value}`];
  });
  return [
    ...between(minLength, maxLength, UNITS.string),
    ...between(minimum, maximum, UNITS.number),
    ...between(minItems, maxItems, UNITS.array),
    ...between(minProperties, maxProperties, UNITS.object),
    ...others,
    ...(limits.uniqueItems ? ['unique'] : []),
  ];
}

const OTHER_LIMITS: { readonly [Name in keyof Limits]?: string } = {
  pattern: 'matching ',
  exclusiveMinimum: 'more than ',
  exclusiveMaximum: 'less than ',
  multipleOf: 'multiple of ',
};

function between(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

function inBrackets(text: string): string {
  return text.includes(' | ') || text.includes(' & ') ? `(${text})` : text;
}
