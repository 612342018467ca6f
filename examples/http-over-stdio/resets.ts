/** Cancels streams at a pace that servers accept. */

import { constants, type ClientHttp2Stream } from 'node:http2';

/**
 * Servers close a connection that resets streams too often: an attack of 2023 did ("rapid reset", CVE-2023-44487). The limit of nghttp2,
 * which Node and others use, is 1,000 at once and then 33 a second. A client must stay below it, since it does not know the limit.
 */
const BURST = 500;
const PER_SECOND = 20;

/** Resets streams, later if there are too many. A stream that ends by itself meanwhile needs no reset. */
export class Resets {
  #left = BURST;
  #updated = performance.now();
  readonly #waiting = new Set<ClientHttp2Stream>();
  #timer: NodeJS.Timeout | undefined;

  reset(stream: ClientHttp2Stream): void {
    if (stream.closed) return;
    if (this.#waiting.size === 0 && this.#take()) {
      stream.close(constants.NGHTTP2_CANCEL);
      return;
    }
    this.#waiting.add(stream);
    stream.once('close', () => this.#waiting.delete(stream));
    // Nobody reads the rest, and it must not hold up the server.
    stream.resume();
    this.#timer ??= setInterval(() => this.#resume(), 1_000 / PER_SECOND).unref();
  }

  #resume(): void {
    for (const stream of this.#waiting) {
      if (!this.#take()) return;
      this.#waiting.delete(stream);
      stream.close(constants.NGHTTP2_CANCEL);
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #take(): boolean {
    const now = performance.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#updated) * PER_SECOND) / 1_000);
    this.#updated = now;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
