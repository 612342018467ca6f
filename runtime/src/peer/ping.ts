import { count, duration, lifetime, type OptionTable } from '../options/kinds.js';
import { every, type Stop } from '../timers.js';
import * as Method from '../registry/methods.js';

/** Options for checking that the other side responds (specification: Ping). */
export interface PingOptions {
  /** Milliseconds between pings; 0 for no pings. */
  readonly interval: number;
  /** Milliseconds to wait for the response to a ping. Default: the interval. */
  readonly timeout?: number | undefined;
  /** Unanswered pings in a row after which the connection is closed. Default 3. */
  readonly misses?: number | undefined;
}

/** {@link PingOptions}. */
export const PING_OPTIONS: OptionTable<PingOptions, 'interval' | 'timeout'> = {
  interval: duration(undefined),
  timeout: lifetime(undefined),
  misses: count(3),
};

/** Sends pings. */
interface PingedPeer {
  request(method: string, params: undefined, options: { readonly timeout: number }): Promise<object>;
}

/** Pings the other side periodically until it is stopped (specification: Ping). */
export class Pinger {
  readonly #stopTimer: Stop;
  #missed = 0;
  #waiting = false;
  #stopped = false;

  /**
   * @param onMiss called with the error of each unanswered ping
   * @param onLost called when the maximum number of unanswered pings is reached
   */
  constructor(
    peer: PingedPeer,
    { interval, timeout = interval, misses = PING_OPTIONS.misses.default }: PingOptions,
    onMiss: (error: unknown) => void,
    onLost: (message: string) => void,
  ) {
    const ping = async (): Promise<void> => {
      if (this.#waiting) return;
      this.#waiting = true;
      try {
        await peer.request(Method.ping, undefined, { timeout });
        this.#missed = 0;
      } catch (error) {
        if (this.#stopped) return;
        onMiss(error);
        if (++this.#missed >= misses) onLost(`${misses} pings in a row were not answered`);
      } finally {
        this.#waiting = false;
      }
    };
    this.#stopTimer = every(interval, () => void ping());
  }

  /** Called when a message of the other side has arrived: the connection is alive. */
  noteActivity(): void {
    this.#missed = 0;
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTimer();
  }
}
