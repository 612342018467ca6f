/** Shapes as short texts. Every text of a schema gets into a report through here. */

import type { Bounds, Literal, NumberShape, ObjectShape, Shape } from './shape.js';

/** What could break a line, steer a terminal, or make a text read otherwise than it is written. */
const UNSAFE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** A text between quotes, on one line and with nothing invisible in it. */
export function quote(text: string): string {
  return singleLine(JSON.stringify(text));
}

/** A text of JSON with nothing invisible in it. */
export function singleLine(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A text as it is, or between quotes if there is anything in it that would not be seen as it is. */
export function plainText(text: string): string {
  const quoted = quote(text);
  return quoted === `"${text}"` ? text : quoted;
}

/** A property name or a method: as it is where nothing can be mistaken for a path's dots, else between quotes. */
export function nameText(name: string): string {
  return /^[\w$@/:-]+$/.test(name) ? name : quote(name);
}

/** The path of a property: `params.name`, `_meta."two words"`. */
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

/** A literal as it is written in code. */
export function valueText(value: Literal): string {
  return typeof value === 'string' ? quote(value) : String(value);
}

/** `integer`, or `number` for one that may have a fraction. */
export function numberName({ integer }: NumberShape): 'integer' | 'number' {
  return integer ? 'integer' : 'number';
}

/** ` (0 to 1)`, ` (at least 0)`, ` (at most 100 items)`, or nothing. */
export function range({ minimum, maximum }: Bounds, unit = ''): string {
  if (minimum !== undefined && maximum !== undefined) return ` (${minimum} to ${maximum}${unit})`;
  if (minimum !== undefined) return ` (at least ${minimum}${unit})`;
  return maximum === undefined ? '' : ` (at most ${maximum}${unit})`;
}

function inBrackets(text: string): string {
  return text.includes(' | ') || text.includes(' & ') ? `(${text})` : text;
}
