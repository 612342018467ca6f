import { expect, test } from 'vitest';
import { LineSplitter, type LineReceiver } from '../../../runtime/src/codec/lines.js';
import { Holding, Ledger } from '../../../runtime/src/ledger/index.js';
import { covers } from '../../support/covers.js';
import { heldBytes } from '../../support/heap.js';
import { MEBIBYTE } from '../../support/rpc.js';

const holding = (ledger = new Ledger()): Holding => new Holding(ledger.connection('test'), 'reading');

/** Splits with a limit. What nobody listens to must not happen. */
function splitter(limit: number, receiver: Partial<LineReceiver>, held = holding()): LineSplitter {
  const never = (): void => expect.unreachable();
  const isFull = (): boolean => false;
  return new LineSplitter(limit, held, {
    line: never,
    undecodable: never,
    tooLong: never,
    dropped: never,
    isFull,
    ...receiver,
  });
}

/** Splits chunks with a limit, and gives the lines in order; null is a line that was too long, undefined not UTF-8. */
function split(chunks: (string | Buffer)[], limit = 1_000): (string | null | undefined)[] {
  const found: (string | null | undefined)[] = [];
  const lines = splitter(limit, {
    line: (text) => found.push(text),
    undecodable: () => found.push(undefined),
    tooLong: () => found.push(null),
    dropped: () => undefined,
  });
  for (const chunk of chunks) lines.push(Buffer.from(chunk as string));
  lines.end();
  return found;
}

const cases: [name: string, chunks: string[], lines: string[]][] = [
  ['one line', ['a\n'], ['a']],
  ['several lines in one chunk', ['a\nbc\nd\n'], ['a', 'bc', 'd']],
  ['a line over several chunks', ['a', 'b', 'c\n'], ['abc']],
  ['a line end on its own', ['abc', '\n', 'd\n'], ['abc', 'd']],
  ['CRLF', ['a\r\nb\r', '\nc\r\n'], ['a', 'b', 'c']],
  ['empty lines', ['\n\r\n\na\n\n'], ['a']],
  ['a last line without an end', ['a\nb'], ['a', 'b']],
  ['nothing', [], []],
  ['an empty chunk', ['', 'a\n'], ['a']],
];

test.each(cases)('%s', (_name, chunks, lines) => {
  expect(split(chunks)).toEqual(lines);
});

test('however the bytes are cut, the lines are the same', () => {
  const text = '{"é":"😀"}\r\n\nsecond\nthird 漢字\n';
  const bytes = Buffer.from(text);
  const whole = split([bytes]);
  expect(whole).toEqual(['{"é":"😀"}', 'second', 'third 漢字']);
  for (let size = 1; size < bytes.length; size++) {
    const chunks: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    expect(split(chunks)).toEqual(whole);
  }
});

test('a line of exactly the limit passes', () => {
  expect(split(['12345\n', '123', '45\n'], 5)).toEqual(['12345', '12345']);
});

test('a longer line is dropped and reported once, and the next one passes', () => {
  expect(split(['123456\nok\n'], 5)).toEqual([null, 'ok']);
  expect(split(['123', '456', '789', '0\nok\n'], 5)).toEqual([null, 'ok']);
  expect(split(['12345', '6\nok\n1234', '56\n'], 5)).toEqual([null, 'ok', null]);
});

test('the edges of a line that was dropped are given when it has ended, however it was cut', () => {
  const line = `{"start":"${'x'.repeat(1_000)}","end":1}`;
  for (const size of [1, 7, 300, 2_000]) {
    const edges: string[] = [];
    const lines = splitter(500, {
      line: (text) => edges.push(text),
      tooLong: () => edges.push('too long'),
      dropped: (_, start, end) => edges.push(start, end),
    });
    const bytes = Buffer.from(`${line}\nnext\n`);
    for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size));
    lines.end();
    expect(edges).toEqual(['too long', line.slice(0, 256), line.slice(-256), 'next']);
  }
});

test('a line that is not UTF-8 is dropped, and the next one passes; U+FFFD itself is a character like any other', () => {
  covers('transports-utf8', 'transports-encoding');
  const broken = Buffer.from([0x61, 0xff, 0x0a]);
  expect(split([broken, 'ok\n', 'a\ufffdb\n'])).toEqual([undefined, 'ok', 'a\ufffdb']);
});

test('a line that never ends is reported as soon as it is too long, and not kept', () => {
  let reports = 0;
  const lines = splitter(1_000, {
    tooLong: () => reports++,
    dropped: () => undefined,
  });
  const chunk = Buffer.alloc(600, 'x');
  lines.push(chunk);
  expect(reports).toBe(0);
  lines.push(chunk);
  expect(reports).toBe(1);
  for (let i = 0; i < 100; i++) lines.push(chunk);
  lines.end();
  expect(reports).toBe(1);
});

test.each([1, 16])('a line in many chunks of %d takes little more memory than a line in one', async (size) => {
  const lines = splitter(2 * MEBIBYTE, { line: (text) => expect(text).toHaveLength(MEBIBYTE) });
  const before = await heldBytes();
  for (let at = 0; at < MEBIBYTE; at += size) lines.push(Buffer.from('x'.repeat(Math.min(size, MEBIBYTE - at))));
  expect((await heldBytes()) - before).toBeLessThan(8 * MEBIBYTE);
  lines.push(Buffer.from('\n'));
  expect.assertions(2);
});

test('lines behind the one that fills the receiver wait', () => {
  const found: string[] = [];
  const lines = splitter(1_000, { line: (text) => found.push(text), isFull: () => found.length === 2 });
  const chunk = Buffer.from('a\nb\nc\nd');
  const taken = lines.push(chunk);
  expect([found, taken]).toEqual([['a', 'b'], 4]);
  found.length = 0;
  expect(lines.push(chunk, taken)).toBe(chunk.length);
  lines.end();
  expect(found).toEqual(['c', 'd']);
});

test('bytes of a line that has not arrived completely are counted, and a line over the budget is dropped', () => {
  const ledger = new Ledger({ reading: { caller: 100 } });
  const found: unknown[] = [];
  const held = holding(ledger);
  const lines = splitter(
    1_000,
    {
      line: (text) => found.push(text),
      tooLong: (error) => found.push(error.data),
      dropped: (error, start) => found.push(error.code, start.length),
    },
    held,
  );
  lines.push(Buffer.from('x'.repeat(60)));
  expect(ledger.used('reading')).toBe(60);
  lines.push(Buffer.from('x'.repeat(60)));
  expect(found).toEqual([expect.objectContaining({ resource: 'reading' })]);
  expect(ledger.used('reading')).toBe(0);
  lines.push(Buffer.from('\nnext\nrest'));
  expect(found.slice(1)).toEqual([-32603, 120, 'next']);
  expect(ledger.used('reading')).toBe(4);
  lines.close();
  expect(ledger.used('reading')).toBe(0);
});
