/** Shapes as the tables of generated code have them. */

import { expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { encodeShapes } from '../../../generator/analyze/encodeShapes.js';
import { compileText } from '../../support/compileText.js';

const TEXT = `
interface Thing { b?: Part[]; a: string; [key: string]: unknown }
/** @minimum 0 */
type Count = number;
interface Share {
  /** @TJS-type number
   * @maximum 1 */
  of: number }
/** @minItems 1 */
type Some = Thing[];
type Part = { kind: 'a'; a: string } | { kind: 'b'; b: 1 | 2 } | { kind: 'b'; c: null };
type Word = 'x' | string;
type Either = Thing | boolean;
type Both = Thing & { more: object };
type Flags = { [key: string]: boolean };
type Any = unknown;`;

test('every kind', () => {
  expect(encodeShapes(shapesOf(compileText(TEXT).definitions))).toEqual({
    Thing: { has: { a: 'string' }, may: { b: { items: 'Part' } } },
    Count: { number: 'integer', min: 0 },
    Share: { has: { of: { number: 'number', max: 1 } } },
    Some: { items: 'Thing', least: 1 },
    Part: {
      tag: 'kind',
      of: {
        a: { has: { kind: { is: ['a'] }, a: 'string' } },
        b: [{ has: { kind: { is: ['b'] }, b: { is: [1, 2] } } }, { has: { kind: { is: ['b'] }, c: 'null' } }],
      },
    },
    Word: { any: ['string'] },
    Either: { any: ['Thing', 'boolean'] },
    Both: { all: ['Thing', { has: { more: 'object' } }] },
    Flags: { rest: 'boolean' },
    Any: 'any',
  });
});

test('never, and literal booleans', () => {
  const { definitions } = compileText('interface A { none?: never; yes: true; either: true | 1 }');
  expect(encodeShapes(shapesOf(definitions))).toEqual({
    A: { has: { yes: { is: [true] }, either: { is: [true, 1] } }, may: { none: 'never' } },
  });
});

test('a renamed definition has its new name wherever it stands', () => {
  const { definitions } = compileText('interface Old { a: Old[]; b?: Old | null; c: { d: Old } }');
  expect(encodeShapes(shapesOf(definitions, new Map([['Old', 'New']])))).toEqual({
    New: { has: { a: { items: 'New' }, c: { has: { d: 'New' } } }, may: { b: { any: ['New', 'null'] } } },
  });
});
