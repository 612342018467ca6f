/** Types that share their parts in many layers: looking at each path to a part would take exponential time. */

import { expect, test } from 'vitest';
import { shapesOf } from '../../../generator/analyze/buildShapes.js';
import { alternatives } from '../../../generator/analyze/shape.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { Definitions } from '../../../generator/model/definitions.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';
import { compileText } from '../../support/compileText.js';

const DEPTH = 40;
const LAYERS = Array.from({ length: DEPTH }, (_, index) => index + 1);

// TypeScript itself takes exponential time for a diamond of bases.
const BASE_DEPTH = 8;

const BASES = [
  'interface A0 { x: string; y: string } interface B0 { x: string; y: string }',
  ...LAYERS.slice(0, BASE_DEPTH).flatMap((n) =>
    ['A', 'B'].map((name) => `interface ${name}${n} extends A${n - 1}, B${n - 1} { ${name}${n}: string }`),
  ),
].join('\n');

const UNIONS = [
  "type U0 = 'x'; type V0 = 'y';",
  ...LAYERS.flatMap((n) => ['U', 'V'].map((name) => `type ${name}${n} = U${n - 1} | V${n - 1};`)),
].join('\n');

test('types are computed from a diamond of bases and of unions', () => {
  const read = readTypeScript(`${BASES} ${UNIONS} type Picked = Pick<A${BASE_DEPTH}, U${DEPTH}>;`, 'schema.ts');
  expect(read.at(-1)).toMatchObject({ type: { properties: [{ name: 'x' }, { name: 'y' }] } });
});

test('the members and the ancestors of a diamond of bases are found', () => {
  const definitions = new Definitions(readTypeScript(BASES, 'schema.ts'));
  const top = definitions.findType(`A${BASE_DEPTH}`);
  if (top?.kind !== 'interface') throw new Error('A is an interface');
  expect(definitions.membersOf({ ...top, kind: 'reference' })?.index).toBeUndefined();
  expect([definitions.extends(top, 'B0'), definitions.extends(top, 'other')]).toEqual([true, false]);
});

test('the alternatives of nested unions are listed once each', () => {
  const definitions = new Definitions(readTypeScript(UNIONS, 'schema.ts'));
  const top = { kind: 'reference', name: `U${DEPTH}` } as const;
  expect(alternatives(top, shapesOf(definitions))).toMatchObject([{ value: 'x' }, { value: 'y' }]);
});

test('a schema with diamonds of bases and of unions is compiled', () => {
  expect(emitProtocols([compileText(`${BASES} ${UNIONS}`)])).not.toEqual([]);
});
