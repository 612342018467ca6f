/** Writing lines to a stream: how they are gathered, counted, and waited for. */

import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { LineWriter } from '../../../runtime/src/transports/lineWriter.js';
import { isPending } from './support.js';

/** More characters than the writer gathers. */
const LARGE = 'x'.repeat(70_000);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Opened {
  readonly writer: LineWriter;
  readonly output: Writable;
  /** The write that the stream has not completed yet. */
  readonly waiting: string[];
  /** Completes it. */
  readonly take: () => Promise<void>;
}

function open(): Opened {
  const waiting: string[] = [];
  const callbacks: (() => void)[] = [];
  const output = new Writable({
    decodeStrings: false,
    highWaterMark: 10,
    write(chunk: string, _, done) {
      waiting.push(chunk);
      callbacks.push(done);
    },
  });
  const take = async (): Promise<void> => {
    waiting.shift();
    callbacks.shift()?.();
    await turn();
  };
  return { writer: new LineWriter(output), output, waiting, take };
}

test('lines of one turn of the event loop are one write', async () => {
  const { writer, waiting } = open();
  expect([writer.write('a'), writer.write('b')]).toEqual([undefined, undefined]);
  expect(waiting).toEqual([]);
  await turn();
  expect(waiting).toEqual(['a\nb\n']);
});

test('a large line is written at once', () => {
  const { writer, waiting } = open();
  void writer.write('a');
  void writer.write(LARGE);
  expect(waiting).toEqual([`a\n${LARGE}\n`]);
});

test('a writer waits until the stream has taken everything', async () => {
  const { writer, take } = open();
  const first = writer.write(LARGE);
  const second = writer.write('b');
  expect(second).toBe(first);
  await turn();
  await take();
  expect(await isPending(first)).toBe(true);
  await take();
  expect(await isPending(first)).toBe(false);
  expect(writer.write('c')).toBeUndefined();
});

test('a writer does not wait for a stream that is gone', async () => {
  const { writer, output } = open();
  const waiting = writer.write(LARGE);
  expect(await isPending(waiting)).toBe(true);
  output.destroy();
  expect(await isPending(waiting)).toBe(false);
});

test('lines are counted until the stream has taken them', async () => {
  const { writer, take } = open();
  void writer.write('a', 1);
  void writer.write('b', 2);
  expect(writer.pending).toBe(3);
  await turn();
  void writer.write(LARGE, 4);
  expect(writer.pending).toBe(7);
  await take();
  expect(writer.pending).toBe(4);
  void writer.write('c', 8);
  await take();
  expect(writer.pending).toBe(8);
  await take();
  expect(writer.pending).toBe(0);
});

test('lines without a count do not change it', async () => {
  const { writer, take } = open();
  void writer.write('a');
  await turn();
  void writer.write(LARGE, 1);
  expect(writer.pending).toBe(1);
  await take();
  expect(writer.pending).toBe(1);
});
