/** What revisions share, on schemas of a few lines. */

import { expect, test } from 'vitest';
import { numberAlike } from '../../../generator/analyze/fingerprint.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { compileText } from '../../support/compileText.js';

/** The guards that each file of two revisions defines. */
function guards(old: string, newer: string): { readonly [file: string]: readonly string[] } {
  const files = emitProtocols([compileText(old, '1'), compileText(newer, '2')]);
  const validators = files.filter(({ path }) => path.endsWith('validators.ts'));
  return Object.fromEntries(
    validators.map(({ path, text }) => [
      path.replace('/validators.ts', ''),
      [...text.matchAll(/function (\w+)\(/g)].map(([, name = '']) => name),
    ]),
  );
}

const A = 'interface A { b: B; list: string[] }';

test('a guard that is equal in both is shared, with the helpers that it calls', () => {
  const text = `${A}\ninterface B { text: string }`;
  expect(guards(text, text)).toEqual({ '1': [], '2': [], 'shared/since-1': ['isA', 'isStringArray', 'isB'] });
});

test('prose makes no difference', () => {
  const text = (docs: string): string => `/** ${docs} */\ninterface B { /** ${docs} */ text: string }`;
  expect(guards(text('One.'), text('Two.'))).toEqual({ '1': [], '2': [], 'shared/since-1': ['isB'] });
});

test('a guard that calls one that differs is not shared', () => {
  const found = guards(`${A}\ninterface B { text: string }`, `${A}\ninterface B { text: string; more: string }`);
  expect(found).toEqual({ '1': ['isA', 'isB'], '2': ['isA', 'isB'], 'shared/since-1': ['isStringArray'] });
});

test('a guard whose type says more than it checks is not shared', () => {
  const found = guards('interface A { data: unknown }', 'interface A { data: any }');
  expect(found).toEqual({ '1': ['isA'], '2': ['isA'] });
});

test('types that contain themselves are shared if all of the circle is equal', () => {
  const circle = (leaf: string): string => `interface A { b?: B }\ninterface B { a?: A; leaf: ${leaf} }`;
  expect(guards(circle('string'), circle('string'))['shared/since-1']).toEqual(['isA', 'isALevel', 'isB', 'isBLevel']);
  expect(guards(circle('string'), circle('boolean'))['shared/since-1']).toBeUndefined();
});

test('a third revision shares with whichever it equals', () => {
  const texts = ['type A = string;', 'type A = boolean;', 'type A = boolean;'];
  const files = emitProtocols(texts.map((text, index) => compileText(text, String(index))));
  const shared = files.filter(({ path }) => path.startsWith('shared/'));
  expect(shared.map(({ path }) => path)).toEqual(['shared/since-1/validators.ts', 'shared/README.md']);
  expect(shared[0]?.text).toContain('import type * as types from "../../1/types.js"');
  const [newest] = files.filter(({ path }) => path === '2/validators.ts');
  expect(newest?.text).toContain('export { isA } from "../shared/since-1/validators.js";');
});

test('things are alike if they say the same and refer to things that do', () => {
  const numbers = numberAlike(
    new Map([
      ['a', { text: 'x', references: ['b'] }],
      ['b', { text: 'y', references: ['a'] }],
      ['c', { text: 'x', references: ['d'] }],
      ['d', { text: 'y', references: ['c'] }],
      ['e', { text: 'x', references: ['e'] }],
      ['f', { text: 'x', references: ['unknown'] }],
      ['g', { text: 'x', references: ['unknown'] }],
      ['h', { text: 'x', references: ['other'] }],
    ]),
  );
  const groups = new Set(numbers.values()).size;
  expect(groups).toBe(5);
  expect(numbers.get('a')).toBe(numbers.get('c'));
  expect(numbers.get('b')).toBe(numbers.get('d'));
  expect(numbers.get('f')).toBe(numbers.get('g'));
});
