import { expect, test } from 'vitest';
import { renameShapes } from '../../../generator/analyze/readShapes.js';
import type { ShapeMap } from '../../../generator/analyze/shapes.js';

test('a name is replaced wherever it stands', () => {
  const shapes: ShapeMap = {
    Old: { has: { a: 'Old' }, may: { b: { items: 'Old', least: 1 } }, rest: 'Old' },
    Both: { any: ['Old', 'string'] },
    All: { all: ['Old', 'Other'] },
    Tagged: { tag: 'kind', of: { a: 'Old', b: ['Old', 'Other'] } },
    Other: { is: ['Old', 1] },
    Count: { number: 'integer', min: 0 },
  };
  expect(renameShapes(shapes, new Map([['Old', 'New']]))).toEqual({
    New: { has: { a: 'New' }, may: { b: { items: 'New', least: 1 } }, rest: 'New' },
    Both: { any: ['New', 'string'] },
    All: { all: ['New', 'Other'] },
    Tagged: { tag: 'kind', of: { a: 'New', b: ['New', 'Other'] } },
    Other: { is: ['Old', 1] },
    Count: { number: 'integer', min: 0 },
  });
  expect(renameShapes(shapes, new Map())).toBe(shapes);
});
