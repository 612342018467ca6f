/** How primitive shapes relate: literals, numbers and their bounds, kinds of values. */

import type { Literal } from '../model/declarations.js';
import type { Shape } from './shapes.js';

/** Whether every value of one shape is one of another; neither is a name, a union, an array or an object. */
export function primitiveCovers(read: Shape, sent: Shape): boolean {
  if (typeof sent !== 'string' && 'is' in sent) return sent.is.every((value) => acceptsLiteral(read, value));
  const [readNumbers, sentNumbers] = [numbersOf(read), numbersOf(sent)];
  if (!readNumbers || !sentNumbers) return read === sent;
  const fits = readNumbers.number === 'number' || sentNumbers.number === 'integer';
  return fits && readNumbers.min <= sentNumbers.min && readNumbers.max >= sentNumbers.max;
}

function acceptsLiteral(read: Shape, value: Literal): boolean {
  if (typeof read !== 'string' && 'is' in read) return read.is.includes(value);
  if (typeof value !== 'number') return read === typeof value;
  const numbers = numbersOf(read);
  if (!numbers) return false;
  const fits = numbers.number === 'number' || Number.isInteger(value);
  return fits && numbers.min <= value && numbers.max >= value;
}

function numbersOf(shape: Shape): { number: 'number' | 'integer'; min: number; max: number } | undefined {
  if (shape === 'number' || shape === 'integer') return { number: shape, min: -Infinity, max: Infinity };
  if (typeof shape === 'string' || !('number' in shape)) return undefined;
  return { number: shape.number, min: shape.min ?? -Infinity, max: shape.max ?? Infinity };
}
