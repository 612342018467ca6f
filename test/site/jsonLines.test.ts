/** Messages are laid out in lines, and each place is found in its line. */

import { expect, test } from 'vitest';
import { readMessage } from '../../site/explorer/check/readMessage.js';
import { jsonLines, linesAt, linesNotIn } from '../../site/explorer/jsonLines.js';

const VALUES = [null, 1, 'x', [], {}, [1, [2, {}]], { a: { 'b/c~d': [null] }, e: 'f' }, { a: [{ b: 1 }, { b: 2 }] }];

test('the lines are those of JSON.stringify', () => {
  for (const value of VALUES) {
    const text = jsonLines(value)
      .map(({ text: line }) => line)
      .join('\n');
    expect(text).toBe(JSON.stringify(value, undefined, 2));
  }
});

test('a place is marked in its line, and what is missing in the line of its parent', () => {
  const lines = jsonLines({ params: { name: 1, 'a/b': { c: true } } });
  const marked = (...pointers: readonly string[]): readonly (string | undefined)[] =>
    [...linesAt(lines, pointers)].map((index) => lines[index]?.text.trim());
  expect(marked('/params/name')).toEqual(['"name": 1,']);
  expect(marked('/params/a~1b/c')).toEqual(['"c": true']);
  expect(marked('/params/_meta/x')).toEqual(['"params": {']);
  expect(marked('')).toEqual(['{']);
});

test('lines that another value does not have are found', () => {
  const lines = jsonLines({ a: 1, b: [2, 3] });
  const changed = [...linesNotIn(lines, jsonLines({ a: 1, b: [2, 4], c: 5 }))];
  expect(changed.map((index) => lines[index]?.text.trim())).toEqual(['3']);
  expect(linesNotIn(lines, lines).size).toBe(0);
});

test('text that is not JSON is refused with its line, and a message that would block the page with the limit', () => {
  expect(readMessage('{\n  "a": 1,\n  b\n}')).toMatchObject({ status: 'invalid', line: 3 });
  expect(readMessage(' \n')).toEqual({ status: 'empty' });
  expect(readMessage('x'.repeat(1_000_001))).toEqual({
    status: 'too large',
    maximum: 1_000_000,
    unit: 'characters',
  });
  const nested = (levels: number): string => `${'['.repeat(levels)}"[[{\\"[["${']'.repeat(levels)}`;
  for (const levels of [101, 400_000])
    expect(readMessage(nested(levels))).toEqual({ status: 'too large', maximum: 100, unit: 'levels' });
  const read = readMessage(nested(100));
  if (read.status !== 'read') throw new Error(read.status);
  expect(jsonLines(read.value)).toHaveLength(201);
  expect(readMessage(`[${'[],'.repeat(1_000)}[]]`).status).toBe('read');
});
