import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines, type Line } from '../../../generator/validate/readLines.js';

async function linesOf(chunks: readonly (string | Buffer)[]): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of readLines(() => Readable.from(chunks, { objectMode: false }))) lines.push(line);
  return lines;
}

test.each<[string, readonly (string | Buffer)[], readonly (readonly [number, string])[]]>([
  ['one line', ['a\n'], [[1, 'a']]],
  ['no line end at the end', ['a\nb'], [[1, 'a'], [2, 'b']]], // prettier-ignore
  ['empty lines are counted and left out', ['a\n\n \nb\n'], [[1, 'a'], [4, 'b']]], // prettier-ignore
  ['CRLF', ['a\r\nb\r\n'], [[1, 'a\r'], [2, 'b\r']]], // prettier-ignore
  ['a line in several chunks', ['on', 'e\ntw', 'o', '\n'], [[1, 'one'], [2, 'two']]], // prettier-ignore
  ['a character in two chunks', [Buffer.from([0xc3]), Buffer.from([0xa4, 0x0a])], [[1, 'ä']]],
  ['nothing', [], []],
])('%s', async (_, chunks, expected) => {
  expect(await linesOf(chunks)).toEqual(expected.map(([number, text]) => ({ number, text })));
});

test('a line that is too long is dropped, and the next one read', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const chunks = [...Array.from({ length: 65 }, () => megabyte), '\nnext\n'];
  expect(await linesOf(chunks)).toEqual([
    { number: 1, text: undefined },
    { number: 2, text: 'next' },
  ]);
});

test('a stream is opened when its first line is read', async () => {
  let isOpen = false;
  const lines = readLines(() => {
    isOpen = true;
    return Readable.from(['one\n'], { objectMode: false });
  });
  expect(isOpen).toBe(false);
  expect(await lines.next()).toEqual({ done: false, value: { number: 1, text: 'one' } });
  expect(isOpen).toBe(true);
});
