import type { RequestOptions } from '../codegen/v1.js';
import { RequestTimeoutError } from '../errors.js';
import type { Peer } from '../peer/peer.js';
import { DEFAULT_TIMEOUT } from '../peer/pending.js';

/** Milliseconds before a request is repeated. Doubled with each round. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/** The rounds of a request in which the server asks nothing, and only returns a state: it waits for something else. */
export class StateRounds {
  readonly #method: string;
  readonly #peer: Pick<Peer, 'onEnd'>;
  readonly #signal: AbortSignal | undefined;
  readonly #limit: number;
  #begun: number | undefined;
  #delay = FIRST_PAUSE;

  /** @param options of the request, whose total time limits the rounds together */
  constructor(method: string, peer: Pick<Peer, 'onEnd'>, options: RequestOptions = {}) {
    const { signal, timeout = DEFAULT_TIMEOUT, maxTotalTimeout = timeout * 10 } = options;
    this.#method = method;
    this.#peer = peer;
    this.#signal = signal;
    this.#limit = maxTotalTimeout === 0 ? Infinity : maxTotalTimeout;
  }

  /**
   * Waits until the request may be repeated.
   *
   * @throws {RequestTimeoutError} if the rounds take longer than the request may.
   * @throws {ConnectionClosedError} if the connection is closed.
   * @throws the signal's reason if it aborts.
   */
  async next(): Promise<void> {
    const now = performance.now();
    this.#begun ??= now;
    const left = this.#limit - (now - this.#begun);
    await this.#pause(Math.min(this.#delay, Math.max(left, 0)));
    if (this.#delay >= left) throw new RequestTimeoutError(this.#method, this.#limit);
    this.#delay = Math.min(this.#delay * 2, LONGEST_PAUSE);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        leave();
        this.#signal?.removeEventListener('abort', abort);
        settle();
      };
      const abort = (): void => end(() => reject(this.#signal?.reason as Error));
      const timer = setTimeout(() => end(resolve), milliseconds);
      const leave = this.#peer.onEnd((cause) => end(() => reject(cause)));
      if (this.#signal?.aborted === true) abort();
      else this.#signal?.addEventListener('abort', abort);
    });
  }
}
