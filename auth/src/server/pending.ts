import { callerName, Shares, type SharedLimit } from '@mcp-gen/runtime';

/** The limit on introspections, which all callers share. */
export const INTROSPECTIONS: SharedLimit = {
  what: 'concurrent introspections of tokens',
  most: 100,
  loses: 'its oldest introspection: status 503; there are at most twice as many in all until they end',
  refused: 'status 503',
};

/** Cancels an operation. */
type Cancel = () => void;

/** Counts operations in progress, per network and in total. */
export class Pending {
  readonly #networkLimit: number;
  readonly #shares: Shares<Cancel>;
  /** The operations that have not ended, cancelled ones included. */
  #count = 0;

  constructor(limit: number, networkLimit: number) {
    this.#networkLimit = networkLimit;
    this.#shares = new Shares(limit);
  }

  /**
   * Counts one more operation. Returns a function to call at its end; undefined if the limit is reached.
   *
   * @param address the client address; without one, only the total limit applies
   * @param cancel called if the operation has to make room for another network
   */
  begin(address: string | undefined, cancel: Cancel): (() => void) | undefined {
    const network = callerName(undefined, { address }, undefined);
    const holder = network ?? 'anyone';
    if (network !== undefined && this.#shares.count(network) >= this.#networkLimit) return undefined;
    if (this.#count >= 2 * this.#shares.limit || !this.#shares.makeRoom(holder, (other) => other())) return undefined;
    this.#count++;
    this.#shares.add(holder, cancel);
    return () => {
      this.#count--;
      this.#shares.delete(holder, cancel);
    };
  }
}
