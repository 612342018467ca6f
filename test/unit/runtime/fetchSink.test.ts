/** The streamed answers of the adapter to the web's own requests and responses: backpressure, and how a stream ends. */

import { describe, expect, test } from 'vitest';
import type { EventSink } from '../../../runtime/src/http/shared/httpExchange.js';
import { openExchange } from './fetchSupport.js';
import { isPending } from './support.js';

/** The bytes that are buffered before a writer has to wait. */
const HIGH_WATER = 65_536;

interface OpenSink {
  readonly sink: EventSink;
  readonly reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Aborts the request, as a platform does when the client is gone. */
  readonly abort: () => void;
  /** Returns how often the listener of `onGone` was called. */
  readonly gone: () => number;
}

async function open(controller = new AbortController()): Promise<OpenSink> {
  const { exchange, response } = openExchange(new Request('http://localhost/sse', { signal: controller.signal }));
  const sink = exchange.stream({});
  let calls = 0;
  sink.onGone(() => calls++);
  const reader = (await response).body?.getReader();
  if (reader === undefined) throw new Error('The answer has no body');
  return { sink, reader, abort: () => controller.abort(), gone: () => calls };
}

/** Writes so much that the writer has to wait. */
const fill = (sink: EventSink): void | Promise<void> => sink.write('x'.repeat(HIGH_WATER));

async function readAll(reader: OpenSink['reader']): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
}

test('writes arrive one by one, in UTF-8 and in order', async () => {
  const { sink, reader } = await open();
  expect(sink.write('Grüße ')).toBeUndefined();
  expect((await reader.read()).value).toEqual(new TextEncoder().encode('Grüße '));
  void sink.write('🌍');
  void sink.write('!');
  sink.end();
  expect(await readAll(reader)).toBe('🌍!');
});

describe('backpressure', () => {
  test('starts when the buffer is full', async () => {
    const { sink } = await open();
    expect(sink.write('x'.repeat(HIGH_WATER - 1))).toBeUndefined();
    const waiting = sink.write('x');
    expect(await isPending(waiting)).toBe(true);
    expect(sink.write('x')).toBe(waiting);
  });

  test('ends when the client has read enough, and can start again', async () => {
    const { sink, reader } = await open();
    const waiting = fill(sink);
    void sink.write('y'.repeat(HIGH_WATER));
    expect((await reader.read()).value?.length).toBe(HIGH_WATER);
    expect(await isPending(waiting)).toBe(true);
    expect((await reader.read()).value?.length).toBe(HIGH_WATER);
    expect(await isPending(waiting)).toBe(false);
    expect(sink.write('z')).toBeUndefined();
    expect(await isPending(fill(sink))).toBe(true);
  });

  test('does not start while the client waits for data', async () => {
    const { sink, reader } = await open();
    const read = reader.read();
    expect(sink.write('x'.repeat(2 * HIGH_WATER))).toBeUndefined();
    expect((await read).value?.length).toBe(2 * HIGH_WATER);
  });

  test('is visible as the number of unsent bytes', async () => {
    const { sink, reader } = await open();
    expect(sink.unsent).toBe(0);
    void sink.write('x'.repeat(10));
    void sink.write('x'.repeat(HIGH_WATER));
    expect(sink.unsent).toBe(HIGH_WATER + 10);
    await reader.read();
    expect(sink.unsent).toBe(HIGH_WATER);
  });
});

/** The ways in which a client disconnects. */
const LEAVING: readonly { how: string; leave: (opened: OpenSink) => unknown }[] = [
  { how: 'cancels the body', leave: ({ reader }) => reader.cancel() },
  { how: 'aborts the request', leave: ({ abort }) => abort() },
];

describe.each(LEAVING)('when the client $how', ({ leave }) => {
  test('a waiting writer continues, and onGone is called once', async () => {
    const opened = await open();
    const waiting = fill(opened.sink);
    expect(await isPending(waiting)).toBe(true);
    await leave(opened);
    expect(await isPending(waiting)).toBe(false);
    expect(opened.gone()).toBe(1);
    opened.abort();
    await opened.reader.cancel();
    expect(opened.gone()).toBe(1);
  });

  test('later writes are discarded', async () => {
    const opened = await open();
    void opened.sink.write('before');
    await leave(opened);
    expect(opened.sink.unsent).toBe(0);
    expect(fill(opened.sink)).toBeUndefined();
    expect(opened.sink.unsent).toBe(0);
    opened.sink.end();
    opened.sink.destroy();
    expect(opened.gone()).toBe(1);
  });

  test('onGone is not called after the end', async () => {
    const opened = await open();
    void opened.sink.write('last');
    opened.sink.end();
    await leave(opened);
    expect(opened.gone()).toBe(0);
  });
});

test('onGone is called for a request that was aborted before the answer', async () => {
  const controller = new AbortController();
  controller.abort();
  const { sink, gone } = await open(controller);
  expect(gone()).toBe(1);
  expect(fill(sink)).toBeUndefined();
});

test('a client may disconnect where no listener is set', async () => {
  const { exchange, response } = openExchange();
  const sink = exchange.stream({});
  await expect((await response).body?.cancel()).resolves.toBeUndefined();
  expect(fill(sink)).toBeUndefined();
});

describe('end', () => {
  test('delivers everything written before, and a waiting writer continues', async () => {
    const { sink, reader } = await open();
    const waiting = fill(sink);
    expect(await isPending(waiting)).toBe(true);
    void sink.write('last');
    sink.end();
    expect(await isPending(waiting)).toBe(false);
    expect((await readAll(reader)).slice(HIGH_WATER)).toBe('last');
  });

  test('is final', async () => {
    const { sink, reader } = await open();
    void sink.write('whole');
    sink.end();
    expect(sink.write('more')).toBeUndefined();
    sink.end();
    sink.destroy();
    expect(sink.unsent).toBe(0);
    expect(await readAll(reader)).toBe('whole');
  });
});

describe('destroy', () => {
  test('drops what is unsent, and a waiting writer continues', async () => {
    const { sink, reader } = await open();
    const waiting = fill(sink);
    expect(await isPending(waiting)).toBe(true);
    sink.destroy();
    expect(await isPending(waiting)).toBe(false);
    await expect(reader.read()).rejects.toThrow('does not read');
    expect(sink.unsent).toBe(0);
  });

  test('is final', async () => {
    const { sink, reader, gone } = await open();
    sink.destroy();
    expect(sink.write('more')).toBeUndefined();
    sink.end();
    sink.destroy();
    await expect(reader.read()).rejects.toThrow('does not read');
    expect(gone()).toBe(0);
  });
});
