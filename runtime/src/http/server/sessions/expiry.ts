import type { AuthInfo } from '../../../codegen/v1.js';
import { after, type Stop } from '../../../timers.js';

/**
 * The expiry of a client's credentials, which newer credentials can extend during its session. At expiry, streams without a request end;
 * accepted requests are still answered.
 */
export class Expiry {
  /** The expiry in milliseconds of `Date.now()`. */
  #at = -Infinity;
  #stop: Stop | undefined;

  /** Called for each request of the client, with its auth info. */
  extend(auth: AuthInfo | undefined): void {
    const { expiresAt = Infinity } = auth ?? {};
    this.#at = Math.max(this.#at, expiresAt * 1_000);
  }

  /** Calls the callback when the credentials have expired. Replaces an earlier callback. */
  watch(onExpired: () => void): void {
    this.stop();
    if (this.#at === Infinity) return;
    this.#stop = after(Math.max(this.#at - Date.now(), 1), () => {
      if (Date.now() < this.#at) this.watch(onExpired);
      else onExpired();
    });
  }

  /** Removes the callback. */
  stop(): void {
    this.#stop?.();
  }
}
