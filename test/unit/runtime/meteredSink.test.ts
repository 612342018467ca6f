/** What the unsent text of a stream counts as. */

import { expect, test } from 'vitest';
import type { EventSink } from '../../../runtime/src/http/shared/httpExchange.js';
import { MeteredSink } from '../../../runtime/src/http/server/meteredSink.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';

/** A connection that takes nothing until the test says so. */
class Stopped implements EventSink {
  unsent = 0;
  isDestroyed = false;
  #sent!: () => void;
  #taken = new Promise<void>((resolve) => (this.#sent = resolve));

  write(text: string): Promise<void> {
    this.unsent += text.length;
    return this.#taken;
  }

  async sendAll(): Promise<void> {
    this.unsent = 0;
    this.#sent();
    await this.#taken;
    this.#taken = new Promise<void>((resolve) => (this.#sent = resolve));
  }

  end(): void {}

  destroy(): void {
    this.isDestroyed = true;
  }

  onGone(): void {}
}

function metered() {
  const ledger = new Ledger({ output: { caller: 1_000_000 } });
  const stopped = new Stopped();
  return { ledger, stopped, sink: new MeteredSink(stopped, ledger.account('ada')) };
}

test('a wide character counts its own text twice, and no other one', async () => {
  const { ledger, stopped, sink } = metered();
  void sink.write('x'.repeat(600_000));
  void sink.write(`${'x'.repeat(99_999)}\u20ac`);
  expect(ledger.used('output')).toBe(800_000);
  await stopped.sendAll();
  expect(ledger.used('output')).toBe(0);
  void sink.write('x'.repeat(900_000));
  expect([ledger.used('output'), stopped.isDestroyed]).toEqual([900_000, false]);
  await stopped.sendAll();
});

test('what is sent meanwhile no longer counts', async () => {
  const { ledger, stopped, sink } = metered();
  void sink.write('\u20ac'.repeat(300_000));
  stopped.unsent = 100_000;
  void sink.write('x'.repeat(100_000));
  expect(ledger.used('output')).toBe(400_000);
  await stopped.sendAll();
  expect(ledger.used('output')).toBe(0);
});

test('a connection with more unsent text than its caller may hold is closed', () => {
  const { ledger, stopped, sink } = metered();
  void sink.write('x'.repeat(900_000));
  void sink.write('\u20ac'.repeat(100_000));
  expect([ledger.used('output'), stopped.isDestroyed]).toEqual([0, true]);
});
