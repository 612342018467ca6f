/** Names that somebody may have meant. */

import { expect, test } from 'vitest';
import { editDistance, nearest } from '../../../generator/nearest.js';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['tool', 'tools', 1],
  ['flaw', 'lawn', 2],
])('from %j to %j it is %d edits', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
});

const NAMES = ['tools/call', 'tools/list', 'prompts/list', 'Tool', 'ToolAnnotations', 'Resource', 'Tool'];

test.each([
  ['tool/call', ['tools/call']],
  ['TOOL', ['Tool', 'tools/call', 'tools/list', 'ToolAnnotations']],
  ['Resuorce', ['Resource']],
  ['annotation', ['ToolAnnotations']],
  ['quite another', []],
  ['', []],
])('%j', (typed, names) => {
  expect(nearest(typed, NAMES)).toEqual(names);
});

test('a long text is not a mistyped name', () => {
  expect(nearest('tool'.repeat(100), ['tool'.repeat(100)])).toEqual([]);
});

test('at most five', () => {
  expect(
    nearest(
      'name',
      Array.from({ length: 9 }, (_, index) => `name${index}`),
    ),
  ).toHaveLength(5);
});
