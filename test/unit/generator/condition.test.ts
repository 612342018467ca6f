import { expect, test } from 'vitest';
import { code, Code, literal } from '../../../generator/print/code.js';
import {
  always,
  and,
  calls,
  cheapestFirst,
  conditionText,
  equals,
  hasType,
  never,
  not,
  or,
  test as expression,
} from '../../../generator/print/condition.js';

const [a, b] = [new Code('a'), new Code('b')];
const isA = calls(code`isA(${a})`);
const isB = calls(code`isB(${b})`, 'loop');

test.each([
  [equals(a, literal("it's && 1")), `a === "it's && 1"`],
  [not(equals(a, literal(1))), 'a !== 1'],
  [not(not(equals(a, b))), 'a === b'],
  [not(hasType(a, 'string')), 'typeof a !== "string"'],
  [not(isA), '!isA(a)'],
  // The negation of ">=" is not "<": NaN is neither.
  [not(expression(code`${a} >= 1`, 'literal')), '!(a >= 1)'],
  [and([isA, isB]), 'isA(a) && isB(b)'],
  [and([isA, or([isB, equals(a, literal(1))])]), 'isA(a) && (isB(b) || a === 1)'],
  [or([and([isA, isB]), equals(a, literal(1))]), '(isA(a) && isB(b)) || a === 1'],
  [not(and([isA, isB])), '!(isA(a) && isB(b))'],
  [and([isA, and([isB, isA])]), 'isA(a) && isB(b) && isA(a)'],
  [and([always, isA]), 'isA(a)'],
  [and([never, isA]), 'false'],
  [or([always, isA]), 'true'],
  [or([never, isA]), 'isA(a)'],
  [and([]), 'true'],
  [or([]), 'false'],
])('%o', (condition, text) => {
  expect(conditionText(condition).text).toBe(text);
});

test('what is cheap comes first, and keeps its order', () => {
  const [cheap, type, nested] = [equals(a, literal(1)), hasType(a, 'string'), or([equals(a, literal(2)), isB])];
  expect(cheapestFirst([nested, isA, type, cheap, always])).toEqual([cheap, always, type, isA, nested]);
});

test('a condition keeps its imports', () => {
  const imports = [{ name: 'isA', from: './a.js', type: false }];
  const condition = or([not(and([calls(new Code('isA(a)', imports)), isB])), equals(a, literal(1))]);
  expect(conditionText(condition).imports).toEqual(imports);
});
