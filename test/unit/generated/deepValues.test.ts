/** Guards and explanations of recursive types refuse values that are nested too deeply, with the same verdict, instead of exhausting the stack. */

import { describe, expect, test } from 'vitest';
import { MAX_DEPTH } from '@mcp-gen/runtime/codegen/v1';
import { explainShape } from '@mcp-gen/runtime/codegen/v1/explain';
import { isJSONObject, isJSONValue } from '../../../generated/2026-07-28/index.js';
import { shapes } from '../../../generated/2026-07-28/shapes.js';
import { compileText } from '../../support/compileText.js';
import { emitProtocols } from '../../support/emitProtocols.js';
import { loadJudges } from '../../support/loadGenerated.js';

/** Arrays in arrays, and objects in objects. */
const NESTED: readonly ((inner: unknown) => unknown)[] = [(a) => [a], (a) => ({ a }), (a) => [{ a }]];

/** The reason why such a value is refused, also inside of a union. */
const LESS_DEEP = 'a value that is nested less deeply';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

describe.each(NESTED)('JSON values in %s', (wrap) => {
  test.each([1_000, 5_000, 100_000])('%d levels', (levels) => {
    const value = nest(levels, wrap);
    expect(isJSONValue(value)).toBe(false);
    const [issue, ...others] = explainShape(shapes, 'JSONValue', value);
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ pointer: '', expected: LESS_DEEP });
  });

  test('at each level, guards and explanations agree', () => {
    const verdicts = Array.from({ length: MAX_DEPTH + 20 }, (_, levels) => {
      const value = nest(levels, wrap);
      expect(explainShape(shapes, 'JSONValue', value).length === 0, `${levels} levels`).toBe(isJSONValue(value));
      return isJSONValue(value);
    });
    // The deepest one that is accepted is not near either end.
    expect(verdicts.lastIndexOf(true)).toBeGreaterThan(80);
    expect(verdicts.indexOf(false)).toBe(verdicts.lastIndexOf(true) + 1);
    // Another reason is stated where it is the one that counts.
    const [other] = explainShape(shapes, 'JSONValue', wrap(undefined));
    expect(other?.expected).not.toBe(LESS_DEEP);
  });
});

test('a deep value does not change the verdict about the next one', () => {
  expect(isJSONObject({ a: nest(5_000, (a) => [a]) })).toBe(false);
  const refusing = new Proxy({}, { ownKeys: () => expect.fail('thrown') });
  expect(() => isJSONObject({ a: { a: refusing } })).toThrow('thrown');
  expect(isJSONObject({ a: nest(100, (a) => [a]) })).toBe(true);
});

describe('recursive types of other forms', () => {
  const { guards, explain } = loadJudges(
    emitProtocols([
      compileText(`
      export interface Tree { leaf?: string; trees?: Tree[]; named?: { [key: string]: Tree } }
      export interface Outer { inner: Inner }
      export interface Inner { outers: (Outer | string)[] }
      export type List = string | List[];
      export type Tagged = { kind: 'end' } | { kind: 'more'; next: Tagged };
      export interface Plain { tree: Tree }`),
    ]),
  );
  const values: { readonly [definition: string]: (levels: number) => unknown } = {
    Tree: (levels) => nestIn({ leaf: '' }, levels, (tree) => ({ trees: [tree] })),
    Plain: (levels) => ({ tree: nestIn({ leaf: '' }, levels, (tree) => ({ named: { a: tree } })) }),
    Outer: (levels) => nestIn({ inner: { outers: [] } }, levels, (outer) => ({ inner: { outers: ['', outer] } })),
    List: (levels) => nestIn('', levels, (list) => [list]),
    Tagged: (levels) => nestIn({ kind: 'end' }, levels, (next) => ({ kind: 'more', next })),
  };

  test.each(Object.entries(values))('%s', (definition, nested) => {
    const accepted = Array.from({ length: MAX_DEPTH + 20 }, (_, levels) => {
      const verdict = guards[definition]?.(nested(levels));
      expect(explain(definition, nested(levels)).length === 0, `${levels} levels`).toBe(verdict);
      return verdict;
    });
    expect(accepted.indexOf(false)).toBeGreaterThan(150);
    expect(guards[definition]?.(nested(50_000))).toBe(false);
    const [issue] = explain(definition, nested(5_000));
    expect(issue?.expected).toBe(LESS_DEEP);
  });

  test('values side by side are not deep', () => {
    const trees = Array.from({ length: 2 * MAX_DEPTH }, () => ({ trees: [{ leaf: '' }] }));
    expect(guards['Tree']?.({ trees })).toBe(true);
    expect(explain('Tree', { trees })).toEqual([]);
  });
});

function nestIn(value: unknown, levels: number, wrap: (inner: unknown) => unknown): unknown {
  let nested = value;
  for (let level = 0; level < levels; level++) nested = wrap(nested);
  return nested;
}

test('names that every object seems to have are not read from prototypes', () => {
  const table = {
    A: { has: { constructor: 'string' }, may: { toString: 'string', ['__proto__']: 'string' } },
    B: { tag: 'constructor', of: { a: { has: { constructor: { is: ['a'] } } } } },
  };
  expect(explainShape(table, 'A', { constructor: 'x' })).toEqual([]);
  expect(explainShape(table, 'A', {}).map(({ pointer, actual }) => [pointer, actual])).toEqual([
    ['/constructor', 'nothing'],
  ]);
  expect(
    explainShape(table, 'A', JSON.parse('{"constructor":"","__proto__":1}')).map(({ pointer }) => pointer),
  ).toEqual(['/__proto__']);
  expect(explainShape(table, 'B', {}).map(({ actual }) => actual)).toEqual(['nothing']);
  expect(() => explainShape({ A: 'toString' }, 'A', 1)).toThrow('Unknown definition toString');
});
