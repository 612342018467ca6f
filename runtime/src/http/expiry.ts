import type { AuthInfo } from '../codegen/v1.js';
import { later, type Stop } from '../platform.js';

/**
 * When the credentials of a client expire, of which it may show newer ones as long as its session lasts. What goes on without a request is
 * ended then; a request that was accepted is answered.
 */
export class Expiry {
  /** In milliseconds of `Date.now()`. */
  #at = -Infinity;
  #stop: Stop | undefined;

  /** Called for each request of the client, with who sends it. */
  shown(auth: AuthInfo | undefined): void {
    const { expiresAt = Infinity } = auth ?? {};
    this.#at = Math.max(this.#at, expiresAt * 1_000);
  }

  /** Calls back as soon as the credentials have expired. Replaces an earlier callback. */
  watch(onExpired: () => void): void {
    this.stop();
    if (this.#at === Infinity) return;
    this.#stop = later(Math.max(this.#at - Date.now(), 1), () => {
      if (Date.now() < this.#at) this.watch(onExpired);
      else onExpired();
    });
  }

  /** Calls back no more. */
  stop(): void {
    this.#stop?.();
  }
}
