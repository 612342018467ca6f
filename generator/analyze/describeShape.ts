/** Describes shapes briefly. Every string of a schema enters a report through this module, which makes it safe to print. */

import type { Literal } from '../model/declarations.js';
import { escapeHidden } from '../printable.js';
import type { Bounds, NumberShape, ObjectShape, Shape } from './shape.js';

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
    case 'string':
    case 'boolean':
    case 'null':
      return shape.kind;
    case 'literal':
      return valueText(shape.value);
    case 'number':
      return `${numberName(shape)}${range(shape)}`;
    case 'array':
      return `${inBrackets(describeShape(shape.items))}[]${range(shape, ' items')}`;
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

function describeObject({ fields, rest }: ObjectShape): string {
  if (fields.size === 0 && rest?.kind === 'any') return 'object';
  const names = [...fields].map(([name, { optional }]) => `${nameText(name)}${optional ? '?' : ''}`);
  const others = rest && rest.kind !== 'any' ? [`[*]: ${describeShape(rest)}`] : [];
  return `{ ${[...names, ...others].join(', ')} }`;
}

/** Returns a literal as it is written in code. */
export function valueText(value: Literal): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

/** Returns `integer`, or `number` if fractions are allowed. */
export function numberName({ integer }: NumberShape): 'integer' | 'number' {
  return integer ? 'integer' : 'number';
}

/** Describes bounds: ` (0 to 1)`, ` (at least 0)`, ` (at most 100 items)`, or an empty string. */
export function range({ minimum, maximum }: Bounds, unit = ''): string {
  if (minimum !== undefined && maximum !== undefined) return ` (${minimum} to ${maximum}${unit})`;
  if (minimum !== undefined) return ` (at least ${minimum}${unit})`;
  return maximum === undefined ? '' : ` (at most ${maximum}${unit})`;
}

function inBrackets(text: string): string {
  return text.includes(' | ') || text.includes(' & ') ? `(${text})` : text;
}
