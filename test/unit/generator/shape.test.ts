import { expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { objectOf } from '../../../generator/analyze/shape.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

test.each(['{ x: string } & { x?: string }', '{ x?: string } & { x: string }'])('%s requires x', (type) => {
  const table = shapesOf(new Definitions(readTypeScript(`type A = ${type};`, 'schema.ts')));
  expect(objectOf({ kind: 'reference', name: 'A' }, table)?.fields.get('x')?.optional).toBe(false);
});
