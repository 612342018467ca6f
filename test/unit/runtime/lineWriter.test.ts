/** Writing lines to a stream: how they are gathered, counted, and waited for. */

import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
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
  const { writer, output, take } = open();
  const first = writer.write(LARGE);
  expect(writer.write('b')).toBe(first);
  await turn();
  await take();
  expect(await isPending(first)).toBe(true);
  await take();
  expect(await isPending(first)).toBe(false);
  expect(writer.write('c')).toBeUndefined();
  expect(output.listenerCount('drain') + output.listenerCount('close')).toBe(0);
});

test('all writers wait for the same', () => {
  const { writer } = open();
  expect(writer.write(LARGE)).toBe(writer.write(LARGE));
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

describe('the end', () => {
  test('comes behind what was written, and nothing comes behind it', async () => {
    const { writer, output, waiting } = open();
    void writer.write('a');
    writer.end();
    expect(waiting).toEqual(['a\n']);
    expect(output.writableEnded).toBe(true);
    // An error of the stream that nobody listens to would fail the test.
    void writer.write('b');
    await turn();
    expect(waiting).toEqual(['a\n']);
  });

  test('of nothing writes nothing', () => {
    const { writer, waiting } = open();
    writer.end();
    expect(waiting).toEqual([]);
  });
});

describe('finishing', () => {
  test('waits until the stream has taken everything', async () => {
    const { writer, waiting, take } = open();
    void writer.write('a');
    const finished = writer.finish();
    expect(waiting).toEqual(['a\n']);
    expect(await isPending(finished)).toBe(true);
    await take();
    await take();
    expect(await isPending(finished)).toBe(false);
  });

  test('does not wait for a stream that is gone', async () => {
    const { writer, output } = open();
    output.destroy();
    expect(await isPending(writer.finish())).toBe(false);
  });
});
