/** How a stream of events uses its connections. What it carries is shown over HTTP. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryEventStore } from '../../../runtime/src/http/eventStore.js';
import { EventStream } from '../../../runtime/src/http/eventStream.js';
import type { EventSink } from '../../../runtime/src/http/exchange.js';

class Connection implements EventSink {
  readonly unsent = 0;
  text = '';
  isOpen = true;
  leave: () => void = () => undefined;

  write(text: string): void {
    this.text += text;
  }

  end(): void {
    this.isOpen = false;
  }

  destroy(): void {
    this.isOpen = false;
  }

  onGone(listener: () => void): void {
    this.leave = listener;
  }
}

function openStream(): EventStream {
  const options = {
    session: 's',
    store: new MemoryEventStore(),
    report: () => undefined,
    keepAlive: 300,
    lifetime: 1_000,
    retry: 50,
    unsentLimit: 1_000,
    polls: () => true,
  };
  return new EventStream('a', options, () => undefined);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a connection lives for its own time, not for that of the one before', () => {
  const stream = openStream();
  const [first, second] = [new Connection(), new Connection()];
  stream.connect(first);
  vi.advanceTimersByTime(600);
  first.leave();
  stream.connect(second);
  vi.advanceTimersByTime(900);
  expect(second.isOpen).toBe(true);
  vi.advanceTimersByTime(100);
  expect(second.isOpen).toBe(false);
  expect(second.text).toMatch(/retry: 50\n\n$/);
});

test('nothing is written to a connection that is gone, and no timer is left', () => {
  const stream = openStream();
  const connection = new Connection();
  stream.connect(connection);
  vi.advanceTimersByTime(300);
  expect(connection.text).toMatch(/: keep-alive\n\n$/);
  connection.leave();
  const { text } = connection;
  vi.advanceTimersByTime(5_000);
  expect(connection.text).toBe(text);
  expect(vi.getTimerCount()).toBe(0);
});
