import { expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { objectOf } from '../../../generator/analyze/shape.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

test.each(['{ x: string } & { x?: string }', '{ x?: string } & { x: string }'])('%s requires x', (type) => {
  const table = shapesOf(new Definitions(readTypeScript(`type A = ${type};`, 'schema.ts')));
  expect(objectOf({ kind: 'reference', name: 'A' }, table)?.fields.get('x')?.optional).toBe(false);
});

test.each([
  ["extends Pick<R, 'b'>", undefined],
  ['extends R', { kind: 'primitive', name: 'unknown' }],
])('interface A %s has the index signature %j', (base, index) => {
  const text = `interface R { b: string; [key: string]: unknown } interface A ${base} {}`;
  const definitions = new Definitions(readTypeScript(text, 'schema.ts'));
  const members = definitions.membersOf({ kind: 'reference', name: 'A', place: { file: '', line: 1, column: 1 } });
  expect(members?.index).toEqual(index && expect.objectContaining(index));
});
