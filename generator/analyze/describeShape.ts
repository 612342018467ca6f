/** Shapes as short texts. Every text of a schema gets into a report through here. */

import type { Shape } from './shapes.js';
import { fieldsOf } from './readShapes.js';

/** What could break a line, steer a terminal, or make a text read otherwise than it is written. */
const UNSAFE = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** A text between quotes, on one line and with nothing invisible in it. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
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

/** A shape in one line, in the words of TypeScript where it has them. Objects are named by their properties. */
export function describeShape(shape: Shape): string {
  if (typeof shape === 'string') return shape === 'any' ? 'unknown' : shape;
  if ('is' in shape) return join(shape.is.map((value) => (typeof value === 'string' ? quote(value) : String(value))));
  if ('number' in shape) return `${shape.number}${range(shape.min, shape.max)}`;
  if ('any' in shape) return join(shape.any.map(describeShape));
  if ('tag' in shape) return join(Object.values(shape.of).flat().map(describeShape));
  if ('all' in shape) return shape.all.map((member) => inBrackets(describeShape(member))).join(' & ');
  if ('items' in shape) {
    return `${inBrackets(describeShape(shape.items))}[]${range(shape.least, shape.most, ' items')}`;
  }
  const names = [...fieldsOf(shape)].map(([name, { optional }]) => `${nameText(name)}${optional ? '?' : ''}`);
  const rest = shape.rest === undefined ? [] : [`[*]: ${describeShape(shape.rest)}`];
  return `{ ${[...names, ...rest].join(', ')} }`;
}

/** ` (0 to 1)`, ` (at least 0)`, ` (at most 100 items)`, or nothing. */
export function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least !== undefined && most !== undefined) return ` (${least} to ${most}${unit})`;
  if (least !== undefined) return ` (at least ${least}${unit})`;
  return most === undefined ? '' : ` (at most ${most}${unit})`;
}

function join(members: readonly string[]): string {
  return members.join(' | ');
}

function inBrackets(text: string): string {
  return text.includes(' | ') || text.includes(' & ') ? `(${text})` : text;
}
