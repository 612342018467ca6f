import { Holding, textBytes, type Quota } from '../../ledger/index.js';
import type { EventSink } from '../shared/httpExchange.js';

/** Unsent characters that are not counted, as many as sockets accept at once. */
const SMALL = 65_536;

/** A streamed response whose unsent text is counted. If too much is unsent, the connection is closed. */
export class MeteredSink implements EventSink {
  readonly #sink: EventSink;
  readonly #held: Holding;
  #isWaiting = false;
  /** The bytes of all texts since everything was sent. */
  #bytes = 0;
  /** The most bytes of a character that is not sent. */
  #width = 1;
  #onGone: (() => void) | undefined;

  constructor(sink: EventSink, quota: Quota) {
    this.#sink = sink;
    this.#held = new Holding(quota, 'output');
  }

  get unsent(): number {
    return this.#sink.unsent;
  }

  write(text: string): void | Promise<void> {
    const taken = this.#sink.write(text);
    if (taken === undefined) return undefined;
    const bytes = textBytes(text);
    this.#bytes += bytes;
    if (bytes > text.length) this.#width = 2;
    if (this.#sink.unsent > SMALL) this.#count(taken);
    return taken;
  }

  end(): void {
    this.#sink.end();
  }

  destroy(): void {
    this.#held.close();
    this.#sink.destroy();
  }

  onGone(listener: () => void): void {
    this.#onGone = listener;
    this.#sink.onGone(() => this.#lose());
  }

  #lose(): void {
    this.#held.close();
    const listener = this.#onGone;
    this.#onGone = undefined;
    listener?.();
  }

  #count(taken: Promise<void>): void {
    if (!this.#held.set(Math.min(this.#width * this.#sink.unsent, this.#bytes))) {
      this.destroy();
      // Some platforms send no event when this side breaks a connection.
      queueMicrotask(() => this.#lose());
    } else if (!this.#isWaiting) {
      this.#isWaiting = true;
      void taken.then(() => {
        this.#isWaiting = false;
        this.#bytes = 0;
        this.#width = 1;
        this.#held.close();
      });
    }
  }
}
