/** Writing lines to a stream: how they are gathered, counted, and waited for. */

import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Holding, Ledger } from '../../../runtime/src/ledger/index.js';
import { LineWriter } from '../../../runtime/src/transports/lineWriter.js';
import { isPending } from './support.js';

/** More characters than the writer gathers. */
const LARGE = 'x'.repeat(70_000);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Opened {
  readonly writer: LineWriter;
  readonly output: Writable;
  readonly ledger: Ledger;
  /** The write that the stream has not completed yet. */
  readonly waiting: string[];
  /** Completes it. */
  readonly take: () => Promise<void>;
}

function open(ledger = new Ledger()): Opened {
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
  onTestFinished(async () => {
    for (let left = 1; left > 0; left = waiting.length) await take();
  });
  const writer = new LineWriter(output, new Holding(ledger.connection('test'), 'output'));
  return { writer, output, ledger, waiting, take };
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

/** Writes a line that is counted. Returns whether it was within the budget. */
function counted(writer: LineWriter, line: string): boolean {
  const fits = writer.reserve(line);
  if (fits) void writer.write(line);
  return fits;
}

test('lines are counted until the stream has taken them', async () => {
  const { writer, ledger, take } = open();
  const used = (): number => ledger.used('output');
  counted(writer, LARGE);
  await turn();
  counted(writer, LARGE);
  expect(used()).toBe(140_000);
  await take();
  expect(used()).toBe(70_000);
  await take();
  expect(used()).toBe(0);
});

test('64 KiB wait without being counted, and no more', async () => {
  const { writer, ledger, take } = open();
  const used = (): number => ledger.used('output');
  for (let index = 0; index < 65; index++) counted(writer, 'x'.repeat(1_000));
  await turn();
  expect(used()).toBe(0);
  counted(writer, 'x'.repeat(1_000));
  expect(used()).toBe(1_000);
  await take();
  await take();
  expect(used()).toBe(0);
  counted(writer, 'x'.repeat(60_000));
  expect(used()).toBe(0);
});

test('lines that nobody has reserved are not counted', async () => {
  const { writer, ledger, take } = open();
  void writer.write('a');
  await turn();
  counted(writer, LARGE);
  expect(ledger.used('output')).toBe(70_000);
  await take();
  expect(ledger.used('output')).toBe(70_000);
  await take();
  expect(ledger.used('output')).toBe(0);
});

test('a line over the budget fits only where no other one waits', async () => {
  const { writer, ledger, waiting, take } = open(new Ledger({ output: { caller: 10 } }));
  expect(counted(writer, LARGE)).toBe(true);
  expect(counted(writer, LARGE)).toBe(false);
  expect(counted(writer, 'a')).toBe(true);
  await take();
  expect(counted(writer, LARGE)).toBe(true);
  expect(counted(writer, LARGE)).toBe(false);
  expect(ledger.used('output')).toBe(0);
  expect(waiting).toHaveLength(1);
});

test('errors fit beside the budget, up to a limit', async () => {
  const { writer, take } = open(new Ledger({ output: { caller: 10 } }));
  const error = 'x'.repeat(300_000);
  const send = (): boolean => {
    const fits = writer.reserveError(error);
    if (fits) void writer.write(error);
    return fits;
  };
  expect([send(), send(), send(), send()]).toEqual([true, true, true, false]);
  await take();
  expect(send()).toBe(true);
});

test('a released writer no longer counts, even what the stream takes later', async () => {
  const { writer, ledger, take } = open();
  counted(writer, 'a');
  await turn();
  writer.release();
  expect(ledger.used('output')).toBe(0);
  await take();
  expect(ledger.used('output')).toBe(0);
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
