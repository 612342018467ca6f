/** Reading messages from lines: what is refused, how much of it, and when other work gets its turn. */

import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { JsonRpcError } from '../../../runtime/src/index.js';
import { Holding, Ledger } from '../../../runtime/src/ledger/index.js';
import { LineReader, type LineReaderOptions } from '../../../runtime/src/transports/lineReader.js';
import { deferred } from './support.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Opened {
  readonly input: PassThrough;
  readonly reader: LineReader;
  /** Messages, errors as their text, and how it ended. */
  readonly found: unknown[];
  /** Resolves when the input has ended, or is no longer read. */
  readonly over: Promise<void>;
}

/** @param onMessage called for each message */
function open(options: Partial<LineReaderOptions> = {}, onMessage: (value: unknown) => void = () => undefined): Opened {
  const input = new PassThrough();
  const found: unknown[] = [];
  const over = deferred();
  const end = (how: string): void => {
    found.push(how);
    over.resolve();
  };
  const reader = new LineReader(
    input,
    {
      message(value) {
        found.push(value);
        onMessage(value);
      },
      malformed: ({ message }: JsonRpcError, id) => found.push(id === undefined ? message : [message, id]),
      failed: (id, { message }) => found.push([message, id]),
    },
    {
      messageLimit: 1_000_000,
      valueLimit: 1_000_000,
      malformedLimit: 1_000,
      holding: new Holding(new Ledger().connection('test'), 'reading'),
      onTooManyMalformed: end,
      onEnd: () => end('end'),
      ...options,
    },
  );
  return { input, reader, found, over: over.promise };
}

test('a message with too many values is dropped, and its caller receives an error by its id', async () => {
  const { input, found, over } = open({ valueLimit: 10 });
  const items = new Array<number>(20).fill(0);
  const lines = [
    { jsonrpc: '2.0', id: 1, result: { items } },
    { jsonrpc: '2.0', id: 2, method: 'a', params: { items } },
    { params: { items } },
    { next: true },
  ];
  input.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await over;
  const error = 'Invalid request: a message has more values than the limit of 10';
  expect(found).toEqual([[error, 1], [error, 2], error, { next: true }, 'end']);
});

test('lines that cannot be messages are refused without parsing them', async () => {
  const parse = vi.spyOn(JSON, 'parse');
  const { input, found, over } = open();
  input.end('listening\n \t\n 42\n"text"\n  {"a":1}\n');
  await over;
  expect(found).toEqual([
    'Parse error: a line is not JSON',
    'Invalid request: a message must be a JSON object',
    'Invalid request: a message must be a JSON object',
    { a: 1 },
    'end',
  ]);
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});

test('too many invalid lines in a row end the input', async () => {
  const { input, found, over } = open({ malformedLimit: 2 });
  input.write('a\n{\n{}\nb\n');
  input.write(Buffer.from([0xff, 0x0a]));
  input.write('c\n{}\n');
  await over;
  await turn();
  const error = 'Parse error: a line is not JSON';
  expect(found).toEqual([
    error,
    error,
    {},
    error,
    'Parse error: a line is not UTF-8',
    'more than 2 consecutive lines are not messages',
  ]);
});

test('invalid lines are reported one by one, then by their number', async () => {
  const { input, found, over } = open({ reportedOneByOne: 2 });
  input.end('a\nb\nc\nd\n{}\ne\nf\ng\n');
  await over;
  const error = 'Parse error: a line is not JSON';
  const more = (count: number): string => `Parse error: ${count} more lines are not messages`;
  expect(found).toEqual([error, error, more(2), {}, error, error, more(1), 'end']);
});

/** Keeps this thread busy. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

const numbered = (count: number): object[] => Array.from({ length: count }, (_, n) => ({ n }));
const linesOf = (messages: readonly object[]): string => messages.map((line) => `${JSON.stringify(line)}\n`).join('');

test('other work gets its turn between lines that take long, and order and end stay', async () => {
  const messages = numbered(9).map((message) => ({ ...message, text: 'x'.repeat(2_000) }));
  let turns = 0;
  const takenBefore: number[] = [];
  const { input, found, over } = open({}, () => {
    takenBefore.push(turns);
    work(11);
  });
  const count = (): void => {
    turns++;
    if (found.at(-1) !== 'end') setImmediate(count);
  };
  setImmediate(count);
  input.write(linesOf(messages.slice(0, 5)));
  input.write(linesOf(messages.slice(5)));
  input.end();
  await over;
  expect(found).toEqual([...messages, 'end']);
  for (const before of new Set(takenBefore)) {
    expect(takenBefore.filter((turn) => turn === before).length).toBeLessThanOrEqual(2);
  }
});

test('lines wait for a promise, also those that have arrived, and order and end stay', async () => {
  const messages = numbered(4);
  const read = deferred();
  const { input, reader, found, over } = open({}, (value) => {
    if ((value as { n: number }).n === 1) reader.pauseUntil(read.promise);
  });
  input.write(linesOf(messages.slice(0, 3)));
  await turn();
  expect(found).toEqual(messages.slice(0, 2));
  expect(input.isPaused()).toBe(true);
  input.end(linesOf(messages.slice(3)));
  await turn();
  expect(found).toHaveLength(2);
  const idle = reader.idle();
  read.resolve();
  await idle;
  await over;
  expect(found).toEqual([...messages, 'end']);
});

test('lines wait for the last promise', async () => {
  const messages = numbered(1);
  const [first, last] = [deferred(), deferred()];
  const { input, reader, found, over } = open();
  reader.pauseUntil(first.promise);
  reader.pauseUntil(last.promise);
  input.end(linesOf(messages));
  first.resolve();
  await turn();
  expect(found).toEqual([]);
  last.resolve();
  await over;
  expect(found).toEqual([...messages, 'end']);
});

test('a turn that is over resumes nothing that waits for something else', async () => {
  const messages = numbered(4);
  const read = deferred();
  const { input, reader, found, over } = open({}, (value) => {
    if ((value as { n: number }).n === 1) reader.pauseUntil(read.promise);
    work(30);
  });
  input.end(linesOf(messages));
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(found).toEqual(messages.slice(0, 2));
  read.resolve();
  await over;
  expect(found).toEqual([...messages, 'end']);
});

test('a reader that is stopped drops what has arrived, and counts it no longer', async () => {
  const ledger = new Ledger();
  const { input, reader, found } = open({ holding: new Holding(ledger.connection('test'), 'reading') }, () =>
    reader.stop(),
  );
  input.write('{"n":0}\n{"n":1}\n{"n"');
  await turn();
  expect(ledger.used('reading')).toBe(0);
  input.write(':');
  await turn();
  reader.stop();
  expect(found).toEqual([{ n: 0 }]);
  expect(ledger.used('reading')).toBe(0);
});
